"""The options that name texts; `tertium.io.inputs` makes a test set of them."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tertium.cli.emit import note
from tertium.cli.options import choice, gather, networks_option
from tertium.errors import OptionError
from tertium.evaluation.options import Missing
from tertium.io import inputs as reader
from tertium.io.named_files import Inputs, NamedFile, named_file, silent
from tertium.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])

TAGS = choice(
    "--tags",
    of=["drop", "keep", "content"],
    help="Inline tags of XLIFF and TMX: leave out, keep as tokens, or show their code.",
)


def language_option(
    callback: Callable[[click.Context, click.Parameter, str | None], Any] | None = None,
) -> Callable[[F], F]:
    """The one option for the language; `callback` says what stands for it where nobody gave one."""
    return click.option(
        "-l",
        "--language",
        metavar="CODE",
        callback=callback,
        help="Language of the texts, such as zh or de-en; chooses tokenisers, resources and models of all metrics.",
    )


LANGUAGE = language_option()
LANGUAGES = click.option("--languages", metavar="SOURCE:TARGET", help="Which languages of a TMX file, such as en:de.")


def _named(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[NamedFile, ...]:
    return tuple(map(named_file, values))


def _pairs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    for value in values:
        if "=" not in value:
            raise OptionError(f"--where {value!r}: expected COLUMN=VALUE, such as lang_pair=de-en")
    return dict(value.split("=", 1) for value in values)


input_options = gather(
    "inputs",
    Inputs,
    [
        click.argument("outputs", nargs=-1, metavar="[NAME=]FILE...", callback=_named),
        click.option("-r", "--references", multiple=True, metavar="FILE", help="References; repeatable."),
        networks_option("-n"),
        LANGUAGE,
        click.option(
            "-t",
            "--test-set",
            metavar="NAME",
            help="References of a public test set, such as wmt22 with -l zh-en, that sacreBLEU or mt-metrics-eval "
            "has fetched; or a folder.",
        ),
        click.option(
            "--resegment",
            is_flag=True,
            help="Cut outputs that are segmented differently, as of speech, where word errors against the first "
            "reference are fewest.",
        ),
        click.option("--cuts", metavar="FILE", help="With --resegment: write the cut output, one segment per line."),
        click.option("--name", metavar="TEXT", help="What to call the test set in titles and reports."),
        click.option(
            "-s",
            "--source",
            "sources",
            metavar="FILE",
            help="Source texts, for metrics that read them and for reports.",
        ),
        click.option("--document-ids", metavar="FILE", help="The document of each segment, one id per line."),
        click.option(
            "--post-edits",
            multiple=True,
            metavar="[NAME=]FILE",
            callback=_named,
            help="Post-edits of a system's output, for hter; NAME may be left out with one system.",
        ),
        click.option("--sample", is_flag=True, help="Use the built-in test set."),
        click.option(
            "--where",
            multiple=True,
            metavar="COLUMN=VALUE",
            callback=_pairs,
            help="Keep these rows of a TSV, JSONL or Parquet file.",
        ),
        click.option(
            "--origlang", metavar="CODE", help="Keep documents originally in this language; `non-de`: all others."
        ),
        click.option("--subset", metavar="REGEX", help="Keep documents whose domain, or else name, matches."),
        click.option("--input-format", metavar="FORMAT", help="Format of a test set, if it cannot be detected."),
        click.option(
            "--original",
            metavar="FILE",
            help="The file before it was edited, for hter: XLIFF or TMX, or `inside`.",
        ),
        TAGS,
        LANGUAGES,
    ],
)
"""What `score`, `compare` and `explain` read, as one argument `inputs`."""


def notes_to(quiet: bool) -> Callable[[str], None]:
    """Where notes about the input go."""
    return silent if quiet else note


def read_inputs(inputs: Inputs, missing: Missing = "error", quiet: bool = False) -> TestSet:
    """The test set that the options name, with notes on stderr."""
    return reader.read_inputs(inputs, missing, notes_to(quiet))
