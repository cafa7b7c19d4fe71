"""Secrets stay with the server: not in process lists, environments of its children, files of others, or answers."""

import contextlib
import json
import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from tertium.cli.serve import command
from tertium.server.database import folder
from tertium.server.database import tables as t
from tertium.server.database.engine import Store, UnavailableError
from tertium.server.database.values import later
from tertium.server.people.store import people
from tertium.server.upkeep import backup
from tests.server.postgres import running_cluster
from tests.server.running import Running, first_sheet
from tests.server.support import API, PASSWORD, Server

RECORDER = """#!{python}
import json, os, subprocess, sys
kept = {{"line": sys.argv, "environment": dict(os.environ)}}
for name in ("PGPASSFILE", "PGSERVICEFILE"):
    if name in os.environ:
        kept[name] = open(os.environ[name]).read()
        kept[name + " mode"] = os.stat(os.environ[name]).st_mode & 0o777
open({target!r}, "w").write(json.dumps(kept))
sys.exit(subprocess.run([{program!r}, *sys.argv[1:]]).returncode)
"""


@dataclass(frozen=True, slots=True)
class Recorder:
    """PostgreSQL's programs, each of which tells what it was given."""

    folder: Path
    bin: Path

    def wrap(self, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
        for name in names:
            file = self.folder / name
            text = RECORDER.format(python=sys.executable, target=f"{file}.json", program=str(self.bin / name))
            file.write_text(text)
            file.chmod(0o755)
        monkeypatch.setenv("TERTIUM_POSTGRES_BIN", str(self.folder))

    def told(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_text())
        return found


def test_programs_of_postgresql_get_the_password_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    with running_cluster() as cluster:
        recorder = Recorder(tmp_path, cluster.bin)
        recorder.wrap(monkeypatch, "pg_dump")
        bare = cluster.new_database()
        for url, password in (
            (bare.replace("tertium@", "tertium:hush%3A%5C@"), "hush\\:\\\\"),
            (f"{bare}&password=quiet&sslpassword=silent", "quiet"),
        ):
            store = Store(url)
            backup.backup(store, tmp_path / f"{password[:4]}.backup")
            store.close()
            found = recorder.told("pg_dump")
            assert found["PGPASSFILE"] == f"*:*:*:*:{password}\n"
            assert found["PGPASSFILE mode"] == found["PGSERVICEFILE mode"] == 0o600
            for text in (*found["line"], *found["environment"].values()):
                assert "sile" not in text, text
                assert password[:4] not in text.replace(f"{password[:4]}.backup", ""), text


def test_programs_of_postgresql_work_where_the_server_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables of libpq say where that is, as they do for the server: host, port, service, TLS, password."""
    pytest.importorskip("psycopg")
    with running_cluster() as cluster:
        recorder = Recorder(tmp_path, cluster.bin)
        recorder.wrap(monkeypatch, "pg_dump", "pg_restore", "psql")
        name = cluster.new_database().split("/")[3].split("?")[0]
        monkeypatch.setenv("PGHOST", f"/nonexistent,{cluster.folder}")  # it answers at the second
        monkeypatch.setenv("PGPORT", "5432")
        monkeypatch.setenv("PGSSLMODE", "allow")
        monkeypatch.setenv("PGPASSWORD", "hush")
        url = f"postgresql://tertium@/{name}"
        store = Store(url)
        store.writing(lambda connection: connection.exec_driver_sql("CREATE TABLE x (y int)") and None)
        store.writing(lambda connection: connection.exec_driver_sql("INSERT INTO x VALUES (7)") and None)
        backup.backup(store, tmp_path / "monday.backup")
        store.writing(lambda connection: connection.exec_driver_sql("DELETE FROM x") and None)
        store.close()
        backup.restore(url, tmp_path / "monday.backup", replace=True)
        store = Store(url)
        assert store.reading(lambda connection: connection.exec_driver_sql("SELECT y FROM x").scalar()) == 7
        store.close()
        for program in ("pg_dump", "psql"):
            found = recorder.told(program)
            assert set(found["PGSERVICEFILE"].splitlines()) >= {
                f"host={cluster.folder}", "port=5432", "user=tertium", f"dbname={name}", "sslmode=allow",
            }  # fmt: skip
            assert found["PGPASSFILE"] == "*:*:*:*:hush\n"
            assert not {"PGHOST", "PGPORT", "PGPASSWORD"} & found["environment"].keys()

        services = tmp_path / "services"
        services.write_text(f"[work]\nhost={cluster.folder}\nuser=tertium\ndbname={name}\npassword=quiet\n")
        for variable in ("PGHOST", "PGPORT", "PGSSLMODE", "PGPASSWORD"):
            monkeypatch.delenv(variable)
        monkeypatch.setenv("PGSERVICE", "work")
        monkeypatch.setenv("PGSERVICEFILE", str(services))
        store = Store("postgresql://")
        backup.backup(store, tmp_path / "tuesday.backup")
        store.close()
        assert recorder.told("pg_dump")["PGPASSFILE"] == "*:*:*:*:quiet\n"


def test_a_password_on_the_command_line_is_refused(tmp_path: Path) -> None:
    for url in ("postgresql://me:hush@db/x", "postgresql://me@db/x?password=hush"):
        done = CliRunner().invoke(command, ["--data", str(tmp_path), "--database", url, "check"])
        assert "TERTIUM_DATABASE" in str(done.exception)
        assert "hush" not in str(done.exception)


def modes(path: Path) -> dict[str, int]:
    return {found.name: stat.S_IMODE(found.stat().st_mode) for found in (path, *path.rglob("*"))}


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    """Written with the loose mask that most machines have."""
    old = os.umask(0o022)
    try:
        data = tmp_path / "data"
        folder.prepare(data)
        store = Store(f"sqlite:///{data / 'tertium.db'}")
        store.writing(lambda connection: connection.exec_driver_sql("CREATE TABLE x (y)") and None)
        backup.backup(store, data / "monday.backup")
        folder.write(folder.result_file(data, "job", "net"), "x")
        found = modes(data)
        assert {"tertium.db", "tertium.db-wal", "monday.backup", "job.net"} <= found.keys()
        expected = {name: 0o700 if name in ("data", "results") else 0o600 for name in found}
        assert found == expected
        store.close()
    finally:
        os.umask(old)


def test_a_running_server_leaves_nothing_open(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "backups").mkdir(mode=0o755)
    (data / "backups" / "old").write_text("x")
    (data / "backups" / "old").chmod(0o644)
    (data / "notes.txt").write_text("of somebody else")
    (data / "notes.txt").chmod(0o644)
    (data / "errors.log").touch(0o644)  # where the test keeps what the server says
    server = Running.start(data, "sqlite")
    first_sheet(server)
    assert f"{data}: others could look into it" in server.said
    found = modes(data)
    assert server.stop() is not None
    assert found.pop("notes.txt") == 0o644
    assert found.pop("errors.log") & 0o600
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}


def test_a_folder_of_everybody_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    with pytest.raises(Exception, match="everybody may write there"):
        folder.prepare(shared)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777


def descendants(process: int) -> list[int]:
    """The processes that one started, and theirs."""
    found = []
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            found += [child, *descendants(child)]
    return found


def environments(server: Running) -> list[tuple[str, bytes]]:
    """Command line and environment of every process that a server started, directly or not."""
    found = []
    for child in descendants(server.process.pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended
            folder = Path(f"/proc/{child}")
            found.append((folder.joinpath("cmdline").read_text(), folder.joinpath("environ").read_bytes()))
    return found


def test_children_do_not_inherit_secrets(tmp_path: Path) -> None:
    """What a process of ours can see of the server's secrets: nothing, whatever they are called."""
    names = {"TERTIUM_DATABASE": "x", "TERTIUM_OIDC_SECRET": "x", "AWS_SECRET_ACCESS_KEY": "x", "PGPASSWORD": "x"}
    script = "from tertium.server.jobs.environment import clean_environment as c; print(sorted(c()))"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **names}, capture_output=True, text=True, check=True
    )
    assert "PATH" in done.stdout
    assert not [name for name in names if name in done.stdout]
    environment = {**os.environ, "TERTIUM_OIDC_SECRET": "hushhush", "OTHER_SECRET": "hushhush"}
    server = Running.start(
        tmp_path, "sqlite", "--processes", "1", "--oidc-issuer", "https://id.example", "--oidc-client", "x",
        environment=environment,
    )  # fmt: skip
    first_sheet(server)
    children = environments(server)
    server.stop()
    assert children
    assert all(b"PATH=" in child and b"hushhush" not in child for _, child in children)


