"""`tertium xliff`: translators' files: their texts as lines, new targets, tags, and what was edited."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import click

from tertium.cli.emit import emit, note, say
from tertium.cli.inputs import LANGUAGES, TAGS
from tertium.cli.options import HTML, MISSING, QUIET, choice, decimal_places, gather, output_format
from tertium.errors import refuse_together
from tertium.evaluation.options import Missing
from tertium.evaluation.post_edits import BANDS, Counting, post_edit_report
from tertium.io.bilingual.check import check_tags
from tertium.io.bilingual.edits import Choice, read_edits
from tertium.io.bilingual.fill import Filling, as_line, fill_targets
from tertium.io.bilingual.markup.inline import Tags
from tertium.io.bilingual.opening import open_bilingual
from tertium.io.bilingual.prices import read_prices
from tertium.io.bilingual.segments import Options
from tertium.io.bilingual.testset import segments_of
from tertium.io.files import open_input, open_output
from tertium.io.testsets.formats import bilingual_kind
from tertium.results.kinds.tags import TagCheck, TagProblem
from tertium.text.testset import Text

OUTPUT = click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="File for the result.")


@click.group("xliff")
def command() -> None:
    """Read and fill translators' files: XLIFF 1 and 2, SDLXLIFF, MQXLIFF, MXLIFF and TMX.

    `score`, `compare`, `explain` and `parse` read these files themselves. All bytes outside a changed target stay as
    they are.

    \b
    tertium xliff lines manual.xlf -o manual.en
    tertium xliff fill manual.xlf --targets manual.de -o manual-de.xlf
    tertium xliff check manual-de.xlf
    tertium xliff edits edited.sdlxliff --original inside --html edits.html
    """


def _options(tags: "Tags", languages: str | None, quiet: bool) -> "Options":
    return Options.of(tags, languages, note=(lambda _text: None) if quiet else note)


@command.command("lines")
@click.argument("file")
@OUTPUT
@choice("--side", of=["source", "target"])
@click.option("--ids", is_flag=True, help="Document and id before each text, separated by tabs.")
@choice(
    "--tags",
    of=["drop", "keep", "content"],
    default="keep",
    help="Inline tags: leave out, keep as tokens that `fill` understands, or show their code.",
)
@LANGUAGES
@QUIET
def lines(file: str, output: str, side: str, ids: bool, tags: "Tags", languages: str | None, quiet: bool) -> None:
    """Write the texts of a file, one segment per line; a missing target is an empty line.

    Segments that are locked or not to be translated are left out, here and in `fill`.

    \b
    tertium xliff lines manual.xlf -o manual.en
    tertium xliff lines memory.tmx --side target --languages en:de --tags drop
    """
    options = _options(tags, languages, quiet)
    with open_input(file) as source, open_output(output) as stream:
        opened = open_bilingual(source, bilingual_kind(source), options)
        for segment in segments_of(opened, options):
            content = segment.source if side == "source" else segment.target
            text = "" if content is None else content.tokens() if tags == "keep" else content.text(tags)
            before = f"{as_line(segment.document)}\t{as_line(segment.id)}\t" if ids else ""
            stream.write(f"{before}{as_line(text)}\n".encode())


@command.command("fill")
@click.argument("file")
@click.option("--targets", required=True, metavar="FILE", help="New targets, one per line, in the order of `lines`.")
@OUTPUT
@choice(
    "--tags",
    of=["check", "strip"],
    help="Tags of the source must be in the text as tokens such as ⟦x1⟧, or are left out.",
)
@choice("--empty", of=["keep", "fill"], help="An empty line leaves the target as it is, or makes it empty.")
@click.option("--state", default="", metavar="STATE", help="State of changed segments, such as translated.")
@click.option(
    "--state-qualifier",
    default="",
    metavar="WORD",
    help="Such as mt-suggestion; in XLIFF 2 the subState, such as my:mt.",
)
@click.option("--keep-old", is_flag=True, help="Keep old targets as alt-trans of the type previous-version (XLIFF 1).")
@LANGUAGES
@QUIET
def fill(
    file: str,
    targets: str,
    output: str,
    tags: str,
    empty: str,
    state: str,
    state_qualifier: str,
    keep_old: bool,
    languages: str | None,
    quiet: bool,
) -> None:
    """Put new targets into a file. Every byte outside a changed target stays as it is.

    \b
    tertium xliff fill manual.xlf --targets manual.de -o manual-de.xlf \\
      --state translated
    tertium xliff fill memory.tmx --targets new.de -o memory.tmx --languages en:de
    """
    if file == targets == "-":
        raise click.UsageError("standard input (-) can be read only once; give the targets as a file")

    def texts() -> "Iterator[Text]":
        with open_input(targets) as source:
            for _, line in source.lines():
                yield line if line or empty == "fill" else None

    filling = Filling(tags == "strip", state, state_qualifier, keep_old)
    filled = fill_targets(file, texts(), output, filling, _options("keep", languages, quiet))
    if not quiet:
        say(f"{filled.n_changed} of {filled.n_segments} segments changed.")
        for kind, n in filled.problems.items():
            note(f"{n} tags {kind}; tertium xliff check shows where")


@command.command("check")
@click.argument("file")
@output_format()
@LANGUAGES
@QUIET
def check(file: str, format: str, languages: str | None, quiet: bool) -> None:
    """Compare the inline tags of every target with those of its source; exit 1 where some differ.

    Tags can be missing, added, doubled, reordered or unpaired.

    \b
    tertium xliff check manual-de.xlf
    tertium xliff check manual-de.xlf --format tsv
    """
    options = _options("drop", languages, quiet)
    n_segments = n_wrong = 0
    found: list[TagProblem] = []
    for segment, problems in check_tags(file, options):
        n_segments += 1
        n_wrong += bool(problems)
        place = (file, segment.line, segment.document, segment.id)
        found += [TagProblem(*place, problem.kind, problem.tag) for problem in problems]
    emit(TagCheck(tuple(found)), format)
    if format == "text" and not quiet:
        say(f"{n_segments} translated segments, {n_wrong} with other tags than their source.")
    if n_wrong:
        sys.exit(1)


@dataclass(frozen=True, slots=True)
class EditOptions:
    """Which segments are reported, and how they are read."""

    only_origin: tuple[str, ...] = ()
    states: str | None = None
    with_locked: bool = False
    bands: str | None = None
    prices: str | None = None
    repetitions: Counting = "once"
    segments: bool = False
    tags: Tags = "drop"
    languages: str | None = None
    missing: Missing = "error"


_EDITS = gather(
    "options",
    EditOptions,
    [
        click.option("--only-origin", multiple=True, type=click.Choice(["mt", "tm", "ice", "human", "unknown"])),
        click.option(
            "--state", "states", metavar="STATE,...", help="Only segments in these states, such as translated,final."
        ),
        click.option("--with-locked", is_flag=True, help="Also locked segments, and those not to be translated."),
        click.option(
            "--bands",
            metavar="NUMBERS",
            help="Lower ends of match bands [default: 100,95,85,75,50, or those of --prices].",
        ),
        click.option(
            "--prices",
            metavar="FILE",
            help="What a source word costs, by band: TSV or CSV with a line such as 95,0.04.",
        ),
        choice(
            "--repetitions",
            of=["once", "all"],
            help="Segments with the source and the edit of an earlier one: in a band of their own and nowhere else, or "
            "counted as all others.",
        ),
        click.option("--segments", is_flag=True, help="Show every segment, not only those edited most."),
        TAGS,
        LANGUAGES,
        MISSING,
    ],
)


@command.command("edits")
@click.argument("file")
@click.option(
    "--original",
    required=True,
    metavar="FILE",
    help="The file before it was edited, or `inside` for the version kept within it.",
)
@_EDITS
@output_format()
@decimal_places(1)
@HTML
@QUIET
def edits(
    file: str, original: str, options: EditOptions, format: str, width: int, html: str | None, quiet: bool
) -> None:
    """Report what was edited: two versions of a file, or one that keeps the machine's translation inside.

    For each segment: where it came from, its states, what was changed, HTER, characters changed, tags; all of it by
    origin and by match band, with a histogram.

    \b
    tertium xliff edits edited.xlf --original mt.xlf
    tertium xliff edits edited.sdlxliff --original inside --only-origin mt \\
      --html edits.html
    tertium xliff edits edited.mxliff --original inside --format tsv
    tertium xliff edits edited.xlf --original mt.xlf --prices prices.csv
    """
    report_edits(file, original, options, format, width, html, quiet)


def report_edits(
    file: str, original: str, options: EditOptions, format: str, width: int, html: str | None, quiet: bool
) -> None:
    """Print the post-edit report; `tertium score --report edits` comes here too."""
    states = options.states.split(",") if options.states else ()
    choice = Choice(options.only_origin, states, not options.with_locked, options.missing)
    refuse_together(("--bands", options.bands), ("--prices", options.prices))
    prices = read_prices(options.prices) if options.prices else None
    edits = read_edits(file, original, _options(options.tags, options.languages, quiet), choice)
    report = post_edit_report(
        edits.segments,
        name=edits.name,
        original=original,
        tags=options.tags,
        bands=_numbers(options.bands) if options.bands else BANDS,
        prices=prices,
        repetitions=options.repetitions,
        left_out=edits.notes,
    )
    emit(replace(report, every_segment=options.segments), format, places=width, html=html)


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise click.UsageError(f"--bands {text!r}: expected falling numbers, such as 100,95,85") from None
