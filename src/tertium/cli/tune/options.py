"""Options of the commands that tune, and what they are turned into."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import click

from tertium.cli.inputs import LANGUAGE
from tertium.cli.nbest.options import read_references, truth_of
from tertium.cli.notes import show_notes
from tertium.cli.options import (
    HTML,
    NETWORKS,
    NORMALIZATION,
    QUIET,
    SEED,
    THREADS,
    decimal_places,
    gather,
    metric_option,
    output_format,
)
from tertium.io.testsets.plain import read_lines
from tertium.metrics.choice import Setting, choose
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.text.pool import Normalization
from tertium.text.testset import References
from tertium.tuning.climbs import Method
from tertium.tuning.goal import Goal
from tertium.tuning.tuning import Plan

Range = tuple[str, tuple[float, float]]
"""The name of a weight or a pattern of names, and two numbers."""


class RangeType(click.ParamType[Range]):
    """`NAME:LOW..HIGH`, where either end may be missing."""

    name = "NAME:LOW..HIGH"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Range:
        """The name, and the two numbers."""
        name, colon, ends = str(value).rpartition(":")
        low, dots, high = ends.partition("..")
        try:
            if not (name and colon and dots):
                raise ValueError
            return name, (float(low) if low else float("-inf"), float(high) if high else float("inf"))
        except ValueError:
            self.fail(f"{value!r}: expected NAME:LOW..HIGH, such as lm:0..1 or tm_*:0..", param, ctx)


class NumbersType(click.ParamType[tuple[float, ...]]):
    """Numbers between commas."""

    name = "NUMBERS"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        """The numbers."""
        try:
            return tuple(float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r}: expected numbers between commas, such as 1,-1", param, ctx)


@dataclass(frozen=True, slots=True)
class TuningOptions:
    """What all ways of tuning share."""

    references: tuple[str, ...]
    metrics: tuple[str, ...]
    language: str | None
    networks: str | None
    mix: tuple[float, ...] | None
    start: str | None
    output: str | None
    fix: tuple[str, ...]
    only: tuple[str, ...]
    bounds: tuple[Range, ...]
    ranges: tuple[Range, ...]
    group: str | None
    held_out: tuple[str, str] | None
    runs: int
    average: bool
    decoder: str | None
    source: str | None
    work: str | None
    resume: bool
    timeout: float | None
    shell: bool
    form: str | None
    iterations: int
    n_best: int
    history: bool
    best_dev: bool
    format: str
    width: int
    html: str | None
    seed: int
    normalization: Normalization
    threads: int
    quiet: bool


tuning_options = gather(
    "options",
    TuningOptions,
    [
        click.option("-r", "--reference", "references", multiple=True, metavar="FILE", help="References; repeatable."),
        metric_option("bleu", "The metric to tune with, any but hter; several with --mix."),
        LANGUAGE,
        NETWORKS,
        click.option(
            "--mix", type=NumbersType(), help="The share of each metric, negative where lower is better: 1,-1."
        ),
        click.option("--weights", "start", metavar="FILE", help="Weights to start from; all 1 if not given."),
        click.option("-o", "--output", metavar="FILE", help="Write the weights: JSON if it ends in .json, else text."),
        click.option("--fix", multiple=True, metavar="NAME", help="Weights to keep fixed; names or patterns (tm_*)."),
        click.option("--only", multiple=True, metavar="NAME", help="The only weights to change."),
        click.option("--bound", "bounds", multiple=True, type=RangeType(), help="Keep weights between two numbers."),
        click.option(
            "--range", "ranges", multiple=True, type=RangeType(), help="Range from which random starts are drawn."
        ),
        click.option(
            "--group", type=click.Choice(["sparse"]), help="Tune the sum of all sparse features as one weight."
        ),
        click.option(
            "--held-out", nargs=2, metavar="FILE REF", help="Held-out lists (or a source) and references to choose by."
        ),
        click.option("--runs", type=click.IntRange(1), default=1, show_default=True, help="Runs with different seeds."),
        click.option("--average", is_flag=True, help="With --runs: return the mean weights of all runs."),
        click.option("--decoder", metavar="CMD", help="Run this decoder in a loop; see the page on tuning."),
        click.option(
            "-s",
            "--source",
            metavar="FILE",
            help="Source texts, one for each list, for metrics that read them; with --decoder, what it translates.",
        ),
        click.option("--work", metavar="DIR", help="Folder for the decodings."),
        click.option("--resume", is_flag=True, help="Continue the run in --work."),
        click.option(
            "--timeout", type=click.FloatRange(0, min_open=True), help="Time limit of one decoding, in seconds."
        ),
        click.option("--shell", is_flag=True, help="Run the decoder's command in a shell."),
        click.option("--form", metavar="FORM", help="The form of n-best lists, if it cannot be detected."),
        click.option(
            "--iterations", type=click.IntRange(1), default=10, show_default=True, help="Maximum number of decodings."
        ),
        click.option(
            "-n", "--n-best", type=click.IntRange(1), default=100, show_default=True, help="Candidates per sentence."
        ),
        click.option("--history/--no-history", default=True, help="Start searches from earlier weights too."),
        click.option("--best-dev", is_flag=True, help="Return the best weights that were decoded with, not the last."),
        output_format(),
        decimal_places(2),
        HTML,
        SEED,
        NORMALIZATION,
        THREADS,
        QUIET,
    ],
)
"""What all ways of tuning share, as one argument `options`."""


def plan_of(method: "Method", settings: Sequence[Setting], options: TuningOptions) -> "Plan":
    """What is tuned and how; `settings` are what will be scored."""
    choice = choose(options.metrics, settings)
    show_notes(choice.notes, options.quiet)
    return Plan(
        Goal.of(choice.metrics, options.mix),
        method,
        fix=options.fix,
        only=options.only,
        bounds=dict(options.bounds),
        ranges=dict(options.ranges),
        group_sparse=options.group == "sparse",
        seed=options.seed,
    )


def needed_truth(nbest: NBest | None, options: TuningOptions) -> Truth:
    """What candidates are scored against; empty where there is nothing: the door refuses metrics that need some.

    Without lists there is a decoder, which translates the sources.
    """
    truth = truth_of(options.references, options.networks, nbest, options.normalization)
    if truth is None:
        sources = None if nbest is None else nbest.source
        truth = Truth(
            References.none(0 if nbest is None else len(nbest)), normalization=options.normalization, sources=sources
        )
    return _with_sources(truth, options.source) if nbest is None and options.source else truth


def held_out_truth(files: tuple[str, str], nbest: NBest | None, options: TuningOptions) -> Truth:
    """The same for held-out segments: what the decoder translates, or lists, and references."""
    source, references = files
    sources = None if nbest is None else nbest.source
    truth = Truth(read_references([references]), normalization=options.normalization, sources=sources)
    return truth if nbest is not None else _with_sources(truth, source)


def _with_sources(truth: Truth, file: str) -> Truth:
    """With what a decoder translates, unless that is something else than one line for each segment."""
    sources = read_lines(file)
    return replace(truth, sources=sources) if len(sources) == len(truth) else truth
