"""`tertium serve` from the command line: the first start, copies, checks, invites, forgetting; and migrations."""

import json
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from tertium.server.annotate.store.measures import stale
from tertium.server.database.engine import Store
from tertium.server.people.store.people import open_session
from tertium.server.settings import ServerSettings
from tertium.server.upkeep import backup, schema
from tertium.server.upkeep.checkup import problems
from tests.server import old_database
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


def test_a_copy_comes_back_when_the_server_is_stopped(database: str, tmp_path: Path) -> None:
    settings = ServerSettings(data=tmp_path, database=database)
    copy = tmp_path / "monday.backup"
    with Server.open(settings, Store(database)) as server:
        world = make_world(server)
        sheet, owner = world.ids["sheet"], world.people["owner"]
        assert serve(database, tmp_path, "backup", str(copy)).exit_code == 0
        edit(owner, sheet, 8, add_card("later", "LATER", "x"))
        refused = serve(database, tmp_path, "restore", str(copy), "--replace")
        assert "stop every `tertium serve` on it" in str(refused.exception)
        assert owner.client.get(f"{API}/sheets/{sheet}").json()["seq"] == 9
    assert "not empty" in str(serve(database, tmp_path, "restore", str(copy)).exception)
    restored = serve(database, tmp_path, "restore", str(copy), "--replace")
    assert restored.exit_code == 0, (restored.output, restored.exception)
    assert serve(database, tmp_path, "check").exit_code == 0
    with Server.open(settings, Store(database)) as server:
        again = server.visitor()
        again.cookies.update(owner.client.cookies)
        assert again.get(f"{API}/sheets/{sheet}").json()["seq"] == 8


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
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(60)  # it hangs otherwise
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


@pytest.mark.parametrize("file", sorted(old_database.FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_databases_of_every_version_come_up_to_the_newest(
    database: str, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables by the migrations of that version, its rows by plain SQL; a copy is the way back."""
    if folder := programs():
        monkeypatch.setenv("TERTIUM_POSTGRES_BIN", str(folder))
    store = Store(database)
    schema.upgrade(store, file.stem)
    old = json.loads(file.read_text("utf-8"))
    store.writing(old_database.insert_rows, old)
    assert sum(map(len, old.values())) > 50
    assert all(old[table] for table in ("person", "project", "member", "segment", "sheet", "event", "judgement"))
    copy = backup.before_migration(store, tmp_path / "backups")
    assert (copy is not None) == (file.stem != schema.head())
    schema.upgrade(store)
    assert schema.current(store) == schema.head()
    assert schema.differences(store) == []
    assert store.reading(old_database.rows_of, list(old)) == old
    assert store.reading(lambda connection: list(problems(connection))) == []  # every log, document and hash
    store.close()
    with Server.open(ServerSettings(data=tmp_path, database=database), Store(database)) as server:
        people = {row["name"]: row["id"] for row in old["person"]}
        token = server.store.writing(lambda connection: open_session(connection, people["Owner"]))
        owner = server.visitor()
        owner.cookies.set("tertium", token)
        sheet = next(row for row in old["sheet"] if row["person_id"] == people["Owner"])
        assert owner.get(f"{API}/sheets/{sheet['id']}").json()["seq"] == sheet["seq"]
        event = {"edit_id": "new", "command": {"do": "card.add", "card": "new", "name": "NEW"}}
        body = {"base_seq": sheet["seq"], "events": [event]}
        assert owner.post(f"{API}/sheets/{sheet['id']}/events", json=body).status_code == 200
    if copy is not None:
        backup.restore(database, copy, replace=True)
        store = Store(database)
        assert schema.current(store) == file.stem
        assert store.reading(old_database.rows_of, list(old)) == old
        store.close()


def test_a_server_starts_on_the_first_schema(
    any_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As people do it: the new program on the old data. The copy that it makes is the way back, and forth again."""
    if folder := programs():
        monkeypatch.setenv("TERTIUM_POSTGRES_BIN", str(folder))
    old = json.loads((old_database.FOLDER / "0001.json").read_text("utf-8"))
    with closing(Store(any_database)) as store:
        schema.upgrade(store, "0001")
        store.writing(old_database.insert_rows, old)
    for _ in range(2):
        server = Running.start(tmp_path, any_database)
        assert server.stop() in (0, -signal.SIGTERM)
        (copy,) = (tmp_path / "backups").iterdir()
        assert f"a copy is in {copy}" in " ".join(server.said.split())
        with closing(Store(any_database)) as store:
            assert schema.current(store) == schema.head()
            assert store.reading(old_database.rows_of, list(old)) == old
            assert store.reading(lambda connection: list(problems(connection))) == []
        backup.restore(any_database, copy, replace=True)
        copy.unlink()


def test_a_stop_leaves_measures_to_the_next_start(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import may have touched thousands of sheets; a server that stops does not work them all off first."""
    world = make_world(server)
    portal = server.clients[0].portal
    assert portal is not None
    server.settle()
    for name, seconds in {"PAUSE_SECONDS": 3600.0, "LONGEST_SECONDS": 3600.0, "STOP_SECONDS": 0.0}.items():
        monkeypatch.setattr(f"tertium.server.annotate.refresher.{name}", seconds)
    edit(world.people["owner"], world.ids["sheet"], 8, add_card("later", "LATER", "x"))
    busy = threading.Event()  # a thread that is free might be done before it is stopped
    other = portal.start_task_soon(server.app.state.refresher.threads.work_off, busy.wait)
    portal.call(server.app.state.refresher.stop)
    busy.set()
    other.result()
    assert world.ids["sheet"] in server.store.reading(stale)
    portal.call(server.app.state.refresher.start)
    server.settle()
    assert server.store.reading(stale) == []


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
