"""`tertium exam rules` and `tertium exam result`: check a rubric, and apply it."""

import click

from tertium.cli.emit import emit
from tertium.cli.options import output_format
from tertium.errors import DataError, OptionError
from tertium.exam.files import RUBRICS, read_marks, read_rubric
from tertium.exam.rubrics.rubric import faults
from tertium.exam.rules import RuleTable, parse_labels


@click.command("rules")
@click.argument("table", default="example")
@click.option("--labels", metavar="LIST", help="Labels by passage, such as `2=SM,2+=MM,3=IM`; prints what they give.")
@output_format()
def rules(table: str, labels: str | None, format: str) -> None:
    """Check rules or a rubric: all combinations decided, none twice, better labels never lower the level.

    TABLE is a JSON file: labels of passages with rules, bands by criterion with rules, or points for errors with
    limits. Without a file the built-in `example` is checked; `example-bands` and `example-points` are others. No agency
    uses them.
    """
    result = read_rubric(table)
    if labels is not None:
        if not isinstance(result, RuleTable):
            raise OptionError(f"--labels is for tables over labels of passages; {table} is another kind of rubric")
        emit(result.decide(parse_labels(labels)), format)
        return
    emit(result, format)
    if found := faults(result):
        raise DataError(f"{result.name}: {len(found)} problems; first: {found[0]}")


@click.command("result")
@click.argument("marks", metavar="MARKS")
@click.option(
    "--rubric",
    default="example",
    show_default=True,
    metavar="FILE",
    help=f"A rubric: example, {', '.join(RUBRICS)}, or a file.",
)
@output_format()
def result(marks: str, rubric: str, format: str) -> None:
    """Turn graders' marks into results by a rubric: bands, points or labels.

    MARKS is a TSV of candidate, passage, grader, and: criterion and band; or category and severity of each error (both
    empty where a passage has none); or label, where passages are named by their difficulty, as in the rules.
    """
    found = read_rubric(rubric)
    if problems := faults(found):
        raise DataError(f"{found.name}: {len(problems)} problems; first: {problems[0]}")
    emit(read_marks(marks, found), format)
