"""What the store promises: one moment for what reads much, and no request lost with a connection."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, func, select, text

from tertium.server.database import tables as t
from tertium.server.database.engine import Store, UnavailableError
from tertium.server.people.store import people
from tertium.server.upkeep import schema


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty database with its tables."""
    opened = Store(database)
    schema.upgrade(opened)
    yield opened
    opened.close()


def n_people(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(t.person)).scalar_one()


def lose_connections(store: Store) -> None:
    """As a restart of the database does."""
    if store.is_sqlite:
        store.engine.dispose()
    else:
        mine = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        store.reading(lambda connection: connection.execute(text(mine + "AND pid <> pg_backend_pid()")).all())


def test_a_snapshot_does_not_see_what_is_written_meanwhile(store: Store) -> None:
    def look_twice(connection: Connection) -> tuple[int, int]:
        before = n_people(connection)
        with ThreadPoolExecutor(1) as other:
            other.submit(store.writing, people.add_person, f"Newcomer {before}").result()
        return before, n_people(connection)

    assert store.reading_snapshot(look_twice) == (0, 0)
    assert store.reading(n_people) == 1
    assert store.reading(look_twice) == (1, 2), "a plain read may see it"


def test_reading_and_writing_outlive_their_connections(store: Store) -> None:
    with ThreadPoolExecutor(4) as several:  # more connections than one
        list(several.map(lambda _: store.reading(n_people), range(16)))
    lose_connections(store)
    assert store.reading(n_people) == 0
    lose_connections(store)
    store.writing(people.add_person, "After it")
    assert store.reading(n_people) == 1


def test_a_write_whose_connection_is_lost_on_the_way_is_done_once(store: Store) -> None:
    attempts = []

    def add(connection: Connection) -> None:
        people.add_person(connection, "Once")
        attempts.append(1)
        if len(attempts) == 1 and not store.is_sqlite:
            pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            stop = text("SELECT pg_terminate_backend(:pid)")
            store.reading(lambda other: other.execute(stop, {"pid": pid}).all())
            n_people(connection)

    store.writing(add)
    assert store.reading(n_people) == 1
    assert len(attempts) == (1 if store.is_sqlite else 2)


def test_a_database_that_is_gone_is_said_to_be_unavailable(store: Store) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT * FROM a_table_that_is_not_there")

    with pytest.raises(Exception, match="a_table_that_is_not_there") as caught:
        store.writing(fail)
    assert isinstance(caught.value, UnavailableError) == store.is_sqlite  # SQLite calls it operational
