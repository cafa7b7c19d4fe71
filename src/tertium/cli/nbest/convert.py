"""`tertium nbest convert`: other forms of n-best lists."""

import click

from tertium.cli.nbest.options import OUTPUT, ListOptions, nbest_options
from tertium.nbest.forms.formats import read_portions
from tertium.nbest.forms.writing import write_nbest


@click.command("convert")
@click.argument("file")
@nbest_options
@OUTPUT
@click.option(
    "--to",
    type=click.Choice(["moses", "jsonl", "tsv", "lines"]),
    help="The form to write; by default, by the file's ending.",
)
def command(file: str, lists: ListOptions, output: str, to: str | None) -> None:
    """Write n-best lists in another form; files of any length are read in parts.

    \b
    tertium nbest convert dev.nbest.gz -o dev.jsonl.gz
    tertium nbest convert samples.txt -n 64 --log-probs samples.lp --to moses
    """
    write_nbest(read_portions(file, lists.reading()), output, to or ("jsonl" if output == "-" else None))
