import pytest

from tertium.server.errors import InvalidError, NotFoundError, StateError
from tertium.server.people.store import accounts, people, tokens
from tests.server.support import Server


def test_a_token_is_somebodys_until_it_ends(server: Server) -> None:
    ada = server.person("Ada")
    token, expires = server.store.writing(tokens.make, ada.id, " nightly  build ", ["score"], 2)
    assert token.startswith(tokens.PREFIX)
    actor = server.store.reading(tokens.actor_of, token)
    assert actor is not None
    assert (actor.id, actor.scopes) == (ada.id, ("score",))
    (row,) = server.store.reading(tokens.listed, ada.id)
    assert (row["name"], row["scopes"], row["expires"]) == ("nightly build", ["score"], expires)
    assert token not in str(row)
    assert server.store.reading(tokens.actor_of, token[:-1]) is None
    server.store.writing(tokens.revoke, ada.id, row["id"])
    assert server.store.reading(tokens.actor_of, token) is None
    assert server.store.reading(tokens.listed, ada.id) == []
    with pytest.raises(NotFoundError):
        server.store.writing(tokens.revoke, ada.id, row["id"])


def test_time_ends_a_token(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = server.person("Ada")
    token, expires = server.store.writing(tokens.make, ada.id, "build", ["score", "read"], 1)
    monkeypatch.setattr(tokens, "now", lambda: expires)
    assert server.store.reading(tokens.actor_of, token) is None
    assert server.store.reading(tokens.listed, ada.id) == []


def test_nobody_revokes_another_persons_token(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    token, _ = server.store.writing(tokens.make, ada.id, "build", ["score"], 1)
    (row,) = server.store.reading(tokens.listed, ada.id)
    with pytest.raises(NotFoundError):
        server.store.writing(tokens.revoke, eve.id, row["id"])
    assert server.store.reading(tokens.actor_of, token) is not None


def test_who_may_not_come_in_has_no_tokens_either(server: Server) -> None:
    admin, ada, bob = server.person("Admin", admin=True), server.person("Ada"), server.person("Bob")
    made = {one.id: server.store.writing(tokens.make, one.id, "build", ["score"], 1)[0] for one in (ada, bob)}
    server.store.writing(accounts.change, admin.id, ada.id, None, True)
    server.store.writing(people.forget, "Bob")
    assert [server.store.reading(tokens.actor_of, token) for token in made.values()] == [None, None]


@pytest.mark.parametrize(
    ("name", "scopes", "days", "field"),
    [
        ("", ["score"], 1, "name"),
        ("a\x1bb", ["score"], 1, "name"),
        ("x", [], 1, "scopes"),
        ("x", ["score", "everything"], 1, "scopes"),
        ("x", ["score"], 0, "days"),
        ("x", ["score"], 400, "days"),
        ("x", ["score"], float("nan"), "days"),
    ],
)
def test_what_a_token_cannot_be(server: Server, name: str, scopes: list[str], days: float, field: str) -> None:
    ada = server.person("Ada")
    with pytest.raises(InvalidError) as caught:
        server.store.writing(tokens.make, ada.id, name, scopes, days)
    assert caught.value.field == field


def test_nobody_has_endless_tokens(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 2)
    ada = server.person("Ada")
    for name in "ab":
        server.store.writing(tokens.make, ada.id, name, ["score"], 1)
    with pytest.raises(StateError, match="there are 2 tokens already"):
        server.store.writing(tokens.make, ada.id, "c", ["score"], 1)
