"""`tertium serve` from the command line: the first start, copies, checks, invites, forgetting; and migrations."""

import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from tertium.server.store.engine import Store
from tertium.server.store.upkeep import schema
from tests.server.postgres import programs
from tests.server.running import Running, first_sheet
from tests.server.support import API, Server, add_card, edit
from tests.server.world import make_world


def serve(database: str, data: Path, *arguments: str, **options: Any) -> Result:
    chosen = [] if database.startswith("sqlite") else ["--database", database]
    environment = {"TERTIUM_POSTGRES_BIN": str(programs() or "")} if chosen else {}
    from tertium.cli.serve import command

    return CliRunner(env=environment).invoke(command, ["--data", str(data), *chosen, *arguments], **options)


def test_copies_checks_invites_and_forgetting(server: Server, database: str, tmp_path: Path) -> None:
    world = make_world(server)
    sheet = world.ids["sheet"]
    copy = tmp_path / "monday.backup"
    done = serve(database, tmp_path, "backup", str(copy))
    assert done.exit_code == 0, done.output
    assert copy.stat().st_size > 1000
    assert "is there already" in str(serve(database, tmp_path, "backup", str(copy)).exception)
    assert serve(database, tmp_path, "check").exit_code == 0
    edit(world.people["owner"], sheet, 8, add_card("later", "LATER", "x"))
    refused = serve(database, tmp_path, "restore", str(copy))
    assert "not empty" in str(refused.exception)
    link = serve(database, tmp_path, "invite", "--project", "Test project", "--role", "judge")
    assert "/invite/" in link.stdout
    token = link.stdout.strip().rsplit("/", 1)[1]
    assert server.visitor().get(f"{API}/invites/{token}").json()["role"] == "judge"
    assert "no role" in str(serve(database, tmp_path, "invite", "--role", "king").exception)
    code = serve(database, tmp_path, "forget", "Owner", "--yes").stdout.strip()
    assert code.startswith("person-")
    assert world.people["owner"].client.get(f"{API}/me").status_code == 401
    rows = world.people["manager"].client.get(f"{API}/projects/{world.ids['project']}/segments").json()["items"]
    assert rows[0]["sheets"][0]["name"] == code
    assert serve(database, tmp_path, "check").exit_code == 0
    # A log that somebody changed by hand is found, with the place.
    server.store.writing(
        lambda c: (
            c.execute(text("UPDATE event SET via = 'gap' WHERE seq = 3 AND sheet_id = :id"), {"id": sheet}) and None
        )
    )
    found = serve(database, tmp_path, "check")
    assert found.exit_code == 1
    assert f"sheet {sheet}, event 3: its hash" in found.stdout
    server.store.engine.dispose()
    restored = serve(database, tmp_path, "restore", str(copy), "--replace")
    assert restored.exit_code == 0, (restored.output, restored.exception)
    assert serve(database, tmp_path, "check").exit_code == 0
    server.store.engine.dispose()  # as after a start: the file is another
    assert world.people["owner"].client.get(f"{API}/sheets/{sheet}").json()["seq"] == 8


def test_a_file_that_is_no_copy_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"not a database" * 100)
    refused = serve("sqlite", tmp_path / "data", "restore", str(bad))
    assert "is no backup of Tertium" in str(refused.exception)


def test_ways_to_start_that_are_refused(tmp_path: Path) -> None:
    for arguments, words in (
        (["--workers", "2"], "SQLite has one writer"),
        (["--host", "0.0.0.0"], "passwords would travel in the clear"),
        (["--oidc-issuer", "https://id.example"], "needs --oidc-client"),
        (["--database", "mysql://x/y"], "is not known"),
    ):
        done = serve("sqlite", tmp_path, *arguments)
        assert done.exit_code != 0
        assert words in str(done.exception), (arguments, done.exception)


def test_the_first_start_prints_a_link_and_sigterm_drains(database: str, tmp_path: Path) -> None:
    server = Running.start(tmp_path, database)
    assert server.said.count("/invite/") == 1
    sheet = first_sheet(server)
    assert server.request("GET", f"/api/v1/invites/{server.link()}")[0] == 404  # once
    taken: list[int] = []

    def work() -> None:
        for number in range(200):
            command = {"do": "card.add", "card": f"c{number}", "name": f"C{number}"}
            body = {"base_seq": number, "events": [{"edit_id": f"e{number}", "command": command}]}
            try:
                status, _ = server.request("POST", f"/api/v1/sheets/{sheet}/events", body)
            except OSError:
                return
            if status == 200:
                taken.append(number)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.3)
    begin = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(20)
    assert time.monotonic() - begin < 15
    thread.join()
    store = Store(database)
    seq = store.reading(lambda c: c.execute(text("SELECT seq FROM sheet")).scalar_one())
    store.close()
    assert seq == len(taken)
    again = Running.start(tmp_path, database)
    assert "/invite/" not in again.said
    assert again.stop() in (0, -signal.SIGTERM)


# Migrations


def test_tables_are_what_the_program_describes(database: str) -> None:
    store = Store(database)
    schema.upgrade(store)
    assert schema.differences(store) == []  # as `alembic check`
    schema.upgrade(store)
    assert schema.current(store) == schema.head()
    store.writing(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")) and None)
    with pytest.raises(Exception, match="9999, which this program does not know"):
        schema.upgrade(store)
    store.close()


def test_every_version_comes_up_to_the_newest(database: str, tmp_path: Path) -> None:
    """Databases of earlier versions, made by their own migrations, keep their rows; a copy is made before."""
    from alembic.script import ScriptDirectory

    from tertium.server.store.upkeep import backup
    from tertium.server.store.upkeep.schema import _config

    versions = [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]
    assert versions[0] == "0001"
    store = Store(database)
    schema.upgrade(store, versions[0])
    row = (
        "INSERT INTO person (id, name, name_key, admin, created, preferences) VALUES (:id, 'Ann', 'ann', 1, :at, '{}')"
    )
    store.writing(lambda c: c.execute(text(row), {"id": "0" * 32, "at": "2026-01-01T00:00:00.000Z"}) and None)
    made = backup.before_migration(store, tmp_path / "backups")
    assert (made is not None) == (versions[0] != schema.head())
    schema.upgrade(store)
    assert store.reading(lambda c: c.execute(text("SELECT name FROM person")).scalar_one()) == "Ann"
    assert schema.differences(store) == []
    store.close()


def test_sqlite_is_opened_as_promised(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tertium.db'}")
    found = store.reading(
        lambda c: [
            c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    )
    assert found == ["wal", 2, 1]
    store.close()
    assert sqlite3.connect(tmp_path / "tertium.db").execute("PRAGMA journal_mode").fetchone() == ("wal",)
