"""Accounts: sessions, people who may not come in, links for new passwords, and people brought into projects."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select, update

from tertium.cli.serve import command
from tertium.server.database import tables as t
from tertium.server.database.values import later
from tertium.server.people.store import people
from tests.server.support import API, PASSWORD, Person, Server, needs_pages

NEW = "another good password"


def sign_in(server: Server, name: str, password: str = PASSWORD) -> int:
    return int(server.visitor().post(f"{API}/login", json={"name": name, "password": password}).status_code)


def with_password(server: Server, name: str) -> Person:
    person = server.person(name)
    server.store.writing(people.set_password, person.id, PASSWORD)
    return person


def link(server: Server, admin: Person, person: Person) -> str:
    made = admin.client.post(f"{API}/people/{person.id}/reset", json={})
    assert made.status_code == 201, made.text
    return str(made.json()["link"])


def choose(server: Server, link: str, password: str = NEW) -> int:
    answer = server.visitor().post(link, data={"password": password}, follow_redirects=False)
    return int(answer.status_code)


def test_one_session_is_ended_and_the_others_stay(server: Server) -> None:
    ann = with_password(server, "Ann")
    other = server.visitor()
    assert other.post(f"{API}/login", json={"name": "Ann", "password": PASSWORD}).status_code == 200
    rows = ann.client.get(f"{API}/me/sessions").json()["items"]
    assert [row["own"] for row in rows].count(True) == 1
    stranger = server.person("Stranger")
    (there,) = (row["id"] for row in rows if not row["own"])
    assert stranger.client.delete(f"{API}/me/sessions/{there}").status_code == 404
    assert ann.client.delete(f"{API}/me/sessions/{there}").status_code == 204
    assert other.get(f"{API}/me").status_code == 401
    assert ann.client.get(f"{API}/me").status_code == 200
    assert len(ann.client.get(f"{API}/me/sessions").json()["items"]) == 1


def test_who_may_not_come_in_is_out_at_once(server: Server) -> None:
    admin, ann = server.person("Admin", admin=True), with_password(server, "Ann")
    assert admin.client.patch(f"{API}/people/{ann.id}", json={"disabled": True}).status_code == 204
    assert ann.client.get(f"{API}/me").status_code == 401
    assert sign_in(server, "Ann") == 401
    assert admin.client.post(f"{API}/people/{ann.id}/reset", json={}).status_code == 409
    rows = {row["name"]: row for row in admin.client.get(f"{API}/people").json()["items"]}
    assert rows["Ann"]["disabled"]
    assert admin.client.patch(f"{API}/people/{ann.id}", json={"disabled": False}).status_code == 204
    assert sign_in(server, "Ann") == 200
    actions = [row.action for row in server.store.reading(lambda c: c.execute(select(t.audit)).all())]
    assert actions.count("person.change") == 2


@pytest.mark.parametrize("change", [{"disabled": True}, {"admin": False}])
def test_the_last_administrator_stays(change: dict[str, bool], server: Server) -> None:
    admin, ann = server.person("Admin", admin=True), server.person("Ann")
    refused = admin.client.patch(f"{API}/people/{admin.id}", json=change)
    assert refused.status_code == 409
    assert "last administrator" in refused.json()["what"]
    assert admin.client.patch(f"{API}/people/{ann.id}", json={"admin": True}).status_code == 204
    assert admin.client.patch(f"{API}/people/{admin.id}", json=change).status_code == 204
    assert ann.client.patch(f"{API}/people/{ann.id}", json=change).status_code == 409


@needs_pages
def test_a_link_for_a_new_password_works_once_and_ends_all_sessions(server: Server) -> None:
    admin, ann = server.person("Admin", admin=True), with_password(server, "Ann")
    address = link(server, admin, ann)
    assert "Ann" in server.visitor().get(address).text
    assert choose(server, address, "short") == 422
    assert choose(server, address) == 303
    assert ann.client.get(f"{API}/me").status_code == 401, "whoever was signed in is not any more"
    assert sign_in(server, "Ann") == 401
    assert sign_in(server, "Ann", NEW) == 200
    assert choose(server, address) == 404, "once"
    actions = [row.action for row in server.store.reading(lambda c: c.execute(select(t.audit)).all())]
    assert {"password.reset", "password.chosen"} <= set(actions)


@needs_pages
@pytest.mark.parametrize("why", ["late", "another was made", "disabled"])
def test_a_link_that_is_good_no_more(why: str, server: Server) -> None:
    admin, ann = server.person("Admin", admin=True), with_password(server, "Ann")
    address = link(server, admin, ann)
    if why == "late":
        past = update(t.password_reset).values(expires=later(minutes=-1))
        server.store.writing(lambda connection: connection.execute(past) and None)
    elif why == "disabled":
        admin.client.patch(f"{API}/people/{ann.id}", json={"disabled": True})
    else:
        link(server, admin, ann)
    assert server.visitor().get(address).status_code == 404
    assert choose(server, address) == 404


def test_the_command_line_prints_a_link(server: Server, tmp_path: Path) -> None:
    with_password(server, "Ann")
    options = ["--data", str(tmp_path)]
    if not server.store.is_sqlite:
        options += ["--database", str(server.settings.database)]
    done = CliRunner().invoke(command, [*options, "reset", "ann"])
    assert done.exit_code == 0, done.exception
    assert "/reset/" in done.stdout
    failed = CliRunner().invoke(command, [*options, "reset", "Nobody"])
    assert "nobody called 'Nobody'" in str(failed.exception)


def test_somebody_with_an_account_comes_into_a_project(server: Server) -> None:
    manager, ann = server.person("Manager"), server.person("Ann")
    project = server.project(manager)
    members = f"{API}/projects/{project}/members"
    assert manager.client.post(members, json={"name": "ann", "roles": ["annotator"]}).json() == {"user": ann.id}
    assert ann.client.get(f"{API}/projects/{project}").json()["roles"] == ["annotator"]
    for name, what in (("Ann", "in this project already"), ("Anna", "nobody on this server")):
        refused = manager.client.post(members, json={"name": name, "roles": ["annotator"]})
        assert refused.status_code == 422
        assert what in refused.json()["what"]


@needs_pages
def test_an_invitation_says_for_whom_it_is(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager)
    body = {"project": project, "role": "judge", "name": "Zoë"}
    address = manager.client.post(f"{API}/invites", json=body).json()["link"]
    assert 'value="Zoë"' in server.visitor().get(address).text
    (row,) = manager.client.get(f"{API}/projects/{project}/invites").json()["items"]
    assert row["name"] == "Zoë"
