"""Options that all commands on n-best lists share, and how choices are written."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import click

from tertium.cli.emit import emit, for_spreadsheet, say
from tertium.cli.options import gather
from tertium.errors import DataError, refuse_together
from tertium.io.bilingual.fill import fill_targets
from tertium.io.files import open_stream, write_text
from tertium.io.inputs import read_flat_networks
from tertium.io.named_files import parse_named
from tertium.io.testsets.formats import read_stream
from tertium.io.testsets.parts import parts_of
from tertium.io.testsets.plain import write_lines
from tertium.nbest.choices import Choices, RankedCandidate
from tertium.nbest.forms.form import ReadOptions
from tertium.nbest.forms.formats import read_parts, read_portions
from tertium.nbest.lists import LogProbKind, NBest
from tertium.nbest.truth import Truth
from tertium.results.json import Json
from tertium.text.pool import Normalization
from tertium.text.testset import References

OUTPUT = click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; - is standard output.")
INTO = click.option("--into", metavar="FILE", help="Put the chosen texts into the targets of this XLIFF or TMX file.")


@dataclass(frozen=True, slots=True)
class ListOptions:
    """How n-best lists are read."""

    form: str | None
    number: int | None
    log_probs: str | None
    feature_files: tuple[str, ...]
    log_prob: LogProbKind | None
    source: str | None

    def reading(self) -> ReadOptions:
        """For readers."""
        features = parse_named(self.feature_files, "--feature")
        return ReadOptions(self.form, self.log_prob, self.number, self.log_probs, features)

    def parts(self, path: str, size: int = 65_536) -> Iterator[NBest]:
        """The lists of a file, or of all files of a folder or pattern, in parts of about `size` candidates."""
        several = parts_of(path)
        if several is None:
            return read_portions(path, self.reading(), size)
        for option in {"--log-probs": self.log_probs, "--feature": self.feature_files}.items():
            refuse_together(("a folder of lists", True), option)
        return read_parts(several, self.reading(), size)

    def read(self, path: str) -> NBest:
        """All lists of a file."""
        (whole,) = self.with_sources(read_portions(path, self.reading(), None))
        return whole

    def with_sources(self, parts: Iterable[NBest]) -> Iterator[NBest]:
        """Lists, part after part, with the sources of a file beside those that they have."""
        file = self.source
        if file is None:
            yield from parts
            return
        sources, begin = read_stream(file, "source"), 0
        for part in parts:
            end = begin + len(part)
            if end > len(sources):
                raise DataError(
                    f"{file}: {len(sources)} sources, but {part.name} has more lists; expected one for each"
                )
            yield replace(part, source=tuple(sources[begin:end]))
            begin = end
        if begin != len(sources):
            raise DataError(f"{file}: {len(sources)} sources for {begin} lists; expected one for each")

    def read_samples(self, path: str) -> Iterator[NBest]:
        """The lists of a file of other samples, part after part; it has no files of numbers beside it."""
        return read_portions(path, ReadOptions(self.form, self.log_prob, self.number))


nbest_options = gather(
    "lists",
    ListOptions,
    [
        click.option("--from", "form", metavar="FORM", help="moses, marian, cdec, fairseq, jsonl, lines or tsv."),
        click.option("-n", "number", type=click.IntRange(1), metavar="N", help="Flat lines, N for each sentence."),
        click.option("--log-probs", metavar="FILE", help="Log-probabilities of flat lines, one per line."),
        click.option(
            "--feature",
            "feature_files",
            multiple=True,
            metavar="NAME=FILE",
            help="A feature of flat lines, one per line.",
        ),
        click.option(
            "--log-prob",
            type=click.Choice(["sum", "mean"]),
            help="Whether log-probabilities are sums or means over tokens; by default, as usual for the form.",
        ),
        click.option(
            "-s", "--source", metavar="FILE", help="Source texts, one for each list, for metrics that read them."
        ),
    ],
)
"""How n-best lists are read, as one argument `lists`."""


Part = Sequence[RankedCandidate]


def write_choices(
    parts: Iterable[Part],
    about: Callable[[], Mapping[str, Json]],
    format: str,
    output: str,
    into: str | None,
    quiet: bool,
) -> None:
    """Write what was chosen: as text the texts alone; or a table or JSON; or into a translators' file.

    Texts, TSV and CSV are written part by part as they come, of which nothing is kept. `about` says at the end how
    candidates were chosen.
    """
    if into is not None:
        filled = fill_targets(into, (one.text for part in parts for one in part if one.rank == 1), output)
        if not quiet:
            say(f"{filled.n_changed} of {filled.n_segments} segments changed.")
    elif format == "text":
        write_lines((one.text for part in parts for one in part), output)
    elif format in ("tsv", "csv"):
        with open_stream(output) as stream:
            for number, part in enumerate(parts):
                table = for_spreadsheet(Choices(tuple(part), {}).render(format), format)
                stream.write((table.partition("\n")[2] if number else table).encode())
    else:
        result = Choices(tuple(chain.from_iterable(parts)), about())
        if output == "-":
            emit(result, format)
        else:
            write_text(output, result.render(format))


def truth_of(
    files: Sequence[str], networks: str | None, nbest: NBest | None, normalization: Normalization = "nfc"
) -> Truth | None:
    """The references of the files or those of the lists, and networks; None where there are neither."""
    references = read_references(files) if files else None if nbest is None else nbest.references
    sources = None if nbest is None else nbest.source
    if networks is not None:
        number = len(references) if references is not None else None if nbest is None else len(nbest)
        flat = read_flat_networks(networks, number)
        return Truth(references or References.none(len(flat)), None, flat, normalization, sources)
    return None if references is None else Truth(references, normalization=normalization, sources=sources)


def read_references(files: Sequence[str]) -> References:
    """References as streams, one for each file."""
    return References.by_stream(*(read_stream(file, "reference") for file in files))
