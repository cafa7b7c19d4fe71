"""`tertium network closest`: the sentence of a network that is nearest to another."""

import click

from tertium.cli.emit import emit
from tertium.cli.network.options import parse_limits, reading
from tertium.cli.network.queries import networks_of, read_sentences
from tertium.cli.options import choice, output_format
from tertium.cli.progress import ProgressBar
from tertium.io.networks import read_networks
from tertium.networks.flat import flatten
from tertium.networks.search import ClosestPath
from tertium.networks.search import closest as search
from tertium.results.kinds.networks import ClosestMatch, ClosestSentences
from tertium.text.network import FlatNetwork


@click.command("closest")
@click.argument("file")
@click.argument("sentences", nargs=-1)
@click.option("-i", "--input", "texts", metavar="FILE", help="Sentences, one per line; one line for each network.")
@click.option("--segment", metavar="ID", help="Which network, where the file has several.")
@click.option("--reorder", type=click.IntRange(1, 6), default=1, show_default=True, help="Window of moves; 1: none.")
@choice("--move-cost", of=["word", "block", "free"])
@output_format()
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@reading
def closest(
    file: str,
    sentences: tuple[str, ...],
    texts: str | None,
    segment: str | None,
    reorder: int,
    move_cost: str,
    format: str,
    quiet: bool,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
) -> None:
    """Find the sentence of a network that needs the fewest edits, and show them.

    Words are separated by spaces and compared as they stand; `tertium score -m hyter --networks FILE` scores with
    tokenisers and normalisation. In the text, [brackets] are words to add, ~tildes~ words to remove, a/b is b
    instead of a, and <angles> are words that moved.

    \b
    tertium network closest sentence.net 'the head of the government spoke'
    tertium network closest networks.jsonl -i output.txt --reorder 3 --format tsv
    """
    bounds = parse_limits(limits)
    entries = read_networks(file, from_format, symbols=symbols, limits=bounds)
    lines = read_sentences(sentences, texts)
    matches: list[ClosestMatch | str] = []
    flat: dict[int, FlatNetwork] = {}
    with ProgressBar(quiet) as progress:
        for network, line in zip(networks_of(entries, lines, segment, file), lines, strict=True):
            if network is None:
                matches.append(line)
                continue
            if id(network) not in flat:
                flat[id(network)] = flatten(network)
            words = line.split()
            match = search(words, flat[id(network)], window=reorder, move_cost=move_cost)  # type: ignore[arg-type]
            matches.append(_match(line, words, match, flat[id(network)]))
            progress("sentences", len(matches), len(lines))
    emit(ClosestSentences(tuple(matches)), format)


def _match(line: str, words: list[str], closest: "ClosestPath", flat: "FlatNetwork") -> ClosestMatch:
    path = [flat.words[token] for token in closest.tokens]
    return ClosestMatch(
        sentence=line,
        closest=" ".join(path),
        cost=closest.cost,
        score=closest.cost / max(1, len(path)),
        words=len(path),
        missing=closest.count("missing"),
        extra=closest.count("extra"),
        substitute=closest.count("substitute"),
        moves=closest.moves,
        edits=_edits(words, path, closest),
        cards=tuple(dict.fromkeys(flat.cards[card.card] for card in closest.cards)),
    )


def _edits(words: list[str], path: list[str], closest: "ClosestPath") -> str:
    shown = []
    for edit in closest.edits:
        if edit.word is None or edit.place is None:
            shown.append(f"[{path[edit.place]}]" if edit.place is not None else f"~{words[edit.word or 0]}~")
        else:
            text = words[edit.word]
            text = text if edit.kind == "keep" else f"{text}/{path[edit.place]}"
            shown.append(f"<{text}>" if edit.moved else text)
    return " ".join(shown)
