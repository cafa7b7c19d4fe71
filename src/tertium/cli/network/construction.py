"""`tertium network union | from-references | factor | from-paraphrases | convert`: new networks."""

import click

from tertium.cli.emit import say
from tertium.cli.network.options import parse_limits, reading, writing
from tertium.cli.options import Number
from tertium.cli.progress import ProgressBar
from tertium.errors import DataError
from tertium.io.networks import read_networks, write_networks
from tertium.io.testsets.plain import read_lines
from tertium.networks import references as merging
from tertium.networks import substitution
from tertium.networks.entry import Entry
from tertium.networks.factoring.factor import factor_entries
from tertium.networks.forms import lines as plain
from tertium.networks.substitution import Sources, neighbours
from tertium.networks.union import phrase_union
from tertium.networks.union import union as unite
from tertium.resources import store


@click.command("union")
@click.argument("files", nargs=-1, required=True)
@click.option("--spu", is_flag=True, help="Join cards for the same source words that share a sentence.")
@reading
@writing
def union(
    files: tuple[str, ...],
    spu: bool,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
    output: str,
    to_format: str | None,
) -> None:
    """Unite several annotators' networks, segment by segment.

    With --spu (source-phrase-level union), cards of different annotators that stand for the same source words and have
    a sentence in common become one card, so that their parts combine. Cards need spans for that: `[NAME] 2:4 = ...`.

    \b
    tertium network union anna.net ben.net -o both.net
    tertium network union anna.jsonl ben.jsonl --spu -o both.jsonl
    """
    bounds = parse_limits(limits)
    lists_of = [read_networks(file, from_format, symbols=symbols, limits=bounds) for file in files]
    for file, entries in zip(files, lists_of, strict=True):
        if [entry.id for entry in entries] != [entry.id for entry in lists_of[0]]:
            raise DataError(
                f"{files[0]} has {len(lists_of[0])} networks and {file} has {len(entries)}, or their ids differ; "
                "expected the same segments in the same order"
            )
    united = []
    joined = undecided = 0
    for row in zip(*lists_of, strict=True):
        networks = [entry.network for entry in row]
        if spu:
            combined = phrase_union(networks, bounds)
            joined, undecided = joined + combined.joined, undecided + combined.undecided
            united.append(Entry(row[0].id, combined.network))
        else:
            united.append(Entry(row[0].id, unite(networks, bounds)))
    write_networks(united, output, to_format, limits=bounds)
    if spu:
        left = f"; {undecided} pairs were too large to compare and stay apart" if undecided else ""
        say(f"{joined} cards joined{left}")


@click.command("from-references")
@click.argument("files", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Exactly the given references, without recombination.")
@click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="CODE",
    help="Language whose function words carry little weight.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@writing
def from_references(
    files: tuple[str, ...], strict: bool, language: str, quiet: bool, output: str, to_format: str | None
) -> None:
    """Make networks from parallel files of references, one segment per line.

    Words that references share in the same order become common places; what lies between them becomes cards, so that
    parts of different references combine to new sentences.

    \b
    tertium network from-references ref-a.txt ref-b.txt ref-c.txt \\
      -o references.net
    tertium network from-references ref-a.txt ref-b.txt --strict \\
      -o references.jsonl
    """
    columns = [read_lines(file) for file in files]
    for file, lines in zip(files, columns, strict=True):
        if len(lines) != len(columns[0]):
            raise DataError(
                f"{files[0]} has {len(columns[0])} lines but {file} has {len(lines)}; they must be parallel, one "
                "segment per line"
            )
    if not columns[0]:
        raise DataError(f"{files[0]}: is empty; expected one reference per line")
    words = store.function_words(language)
    entries = []
    with ProgressBar(quiet) as progress:
        for row in zip(*columns, strict=True):
            if strict:
                entries.append(Entry(None, plain.strict(row)))
            else:
                entries.append(Entry(None, merging.from_references([text.split() for text in row], words)))
            progress("segments", len(entries), len(columns[0]))
    write_networks(entries, output, to_format)


@click.command("factor")
@click.argument("file", metavar="LIST")
@click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="CODE",
    help="Language whose function words carry little weight.",
)
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Allow larger lists: symbols, cards.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary on stderr.")
@writing
def factor(file: str, language: str, limits: tuple[str, ...], quiet: bool, output: str, to_format: str | None) -> None:
    """Make cards from a flat list of accepted translations, without gaining or losing one.

    One translation per line, with a blank line between the lists of different sentences. Common beginnings and
    ends are written once, equal cards are shared, and a card is named after its shortest content word. Words are what
    stands between spaces.

    \b
    tertium network factor accepted.txt -o accepted.net
    tertium network factor accepted.txt --language de --to jsonl
    """
    bounds = parse_limits(limits)
    lists = read_networks(file, "plain", limits=bounds)
    with ProgressBar(quiet) as progress:
        entries = factor_entries(lists, store.function_words(language), bounds, progress)
    write_networks(entries, output, to_format, limits=bounds)
    if not quiet:
        n_sentences = sum(len(entry.network[entry.network.root].alternatives) for entry in lists)
        cards = [card for entry in entries for card in entry.network.cards]
        alternatives = sum(len(card.alternatives) for card in cards)
        say(f"{n_sentences:,} translations → {len(cards):,} cards with {alternatives:,} alternatives")


