"""Who may do what: every route and every page, for every role, on own and foreign objects, against a written table."""

import re
from pathlib import Path
from typing import Any

import pytest

import tertium.server
from tertium.server.annotate.pages import PAGES
from tertium.server.permissions import ACTIONS, CANDIDATE
from tertium.server.routes import load
from tertium.server.web.routing import ENDPOINTS, Endpoint
from tests.server.support import API, Server, needs_pages
from tests.server.world import ROLES, World, make_world

# y: allowed; n: known but forbidden (403); h: not there (404); a: sign in first (401). The columns are ROLES:
# anonymous, a manager of another project, an administrator who is no member, the owner of the sheet, another annotator,
# reviewer, manager, grader, judge. The sheet is open and nothing is shared; the job is the manager's.
TABLE = """
me.read             a y y y y y y y y
me.edit             a y y y y y y y y
project.list        a y y y y y y y y
score.run           a y y y y y y y y
token.manage        a y y y y y y y y
session.logout      a y y y y y y y y
project.create      a y y n n n y n n
project.read        a h h y y y y y y
project.edit        a h h n n n y n n
project.fill        a h h n n n y n n
project.export      a h h n n n y n n
project.export-own  a h h y y y y n n
members.read        a h h y y y y y y
members.edit        a h h n n n y n n
invite.make         a h h n n n y n n
invite.list         a h h n n n y n n
queue.read          a h h y y y y n n
queue.next          a h h y y y y n n
segment.assign      a h h n n n y h h
segment.discard     a h h n n n y h h
sheet.read          a h h y h y y h h
sheet.edit          a h h y h n n h h
sheet.give-back     a h h y h n y h h
sheet.submit        a h h y h n n h h
sheet.reopen        a h h y h n y h h
sheet.return        a h h n h y y h h
sheet.remark        a h h y h y y h h
sheet.export        a h h y h n y h h
compare.read        a h h n n y y h h
compare.unite       a h h n n y y h h
job.read            a h h h h n y h h
job.cancel          a h h h h n y h h
job.sheet           a h h h h n y h h
job.take-back       a h h h h n y h h
batch.make          a h h n n n y n n
batch.list          a h h n n y y n y
batch.judge         a h h h h y y h y
batch.results       a h h h h y y h n
dashboard.read      a h h n n y y n n
exam.list           a h h n n n y y n
admin.people        a n y n n n n n n
"""
EXPECTED = {line.split()[0]: dict(zip(ROLES, line.split()[1:], strict=True)) for line in TABLE.strip().splitlines()}
FIRST_PAGES = {"judge": "judge", "grader": "exams"}
"""Where those come who have no sentences to write."""
OPEN = {"service.read", "session.login", "invite.read", "invite.accept"}
LETTERS = {401: "a", 403: "n", 404: "h"}
EXAMS = ("exam", "attempt", "grading")
load()
ROUTES = [endpoint for endpoint in ENDPOINTS if not any(f"{{{name}}}" in endpoint.path for name in EXAMS)]
"""Exams, candidates and graders have tests of their own: test_exams.py."""


def address(endpoint_path: str, ids: dict[str, str], world: World) -> str:
    def value(match: re.Match[str]) -> str:
        return world.invite(ids["project"]) if match[1] == "invite" else ids[match[1]]

    return re.sub(r"\{(\w+)\}", value, endpoint_path)


def ask(client: Any, endpoint: Endpoint, url: str) -> Any:
    """A request that is refused after the permission and before anything is done, where the route takes a body."""
    if endpoint.body is not None:
        return client.request(endpoint.method, url, json={"nobody knows this field": 1})
    if endpoint.raw:
        return client.request(endpoint.method, url, content=b"", headers={"Content-Type": "application/octet-stream"})
    return client.request(endpoint.method, url, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False)


def test_every_action_has_a_row_and_every_route_an_action() -> None:
    exams = {action for action in ACTIONS if action.split(".")[0] in EXAMS}
    assert {endpoint.action for endpoint in ENDPOINTS} <= EXPECTED.keys() | OPEN | exams
    assert EXPECTED.keys() | OPEN | exams | {"admin.invite"} == ACTIONS
    assert all(endpoint.summary for endpoint in ENDPOINTS)
    assert len({endpoint.operation_id for endpoint in ENDPOINTS}) == len(ENDPOINTS)


def test_every_route_for_every_role(server: Server) -> None:
    world = make_world(server)
    wrong = []
    for endpoint in ROUTES:
        for role in ROLES:
            answer = ask(world.client(role), endpoint, address(endpoint.path, world.ids, world))
            assert answer.status_code < 500, (endpoint.path, role, answer.text)
            found = LETTERS.get(answer.status_code, "y")
            if endpoint.action in OPEN:
                good = found in ("y", "h") and answer.status_code != 401
            elif endpoint.path.endswith("/logout"):
                good = True  # asked last, below
            elif endpoint.path.endswith(("/me/sessions/{session}", "/me/tokens/{token}")):
                good = found == ("a" if role == "anonymous" else "h")  # there is none such
            else:
                good = found == EXPECTED[endpoint.action][role]
            if not good:
                wrong.append((endpoint.method, endpoint.path, role, answer.status_code))
    assert wrong == []
    for role in ROLES:
        answer = world.client(role).post(f"{API}/logout", json={})
        assert answer.status_code == (401 if role == "anonymous" else 204)
        assert world.client(role).get(f"{API}/me").status_code == 401


