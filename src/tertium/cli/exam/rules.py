"""`tertium exam rules`: check a table of rules, or ask it for a level."""

import click

from tertium.cli.emit import emit_text
from tertium.cli.options import output_format
from tertium.errors import DataError
from tertium.exam.files import read_rules
from tertium.report.exam.text import render_decision, render_rules


@click.command("rules")
@click.argument("table", default="example")
@click.option("--labels", metavar="LIST", help="Labels by passage, such as `2=SM,2+=MM,3=IM`; prints what they give.")
@output_format("text", "json")
def rules(table: str, labels: str | None, format: str) -> None:
    """Check a table of rules: all combinations decided, none twice, better labels never lower the level.

    Without a file it is our example table, which no agency uses.
    """
    chosen = read_rules(table)
    if labels is not None:
        emit_text(render_decision(chosen, labels, format), format)
        return
    problems = list(chosen.problems())
    emit_text(render_rules(chosen, problems, format), format)
    if problems:
        raise DataError(f"{chosen.name}: {len(problems)} problems; first: {problems[0].text}")
