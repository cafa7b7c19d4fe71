"""`tertium network check | sample | contains`: questions about networks."""

from itertools import islice

import click
import numpy as np

from tertium.cli.emit import emit
from tertium.cli.network.options import label, parse_limits, read_segment, reading
from tertium.cli.options import output_format
from tertium.errors import refuse_together
from tertium.io.files import display_name, write_text
from tertium.io.networks import read_networks
from tertium.io.testsets.plain import read_lines
from tertium.networks.entry import Entry, by_segment
from tertium.networks.flat import flatten
from tertium.networks.membership import contains as contained
from tertium.networks.network import Network, shown
from tertium.networks.paths import Paths
from tertium.networks.search import closest
from tertium.results.kinds.networks import CheckedFile, JudgementSheet, Membership, NetworkCheck, Sentences
from tertium.results.numbers import counted
from tertium.text.network import FlatNetwork


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@output_format()
@reading
def check(
    files: tuple[str, ...], format: str, from_format: str | None, symbols: str | None, limits: tuple[str, ...]
) -> None:
    """Read networks and report what is wrong or looks wrong in them.

    What cannot be read is an error with line and column. Unused cards and duplicate alternatives
    are pointed out; they do no harm.

    \b
    tertium network check sentence.net
    tertium network check annotators/*.json
    """
    bounds = parse_limits(limits)
    found = []
    for file in files:
        entries = read_networks(file, from_format, symbols=symbols, limits=bounds)
        n_cards = sum(len(entry.network.cards) for entry in entries)
        remarks = [
            (label(entry, number), remark)
            for number, entry in enumerate(entries, 1)
            for remark in _remarks(entry.network)
        ]
        found.append(CheckedFile(display_name(file), len(entries), n_cards, tuple(remarks)))
    emit(NetworkCheck(tuple(found)), format)


def _remarks(network: "Network") -> list[str]:
    remarks = [f"card {shown(name)} is not used" for name in network.unused()]
    for card in network.cards:
        if (twice := len(card.alternatives) - len(set(card.alternatives))) > 0:
            remarks.append(f"card {shown(card.name)} has {counted(twice, 'alternative')} more than once")
    return remarks


@click.command("sample")
@click.argument("file")
@click.option("-n", "--number", type=click.IntRange(1), help="How many sentences; 10 by default, all with --closest.")
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Random seed.")
@click.option("--all", "everything", is_flag=True, help="The first sentences in order instead of a sample.")
@click.option(
    "--closest",
    "translations",
    multiple=True,
    metavar="FILE",
    help="Translations, one line for each network: the sentences closest to them, as a list for people to judge.",
)
@click.option("--key", metavar="FILE", help="With --closest: write which translations each sentence belongs to.")
@click.option("--segment", metavar="ID", help="Which network, where the file has several.")
@output_format()
@reading
def sample(
    file: str,
    number: int | None,
    seed: int,
    everything: bool,
    translations: tuple[str, ...],
    key: str | None,
    segment: str | None,
    format: str,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
) -> None:
    """Print sentences of a network at random, every path with the same probability.

    With --closest, the sentences that scores depend on: those of the networks that are nearest to the lines of some
    translations. They are printed in random order as a table with an empty column `judgement`, without saying whose
    they are; people write there whether a sentence is grammatical, slightly odd or not grammatical.

    \b
    tertium network sample sentence.net -n 5
    tertium network sample networks.jsonl --segment 12 --all -n 100
    tertium network sample networks.jsonl --closest ours.txt \\
      --closest reference.txt --key key.tsv -f tsv > judge.tsv
    """
    bounds = parse_limits(limits)
    entries = read_networks(file, from_format, symbols=symbols, limits=bounds)
    rng = np.random.default_rng(seed)
    if key and not translations:
        raise click.UsageError("--key says whose closest sentences were printed; it needs --closest")
    if translations:
        for name, value in {"--all": everything, "--segment": segment}.items():
            refuse_together(("--closest", translations), (name, value))
        emit(_closest_sentences(entries, translations, file, number, key, rng), format)
        return
    paths = Paths.of(read_segment(entries, segment, display_name(file)).network, bounds)
    n = number or _NUMBER
    sentences = islice(paths.enumerate(), n) if everything else (paths.sample(rng) for _ in range(n))
    emit(Sentences(tuple(" ".join(words) for words in sentences)), format)


_NUMBER = 10


def _closest_sentences(
    entries: "list[Entry]",
    translations: tuple[str, ...],
    file: str,
    number: int | None,
    key: str | None,
    rng: "np.random.Generator",
) -> JudgementSheet:
    """One item for each different sentence of a network; the key has a line for each translation."""
    found: dict[tuple[int, str], list[str]] = {}
    flat: dict[int, FlatNetwork] = {}
    for name in translations:
        lines = read_sentences((), name)
        for n, (network, line) in enumerate(zip(networks_of(entries, lines, None, file), lines, strict=True), 1):
            if network is not None:
                if id(network) not in flat:
                    flat[id(network)] = flatten(network)
                match = closest(line.split(), flat[id(network)])
                path = " ".join(flat[id(network)].words[token] for token in match.tokens)
                found.setdefault((n, path), []).append(name)
    order = [list(found)[i] for i in rng.permutation(len(found))[:number].tolist()]
    rows = ["item\ttranslations\tline\n"]
    for item, (n, path) in enumerate(order, 1):
        rows += [f"{item}\t{name}\t{n}\n" for name in found[n, path]]
    if key:
        write_text(key, "".join(rows))
    return JudgementSheet(tuple(path for _, path in order))


@click.command("contains")
@click.argument("file")
@click.argument("sentences", nargs=-1)
@click.option("-i", "--input", "texts", metavar="FILE", help="Sentences, one per line; one line for each network.")
@click.option("--segment", metavar="ID", help="Which network, where the file has several.")
@output_format()
@reading
def contains(
    file: str,
    sentences: tuple[str, ...],
    texts: str | None,
    segment: str | None,
    format: str,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
) -> None:
    """Report for each sentence whether the network contains it.

    Words are separated by spaces. With several networks in FILE and an
    input file, line 1 is looked for in the first network, and so on.

    \b
    tertium network contains sentence.net 'the head of government spoke'
    tertium network contains networks.jsonl -i output.txt
    """
    entries = read_networks(file, from_format, symbols=symbols, limits=parse_limits(limits))
    lines = read_sentences(sentences, texts)
    networks = networks_of(entries, lines, segment, file)
    answers = (
        (line, None if network is None else contained(network, line.split()))
        for network, line in zip(networks, lines, strict=True)
    )
    emit(Membership(tuple(answers)), format)


def read_sentences(sentences: tuple[str, ...], file: str | None) -> list[str]:
    """The sentences of the arguments and of a file."""
    lines = [*sentences, *(read_lines(file) if file is not None else [])]
    if not lines:
        raise click.UsageError("there are no sentences; give one between quotes, or a file with -i")
    return lines


def networks_of(
    entries: "list[Entry]", lines: list[str], segment: str | None, file: str
) -> "list[Network | None] | list[Network]":
    """The network of each sentence: one for all, or one for each where the file has several."""
    if segment is None and len(entries) > 1:
        return by_segment(entries, len(lines), display_name(file))
    return [read_segment(entries, segment, display_name(file)).network] * len(lines)
