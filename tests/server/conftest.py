"""A server for tests on both databases: PostgreSQL runs as a private cluster in a temporary folder."""

import os
import pwd
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")
pytest.importorskip("httpx", reason="needs httpx, which the test client uses")

from tertium.server.settings import Settings
from tertium.server.store.engine import Store
from tests.server.support import Server

_BIN = Path(os.environ.get("TERTIUM_POSTGRES_BIN", "/usr/lib/postgresql/15/bin"))


def _postgres_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        pytest.skip("PostgreSQL needs a user other than root, and there is no user postgres")


@pytest.fixture(scope="session")
def postgres_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of our own, reached through a socket in its folder."""
    pytest.importorskip("psycopg", reason="needs the extra 'postgres'")
    if not (_BIN / "initdb").exists():
        pytest.skip(f"PostgreSQL is not installed ({_BIN})")
    user = _postgres_user()
    folder = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    if user:
        shutil.chown(folder, user)
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run(command, user=user, check=True, capture_output=True, cwd=folder, timeout=120)

    run(str(_BIN / "initdb"), "-D", str(data), "-U", "tertium", "-A", "trust", "-E", "UTF8", "--locale", "C")
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_connections=200"
    run(str(_BIN / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://tertium@/postgres?host={folder}"
    finally:
        run(str(_BIN / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def new_database(cluster: str) -> str:
    """An empty database in the cluster."""
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return cluster.replace("/postgres?", f"/{name}?")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tertium.db'}"
    return new_database(request.getfixturevalue("postgres_cluster"))


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    """A running application on each database."""
    settings = Settings(data=tmp_path, database=database)
    with Server.open(settings, Store(database)) as opened:
        yield opened


@pytest.fixture
def sqlite_server(tmp_path: Path) -> Iterator[Server]:
    """A running application where the database makes no difference."""
    url = f"sqlite:///{tmp_path / 'tertium.db'}"
    with Server.open(Settings(data=tmp_path, database=url), Store(url)) as opened:
        yield opened
