"""`tertium exam verify`: is a record unchanged, and does it give the same grades again?"""

from collections.abc import Sequence
from pathlib import Path

import click

from tertium.cli.emit import emit_line
from tertium.errors import DataError, MissingExtraError, OptionError
from tertium.exam.files import read_log
from tertium.exam.record import verify as verify_entries


@click.command("verify")
@click.argument("record", required=False)
@click.option("--head", metavar="HASH", help="A head that was handed out; it must be in the log.")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The data folder of `tertium serve`: verify the exams in it.",
)
@click.option("--database", metavar="URL", envvar="TERTIUM_DATABASE", help="The same for postgresql://...")
@click.option("--exam", "exam_id", metavar="ID", help="With --data or --database: only this exam.")
def verify(record: str | None, head: str | None, data: Path | None, database: str | None, exam_id: str | None) -> None:
    """Check a record: every entry follows the one before it, and grading again gives the same bytes.

    RECORD is a log that `exam grade --record` wrote or that the server gave out. In a server's database, answers,
    marks, labels, grades, rules and models are compared with the log too. A head of the log that stands on a
    candidate's page proves that nothing before it was changed or cut off.

    \b
    tertium exam verify spring.log --head 5c1e...
    tertium exam verify --data /srv/tertium
    """
    if record is not None:
        if data is not None:
            raise OptionError("give a record or --data, not both")
        _verify_record(record, head)
    elif data is not None or database is not None:
        _verify_database(data, database, exam_id, head)
    else:
        raise OptionError("give a record to verify, or --data with the folder of `tertium serve`")


def _verify_record(record: str, head: str | None) -> None:
    entries = read_log(record)
    _refuse(record, [(damage.where, damage.what) for damage in verify_entries(entries, head)])
    grades = sum(entry.kind == "grade" for entry in entries)
    emit_line(f"Clean: {len(entries)} entries, {grades} grades given again with the same bytes.")
    emit_line(f"Head: {entries[-1].hash}")


def _verify_database(data: Path | None, database: str | None, exam_id: str | None, head: str | None) -> None:
    try:
        from tertium.server.settings import sqlite_url
        from tertium.server.store.engine import Store
        from tertium.server.store.exams import log, verify
    except ImportError:
        raise MissingExtraError("reading a server's database", "server") from None
    if database is None and data is not None and not (data / "tertium.db").exists():
        raise DataError(f"{data}: has no tertium.db; give the folder that `tertium serve --data` uses")
    store = Store(database or sqlite_url(data or Path()))
    try:
        known = store.reading(verify.exam_ids)
        if exam_id is not None and exam_id not in known:
            raise DataError(f"there is no exam {exam_id!r}; known: {', '.join(known) or 'none'}")
        if head is not None and exam_id is None and len(known) > 1:
            raise OptionError("a head belongs to one exam; say which with --exam")
        for one in [exam_id] if exam_id is not None else known:
            damages = store.reading(verify.all_damages, one, head)
            _refuse(f"exam {one}", [(damage.where, damage.what) for damage in damages])
            entry = store.reading(log.last, one)
            emit_line(f"Exam {one}: clean, {entry.seq if entry else 0} entries. Head: {entry.hash if entry else '-'}")
        if not known:
            emit_line("There are no exams.")
    finally:
        store.close()


def _refuse(name: str, damages: Sequence[tuple[str, str]]) -> None:
    for where, what in damages:
        emit_line(f"{where}: {what}")
    if damages:
        raise DataError(f"{name}: {len(damages)} problems; the record cannot be trusted")