@needs_pages
def test_every_page_for_every_role(server: Server) -> None:
    world = make_world(server)
    for path, _, action in PAGES:
        for role in ROLES:
            url = re.sub(r"\{(\w+)\}", lambda match: world.ids[match[1]], path)
            answer = world.client(role).get(url, follow_redirects=False, headers={"Accept": "text/html"})
            expected = EXPECTED[action][role] if action in EXPECTED else "y"
            status = {"y": 200, "n": 403, "h": 404, "a": 303}[expected]
            if path == "/projects/{project}" and role in FIRST_PAGES:
                assert answer.status_code == 303
                assert answer.headers["location"] == f"{url}/{FIRST_PAGES[role]}"
                continue
            assert answer.status_code == status, (path, role)
            if status == 303:
                assert answer.headers["location"].startswith("/login?next=")


def test_nobody_reaches_the_strangers_objects(server: Server) -> None:
    """The same routes with ids of a project that one does not belong to; what is absent answers the same."""
    world = make_world(server)
    absent = {**world.foreign, **dict.fromkeys(("project", "segment", "sheet", "batch", "job"), "0" * 32)}
    for endpoint in ROUTES:
        if "{" not in endpoint.path or endpoint.action in OPEN or endpoint.action in ("me.edit", "admin.people"):
            continue  # those are in no project
        for role in ("admin", "owner", "manager"):
            foreign = ask(world.client(role), endpoint, address(endpoint.path, world.foreign, world))
            nothing = ask(
                world.client(role), endpoint, re.sub(r"\{(\w+)\}", lambda m: absent[m[1]] or "0", endpoint.path)
            )
            assert foreign.status_code == 404, (endpoint.path, role)
            assert (nothing.status_code, nothing.json()) == (404, foreign.json())


def test_exams_that_are_not_there(server: Server) -> None:
    world = make_world(server)
    for endpoint in ENDPOINTS:
        if endpoint not in ROUTES:
            url = re.sub(r"\{\w+\}", "0" * 32, endpoint.path)
            for role in ("anonymous", "admin", "owner", "manager", "grader"):
                answer = ask(world.client(role), endpoint, url)
                candidates_only = endpoint.action in CANDIDATE  # where a person's session is none
                expected = 401 if role == "anonymous" or candidates_only else 404
                assert answer.status_code == expected, (endpoint.path, role)


def test_ids_of_two_projects_do_not_mix(server: Server) -> None:
    world = make_world(server)
    own, foreign, manager = world.ids, world.foreign, world.people["manager"].client
    label = {"label": 1}
    assert manager.put(f"{API}/batches/{own['batch']}/items/{foreign['item']}", json=label).status_code == 404
    invite = world.invite(foreign["project"])
    assert manager.delete(f"{API}/projects/{own['project']}/invites/{invite}").status_code == 404
    stranger = world.people["outsider"].id
    assert (
        manager.put(f"{API}/projects/{own['project']}/members/{stranger}", json={"roles": ["manager"]}).status_code
        == 404
    )
    assert manager.delete(f"{API}/projects/{own['project']}/members/{stranger}").status_code == 404
    assert manager.post(f"{API}/segments/{own['segment']}/assign", json={"user": stranger}).status_code == 422
    body = {"kind": "u", "sheets": [own["sheet"], foreign["sheet"]]}
    assert manager.post(f"{API}/segments/{own['segment']}/unite", json=body).status_code == 422
    owner = world.people["owner"].client
    copy = {"base_seq": 8, "edit_id": "c", "from": {"sheet": foreign["sheet"], "card": "pm"}}
    assert owner.post(f"{API}/sheets/{own['sheet']}/copy", json=copy).status_code == 404
    invitation = {"role": "manager", "project": foreign["project"]}
    assert manager.post(f"{API}/invites", json=invitation).status_code == 404
    assert owner.post(f"{API}/invites", json={"role": "manager", "project": own["project"]}).status_code == 403
    assert owner.post(f"{API}/invites", json={"role": "admin"}).status_code == 403


@pytest.mark.parametrize(("sharing", "submitted", "seen"), [
    ("none", True, 404), ("after-submit", False, 404), ("after-submit", True, 200), ("live", False, 200),
])  # fmt: skip
def test_sharing_opens_sheets_for_reading_only(server: Server, sharing: str, submitted: bool, seen: int) -> None:
    world = make_world(server, sharing=sharing)
    sheet = world.ids["sheet"]
    if submitted:
        world.people["owner"].client.post(f"{API}/sheets/{sheet}/submit", json={"edit_id": "s2", "reason": "x"})
    other = world.people["annotator"].client
    assert other.get(f"{API}/sheets/{sheet}").status_code == seen
    body = {"base_seq": 0, "events": [{"edit_id": "x", "command": {"do": "root.set", "card": None}}]}
    assert other.post(f"{API}/sheets/{sheet}/events", json=body).status_code == (403 if seen == 200 else 404)
    assert other.get(f"{API}/sheets/{sheet}/network.net").status_code == (403 if seen == 200 else 404)


