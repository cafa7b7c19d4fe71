"""`tertium exam facets`: fair scores by many-facet Rasch measurement."""

import click

from tertium.cli.emit import emit
from tertium.cli.options import choice, output_format
from tertium.exam.facets.fit import MOST_PERIODS
from tertium.exam.facets.rasch import Steps
from tertium.exam.facets.result import FairScores
from tertium.exam.files import read_ratings


@click.command("facets")
@click.argument("ratings", metavar="RATINGS")
@choice(
    "--steps",
    of=["rating-scale", "partial-credit"],
    help="All ratings share their steps, or each criterion has its own.",
)
@click.option(
    "--periods",
    type=click.IntRange(2, MOST_PERIODS),
    default=2,
    show_default=True,
    help="Into which the ratings are divided to see drift, where they have times.",
)
@output_format()
def facets(ratings: str, steps: Steps, periods: int, format: str) -> None:
    """Measure candidates, passages and graders on one scale (many-facet Rasch): fair scores, fit and drift.

    RATINGS is a TSV with the columns candidate, passage, grader, and score (a whole number, more is better) or label;
    criterion and time where there are some. The labels of `exam train` are such a file.

    \b
    tertium exam facets labels.tsv
    tertium exam facets bands.tsv --steps partial-credit --periods 4
    """
    emit(FairScores.of(read_ratings(ratings), steps, periods=periods), format)
