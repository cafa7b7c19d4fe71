"""Options that all commands on n-best lists share, and how choices are written."""

from collections.abc import Sequence
from dataclasses import dataclass

import click

from tertium.cli.emit import emit, for_spreadsheet, say
from tertium.cli.options import gather
from tertium.io.bilingual.fill import fill_targets
from tertium.io.files import write_text
from tertium.io.named_files import parse_named
from tertium.io.testsets.formats import read_stream
from tertium.io.testsets.plain import write_lines
from tertium.nbest.choices import Choices
from tertium.nbest.forms.form import ReadOptions
from tertium.nbest.forms.formats import read_nbest, read_portions
from tertium.nbest.lists import LogProbKind, NBest
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

    def reading(self) -> ReadOptions:
        """For readers."""
        features = parse_named(self.feature_files, "--feature")
        return ReadOptions(self.form, self.log_prob, self.number, self.log_probs, features)

    def read(self, path: str) -> NBest:
        """All lists of a file."""
        (whole,) = read_portions(path, self.reading(), None)
        return whole

    def read_samples(self, path: str) -> NBest:
        """All lists of a file of other samples, which has no files of numbers beside it."""
        return read_nbest(path, self.form, log_prob=self.log_prob, number=self.number)


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
            help="Log-probabilities are sums over tokens, or means; by the form if not given.",
        ),
    ],
)
"""How n-best lists are read, as one argument `lists`."""


def write_choices(result: Choices, format: str, output: str, into: str | None, quiet: bool) -> None:
    """Write what was chosen: as text the texts alone; or a table or JSON; or into a translators' file."""
    if into is not None:
        filled = fill_targets(into, (candidate.text for candidate in result.candidates if candidate.rank == 1), output)
        if not quiet:
            say(f"{filled.n_changed} of {filled.n_segments} segments changed.")
    elif format == "text":
        write_lines((candidate.text for candidate in result.candidates), output)
    elif output == "-":
        emit(result, format)
    else:
        write_text(output, for_spreadsheet(result.render(format), format))


def read_references(files: Sequence[str]) -> References:
    """References as streams, one for each file."""
    return References.by_stream(*(read_stream(file, "reference") for file in files))
