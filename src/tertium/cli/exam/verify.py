"""`tertium exam verify`: is a record unchanged, and does it give the same grades again?"""

from pathlib import Path

import click

from tertium.cli.emit import emit
from tertium.cli.options import output_format
from tertium.errors import DataError, MissingExtraError, OptionError, refuse_together
from tertium.exam.files import read_log
from tertium.exam.record import Verification, check_log
from tertium.exam.record import verify as verify_entries


@click.command("verify")
@click.argument("record", required=False)
@click.option("--head", metavar="HASH", help="A head issued earlier, which must be in the log.")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The data folder of `tertium serve`: verify the exams in it.",
)
@click.option("--database", metavar="URL", envvar="TERTIUM_DATABASE", help="The same for a postgresql://... database.")
@click.option("--exam", "exam_id", metavar="ID", help="With --data or --database: only this exam.")
@output_format()
def verify(
    record: str | None, head: str | None, data: Path | None, database: str | None, exam_id: str | None, format: str
) -> None:
    """Check a record: every entry follows the one before it, and grading again gives the same bytes.

    RECORD is a log that `exam grade --record` wrote or that the server exported. In a server's database, answers,
    marks, labels, grades, rules and models are compared with the log too. A head of the log that stands on a
    candidate's page proves that nothing before it was changed or cut off.

    \b
    tertium exam verify spring.log --head 5c1e...
    tertium exam verify --data /srv/tertium
    """
    refuse_together(("RECORD", record), ("--data", data))
    if record is not None:
        entries = read_log(record)
        result = Verification((check_log(record, entries, verify_entries(entries, head)),))
    elif data is not None or database is not None:
        result = _verify_database(data, database, exam_id, head)
    else:
        raise OptionError("give a record to verify, or --data with the folder of `tertium serve`")
    emit(result, format)
    for log in result.logs:
        if log.damages:
            raise DataError(f"{log.name}: {len(log.damages)} problems; the record cannot be trusted")


def _verify_database(data: Path | None, database: str | None, exam_id: str | None, head: str | None) -> Verification:
    try:
        from tertium.server.database.engine import Store
        from tertium.server.exams.store import log, verify
        from tertium.server.settings import sqlite_url
    except ImportError:
        raise MissingExtraError("reading a server's database", "server") from None
    if database is None and data is not None and not (data / "tertium.db").exists():
        raise DataError(f"{data}: has no tertium.db; give the folder that `tertium serve --data` uses")
    store = Store(database or sqlite_url(data or Path()))
    try:
        exams = store.reading(verify.exam_ids)
        if exam_id is not None and exam_id not in exams:
            raise DataError(f"there is no exam {exam_id!r}; known: {', '.join(exams) or 'none'}")
        if head is not None and exam_id is None and len(exams) > 1:
            raise OptionError("a head belongs to one exam; name it with --exam")
        logs = []
        for exam in [exam_id] if exam_id is not None else exams:
            entries = store.reading(lambda connection, exam: list(log.entries(connection, exam)), exam)
            logs.append(check_log(f"exam {exam}", entries, store.reading(verify.all_damages, exam, head)))
        return Verification(tuple(logs))
    finally:
        store.close()
