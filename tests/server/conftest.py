"""A server for tests, on the database that TERTIUM_TEST_DATABASE names: `sqlite`, or `postgres` in a private cluster.

`make test` runs everything on SQLite. `make test-postgres` runs the same tests on PostgreSQL, and only those that use a
database.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")
pytest.importorskip("httpx2", reason="needs httpx2, which the test client uses")

from tertium.server.database.engine import Store
from tertium.server.settings import ServerSettings
from tests.server.postgres import DATABASE, Cluster, running_cluster
from tests.server.support import Server

_USES_DATABASE = {"database", "any_database", "server"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, what needs no database is left to the run on SQLite."""
    if DATABASE == "postgres":
        here = Path(__file__).parent
        kept = [i for i in items if here not in i.path.parents or _USES_DATABASE & set(getattr(i, "fixturenames", ()))]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    return new_database(request, DATABASE, tmp_path)


def new_database(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """The address of an empty database of a kind."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'tertium.db'}"
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    return cluster.new_database()


@pytest.fixture(params=["sqlite", "postgres"] if DATABASE == "postgres" else ["sqlite"])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """For long tests: on SQLite, and in `make test-postgres` on both."""
    return new_database(request, request.param, tmp_path)


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    """A running application."""
    settings = ServerSettings(data=tmp_path, database=database)
    with Server.open(settings, Store(database)) as opened:
        yield opened


@pytest.fixture
def sqlite_server(tmp_path: Path) -> Iterator[Server]:
    """A running application where the database makes no difference."""
    url = f"sqlite:///{tmp_path / 'tertium.db'}"
    with Server.open(ServerSettings(data=tmp_path, database=url), Store(url)) as opened:
        yield opened
