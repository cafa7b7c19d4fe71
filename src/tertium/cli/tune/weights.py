"""`tertium tune show|apply`: look at weights, and put them into a decoder's configuration."""

import click

from tertium.cli.emit import emit, emit_text
from tertium.cli.options import FORMATS, output_format
from tertium.io.files import open_input, write_text
from tertium.nbest.weights import read_weights
from tertium.tuning.moses.ini import with_weights


@click.command("show")
@click.argument("weights", metavar="WEIGHTS")
@output_format(*FORMATS, "moses")
def show(weights: str, format: str) -> None:
    """Print weights and where they came from.

    \b
    tertium tune show weights.json
    tertium tune show run1.dense --format json
    """
    result = read_weights(weights)
    if format == "moses":
        emit_text(result.dense())
    else:
        emit(result, format)


@click.command("apply")
@click.argument("weights", metavar="WEIGHTS")
@click.option(
    "--moses-ini", required=True, metavar="FILE", help="Moses' configuration, whose [weight] part is replaced."
)
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="The new configuration.")
def apply(weights: str, moses_ini: str, output: str) -> None:
    """Put weights into Moses' configuration; everything else in it stays as it is.

    \b
    tertium tune apply weights.json --moses-ini moses.ini -o tuned.ini
    """
    with open_input(moses_ini) as source:
        lines = [line for _, line in source.lines()]
    write_text(output, "\n".join(with_weights(lines, read_weights(weights), moses_ini)) + "\n")
