"""`tertium exam verify`: is a record unchanged, and does it give the same grades again?"""

import click


@click.command("verify")
@click.argument("record")
@click.option("--head", metavar="HASH", help="A head that was handed out; it must be in the log.")
def verify(record: str, head: str | None) -> None:
    """Check a record: every entry follows the one before it, and grading again gives the same bytes.

    A head of the log that stands on a candidate's page proves that nothing before it was changed or cut off.
    """
    from tertium.errors import DataError
    from tertium.exam.files import read_log
    from tertium.exam.record import verify as verify_entries

    entries = read_log(record)
    damages = list(verify_entries(entries, head))
    for damage in damages:
        click.echo(f"{damage.where}: {damage.what}")
    if damages:
        raise DataError(f"{record}: {len(damages)} problems; the record cannot be trusted")
    grades = sum(entry.kind == "grade" for entry in entries)
    click.echo(f"Clean: {len(entries)} entries, {grades} grades given again with the same bytes.")
    click.echo(f"Head: {entries[-1].hash}")
