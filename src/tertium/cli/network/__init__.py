"""`tertium network`: reference networks, which hold every correct translation of a sentence."""

import click

from tertium.cli.lazy import commands_in, lazy_group

# In the order of `tertium network --help`.
_FILES = {
    "check": "ask",
    "stats": "stats",
    "sample": "ask",
    "contains": "ask",
    "closest": "closest",
    "union": "make",
    "from-references": "make",
    "factor": "make",
    "from-paraphrases": "make",
    "convert": "make",
    "draw": "draw",
}
COMMANDS = commands_in("tertium.cli.network", _FILES)


@click.group("network", cls=lazy_group(COMMANDS))
def command() -> None:
    """Make, check, combine and draw reference networks.

    A network is a set of cards; a card lists alternatives made of words and other cards. Files are in the form people
    type (.net), JSON (.json, .jsonl), text of automata (.fst, .att) or plain references (.txt).

    \b
    tertium network check sentence.net
    tertium network stats annotator-a.net annotator-b.net
    tertium network from-references ref-a.txt ref-b.txt -o references.net
    tertium network draw sentence.net sentence.html
    """
