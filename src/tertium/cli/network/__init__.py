"""`tertium network`: reference networks, which hold every correct translation of a sentence."""

import click

from tertium.cli.commands import Commands, Entry, lazy_group

COMMANDS = Commands(
    "command of network",
    "tertium.cli.network",
    [
        Entry("check", "queries:check", "Read networks and report what is wrong or looks wrong in them."),
        Entry(
            "stats",
            "stats:stats",
            "Count paths, cards, and how cards are reused; with several files, what each annotator adds.",
        ),
        Entry(
            "sample", "queries:sample", "Print sentences of a network at random, every path with the same probability."
        ),
        Entry("contains", "queries:contains", "Report for each sentence whether the network contains it."),
        Entry(
            "closest", "closest:closest", "Find the sentence of a network that needs the fewest edits, and show them."
        ),
        Entry("union", "construction:union", "Unite several annotators' networks, segment by segment."),
        Entry(
            "from-references",
            "construction:from_references",
            "Make networks from parallel files of references, one segment per line.",
        ),
        Entry(
            "factor",
            "construction:factor",
            "Make cards from a flat list of accepted translations, without gaining or losing one.",
        ),
        Entry(
            "from-paraphrases",
            "construction:from_paraphrases",
            "Make networks from one file of references, with synonyms and paraphrases beside their words.",
        ),
        Entry(
            "convert",
            "construction:convert",
            "Write networks in another format; formats follow from the endings of the files.",
        ),
        Entry(
            "draw",
            "draw:draw",
            "Draw a network as a railroad diagram: SVG, PNG, or a page in which cards open on a click.",
        ),
    ],
)


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
