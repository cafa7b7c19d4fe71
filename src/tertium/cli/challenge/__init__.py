"""`tertium challenge`: small changes of references, and whether metrics see what they do."""

import click

from tertium.cli.commands import Commands, Entry, lazy_group

COMMANDS = Commands(
    "command of challenge",
    "tertium.cli.challenge",
    [
        Entry("make", "make:command", "Make pairs from references: a change that does no harm, and one that does."),
        Entry("score", "score:command", "Say how often metrics prefer the better translation, by phenomenon."),
    ],
)


@click.group("challenge", cls=lazy_group(COMMANDS))
def command() -> None:
    """Ask metrics which of two translations is better: the one that says the same, or the one that does not.

    Pairs are made from references, or come from a table with a column that names the phenomenon, such as ACES.

    \b
    tertium challenge make references.txt > pairs.tsv
    tertium challenge score pairs.tsv -m chrf,meteor,tertium
    """
