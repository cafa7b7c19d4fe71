"""`tertium doctor`: whether a model works on this machine, and gives what its original gave."""

import click

from tertium.cli.emit import emit
from tertium.cli.options import CACHE, Number, output_format
from tertium.io.expected_scores import read_expected_scores
from tertium.meta.checkup import check_up
from tertium.metrics import parse

_TOLERANCE = 1e-3


@click.command("doctor")
@click.argument("metric", metavar="METRIC")
@click.option(
    "--expect",
    type=click.Path(exists=True, dir_okay=False),
    help="Scores of the original: the JSON of `comet-score --to_json`, or TSV with columns src, mt, ref, score.",
)
@click.option(
    "--tolerance",
    type=Number(0),
    default=_TOLERANCE,
    show_default=True,
    help="How far scores may be from those of the file.",
)
@output_format()
@CACHE
def command(metric: str, expect: str | None, tolerance: float, format: str) -> int:
    """Check a metric's model on this machine, beside scores of the original where there are some.

    The exit code is 3 where the scores do not agree.

    \b
    tertium doctor 'comet(model=wmt22-comet-da)'
    tertium doctor 'comet(model=wmt22-comet-da)' --expect originals.json
    """
    result = check_up(parse(metric), read_expected_scores(expect) if expect else None, tolerance)
    emit(result, format)
    return 3 if result.agrees is False else 0
