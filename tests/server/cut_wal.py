"""Power loss on SQLite: the write-ahead log is cut at a place, and what opens must be a prefix of the commits.

    python -m tests.server.cut_wal [FOLDER]

tries every byte of the last 64 kB (tens of thousands of places, some minutes); the tests try 500 of them.
"""

import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from tertium.server.annotate.rules.protocol import Protocol
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import Alternative
from tertium.server.annotate.store import events, projects, queue
from tertium.server.annotate.store.events import FIRST_HASH
from tertium.server.database.engine import Store
from tertium.server.people.store import people
from tertium.server.permissions import Actor
from tertium.server.upkeep import schema


@dataclass(frozen=True, slots=True)
class Prefix:
    """The hash of the sheet after each commit, from none."""

    hashes: list[str]


def busy_database(folder: Path, edits: int) -> tuple[Path, Prefix]:
    """A database with a long log of edits, as a crash leaves it: copied while it is open."""
    folder.mkdir(parents=True)
    store = Store(f"sqlite:///{folder / 'tertium.db'}")
    schema.upgrade(store)

    def prepare(connection: Connection) -> tuple[str, str]:
        id = people.add_person(connection, "Ann")
        actor = Actor(id, "Ann")
        values = {"name": "P", "source_lang": "es", "target_lang": "en", "tokenizer": "none", "protocol": Protocol(),
                  "sharing": "none", "annotators_per_segment": 1, "lease_days": 7}  # fmt: skip
        project = projects.create(connection, actor, values)
        projects.add_segments(connection, project, [projects.NewSegment("1", "hola")])
        return str(queue.take_next(connection, actor, project)["sheet"]), id

    sheet, person = store.writing(prepare)
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("PRAGMA wal_autocheckpoint=0")
    hashes = [FIRST_HASH]
    for number in range(edits):
        line = Alternative(f"a{number}", f"word {number}")
        edit = events.Edit(f"e{number}", c.CardAdd(f"c{number}", f"C{number}", None, None, (line,)))
        hashes.append(store.writing(events.append, sheet, person, "", number, [edit]).acks[0].hash)
    copy = folder / "crashed"
    copy.mkdir()
    for ending in ("", "-wal"):
        shutil.copyfile(folder / f"tertium.db{ending}", copy / f"tertium.db{ending}")
    store.close()
    return copy, Prefix(hashes)


def check_cut(folder: Path, work: Path, place: int, prefix: Prefix) -> int:
    """Cut the log, open the database, and say how many commits are left; they must be the first ones, whole."""
    work.mkdir(parents=True, exist_ok=True)
    path = work / "tertium.db"
    for ending in ("-shm", "-wal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    shutil.copyfile(folder / "tertium.db", path)
    content = (folder / "tertium.db-wal").read_bytes()[:place]
    path.with_name("tertium.db-wal").write_bytes(content)
    with closing(sqlite3.connect(path)) as connection:
        seq, last = connection.execute("SELECT seq, hash FROM sheet").fetchone()
        assert prefix.hashes[seq] == last, (place, seq)
        rows = [row[0] for row in connection.execute("SELECT hash FROM event ORDER BY seq")]
        assert rows == prefix.hashes[1 : seq + 1], (place, seq)
        assert connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok", place
    return int(seq)


def main() -> None:
    """Every byte."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        folder, prefix = busy_database(Path(name) / "busy", edits=40)
        size = (folder / "tertium.db-wal").stat().st_size
        first = max(0, size - (64 << 10))
        left = [check_cut(folder, Path(name) / "cut", place, prefix) for place in range(first, size + 1)]
        assert left == sorted(left), "a longer log had fewer commits"
        print(f"{len(left):,} places, {left[0]} to {left[-1]} of {len(prefix.hashes) - 1} commits: each a prefix")


if __name__ == "__main__":
    main()
