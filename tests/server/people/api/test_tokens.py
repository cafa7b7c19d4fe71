"""Programs with a token: what the token is for, and nothing else."""

from typing import Any

from tertium.server.permissions import ACTIONS, SCOPES
from tertium.server.routes import load
from tertium.server.web.routing import ENDPOINTS
from tests.server.support import API, Person, Server
from tests.server.test_permissions import address, ask
from tests.server.world import make_world


def program(server: Server, person: Person, *scopes: str) -> Any:
    """A client with a new token of a person, made as people make one."""
    made = person.client.post(f"{API}/me/tokens", json={"name": "build", "scopes": scopes, "days": 7})
    assert made.status_code == 201, made.text
    client = server.visitor()
    client.headers["Authorization"] = f"Bearer {made.json()['token']}"
    return client


def test_people_make_see_and_revoke_their_tokens(server: Server) -> None:
    ada = server.person("Ada")
    client = program(server, ada, "read")
    assert client.get(f"{API}/me").json()["name"] == "Ada"
    (row,) = ada.client.get(f"{API}/me/tokens").json()["items"]
    assert (row["name"], row["scopes"]) == ("build", ["read"])
    assert ada.client.delete(f"{API}/me/tokens/{row['id']}").status_code == 204
    assert client.get(f"{API}/me").status_code == 401


def test_a_token_opens_what_its_scopes_have_and_nothing_else(server: Server) -> None:
    world = make_world(server)
    load()
    wrong = []
    for scope, actions in SCOPES.items():
        for role in ("manager", "admin"):
            client = program(server, world.people[role], scope)
            for endpoint in ENDPOINTS:
                if any(name in endpoint.path for name in ("{exam}", "{attempt}", "{grading}", "{token}", "{session}")):
                    continue
                url = address(endpoint.path, world.ids, world)
                found = ask(client, endpoint, url).status_code
                person = ask(world.client(role), endpoint, url).status_code if endpoint.action in actions else 403
                opened = endpoint.action.startswith(("service.", "session.login", "invite.read", "invite.accept"))
                if not opened and (found in (401, 403, 404)) != (person in (401, 403, 404)):
                    wrong.append((scope, role, endpoint.method, endpoint.path, found, person))
    assert wrong == []


def test_scopes_only_read_and_make_no_tokens() -> None:
    load()
    assert set().union(*SCOPES.values()) <= ACTIONS
    assert "token.manage" not in set().union(*SCOPES.values())
    changes = {e.action for e in ENDPOINTS if e.method in ("PUT", "PATCH", "DELETE")}
    assert not changes & set().union(*SCOPES.values())


def test_a_wrong_token_is_not_helped_by_a_session(server: Server) -> None:
    ada = server.person("Ada")
    for header in ("Bearer tertium_wrong", "Bearer", "Basic QWRhOng="):
        answer = ada.client.get(f"{API}/me", headers={"Authorization": header})
        assert answer.status_code == 401, header
        assert "no valid token" in answer.json()["what"]
    assert ada.client.get(f"{API}/me").status_code == 200


def test_the_session_of_a_person_is_not_a_token(server: Server) -> None:
    ada = server.person("Ada")
    cookie = ada.client.cookies[server.settings.cookie]
    client = server.visitor()
    assert client.get(f"{API}/me", headers={"Authorization": f"Bearer {cookie}"}).status_code == 401


def test_a_refusal_names_the_scopes(server: Server) -> None:
    client = program(server, server.person("Ada"), "read", "export")
    answer = client.post(f"{API}/score", json={"systems": {}})
    assert answer.status_code == 403
    assert answer.json()["what"] == "this token is for read, export, which does not allow this (score.run)"
