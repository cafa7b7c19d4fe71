"""What survives: kill -9 in the middle of work, a log that is cut anywhere, a full disk, a database that goes away."""

import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import ColumnElement, Table, select

from tertium.server.annotate.store.events import document_at
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database import tables as t
from tertium.server.database.engine import Store, UnavailableError
from tertium.server.exams.store.tables import answer_event
from tertium.server.settings import ServerSettings
from tertium.server.upkeep.checkup import problems
from tests.server.cut_wal import Prefix, busy_database, check_cut
from tests.server.postgres import DATABASE, Cluster
from tests.server.running import Running, first_attempt, first_sheet
from tests.server.support import API, Person, Server

# A sample in `make test` and `make test-postgres`; the whole promise, on both databases, is `make soak`.
KILLS = int(os.environ.get("TERTIUM_KILLS", 4))
EDITS = 50 * KILLS


def test_kill_9_loses_no_acknowledged_edit(any_database: str, tmp_path: Path) -> None:
    """Edits of a sheet and answers of an exam, by turns; what was acknowledged is there, once and in its order."""
    rng = random.Random(20)
    server = Running.start(tmp_path, any_database)
    sheet, attempt = first_sheet(server), first_attempt(server)
    acknowledged: list[str] = []
    seq = kills = 0
    next_kill = rng.randrange(1, EDITS // KILLS)
    while len(acknowledged) < EDITS:
        number = len(acknowledged)
        edit_id = f"e{number}"
        if number % 2:
            edit = {"edit_id": edit_id, "passage": "p1", "sentence": number % 3, "text": f"word {number}"}
            path, body = f"/api/v1/attempts/{attempt}/answers", {"edits": [edit]}
        else:
            lines = [{"id": f"a{number}", "text": f"word {number}"}]
            command = {"do": "card.add", "card": f"c{number}", "name": f"C{number}", "alternatives": lines}
            path = f"/api/v1/sheets/{sheet}/events"
            body = {"base_seq": seq, "events": [{"edit_id": edit_id, "command": command}]}
        killer = None
        if kills < KILLS and number >= next_kill:
            killer = threading.Timer(rng.random() * 0.02, server.kill)
            killer.start()
            kills += 1
            next_kill = number + rng.randrange(1, EDITS // KILLS)
        try:
            status, answer = server.request("POST", path, body)
            assert status == 200, answer  # the same edit again is acknowledged again, never applied twice
            acknowledged.append(edit_id)
            seq = answer["acks"][0]["seq"] if "acks" in answer else seq
        except OSError:
            pass
        if killer is not None:
            killer.join()
            cookie = server.cookie
            server = Running.start(tmp_path, any_database)
            server.cookie = cookie
    assert kills == KILLS
    status, content = server.request("GET", f"/api/v1/sheets/{sheet}")
    assert (status, content["seq"]) == (200, EDITS // 2)
    assert server.stop() in (0, -15)  # drained, then ended by the signal
    with closing(Store(any_database)) as store:
        assert ids_in_order(store, t.event, t.event.c.sheet_id == sheet) == acknowledged[::2]
        assert ids_in_order(store, answer_event, answer_event.c.attempt_id == attempt) == acknowledged[1::2]
        assert store.reading(lambda connection: list(problems(connection))) == []
        assert len(store.reading(document_at, sheet, EDITS // 2).cards) == EDITS // 2


def ids_in_order(store: Store, table: Table, here: ColumnElement[bool]) -> list[str]:
    """The ids of edits by their numbers, which have no gap."""
    query = select(table.c.seq, table.c.edit_id).where(here).order_by(table.c.seq)
    rows = store.reading(lambda connection: list(connection.execute(query)))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    return [row.edit_id for row in rows]


def test_a_log_that_is_cut_anywhere_is_a_prefix(tmp_path: Path) -> None:
    """Power loss: the end of SQLite's log may be missing. `python -m tests.server.cut_wal` tries every byte."""
    folder, prefix = busy_database(tmp_path / "busy", edits=40)
    assert isinstance(prefix, Prefix)
    size = (folder / "tertium.db-wal").stat().st_size
    rng = random.Random(64)
    first = max(0, size - (64 << 10))
    for place in sorted(rng.sample(range(first, size + 1), 500)):
        check_cut(folder, tmp_path / "cut", place, prefix)


def test_the_disk_has_it_before_the_answer_leaves(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    trace = tmp_path / "trace"
    prefix = (strace, "-f", "-qq", "-s", "300", "-e", "trace=fdatasync,fsync,sendto,write,writev", "-o", str(trace))
    server = Running.start(tmp_path, "sqlite", prefix=prefix)
    try:
        sheet = first_sheet(server)
        body = {
            "base_seq": 0,
            "events": [{"edit_id": "marked", "command": {"do": "card.add", "card": "c", "name": "C"}}],
        }
        assert server.request("POST", f"/api/v1/sheets/{sheet}/events", body)[0] == 200
    finally:
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGTERM)
        server.process.wait(60)
    lines = trace.read_text(errors="replace").splitlines()
    if not any("fdatasync" in line or "fsync" in line for line in lines):
        pytest.skip("strace may not trace here")
    answer = next(
        i for i, line in enumerate(lines) if '\\"edit_id\\":\\"marked\\"' in line and re.search(r"send|write", line)
    )
    before = [i for i, line in enumerate(lines[:answer]) if re.search(r"fdatasync\(\d+|fsync\(\d+", line)]
    answers = [i for i, line in enumerate(lines[:answer]) if "HTTP/1.1 20" in line]
    assert before, "no sync at all"
    assert before[-1] > max(answers[:-1] or [-1]), "the last sync belongs to an earlier request"


def test_a_browser_that_leaves_is_no_error(tmp_path: Path) -> None:
    """A page that is closed sends half a beacon, or half an upload: the log stays empty, and no file is left."""
    server = Running.start(tmp_path, "sqlite")
    sheet = first_sheet(server)
    project = server.request("GET", f"/api/v1/sheets/{sheet}")[1]["project"]
    said = (tmp_path / "errors.log").read_text()
    for path, kind in (
        (f"/api/v1/sheets/{sheet}/work", "application/json"),
        (f"/api/v1/projects/{project}/import?name=x.txt", "application/octet-stream"),
    ):
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {server.cookie}\r\nContent-Type: {kind}\r\n"
            "Content-Length: 1000\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(head.encode() + b'{"tab": "half of it')
            time.sleep(0.3)
    assert server.request("GET", f"/api/v1/sheets/{sheet}")[0] == 200
    assert server.stop() in (0, -signal.SIGTERM)
    assert (tmp_path / "errors.log").read_text() == said
    assert list((tmp_path / "uploads").iterdir()) == []


# The database cannot write


def a_sheet(server: Server) -> tuple[Person, str]:
    person = server.person("Ann")
    project = server.project(person)
    server.segments(project, [NewSegment("1", "hola")])
    return person, server.sheet(project, person)


def send(person: Person, sheet: str, number: int) -> Any:
    command = {"do": "card.add", "card": f"c{number}", "name": f"C{number}"}
    body = {"base_seq": number, "events": [{"edit_id": f"e{number}", "command": command}]}
    return person.client.post(f"{API}/sheets/{sheet}/events", json=body)


def refused_then_taken(server: Server, person: Person, sheet: str, answer: Any) -> None:
    """503 with a sentence; nothing half done; the same edit is taken afterwards."""
    assert answer.status_code == 503, answer.text
    assert answer.headers["retry-after"]
    content = answer.json()
    assert content["what"].startswith("the database cannot keep anything now")
    assert content["do"].startswith("nothing was changed")


def test_locked_full_and_read_only_databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.server.database import engine

    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.2)
    url = f"sqlite:///{tmp_path / 'tertium.db'}"
    with Server.open(ServerSettings(data=tmp_path, database=url), Store(url)) as server:
        person, sheet = a_sheet(server)
        assert send(person, sheet, 0).status_code == 200
        with sqlite3.connect(tmp_path / "tertium.db", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            refused_then_taken(server, person, sheet, send(person, sheet, 1))
            other.execute("ROLLBACK")
        other.close()
        assert send(person, sheet, 1).status_code == 200

        pragmas: list[str] = []

        def with_pragma(connection: Any) -> None:
            for pragma in pragmas:
                connection.exec_driver_sql(pragma)

        original = Store.writing

        def writing(self: Store, function: Any, *args: Any, **kwargs: Any) -> Any:
            def run(connection: Any, *inner: Any, **more: Any) -> Any:
                with_pragma(connection)
                return function(connection, *inner, **more)

            return original(self, run, *args, **kwargs)

        monkeypatch.setattr(Store, "writing", writing)
        pages = sqlite3.connect(tmp_path / "tertium.db").execute("PRAGMA page_count").fetchone()[0]
        pragmas[:] = [f"PRAGMA max_page_count={pages}"]  # SQLITE_FULL, as from a full disk
        number = 2
        while (answer := send(person, sheet, number)).status_code == 200:
            number += 1
            assert number < 500
        refused_then_taken(server, person, sheet, answer)
        assert "full" in answer.json()["what"]
        assert person.client.get(f"{API}/sheets/{sheet}").json()["seq"] == number
        pragmas[:] = ["PRAGMA max_page_count=1073741823", "PRAGMA query_only=ON"]  # SQLITE_READONLY
        answer = send(person, sheet, number)
        refused_then_taken(server, person, sheet, answer)
        assert "readonly" in answer.json()["what"]
        pragmas.clear()
        server.store.engine.dispose()  # new connections, which may write
        assert send(person, sheet, number).status_code == 200
        assert server.store.reading(lambda connection: list(problems(connection))) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_upload_that_does_not_fit_is_refused(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    manager = sqlite_server.person("Manager")
    project = sqlite_server.project(manager)
    monkeypatch.setattr(
        "tempfile.mkstemp", lambda **_: (os.open("/dev/full", os.O_WRONLY), str(sqlite_server.settings.data / "x"))
    )
    url = f"{API}/projects/{project}/import?name=x.txt"
    answer = manager.client.post(url, content=b"hola\n" * 10_000, headers={"Content-Type": "application/octet-stream"})
    assert answer.status_code == 503, answer.text
    assert "No space left" in answer.json()["what"]


@pytest.mark.skipif(DATABASE != "postgres", reason="PostgreSQL: make test-postgres")
def test_a_restart_of_postgresql(database: str, tmp_path: Path, postgres_cluster: Cluster) -> None:
    with Server.open(ServerSettings(data=tmp_path, database=database), Store(database)) as server:
        person, sheet = a_sheet(server)
        assert send(person, sheet, 0).status_code == 200
        postgres_cluster.stop()
        answer = send(person, sheet, 1)
        refused_then_taken(server, person, sheet, answer)
        assert person.client.get("/readyz").status_code == 503
        assert person.client.get("/healthz").status_code == 200
        with pytest.raises(UnavailableError):
            server.store.reading(lambda connection: list(problems(connection)))
        postgres_cluster.start()
        for _ in range(50):
            if (answer := send(person, sheet, 1)).status_code == 200:
                break
            time.sleep(0.1)
        assert answer.status_code == 200, answer.text
        assert server.store.reading(lambda connection: list(problems(connection))) == []
