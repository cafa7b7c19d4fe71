"""`tertium comet-score`: the command line of unbabel-comet, without PyTorch."""

import click

from tertium.cli.emit import emit_line, warn
from tertium.compat.comet.program import run


@click.command(
    "comet-score",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False, "help_option_names": []},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Take comet-score's arguments and print its output; `tertium comet-score --help` lists them.

    \b
    tertium comet-score -s source.txt -t output.txt -r reference.txt --model wmt22-comet-da
    tertium comet-score -s source.txt -t one.txt two.txt --model wmt22-cometkiwi-da --only_system
    """
    for line in run(list(arguments) or ["--help"], warn):
        emit_line(line)
