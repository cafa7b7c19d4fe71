"""A PostgreSQL cluster in a temporary folder, reached through a socket there, by nobody else."""

import glob
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path


class NoPostgresError(Exception):
    """PostgreSQL cannot be run on this machine; the message says why."""


def programs() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them beside the path, by version."""
    if folder := os.environ.get("TERTIUM_POSTGRES_BIN"):
        return Path(folder)
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda name: float(name.split("/")[4]))
    return Path(folders[-1]) if folders else None


def _other_user() -> str | None:
    """PostgreSQL refuses to run as root; root has the user that its package makes."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        raise NoPostgresError("PostgreSQL needs a user other than root, and there is no user postgres") from None


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that runs."""

    folder: Path
    bin: Path
    user: str | None

    @property
    def url(self) -> str:
        return f"postgresql://tertium@/postgres?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, user=self.user, check=True, capture_output=True, cwd=self.folder, timeout=600)

    def start(self) -> None:
        # Programs are killed here, the machine is not: nothing need be flushed to the disk.
        settings = (
            "listen_addresses=''",
            f"unix_socket_directories='{self.folder}'",
            "max_connections=200",
            "fsync=off",
        )
        options = " ".join(f"-c {setting}" for setting in settings)
        self.run("pg_ctl", "-w", "-t", "300", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "-w", "-m", mode, "stop")

    def new_database(self) -> str:
        """The address of an empty database."""
        import psycopg

        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url.replace("/postgres?", f"/{name}?")


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A new cluster until the block ends."""
    if find_spec("psycopg") is None:
        raise NoPostgresError("needs the extra 'postgres'")
    bin = programs()
    if bin is None or not (bin / "initdb").exists():
        raise NoPostgresError("PostgreSQL is not installed")
    user = _other_user()
    folder = Path(tempfile.mkdtemp(prefix="tertium-pg-"))
    if user:
        shutil.chown(folder, user)
    cluster = Cluster(folder, bin, user)
    try:
        cluster.run("initdb", "-U", "tertium", "-A", "trust", "-E", "UTF8", "--locale", "C")
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
