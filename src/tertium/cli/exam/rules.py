"""`tertium exam rules`: check a table of rules, or ask it for a level."""

import click

from tertium.cli.emit import emit
from tertium.cli.options import output_format
from tertium.errors import DataError
from tertium.exam.files import read_rules
from tertium.exam.rules import parse_labels


@click.command("rules")
@click.argument("table", default="example")
@click.option("--labels", metavar="LIST", help="Labels by passage, such as `2=SM,2+=MM,3=IM`; prints what they give.")
@output_format()
def rules(table: str, labels: str | None, format: str) -> None:
    """Check a table of rules: all combinations decided, none twice, better labels never lower the level.

    Without a file the built-in example table is checked, which no agency uses.
    """
    result = read_rules(table)
    if labels is not None:
        emit(result.decide(parse_labels(labels)), format)
        return
    emit(result, format)
    if result.faults:
        raise DataError(f"{result.name}: {len(result.faults)} problems; first: {result.faults[0].text}")