def test_nobody_gives_themselves_a_role(server: Server) -> None:
    """By the routes for it, and by fields that the server does not ask for."""
    world = make_world(server)
    project = world.ids["project"]
    for name, person in world.people.items():
        before = person.client.get(f"{API}/me").json()
        for role in ("annotator", "reviewer", "manager", "grader", "judge"):
            if name != "manager":
                answer = person.client.put(f"{API}/projects/{project}/members/{person.id}", json={"roles": [role]})
                assert answer.status_code in (403, 404), (name, role)
        fields = {"admin": True, "role": "manager", "projects": [], "id": "0" * 32, "roles": {project: "manager"},
                  "password_hash": "x", "oidc_subject": "x"}  # fmt: skip
        for field, value in fields.items():
            assert person.client.patch(f"{API}/me", json={field: value}).status_code == 422
            assert person.client.patch(f"{API}/me", json={"name": f"{name} x", field: value}).status_code == 422
        assert person.client.get(f"{API}/me").json() == before
    manager = world.people["manager"].client
    assert manager.patch(f"{API}/projects/{project}", json={"version": 1, "id": "0" * 32}).status_code == 422
    assert (
        manager.put(
            f"{API}/projects/{project}/members/{world.people['judge'].id}", json={"roles": ["admin"]}
        ).status_code
        == 422
    )
    # A manager may step down, but not leave a project without one.
    assert (
        manager.put(
            f"{API}/projects/{project}/members/{world.people['manager'].id}", json={"roles": ["judge"]}
        ).status_code
        == 409
    )


def test_lists_do_not_tell_of_hidden_rows(server: Server) -> None:
    """Filters are a fixed set, and what one may not see changes no count."""
    world = make_world(server)
    url = f"{API}/projects/{world.ids['project']}/segments"
    owner, other = world.people["owner"].client, world.people["annotator"].client
    for query in ("state=held-out", "order=text", "person=x", "segment_text__text=a", "state=all&state=mine",
                  "after=-1", "limit=201", "limit=x", "held_out_distance=1"):  # fmt: skip
        assert other.get(f"{url}?{query}").status_code == 422, query
    before = other.get(url).json()
    manager = world.people["manager"].client
    assert before["items"][0]["sheets"] == []
    assert "held_out" not in str(before)
    # A held-out text and others' edits change nothing for an annotator but how many places are taken.
    body = {"base_seq": 8, "events": [{"edit_id": "x", "command": {"do": "alt.set", "alt": "pml0", "text": "boss"}}]}
    assert owner.post(f"{API}/sheets/{world.ids['sheet']}/events", json=body).status_code == 200
    server.settle()
    assert other.get(url).json() == before
    assert manager.get(url).json()["items"][0]["sheets"] != []
    for state in ("all", "free", "mine", "in-progress", "submitted", "done", "discarded"):
        assert other.get(f"{url}?state={state}").status_code == 200


MAY = {"project": "project.read", "sheet": "sheet.read"}


def test_pages_are_told_exactly_what_routes_allow(server: Server) -> None:
    """`may` of a project or sheet, for every role, against the table that the routes are tested with."""
    world = make_world(server)
    for kind, reading in MAY.items():
        for role in ROLES:
            if EXPECTED[reading][role] != "y":
                continue
            told = world.client(role).get(f"{API}/{kind}s/{world.ids[kind]}").json()["may"]
            assert {action for action in told if action in EXPECTED and EXPECTED[action][role] != "y"} == set(), role
            prefixes = (kind,) if kind == "sheet" else ("project", "members", "invite", "queue", "dashboard", "segment")
            expected = {a for a, row in EXPECTED.items() if a.split(".")[0] in prefixes and row[role] == "y"}
            assert expected - {"project.create", "project.list"} <= set(told), (kind, role)


def test_lists_say_who_may_make_a_project(server: Server) -> None:
    world = make_world(server)
    for role in ROLES:
        if role != "anonymous":
            told = world.client(role).get(f"{API}/projects").json()["may"]
            assert ("project.create" in told) == (EXPECTED["project.create"][role] == "y"), role


def test_browser_code_never_looks_at_roles() -> None:
    """What people may do comes from `may`; texts have roles too (`text.role`), and those may be compared.

    The page of people shows who else is administrator (`person.admin`).
    """
    server_folder = Path(tertium.server.__file__).parent
    modules = [*server_folder.glob("*/browser/**/*.js"), *server_folder.glob("*/browser/**/*.jsx")]
    assert len(modules) > 40
    role = r"\b(?!text\b|other\b)\w+\.roles?\s*[!=]==?|[!=]==?\s*\w+\.roles?\b"
    compared = re.compile(role + r"|\bcan\(|(?<!\bperson)\.admin\b")
    assert [(path.name, found) for path in modules for found in compared.findall(path.read_text("utf-8"))] == []
