"""Whole projects from strangers: archives made to do harm, forged authors, and imports that are ended half-way."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from tertium.server.annotate.store.archive import reading, writing
from tertium.server.database import tables as t
from tertium.server.database.engine import Store
from tertium.server.jobs import queue
from tertium.server.jobs import store as jobs
from tertium.server.people.store import people
from tertium.server.settings import ServerSettings, sqlite_url
from tertium.server.upkeep.checkup import problems
from tests.server.hostile_archives import all_of
from tests.server.support import API, Person, Server, finished_job
from tests.server.test_transfer import RAW, Files, packed, unpacked
from tests.server.world import make_world

READ_ALL = """
import json, resource, sys
from pathlib import Path
from tertium.errors import DataError
from tertium.server.annotate.store.archive import reading

resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
peak = lambda: int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
for path in sorted(Path(sys.argv[1]).glob("*.zip")):
    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + 11, resource.RLIM_INFINITY))  # ten seconds for each
    try:
        said = "read: " + str(reading.read(path, "project.zip", Path(sys.argv[1]) / "rows", {}).blocks)
    except DataError as error:
        said = str(error)
    print(json.dumps([path.stem, said, peak()]), flush=True)
"""


@pytest.fixture
def exported(server: Server) -> Files:
    """A project, as its manager gets it."""
    world = make_world(server)
    server.settle()
    return unpacked(world.people["manager"].client.get(f"{API}/projects/{world.ids['project']}/export").content)


def test_hostile_archives_are_refused_with_a_message(exported: Files, tmp_path: Path) -> None:
    """Under the limits of an import: 1 GB of address space; and ten seconds of processor time for each."""
    folder = tmp_path / "archives"
    folder.mkdir()
    archives = all_of(exported) | {"~good": packed(exported)}
    for name, content in archives.items():
        (folder / f"{name}.zip").write_bytes(content)
    done = subprocess.run([sys.executable, "-c", READ_ALL, str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = {name: (said, peak) for name, said, peak in map(json.loads, done.stdout.splitlines())}
    assert found.keys() == archives.keys()
    assert found.pop("~good")[0].startswith("read: ")
    for name, (said, peak) in found.items():
        assert said.startswith("project.zip: "), (name, said)
        assert len(said) < 500, (name, said)
        assert peak < 400_000, (name, peak)


def test_a_hostile_archive_ends_as_a_failed_job(sqlite_server: Server, tmp_path: Path) -> None:
    world = make_world(sqlite_server)
    sqlite_server.settle()
    manager = world.people["manager"]
    whole = manager.client.get(f"{API}/projects/{world.ids['project']}/export").content
    archives = all_of(unpacked(whole))
    before = manager.client.get(f"{API}/projects").json()
    for name in ("zeros as sums, little enough", "a size of zip64", "deep commands", "an id that is a path"):
        answer = manager.client.post(f"{API}/projects/import", content=archives[name], headers=RAW)
        job = finished_job(sqlite_server, manager, answer)
        assert job["state"] == "failed", name
        assert job["error"]["what"].startswith("project.zip: "), job
    assert manager.client.get(f"{API}/projects").json() == before
    assert list((sqlite_server.settings.data / "uploads").iterdir()) == []


def test_the_server_itself_reads_no_archive(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a sound one: a worker with limits does."""

    def never(*_: Any) -> None:
        raise AssertionError("read in the server")

    monkeypatch.setattr(reading, "read", never)
    world = make_world(sqlite_server)
    manager = world.people["manager"]
    whole = manager.client.get(f"{API}/projects/{world.ids['project']}/export").content
    answer = manager.client.post(f"{API}/projects/import", content=whole, headers=RAW)
    assert "is here already" in finished_job(sqlite_server, manager, answer)["error"]["what"]


# Authors


def other_server(folder: Path) -> Any:
    folder.mkdir()
    return Server.open(ServerSettings(data=folder, database=sqlite_url(folder)), Store(sqlite_url(folder)))


def imported(server: Server, person: Person, content: bytes) -> dict[str, Any]:
    return finished_job(server, person, person.client.post(f"{API}/projects/import", content=content, headers=RAW))


