"""Several roles of one person in a project: each brings its rights, what does not go together is refused."""

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.server.people.store import members, people
from tertium.server.permissions import ROLES
from tests.server.support import API, Person, Server


@pytest.fixture
def manager(server: Server) -> Person:
    return server.person("Manager")


@pytest.fixture
def project(server: Server, manager: Person) -> str:
    return server.project(manager)


def set_roles(server: Server, manager: Person, project: str, person: Person, *roles: str) -> int:
    answer = manager.client.put(f"{API}/projects/{project}/members/{person.id}", json={"roles": list(roles)})
    return int(answer.status_code)


def shown(manager: Person, project: str) -> dict[str, list[str]]:
    rows = manager.client.get(f"{API}/projects/{project}/members").json()["items"]
    return {row["name"]: row["roles"] for row in rows}


def test_each_role_brings_its_rights(server: Server, manager: Person, project: str) -> None:
    ann = server.join(project, server.person("Ann"), "judge")

    def allowed() -> set[str]:
        return set(ann.client.get(f"{API}/projects/{project}").json()["may"])

    as_judge = allowed()
    assert set_roles(server, manager, project, ann, "annotator") == 204
    as_annotator = allowed()
    assert set_roles(server, manager, project, ann, "judge", "annotator") == 204
    assert allowed() == as_judge | as_annotator
    assert as_judge - as_annotator
    assert as_annotator - as_judge
    assert shown(manager, project) == {"Ann": ["annotator", "judge"], "Manager": ["manager"]}
    (own,) = ann.client.get(f"{API}/me").json()["projects"]
    assert own["roles"] == ["annotator", "judge"]
    (row,) = ann.client.get(f"{API}/projects").json()["items"]
    assert row["roles"] == ["annotator", "judge"], "a project stands in the list once"


def test_an_invitation_adds_a_role(server: Server, manager: Person, project: str) -> None:
    ann = server.join(project, server.person("Ann"), "annotator")
    token, _ = server.store.writing(people.make_invite, None, project, "grader", 1)
    assert ann.client.post(f"{API}/invites/{token}/accept", json={}).status_code == 200
    assert shown(manager, project)["Ann"] == ["annotator", "grader"]


def test_who_sees_all_marks_grades_nothing(server: Server, manager: Person, project: str) -> None:
    ann = server.join(project, server.person("Ann"), "grader")
    assert set_roles(server, manager, project, ann, "grader", "manager") == 422
    assert shown(manager, project)["Ann"] == ["grader"]
    token, _ = server.store.writing(people.make_invite, None, project, "grader", 1)
    assert manager.client.post(f"{API}/invites/{token}/accept", json={}).status_code == 422
    assert shown(manager, project)["Manager"] == ["manager"]


def test_a_project_keeps_a_manager(server: Server, manager: Person, project: str) -> None:
    assert set_roles(server, manager, project, manager, "reviewer", "judge") == 409
    assert set_roles(server, manager, project, manager, "manager", "judge") == 204
    other = server.join(project, server.person("Other"), "manager")
    assert set_roles(server, manager, project, manager, "reviewer") == 204
    assert other.client.delete(f"{API}/projects/{project}/members/{other.id}").status_code == 409
    assert shown(other, project) == {"Manager": ["reviewer"], "Other": ["manager"]}


@pytest.mark.parametrize("roles", [[], ["king"], "manager", ["annotator", None]])
def test_roles_that_are_none_are_refused(roles: object, server: Server, manager: Person, project: str) -> None:
    url = f"{API}/projects/{project}/members/{manager.id}"
    assert manager.client.put(url, json={"roles": roles}).status_code == 422
    assert shown(manager, project) == {"Manager": ["manager"]}


def test_roles_stand_in_one_order() -> None:
    assert members.in_order(set(ROLES)) == list(ROLES)
    assert members.in_order([]) == []
