"""One database behind one object: SQLite in a folder, with a single writer, or PostgreSQL.

Every change is one function that is given a connection inside a transaction. On SQLite `Threads` runs it in the only
thread that writes, and the transaction begins with BEGIN IMMEDIATE: a transaction that reads first and wants to write
later fails at once when somebody else wrote in between, however long the timeout. `synchronous=FULL` makes a commit
that was acknowledged survive a power cut.
"""

import contextlib
import logging
import math
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection as Connection
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from tertium.errors import DataError, MissingExtraError
from tertium.server.database.folder import claim_file

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("tertium.server")

BUSY_SECONDS = 5
UNUSED_SECONDS = 10.0
"""A connection to PostgreSQL that nobody used for so long is tried before it is trusted."""
_RETRIES = 5
_SERIALIZATION = ("40001", "40P01")  # PostgreSQL: serialisation failure, deadlock


class UnavailableError(Exception):
    """The database cannot answer now: locked, full, read-only or gone. Nothing was changed."""

    public = "it does not answer"
    """What anybody may know: PostgreSQL's own words name hosts and people."""


class Store:
    """The database; who calls decides in which thread."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _sqlite_engine(url) if self.is_sqlite else _postgres_engine(url)
        self.until_closed = ExitStack()
        """What is given back when the database is let go."""
        # What only reads needs no transaction: each statement sees what is committed, and two round trips are saved.
        self._reading = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def path(self) -> Path | None:
        """The database file, where there is one."""
        return Path(self.url.database) if self.is_sqlite and self.url.database else None

    def reading(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that only reads."""
        for attempt in range(_RETRIES):
            try:
                with self._reading.connect() as connection:
                    return function(connection, *args, **kwargs)
            except OperationalError as error:
                if not error.connection_invalidated or attempt == _RETRIES - 1:
                    raise _unavailable(error) from error
        raise AssertionError("unreachable")

    def reading_snapshot(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that reads much: all its queries see the database at one moment, whatever others write."""
        engine = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        try:
            with engine.connect() as connection, connection.begin():
                if self.is_sqlite:
                    connection.exec_driver_sql("BEGIN")
                return function(connection, *args, **kwargs)
        except OperationalError as error:
            raise _unavailable(error) from error

    def writing(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that writes; when this returns, the change is on the disk."""
        for attempt in range(_RETRIES):
            done = False
            try:
                with self.engine.connect() as connection, connection.begin():
                    if self.is_sqlite:
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    result = function(connection, *args, **kwargs)
                    done = True
                return result
            except DBAPIError as error:
                # A connection that was lost before the commit was sent took everything with it; after that, who knows.
                lost = error.connection_invalidated and not done
                if attempt < _RETRIES - 1 and (_again(error) or lost):
                    continue
                if isinstance(error, OperationalError):
                    raise _unavailable(error) from error
                raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()
        self.until_closed.close()


def probe(connection: Connection) -> None:
    """Whether the database answers."""
    connection.execute(text("SELECT 1"))


def _again(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in _SERIALIZATION


def _unavailable(error: DBAPIError) -> UnavailableError:
    log.warning("database: %s", error.orig)
    lines = str(error.orig).splitlines() or ["the database does not answer"]
    unavailable = UnavailableError(lines[0])
    if isinstance(error.orig, sqlite3.Error):
        unavailable.public = lines[0]
    return unavailable


def _sqlite_engine(url: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, pool_size=16)
    path = engine.url.database

    @event.listens_for(engine, "do_connect")
    def _connecting(*_: object) -> None:
        """SQLite gives a new file, and the logs beside it, the mode that it finds."""
        if path and path != ":memory:":
            with contextlib.suppress(OSError):  # SQLite says it better
                claim_file(Path(path))

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_SECONDS * 1000}",
            "trusted_schema=OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _postgres_engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "postgresql":
        raise DataError(f"the database {parsed.get_backend_name()!r} is not known; use sqlite or postgresql://...")
    parsed = parsed.set(drivername="postgresql+psycopg")
    try:
        import psycopg
    except ImportError:
        raise MissingExtraError("a PostgreSQL database", "postgres") from None
    options: dict[str, Any] = {"pool_size": 8, "max_overflow": 4, "pool_timeout": 10}
    engine = create_engine(parsed, isolation_level="READ COMMITTED", **options)

    @event.listens_for(engine, "checkin")
    def _returned(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def _taken(connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
        """As SQLAlchemy's `pool_pre_ping`, which asks before every single use."""
        if time.monotonic() - record.info.get("used", math.inf) > UNUSED_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except psycopg.Error as error:
                raise DisconnectionError from error  # the pool takes a new one

    return engine