def test_children_of_workers_do_not_inherit_secrets(tmp_path: Path) -> None:
    """Workers are the server, and get what is only for libpq; what is ours reaches them through a pipe."""
    pytest.importorskip("psycopg")
    with running_cluster() as cluster:
        environment = {
            **os.environ, "TERTIUM_OIDC_SECRET": "hushhush", "OTHER_SECRET": "quietly",
            "TERTIUM_DATABASE": cluster.new_database().replace("tertium@", "tertium:hushhush@"),
        }  # fmt: skip
        server = Running.start(
            tmp_path, "sqlite", "--workers", "2", "--processes", "1", "--oidc-issuer", "https://id.example",
            "--oidc-client", "x", environment=environment,
        )  # fmt: skip
        first_sheet(server)
        processes: list[bytes] = []
        while len(processes) < 2:  # the other worker may still be starting
            found = environments(server)
            processes = [child for line, child in found if "tertium.server.jobs.process" in line]
        server.stop()
    assert all(b"quietly" not in child for child in processes)
    assert all(b"PATH=" in child and b"hushhush" not in child for _, child in found)


def test_readiness_names_no_host(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise UnavailableError('connection to server at "db.internal" (10.1.2.3), port 5432 failed')

    monkeypatch.setattr(server.store, "reading", gone)
    answer = server.visitor().get("/readyz")
    assert answer.status_code == 503
    assert "db.internal" not in answer.text
    assert "10.1.2.3" not in answer.text


@pytest.mark.parametrize(
    ("issuer", "good"),
    [
        ("https://id.example", True),
        ("http://127.0.0.1:9/x", True),
        ("http://localhost:9", True),
        ("http://[::1]:9", True),
        ("http://127.0.0.1.evil.example", False),
        ("http://localhost.evil.example", False),
        ("http://127.0.0.1@evil.example", False),
        ("http://id.example", False),
        ("https://", False),
        ("ftp://127.0.0.1", False),
    ],
)
def test_only_loopback_may_be_reached_without_https(issuer: str, good: bool, tmp_path: Path) -> None:
    options = ["--data", str(tmp_path / "data"), "--oidc-issuer", issuer, "--oidc-client", "x", "check"]
    done = CliRunner(env={"TERTIUM_OIDC_SECRET": "hush"}).invoke(command, options)
    assert (done.exit_code == 0) == good, done.exception
    assert good or "not reached over https" in str(done.exception)


def test_guesses_of_the_old_password_are_counted(server: Server) -> None:
    """With the same counts as signing in: a stolen session is no way to try passwords."""
    server.store.writing(people.add_person, "Ann", password=PASSWORD)
    client = server.visitor()
    assert client.post(f"{API}/login", json={"name": "Ann", "password": PASSWORD}).status_code == 200

    def change(old: str) -> int:
        body = {"password": {"old": old, "new": "another good password"}}
        return int(client.patch(f"{API}/me", json=body).status_code)

    assert [change("wrong wrong") for _ in range(6)] == [403] * 5 + [429]
    assert change(PASSWORD) == 429
    assert server.visitor().post(f"{API}/login", json={"name": "Ann", "password": PASSWORD}).status_code == 429
    server.store.writing(lambda c: c.execute(update(t.login_failure).values(last=later(minutes=-1))) and None)
    assert change(PASSWORD) == 200
    assert change(PASSWORD) == 403  # the count begins again
