"""Options that many commands share, each defined once; how they are gathered, and how a renamed one keeps working."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from tertium.cli.emit import SPREADSHEET as _SPREADSHEET
from tertium.evaluation.options import Bootstrap, Missing, Resampling, Scoring
from tertium.evaluation.statistics import Workers
from tertium.metrics import names
from tertium.text.pool import Normalization

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MOST_THREADS = 1024
FORMATS = ("text", "tsv", "csv", "json", "latex", "markdown")
"""Every format that a command prints its result in."""

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]


class Number(click.FloatRange):
    """A number in a range. NaN is in none, though no comparison says so."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number in the range {self._describe_range()}.", param, ctx)
        return number


def choice(*names: str, of: Sequence[str], default: str | None = None, help: str | None = None) -> Callable[[F], F]:
    """An option that takes one of a few words; the first of them if nothing else is the default."""
    return click.option(*names, type=click.Choice(of), default=default or of[0], show_default=True, help=help)


SEED = click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Random seed.")
THREADS = click.option(
    "-j", "--threads", type=click.IntRange(0, MOST_THREADS), default=0, help="Threads; 0 means all cores."
)
SPREADSHEET = click.option(
    "--spreadsheet",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, value: context.meta.update({_SPREADSHEET: value}),
    help="In TSV and CSV, put an apostrophe before texts that a spreadsheet would take for a formula (= + - @).",
)


def _keep_encodings(context: click.Context, _: click.Parameter, folder: str | None) -> None:
    """Let neural metrics keep what they find in a folder, for as long as the command runs."""
    if folder:
        from tertium.resources.neural import cache  # late: few have a neural metric

        context.with_resource(cache.folder(folder))


CACHE = click.option(
    "--cache",
    type=click.Path(file_okay=False),
    expose_value=False,
    callback=_keep_encodings,
    help="Folder in which neural metrics keep what they find in texts, for later runs.",
)
QUIET = click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
HTML = click.option("--html", type=click.Path(dir_okay=False), help="Also write an HTML page to this file.")
NORMALIZATION = choice("--normalization", of=["nfc", "nfkc", "none"], help="Unicode form in which texts are compared.")
MISSING = choice(
    "--missing", of=["error", "skip"], help="Segments without a reference or hypothesis: refuse, or leave out."
)
CONFIDENCE_LEVEL = click.option(
    "--confidence-level",
    type=Number(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Confidence level of intervals.",
)
SAMPLES = click.option(
    "--samples", "n_samples", type=click.IntRange(1), default=1000, show_default=True, help="Bootstrap samples."
)


def output_format(*choices: str, default: str | None = None) -> Callable[[F], F]:
    """`-f`: how the result is printed, in every format unless there are others; for tables, `--spreadsheet` too."""
    formats = choices or FORMATS
    option = choice("-f", "--format", of=formats, default=default, help="Format of the result.")
    return together([option, SPREADSHEET]) if {"tsv", "csv"} & set(formats) else option


def decimal_places(default: int) -> Callable[[F], F]:
    """`-w`: how many decimal places are printed."""
    return click.option(
        "-w", "--width", type=click.IntRange(0, 17), default=default, show_default=True, help="Decimal places."
    )


def complete_metrics(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of metrics that go on as typed; those before a comma stay."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in [*names(), "all"] if name.startswith(last)]


def metric_option(default: str | None, help: str) -> Callable[[F], F]:
    """`-m`: metrics by name or spec, repeatable."""
    return click.option(
        "-m",
        "--metric",
        "metrics",
        multiple=True,
        default=(default,) if default else (),
        show_default=default is not None,
        metavar="SPEC",
        help=help,
        shell_complete=complete_metrics,
    )


def networks_option(*names: str) -> Callable[[F], F]:
    """`--networks`, and other names for it."""
    return click.option(
        *names,
        "--networks",
        metavar="FILE",
        help="Networks of correct translations, for metrics that read them, such as hyter.",
    )


NETWORKS = networks_option()


def together(decorators: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    """Many options as one decorator, in the order of the help."""

    def decorate(command: F) -> F:
        for option in reversed(decorators):
            command = option(command)
        return command

    return decorate


def gather(name: str, kind: "type[DataclassInstance]", decorators: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    """Many options as one argument `name` of a command: an instance of `kind`, whose fields are the options.

    Options that are no fields stay arguments of their own.
    """
    names = [field.name for field in fields(kind)]

    def decorate(command: F) -> F:
        @wraps(command)
        def run(*arguments: Any, **values: Any) -> Any:
            own = {name: values.pop(name) for name in names if name in values}
            return command(*arguments, **values, **{name: kind(**own)})

        return together(decorators)(cast(F, run))

    return decorate


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to score, which `score` and `compare` share."""

    metrics: tuple[str, ...]
    scores: tuple[str, ...]
    lower: tuple[str, ...]
    segments: bool
    documents: bool
    confidence_level: float
    n_samples: int
    seed: int
    normalization: Normalization
    missing: Missing
    threads: int
    work: str | None

    def resampling(self, bootstrap: Bootstrap = "shifted") -> Resampling:
        """How samples are drawn."""
        return Resampling(
            n_samples=self.n_samples, seed=self.seed, confidence=self.confidence_level, bootstrap=bootstrap
        )

    def scoring(self, workers: "Workers | None" = None) -> Scoring:
        """How texts become statistics."""
        return Scoring(normalization=self.normalization, threads=self.threads, missing=self.missing, workers=workers)


run_options = gather(
    "run",
    RunOptions,
    [
        metric_option(
            "bleu,chrf,ter",
            "Metrics, such as `bleu,chrf`, `bleu(tok=intl,smooth=add-k)` or `all`; see `tertium metrics`.",
        ),
        click.option(
            "--scores",
            multiple=True,
            metavar="NAME=FILE",
            help="Segment scores of another metric, such as comet=scores.tsv, beside ours. Repeatable.",
        ),
        click.option("--lower", multiple=True, metavar="NAME", help="A metric of --scores for which lower is better."),
        click.option("--segments", is_flag=True, help="Also the score of each segment."),
        click.option("--documents", is_flag=True, help="Also the score of each document."),
        output_format(),
        decimal_places(1),
        HTML,
        CONFIDENCE_LEVEL,
        SAMPLES,
        SEED,
        NORMALIZATION,
        MISSING,
        THREADS,
        click.option(
            "--work",
            metavar="DIR",
            help="Keep statistics in files in this folder, and no texts: for intervals and tests of large inputs.",
        ),
        CACHE,
        QUIET,
    ],
)
"""How to score and print, which `score` and `compare` share."""
