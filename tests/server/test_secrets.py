"""Secrets stay with the server: not in process lists, environments of its children, files of others, or answers."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

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
from tests.server.running import Running, first_sheet
from tests.server.support import API, PASSWORD, Server

RECORDER = """#!{python}
import json, os, sys
kept = {{"line": sys.argv, "environment": dict(os.environ)}}
if "PGPASSFILE" in os.environ:
    kept["passwords"] = open(os.environ["PGPASSFILE"]).read()
    kept["mode"] = os.stat(os.environ["PGPASSFILE"]).st_mode & 0o777
open({target!r}, "w").write(json.dumps(kept))
"""


def test_programs_of_postgresql_get_the_password_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = tmp_path / "recorded.json"
    program = tmp_path / "bin" / "pg_dump"
    program.parent.mkdir()
    program.write_text(RECORDER.format(python=sys.executable, target=str(recorded)))
    program.chmod(0o755)
    monkeypatch.setenv("TERTIUM_POSTGRES_BIN", str(program.parent))
    monkeypatch.setenv("TERTIUM_DATABASE", "postgresql://tertium:hush%3A%5C@db.example:5433/annotate")
    pytest.importorskip("psycopg")
    for url, password in (
        ("postgresql://tertium:hush%3A%5C@db.example:5433/annotate", "hush\\:\\\\"),
        ("postgresql://tertium@/annotate?host=/run/x&password=quiet", "quiet"),
    ):
        backup.backup(Store(url), tmp_path / f"{password[:4]}.backup")
        found = json.loads(recorded.read_text())
        assert found["passwords"] == f"*:*:*:*:{password}\n"
        assert found["mode"] == 0o600
        for text in (*found["line"], *found["environment"].values()):
            assert password[:4] not in text.replace(f"{password[:4]}.backup", ""), text
        assert any("annotate" in word for word in found["line"])


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
        tmp_path, "sqlite", "--computers", "1", "--oidc-issuer", "https://id.example", "--oidc-client", "x",
        environment=environment,
    )  # fmt: skip
    first_sheet(server)
    children = [
        Path(f"/proc/{child}/environ").read_bytes()
        for found in Path(f"/proc/{server.process.pid}/task").glob("*/children")
        for child in found.read_text().split()
    ]
    server.stop()
    assert children
    assert all(b"PATH=" in child and b"hushhush" not in child for child in children)


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
