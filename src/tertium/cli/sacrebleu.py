"""`tertium sacrebleu`: sacreBLEU's command line over our kernels."""

import click

from tertium.cli.emit import emit_line
from tertium.compat.sacrebleu.program import run


@click.command(
    "sacrebleu",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False, "help_option_names": []},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Take sacreBLEU's arguments and print its output; `tertium sacrebleu --help` lists them.

    \b
    tertium sacrebleu reference.txt -i output.txt -m bleu chrf
    tertium sacrebleu reference.txt -i base.txt new.txt --paired-bs -f text
    cat output.txt | tertium sacrebleu reference.txt -b -w 4
    """
    for line in run(list(arguments) or ["--help"]):
        emit_line(line)
