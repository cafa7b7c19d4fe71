"""`tertium network`: reference networks, which hold every correct translation of a sentence."""

from importlib import import_module

import click

# Name and file of every command, in the order of `tertium network --help`.
_COMMANDS = {
    "check": "network_ask",
    "stats": "network_stats",
    "sample": "network_ask",
    "contains": "network_ask",
    "closest": "network_closest",
    "union": "network_make",
    "from-references": "network_make",
    "from-paraphrases": "network_make",
    "convert": "network_make",
    "draw": "network_draw",
}


class _Commands(click.Group):
    """Finds commands by file, so that one command does not pay for the imports of another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"tertium.cli.{_COMMANDS[name]}"), name.replace("-", "_"))
        return found


@click.group("network", cls=_Commands)
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
