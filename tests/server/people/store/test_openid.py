from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from tertium.server.database import tables as t
from tertium.server.database.engine import Store
from tertium.server.database.values import now
from tertium.server.errors import ForbiddenError
from tertium.server.people.store import people
from tertium.server.people.store.openid import open_session
from tests.server.support import Server

CLAIMS = {
    "iss": "https://id.example",
    "sub": "7",
    "name": "Ana  Lópes\x00",
    "email": "ana@Example.org",
    "email_verified": True,
}
DOMAINS = ("example.org",)


@pytest.fixture
def store(server: Server) -> Store:
    return server.store


def names(connection: Connection) -> list[str]:
    return list(connection.execute(select(t.person.c.name).order_by(t.person.c.name)).scalars())


def test_people_of_a_domain_come_without_an_invitation_and_are_the_same_next_time(store: Store) -> None:
    first = store.writing(open_session, CLAIMS, DOMAINS, "")
    second = store.writing(open_session, {**CLAIMS, "name": "Other"}, (), "")
    assert first != second
    assert store.reading(names) == ["Ana Lópes"]
    sessions = store.reading(lambda c: c.execute(select(func.count(t.session.c.person_id.distinct()))).scalar())
    assert sessions == 1


@pytest.mark.parametrize(
    "claims",
    [
        {**CLAIMS, "email_verified": False},
        {**CLAIMS, "email_verified": "true"},
        {**CLAIMS, "email": "ana@example.org.evil"},
        {**CLAIMS, "email": "ana@example.org\x00"},
        {k: v for k, v in CLAIMS.items() if k != "email"},
    ],
)
def test_nobody_else_comes_in(store: Store, claims: dict[str, Any]) -> None:
    with pytest.raises(ForbiddenError, match="nobody has invited this account"):
        store.writing(open_session, claims, DOMAINS, "")
    assert store.reading(names) == []


def test_names_are_free_and_can_be_shown(store: Store) -> None:
    store.writing(people.add_person, "Ana Lópes")
    store.writing(open_session, CLAIMS, DOMAINS, "")
    store.writing(open_session, {**CLAIMS, "sub": "8", "name": None, "preferred_username": "\x1b"}, DOMAINS, "")
    assert store.reading(names) == ["Ana Lópes", "Ana Lópes (2)", "Somebody"]


def test_who_was_locked_out_stays_out(store: Store) -> None:
    store.writing(open_session, CLAIMS, DOMAINS, "")
    store.writing(lambda c: c.execute(t.person.update().values(disabled_at=now())))
    with pytest.raises(ForbiddenError):
        store.writing(open_session, CLAIMS, DOMAINS, "")
