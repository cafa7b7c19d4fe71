"""Copies of a database, and bringing one back."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, inspect

from tertium.errors import DataError, OptionError
from tertium.server.database.engine import Store
from tertium.server.database.folder import FOLDER_MODE, claim_file
from tertium.server.database.holding import alone
from tertium.server.database.values import now
from tertium.server.jobs.environment import clean_environment
from tertium.server.upkeep import schema

if TYPE_CHECKING:
    import psycopg


def backup(store: Store, target: Path) -> None:
    """Write a whole copy while the server may go on working.

    Raises:
        DataError: The file is there already, or cannot be written.
    """
    if target.exists():
        raise DataError(f"{target}: is there already; choose another name")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        claim_file(part)
        if store.path is not None:
            _copy_sqlite(store.path, part)
        else:
            _run_postgres("pg_dump", "--format=custom", f"--file={part}", store=store)
        os.replace(part, target)
    except OSError as error:
        raise DataError(f"{target}: {error.strerror}; choose another place") from None
    finally:
        part.unlink(missing_ok=True)


def before_migration(store: Store, folder: Path) -> Path | None:
    """A copy of a database whose tables are about to change; None if nothing will."""
    version = schema.current(store)
    if version is None or version == schema.head():
        return None
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    target = folder / f"before-{schema.head()}-{now().replace(':', '').replace('.', '')}.backup"
    backup(store, target)
    return target


def restore(url: str, source: Path, *, replace: bool = False) -> None:
    """Bring a copy back.

    Raises:
        DataError: A server or a command uses the data, the copy is not one, or there is a database already and it may
            not be replaced.
    """
    if not source.is_file():
        raise DataError(f"{source}: no such file")
    with closing(Store(url)) as store, alone(store):
        used = (store.path.exists() if store.path else True) and schema.current(store) is not None
        if used and not replace:
            raise DataError("the database is not empty; use another one, or pass --replace")
        if store.path is None:
            _restore_postgres(store, source)
        else:
            _refuse_broken(source)
            store.engine.dispose()
            _replace_sqlite(store.path, source)


def _replace_sqlite(path: Path, source: Path) -> None:
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    claim_file(part)
    shutil.copyfile(source, part)
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    os.replace(part, path)


def _restore_postgres(store: Store, source: Path) -> None:
    """In one transaction all tables go, also those that the copy does not know, and the copy comes: all or nothing."""
    quoted = store.engine.dialect.identifier_preparer.quote
    tables = store.reading(lambda connection: inspect(connection).get_table_names())
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "copy.sql"
        _run_postgres("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source))
        drop = f"DROP TABLE {', '.join(map(quoted, tables))} CASCADE" if tables else "SELECT 1"
        options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        _run_postgres("psql", *options, "-c", drop, "-f", str(script), store=store)


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")


def _refuse_broken(source: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DataError(f"{source}: is no backup of Tertium ({error})") from None
    if verdict != "ok":
        raise DataError(f"{source}: is damaged ({verdict}); take another backup")


def _connection(connection: Connection) -> tuple[dict[str, str], str]:
    """Where a live connection leads and how, and its password.

    Whatever said it: the address, a variable such as PGHOST or PGSSLMODE, a service, a file of passwords.
    """
    info = cast("psycopg.Connection", connection.connection.dbapi_connection).info
    parameters = {name: value for name, value in info.get_parameters().items() if name not in _RESOLVED}
    if parameters.get("sslcertmode") == "allow":  # the default, which libpq writes down, and older programs do not know
        del parameters["sslcertmode"]
    if "hostaddr" in parameters:
        parameters["hostaddr"] = info.hostaddr
    parameters |= {"host": info.host, "port": str(info.port), "user": info.user, "dbname": info.dbname}
    return parameters, info.password


_RESOLVED = ("service", "servicefile", "passfile")
"""Parameters that only say where others stand, which are known already."""


def _private(path: Path, content: str) -> str:
    claim_file(path)
    path.write_text(content, "utf-8")
    return str(path)


def _run_postgres(program: str, *arguments: str, store: Store | None = None) -> None:
    """Run one of PostgreSQL's programs, on the very database of a store.

    Where that is reaches it in a file, its password in another: not by its arguments or environment.
    """
    folder = os.environ.get("TERTIUM_POSTGRES_BIN")
    command = shutil.which(program, path=folder) if folder else shutil.which(program)
    if command is None:
        raise OptionError(f"{program} is not installed; install PostgreSQL's client programs")
    with tempfile.TemporaryDirectory() as private:
        environment = clean_environment()
        line = [command, *arguments]
        if store is not None:
            address, password = store.reading(_connection)
            service = "".join(f"{name}={value}\n" for name, value in address.items())
            environment["PGSERVICEFILE"] = _private(Path(private) / "service", f"[tertium]\n{service}")
            line.append("--dbname=service=tertium")
            if password:
                escaped = password.replace("\\", "\\\\").replace(":", "\\:")
                environment["PGPASSFILE"] = _private(Path(private) / "pgpass", f"*:*:*:*:{escaped}\n")
        done = subprocess.run(line, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise DataError(f"{program}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'failed'}")
