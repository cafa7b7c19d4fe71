"""Who may do what with exams: every route and page, for every role and for candidates, on a real exam."""

import re

from sqlalchemy import select

from tertium.server.exams.pages import PAGES
from tertium.server.exams.store import tables as t
from tertium.server.permissions import ACTIONS
from tertium.server.web.routing import ENDPOINTS
from tests.server.exam_support import finished
from tests.server.support import API, Server, needs_pages
from tests.server.test_permissions import EXAMS, LETTERS, ROUTES, ask

# y: allowed; n: known but forbidden (403); h: not there (404); a: sign in first (401). A candidate's session is no
# person's, and a person's is no candidate's.
ROLES = ("anonymous", "outsider", "admin", "annotator", "reviewer", "judge", "grader", "own-grader", "other-candidate",
         "candidate", "manager")  # fmt: skip
TABLE = """
exam.manage     a h h h h h n n a a y
exam.grade      a h h h h h y y a a n
attempt.manage  a h h h h h h h a a y
grading.do      a h h h h h h y a a n
attempt.read    a a a a a a a a h y a
attempt.write   a a a a a a a a h y a
attempt.result  a a a a a a a a h y a
attempt.appeal  a a a a a a a a h y a
"""
EXPECTED = {line.split()[0]: dict(zip(ROLES, line.split()[1:], strict=True)) for line in TABLE.strip().splitlines()}
EXAM_ROUTES = [endpoint for endpoint in ENDPOINTS if endpoint not in ROUTES]


def test_every_action_of_exams_has_a_row() -> None:
    assert {endpoint.action for endpoint in EXAM_ROUTES} == EXPECTED.keys()
    # `exam.read` is what a grader and a manager share; no route asks for it alone.
    assert {a for a in ACTIONS if a.split(".")[0] in EXAMS} - EXPECTED.keys() == {"exam.list", "exam.read"}


@needs_pages
def test_every_route_of_exams_for_every_role(server: Server) -> None:
    exam, candidate = finished(server)
    (other,) = exam.candidates("Somebody else")
    g = t.grading.c
    query = select(g.id).where(g.grader_id == exam.graders[0].id).limit(1)
    ids = {
        "exam": exam.id,
        "attempt": candidate.attempt,
        "grading": str(server.store.reading(lambda connection: connection.execute(query).scalar_one())),
    }
    outsider = server.person("Outsider")
    server.project(outsider, name="Strangers")  # a manager, but of something else
    clients = {
        "anonymous": server.visitor(),
        "outsider": outsider.client,
        "admin": server.person("Admin", admin=True).client,
        "own-grader": exam.graders[0].client,
        "other-candidate": other.client,
        "candidate": candidate.client,
        "manager": exam.manager.client,
    }
    for role in ("annotator", "reviewer", "judge", "grader"):
        clients[role] = server.join(exam.project, server.person(role.title()), role).client
    wrong = []
    # What a manager does may end sessions or fix results, so every role asks before that.
    for role in ROLES:
        for endpoint in EXAM_ROUTES:
            url = re.sub(r"\{(\w+)\}", lambda match: ids[match[1]], endpoint.path)
            answer = ask(clients[role], endpoint, url)
            assert answer.status_code < 500, (endpoint.path, role, answer.text)
            if LETTERS.get(answer.status_code, "y") != EXPECTED[endpoint.action][role]:
                wrong.append((endpoint.method, endpoint.path, role, answer.status_code, answer.text[:200]))
        for path, _, action in PAGES:
            if action not in EXPECTED:
                continue  # the list of exams, which belongs to the project
            url = re.sub(r"\{(\w+)\}", lambda match: ids[match[1]], path)
            answer = clients[role].get(url, follow_redirects=False, headers={"Accept": "text/html"})
            allowed = EXPECTED[action][role] == "y"
            if (answer.status_code == 200) != allowed:
                wrong.append(("page", path, role, answer.status_code, ""))
    assert wrong == []
    assert exam.damages() == []


def test_exams_say_what_one_may_do(server: Server) -> None:
    exam, _ = finished(server)
    for person, expected in (
        (exam.manager, {"exam.list", "exam.read", "exam.manage"}),
        (exam.graders[0], {"exam.list", "exam.read", "exam.grade"}),
    ):
        (row,) = person.client.get(f"{API}/projects/{exam.project}/exams").json()["items"]
        assert set(row["may"]) == expected
    assert set(exam.manager.client.get(f"{API}/exams/{exam.id}").json()["may"]) == set(
        exam.manager.client.get(f"{API}/projects/{exam.project}/exams").json()["items"][0]["may"]
    )


def test_ids_of_two_exams_do_not_mix(server: Server) -> None:
    """The manager of one exam, with ids of an exam in a project that is not theirs."""
    exam, candidate = finished(server)
    outsider = server.person("Outsider")
    server.project(outsider, name="Strangers")
    for endpoint in EXAM_ROUTES:
        if endpoint.action.endswith(".manage"):
            url = endpoint.path.replace("{exam}", exam.id).replace("{attempt}", candidate.attempt)
            foreign = ask(outsider.client, endpoint, url)
            absent = ask(outsider.client, endpoint, re.sub(r"\{\w+\}", "0" * 32, endpoint.path))
            assert (foreign.status_code, foreign.json()) == (404, absent.json()), endpoint.path
