"""`tertium exam agreement`: do graders, machine and groups agree?"""

import click

from tertium.cli.emit import emit
from tertium.cli.options import SEED, output_format
from tertium.exam.fairness.gradings import Gradings
from tertium.exam.fairness.groups import SMALLEST
from tertium.exam.fairness.result import FairnessStudy
from tertium.exam.files import read_groups, read_labels, read_proposals


@click.command("agreement")
@click.argument("labels", metavar="LABELS")
@click.option("--grades", metavar="FILE", help="The machine's proposals: what `exam grade -f json` printed.")
@click.option("--groups", metavar="FILE", help="TSV: candidate, and a column for each way to group candidates.")
@click.option(
    "--smallest",
    type=click.IntRange(2),
    default=SMALLEST,
    show_default=True,
    help="Candidates that a group needs to be shown.",
)
@SEED
@output_format()
def agreement(labels: str, grades: str | None, groups: str | None, smallest: int, seed: int, format: str) -> None:
    """Measure how far people and machine agree, groups are treated alike, and the machine may decide alone.

    LABELS is a TSV of candidate, passage, label and grader, as for `exam train`. With --grades the machine is compared
    with people by the same measures, and a table shows what it could decide alone at which error.

    \b
    tertium exam agreement labels.tsv --grades grades.jsonl --groups groups.tsv
    """
    gradings = Gradings.of(read_labels(labels), None if grades is None else read_proposals(grades))
    found = None if groups is None else read_groups(groups)
    emit(FairnessStudy.of(gradings, found, smallest=smallest, seed=seed), format)
