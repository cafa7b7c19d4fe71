"""Who has a server's data: servers and commands beside each other, or one command alone that replaces all of it.

On SQLite the lock is a file beside the database. On PostgreSQL it is an advisory lock, which every connection of a
server holds as long as it lives, so that a server that lost its connections holds it again with the next one. Locks end
with the process.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import event

from tertium.errors import DataError
from tertium.server.database.engine import Store, UnavailableError, probe
from tertium.storage.locks import insist, lock_file

_KEY = "7236641, 1"  # a pair, which no lock of a transaction can be


class ReplacedError(UnavailableError):
    """Somebody replaces the data now."""

    def __init__(self) -> None:
        super().__init__(
            "another command replaces the data or its tables now; wait until it has finished, then start again"
        )


def share(store: Store) -> None:
    """Use the data beside others until the store is closed, so that nobody replaces it meanwhile.

    Raises:
        ReplacedError: Somebody replaces it now.
    """
    if store.path is not None:
        file = store.until_closed.enter_context(_lock_file(store.path))
        try:
            lock_file(file, shared=True)
        except OSError:
            raise ReplacedError from None
    elif not store.is_sqlite:
        store.engine.dispose()
        event.listen(store.engine, "connect", _share_connection)
        store.reading(probe)


def _share_connection(connection: Any, _record: object) -> None:
    try:
        insist(lambda: _advise(connection, "pg_try_advisory_lock_shared"))
    except OSError:
        connection.close()
        raise ReplacedError from None


def _advise(connection: Any, function: str) -> None:
    """Ask PostgreSQL for a lock that outlives transactions, by a connection of its driver."""
    (done,) = connection.execute(f"SELECT {function}({_KEY})").fetchone()
    connection.commit()
    if not done:
        raise BlockingIOError


@contextmanager
def alone(store: Store) -> Iterator[None]:
    """Have the data alone for a block; the store itself must not share it.

    Raises:
        DataError: Somebody uses it.
    """
    if store.path is not None:
        with _lock_file(store.path) as file:
            try:
                lock_file(file)
            except OSError:
                raise _in_use(str(store.path.parent)) from None
            yield
    elif store.is_sqlite:
        yield
    else:
        store.reading(probe)
        with store.engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            try:
                insist(lambda: _advise(raw, "pg_try_advisory_lock"))
            except OSError:
                raise _in_use(str(store.url.database)) from None
            try:
                yield
            finally:
                _advise(raw, "pg_advisory_unlock")


def _in_use(place: str) -> DataError:
    return DataError(
        f"{place}: a server or another command uses this data; stop every `tertium serve` on it, then try again"
    )


@contextmanager
def _lock_file(database: Path) -> Iterator[IO[str]]:
    path = database.with_name(f"{database.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; the data must belong to the user who runs this") from None
    with os.fdopen(handle, "r+") as file:
        yield file
