"""`tertium nbest`: what is in n-best lists, other forms of them, and more features."""

import click

from tertium.cli.lazy import lazy_group
from tertium.register import Register

COMMANDS: Register[click.Command] = Register(
    "command of nbest", {f"tertium.cli.nbest.{name}:command": [name] for name in ("stats", "convert", "features")}
)


@click.group("nbest", cls=lazy_group(COMMANDS))
def command() -> None:
    """Look into n-best lists, convert them, and add features.

    Lists may come from Moses, Marian, cdec, Joshua, Travatar, fairseq, Sockeye, CTranslate2 or vLLM, from a table, or
    as flat lines with -n.

    \b
    tertium nbest stats dev.nbest.gz -r dev.ref -m bleu,chrf
    tertium nbest convert dev.nbest.gz -o dev.jsonl.gz
    tertium nbest features dev.nbest.gz -m chrf --against mbr -o more.jsonl
    """
