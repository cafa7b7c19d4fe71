"""`tertium nbest`: what is in n-best lists, other forms of them, and more features."""

import click

from tertium.cli.commands import Commands, Entry, lazy_group

COMMANDS = Commands(
    "command of nbest",
    "tertium.cli.nbest",
    [
        Entry(
            "stats",
            "stats:command",
            "Count lists, candidates and different texts, describe each feature, and score the best and worst choice.",
        ),
        Entry(
            "convert", "convert:command", "Write n-best lists in another form; files of any length are read in parts."
        ),
        Entry(
            "features",
            "features:command",
            "Add features: scores by metrics, lengths, and numbers of other programs, such as quality estimates.",
        ),
    ],
)


@click.group("nbest", cls=lazy_group(COMMANDS))
def command() -> None:
    """Inspect n-best lists, convert them, and add features.

    Lists may come from Moses, Marian, cdec, Joshua, Travatar, fairseq, Sockeye, CTranslate2 or vLLM, from a table, or
    as flat lines with -n.

    \b
    tertium nbest stats dev.nbest.gz -r dev.ref -m bleu,chrf
    tertium nbest convert dev.nbest.gz -o dev.jsonl.gz
    tertium nbest features dev.nbest.gz -m chrf --against mbr -o more.jsonl
    """
