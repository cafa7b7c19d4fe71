"""Options that all commands on n-best lists share, and how choices are written."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import click

from tertium.cli.emit import for_spreadsheet, say
from tertium.cli.options import together
from tertium.io.bilingual.fill import fill_targets
from tertium.io.files import write_text
from tertium.io.named_files import parse_named
from tertium.io.testsets.formats import read_stream
from tertium.io.testsets.plain import write_lines
from tertium.nbest.forms.formats import ReadOptions, read_nbest
from tertium.nbest.lists import NBest
from tertium.text.testset import References

F = TypeVar("F", bound=Callable[..., Any])

OUTPUT = click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; - is standard output.")
INTO = click.option("--into", metavar="FILE", help="Put the chosen texts into the targets of this XLIFF or TMX file.")

nbest_options: Callable[[F], F] = together(
    [
        click.option("--from", "form", metavar="FORM", help="moses, marian, cdec, fairseq, jsonl, lines or tsv."),
        click.option("-n", "number", type=click.IntRange(1), metavar="N", help="Flat lines, N for each sentence."),
        click.option("--log-probs", metavar="FILE", help="Log-probabilities of flat lines, one a line."),
        click.option(
            "--feature",
            "feature_files",
            multiple=True,
            metavar="NAME=FILE",
            help="A feature of flat lines, one a line.",
        ),
        click.option(
            "--log-prob",
            type=click.Choice(["sum", "mean"]),
            help="Log-probabilities are sums over tokens, or means; by the form if not given.",
        ),
    ]
)


def read_options(options: Mapping[str, Any]) -> "ReadOptions":
    """How to read lists, as the options say."""
    features = parse_named(options["feature_files"], "--feature")
    return ReadOptions(options["form"], options["log_prob"], options["number"], options["log_probs"], features)


def read(path: str, options: Mapping[str, Any]) -> "NBest":
    """All lists of a file."""
    how = read_options(options)
    return read_nbest(
        path,
        how.form,
        log_prob=how.log_prob,
        number=how.number,
        log_probs=how.log_probs,
        features=how.features,
    )


@dataclass(frozen=True, slots=True)
class Chosen:
    """A line of the result: a candidate of a list."""

    list: int
    rank: int
    index: int
    score: float
    text: str


def write_choices(
    chosen: Sequence[Chosen], header: Mapping[str, object], format: str, output: str, into: str | None, quiet: bool
) -> None:
    """Write what was chosen: texts, a table or JSON, or into a translators' file."""
    if into is not None:
        filled = fill_targets(into, (line.text for line in chosen if line.rank == 1), output)
        if not quiet:
            say(f"{filled.n_changed} of {filled.n_segments} segments changed.")
        return
    if format == "text":
        write_lines((line.text for line in chosen), output)
        return

    write_text(output, _json(chosen, header) if format == "json" else for_spreadsheet(_tsv(chosen), format))


def _tsv(chosen: Sequence[Chosen]) -> str:
    columns = ("list", "rank", "index", "score", "text")
    rows = ["\t".join(columns)]
    for line in chosen:
        text = line.text.replace("\t", " ").replace("\n", " ")
        rows.append(f"{line.list}\t{line.rank}\t{line.index}\t{line.score!r}\t{text}")
    return "".join(f"{row}\n" for row in rows)


def _json(chosen: Sequence[Chosen], header: Mapping[str, object]) -> str:
    return json.dumps({**header, "choices": [asdict(line) for line in chosen]}, ensure_ascii=False, indent=1) + "\n"


def read_references(files: Sequence[str]) -> "Any":
    """References as streams, one for each file."""
    return References.by_stream(*(read_stream(file, "reference") for file in files))
