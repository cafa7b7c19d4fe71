"""Bringing the tables of a database to the version that this program knows."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from tertium.errors import DataError
from tertium.server.database.engine import Store
from tertium.server.database.tables import metadata
from tertium.server.exams.store import tables as _exams  # noqa: F401

_FOLDER = Path(__file__).parent / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def head() -> str:
    """The newest version."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return newest


def current(store: Store) -> str | None:
    """The version of a database; None for an empty one."""
    return store.reading(lambda connection: MigrationContext.configure(connection).get_current_revision())


def is_behind(store: Store) -> bool:
    """Whether the tables are not those of this program.

    Raises:
        DataError: The database was made by a newer program.
    """
    version = current(store)
    versions = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version is not None and version not in versions:
        raise DataError(
            f"the database has version {version}, which this program does not know; install the Tertium that made it, "
            "or a newer one"
        )
    return version != head()


def upgrade(store: Store, revision: str = "head") -> None:
    """Bring the tables to the newest version, in one transaction.

    Raises:
        DataError: The database was made by a newer program.
    """
    if is_behind(store):
        store.writing(lambda connection: command.upgrade(_config(connection), revision))


def differences(store: Store) -> list[object]:
    """How the tables differ from those that the program describes; none after `upgrade`."""
    return list(
        store.reading(
            lambda connection: compare_metadata(
                MigrationContext.configure(connection, opts={"compare_type": True}), metadata
            )
        )
    )