def test_imported_authors_are_nobody_here(exported: Files, tmp_path: Path) -> None:
    """An archive that gives its work to somebody of this server, by id and by name."""
    with other_server(tmp_path / "other") as server:
        admin, victim = server.person("Admin", admin=True), server.person("Owner")
        rows = [json.loads(line) for line in exported["people.jsonl"].splitlines()]
        owner = next(person["id"] for person in rows if person["name"] == "Owner")
        server.store.writing(
            lambda c: c.execute(t.person.update().where(t.person.c.id == victim.id).values(name_key="x")) and None
        )
        server.store.writing(lambda c: people.add_imported(c, owner, "x"))
        server.store.writing(  # the victim has the id that the archive names
            lambda c: (
                c.execute(t.person.update().where(t.person.c.id == owner).values(name="Real", name_key="real")) and None
            )
        )
        job = imported(server, admin, packed(exported))
        assert job["state"] == "done", job
        project = job["result"]["project"]
        items = admin.client.get(f"{API}/projects/{project}/segments").json()["items"]
        (sheet,) = items[0]["sheets"]
        assert sheet["name"] == "Owner (imported)"
        assert sheet["user"] != owner
        history = admin.client.get(f"{API}/sheets/{sheet['sheet']}/history").json()["items"]
        assert {event["user"] for event in history} == {sheet["user"]}
        assert server.store.reading(lambda c: list(problems(c))) == []  # the chain of hashes fits the new ids
        # Nobody signs in as an imported author, or takes a name that looks like one.
        assert server.visitor().post(f"{API}/login", json={"name": sheet["name"], "password": ""}).status_code == 401
        for name in ("Ola (imported)", "Ola  (IMPORTED 2)", "(imported)"):
            assert admin.client.patch(f"{API}/me", json={"name": name}).status_code == 422, name
        again = unpacked(admin.client.get(f"{API}/projects/{project}/export").content)
        assert b"(imported" not in again["people.jsonl"]


def test_ids_of_another_project_are_refused(exported: Files, tmp_path: Path) -> None:
    """Only the project's id is new: nothing of the project that has the others is touched."""
    with other_server(tmp_path / "other") as server:
        admin = server.person("Admin", admin=True)
        first = imported(server, admin, packed(exported))["result"]["project"]
        before = admin.client.get(f"{API}/projects/{first}/export").content
        second = {name: content.replace(first.encode(), b"a" * 32) for name, content in exported.items()}
        job = imported(server, admin, packed(second))
        assert job["state"] == "failed"
        assert "are used here already" in job["error"]["what"]
        assert admin.client.get(f"{API}/projects/{first}/export").content == before
        assert left_over(server) == (1, 0)


def left_over(server: Server) -> tuple[int, int]:
    """Projects that are there, and people who came with a project that is not."""

    def count(connection: Any) -> tuple[int, int]:
        authors = select(func.count()).where(
            t.person.c.name_key.like("%(imported%"), t.person.c.id.not_in(select(t.sheet.c.person_id))
        )
        projects = connection.execute(select(func.count()).select_from(t.project)).scalar_one()
        judges_too = connection.execute(
            authors.where(t.person.c.id.not_in(select(t.judgement.c.person_id)))
        ).scalar_one()
        return projects, judges_too

    return server.store.reading(count)


# Imports that are ended half-way


def held_up(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Every import stops after its first rows, until it is let go."""
    reached, let_go = threading.Event(), threading.Event()
    original = writing.add

    def add(*args: Any) -> None:
        original(*args)
        reached.set()
        assert let_go.wait(60)

    monkeypatch.setattr(writing, "add", add)
    return reached, let_go


def test_an_import_can_be_cancelled_while_it_is_written(
    exported: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with other_server(tmp_path / "other") as server:
        admin = server.person("Admin", admin=True)
        reached, let_go = held_up(monkeypatch)
        job = admin.client.post(f"{API}/projects/import", content=packed(exported), headers=RAW).json()["id"]
        assert reached.wait(60)
        assert admin.client.get(f"{API}/projects").json()["items"] == []  # seen by nobody yet
        answers: list[Any] = []
        asking = threading.Thread(target=lambda: answers.append(admin.client.post(f"{API}/jobs/{job}/cancel", json={})))
        asking.start()
        while server.app.state.threads._writers._work_queue.empty():  # until the wish to cancel is next
            time.sleep(0.01)
        let_go.set()
        asking.join()
        assert answers[0].json()["state"] == "cancelled"
        assert left_over(server) == (0, 0)
        assert list((server.settings.data / "uploads").iterdir()) == []
        assert admin.client.post(f"{API}/jobs/{job}/cancel", json={}).status_code == 409


def test_a_server_that_died_in_an_import_removes_the_half(
    exported: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.zip"
    path.write_bytes(packed(exported))
    with other_server(tmp_path / "other") as server:
        admin = server.person("Admin", admin=True)
        content = reading.read(path, "p.zip", tmp_path / "rows", {})

        async def never(*_: Any) -> dict[str, Any]:
            raise AssertionError

        monkeypatch.setitem(queue.HANDLERS, "import-project", never)

        def die(connection: Any) -> None:
            id, _ = jobs.add(connection, "import-project", None, admin.id, "{}", None)
            assert jobs.claim(connection, id)
            writing.begin(connection, id, "p.zip", content)
            for line in (tmp_path / "rows").read_bytes().splitlines():
                writing.add(connection, "p.zip", msgspec.json.decode(line, type=reading.Block))

        server.store.writing(die)
        assert left_over(server)[0] == 1
        assert server.clients[0].portal is not None
        server.clients[0].portal.call(server.app.state.jobs.stop)
        server.clients[0].portal.call(server.app.state.jobs.start)
        assert left_over(server) == (0, 0)
        people_left = server.store.reading(lambda c: list(c.execute(select(t.person.c.name)).scalars()))
        assert people_left == ["Admin"]
