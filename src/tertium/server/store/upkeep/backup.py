"""Copies of a database, and bringing one back."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import inspect

from tertium.errors import DataError, OptionError
from tertium.server.store.common import now
from tertium.server.store.engine import Store
from tertium.server.store.upkeep import schema


def backup(store: Store, target: Path) -> None:
    """Write a whole copy while the server may go on working.

    Raises:
        DataError: The file is there already, or cannot be written.
    """
    if target.exists():
        raise DataError(f"{target}: is there already; choose another name")
    part = target.with_name(target.name + ".part")
    try:
        if store.path is not None:
            _copy_sqlite(store.path, part)
        else:
            _run_postgres("pg_dump", "--format=custom", f"--file={part}", _libpq(store))
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
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"before-{schema.head()}-{now().replace(':', '').replace('.', '')}.backup"
    backup(store, target)
    return target


def restore(url: str, source: Path, *, replace: bool = False) -> None:
    """Bring a copy back. The server must not be running.

    Raises:
        DataError: The copy is not one, or there is a database already and it may not be replaced.
    """
    if not source.is_file():
        raise DataError(f"{source}: no such file")
    store = Store(url)
    try:
        used = (store.path.exists() if store.path else True) and schema.current(store) is not None
        if used and not replace:
            raise DataError("the database is not empty; use another one, or say --replace")
        if store.path is None:
            _restore_postgres(store, source)
            return
    finally:
        store.close()
    path = Path(str(Store(url).path))
    _refuse_broken(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
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
        _run_postgres("psql", *options, "-c", drop, "-f", str(script), _libpq(store))


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


def _libpq(store: Store) -> str:
    return store.url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run_postgres(program: str, *arguments: str) -> None:
    folder = os.environ.get("TERTIUM_POSTGRES_BIN")
    command = shutil.which(program, path=folder) if folder else shutil.which(program)
    if command is None:
        raise OptionError(f"{program} is not installed; install PostgreSQL's client programs")
    done = subprocess.run([command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DataError(f"{program}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'failed'}")