@click.command("from-paraphrases")
@click.argument("file")
@click.option("--paraphrases", metavar="NAME|FILE", help="A paraphrase table; see `tertium resources`.")
@click.option("--synonyms/--no-synonyms", default=True, show_default=True, help="Also synonyms.")
@click.option("--language", default="en", show_default=True, metavar="CODE")
@click.option("--probability", type=Number(0, 1), default=0.1, show_default=True, help="Of a paraphrase.")
@click.option("--meanings", type=Number(0, 1), default=0.25, show_default=True, help="Lowest share of common meanings.")
@click.option("--most", type=click.IntRange(1), default=5, show_default=True, help="Alternatives for one phrase.")
@click.option("--longest", type=click.IntRange(1), default=4, show_default=True, help="Words of a phrase.")
@click.option("--seen-in", metavar="FILE", help="Text in which an alternative must stand beside one of its neighbours.")
@click.option("--costs", is_flag=True, help="Unlikely alternatives cost -log10 of their probability.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@writing
def from_paraphrases(
    file: str,
    paraphrases: str | None,
    synonyms: bool,
    language: str,
    probability: float,
    meanings: float,
    most: int,
    longest: int,
    seen_in: str | None,
    costs: bool,
    quiet: bool,
    output: str,
    to_format: str | None,
) -> None:
    """Make networks from one file of references, with synonyms and paraphrases beside their words.

    Function words, numbers and punctuation stay as they are; endings (-s, -ed, -ing) are kept. The result is a
    proposal: read it, and remove what does not fit.

    \b
    tertium network from-paraphrases reference.txt -o proposal.net
    tertium network from-paraphrases reference.txt --paraphrases mine.bin \\
      --seen-in corpus.txt -o proposal.net
    """
    lines = read_lines(file)
    if not lines:
        raise DataError(f"{file}: is empty; expected one reference per line")
    sources = _sources(language, paraphrases, synonyms, seen_in)
    thresholds = substitution.Thresholds(probability=probability, shared_meanings=meanings, most=most, longest=longest)
    entries = []
    with ProgressBar(quiet) as progress:
        for number, line in enumerate(lines, 1):
            network = substitution.from_paraphrases(line.split(), sources, thresholds, costs=costs)
            entries.append(Entry(None, network))
            progress("segments", number, len(lines))
    write_networks(entries, output, to_format)


@click.command("convert")
@click.argument("source")
@click.argument("target")
@click.option(
    "--to", "to_format", type=click.Choice(["typed", "json", "jsonl", "fst", "plain"]), help="Format to write."
)
@reading
def convert(
    source: str,
    target: str,
    to_format: str | None,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
) -> None:
    """Write networks in another format; formats follow from the endings of the files.

    Automata (.fst) are written with their cards expanded, as OpenFst's fstcompile reads them; --symbols names the
    symbol table to write with them, or to read where labels are numbers.

    \b
    tertium network convert sentence.net sentence.json
    tertium network convert sentence.net sentence.fst --symbols words.syms
    tertium network convert lattice.fst sentence.net
    """
    bounds = parse_limits(limits)
    automata = to_format == "fst" or (to_format is None and target.removesuffix(".gz").endswith((".fst", ".att")))
    entries = read_networks(source, from_format, symbols=None if automata else symbols, limits=bounds)
    write_networks(entries, target, to_format, symbols=symbols if automata else None, limits=bounds)


def _sources(language: str, paraphrases: str | None, synonyms: bool, seen_in: str | None) -> "Sources":
    table = store.find(paraphrases, "paraphrases").paraphrases() if paraphrases else None
    dictionary = store.synonyms("auto", language) if synonyms else None
    if table is None and dictionary is None:
        raise click.UsageError(f"there are no synonyms for {language!r}; give a table with --paraphrases")
    return Sources(
        synonyms=dictionary,
        paraphrases=table,
        function_words=store.function_words(language),
        context=neighbours(read_lines(seen_in)) if seen_in else None,
    )
