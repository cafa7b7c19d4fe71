"""`tertium gate`: whether a new system may take the place of an old one."""

from collections.abc import Sequence
from dataclasses import replace

import click

from tertium.cli.emit import emit, say
from tertium.cli.inputs import input_options, read_inputs
from tertium.cli.notes import show_notes
from tertium.cli.options import (
    CACHE,
    MISSING,
    NORMALIZATION,
    QUIET,
    SEED,
    THREADS,
    Number,
    complete_metrics,
    decimal_places,
    output_format,
)
from tertium.cli.progress import ProgressBar
from tertium.errors import OptionError
from tertium.evaluation.gate import BASELINE, Gate, gate
from tertium.evaluation.options import Missing, Resampling, Scoring
from tertium.io.baselines import is_baseline, read_baseline, write_baseline
from tertium.io.files import append_text, write_text
from tertium.io.named_files import Inputs, NamedFile
from tertium.text.pool import Normalization
from tertium.text.testset import TestSet

NOT_PASSED = 3
"""The exit code of a gate that was not passed."""


@click.command("gate")
@input_options
@click.option("--baseline", metavar="FILE", help="Outputs of the old system, or a .json that --save-baseline wrote.")
@click.option(
    "-m",
    "--metric",
    "--fail-if-worse",
    "metrics",
    multiple=True,
    default=("chrf",),
    show_default=True,
    metavar="SPEC",
    help="Metrics by which the new system must not be significantly worse, such as `chrf,ter`.",
    shell_complete=complete_metrics,
)
@click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="[METRIC=]NUMBER",
    help="How much worse is still good enough: for all metrics, or METRIC=NUMBER for one. Repeatable.",
)
@click.option(
    "--min",
    "minima",
    multiple=True,
    metavar="METRIC=NUMBER",
    help="What a score must reach, such as bleu=30. Repeatable.",
)
@click.option(
    "--alpha", type=Number(0, 1, min_open=True, max_open=True), default=0.05, show_default=True, help="Level."
)
@click.option(
    "--swaps", "n_swaps", type=click.IntRange(1), default=10_000, show_default=True, help="Number of randomisations."
)
@click.option("--save-baseline", metavar="FILE", help="Store the new system as a baseline if it passes (.json).")
@click.option("--summary", metavar="FILE", help="Append Markdown to a file, such as $GITHUB_STEP_SUMMARY.")
@click.option("--junit", metavar="FILE", help="Write JUnit XML.")
@click.option("--gitlab", metavar="FILE", help="Write a code quality report of GitLab.")
@click.option("--github", is_flag=True, help="Print an annotation of GitHub on stderr.")
@output_format()
@decimal_places(1)
@SEED
@NORMALIZATION
@MISSING
@THREADS
@CACHE
@QUIET
def command(
    inputs: Inputs,
    baseline: str | None,
    metrics: tuple[str, ...],
    margins: tuple[str, ...],
    minima: tuple[str, ...],
    alpha: float,
    n_swaps: int,
    save_baseline: str | None,
    summary: str | None,
    junit: str | None,
    gitlab: str | None,
    github: bool,
    format: str,
    width: int,
    seed: int,
    normalization: Normalization,
    missing: Missing,
    threads: int,
    quiet: bool,
) -> None:
    """Let a new system pass if it is not significantly worse than a baseline; exit code 3 if it does not pass.

    It does not pass where one of the metrics finds it worse, by more than the margin and significantly so by the paired
    randomisation after Holm's correction for these metrics, or where a score is below its minimum. Without --baseline
    only minima count.

    \b
    tertium gate new.txt --baseline base.txt -r ref.txt --fail-if-worse chrf,ter
    tertium gate new.txt --baseline base.json -r ref.txt --margin 0.3 \\
      --min bleu=30 --junit gate.xml
    tertium gate new.txt -r ref.txt --min chrf=50 --save-baseline base.json
    """
    test_set = _read(inputs, baseline, missing, quiet)
    if baseline is None and not minima and not save_baseline:
        raise click.UsageError("there is nothing to check; pass --baseline FILE, or --min such as --min chrf=50")
    with ProgressBar(quiet) as progress:
        result = gate(
            test_set,
            fail_if_worse=metrics,
            minimum=_numbers("--min", minima),
            margin=_margin(margins),
            alpha=alpha,
            n_swaps=n_swaps,
            resampling=Resampling(n_samples=1, seed=seed),
            scoring=Scoring(normalization=normalization, threads=threads, missing=missing),
            progress=progress,
        )
    show_notes(result.notes, quiet)
    _write(result, test_set, inputs, save_baseline, summary, junit, gitlab)
    emit(result, format, places=width)
    if github:
        from tertium.report.gate.builds import to_github  # late: build servers alone read it

        say(to_github(result).rstrip("\n"))
    if not result.passed:
        raise click.exceptions.Exit(NOT_PASSED)


def _read(inputs: Inputs, baseline: str | None, missing: Missing, quiet: bool) -> TestSet:
    """The new system, behind its baseline where there is one."""
    if inputs.sample:
        raise OptionError("--sample has several systems, and a gate takes one new system; name its file")
    if len(inputs.outputs) != 1:
        raise OptionError(f"a gate takes one new system; found {len(inputs.outputs)}")
    if baseline is None or is_baseline(baseline):
        test_set = read_inputs(inputs, missing, quiet)
        return test_set if baseline is None else read_baseline(baseline).beside(test_set, baseline)
    new = inputs.outputs[0]
    label = f"{new.label} (new)" if new.label == BASELINE else new.label
    both = (NamedFile(BASELINE, baseline), NamedFile(label, new.path))
    return read_inputs(replace(inputs, outputs=both), missing, quiet)


def _numbers(option: str, values: Sequence[str]) -> dict[str, float]:
    """METRIC=NUMBER; brackets of a spec may hold signs of equality."""
    numbers = {}
    for value in values:
        name, _, number = value.rpartition("=")
        try:
            numbers[name] = float(number)
        except ValueError:
            name = ""
        if not name:
            raise OptionError(f"{option} {value!r}: expected METRIC=NUMBER, such as bleu=30")
    return numbers


def _margin(values: Sequence[str]) -> float | dict[str, float]:
    if len(values) == 1 and "=" not in values[0]:
        try:
            return float(values[0])
        except ValueError:
            raise OptionError(f"--margin {values[0]!r}: expected a number, or METRIC=NUMBER") from None
    return _numbers("--margin", values)


def _write(
    result: Gate,
    test_set: TestSet,
    inputs: Inputs,
    save_baseline: str | None,
    summary: str | None,
    junit: str | None,
    gitlab: str | None,
) -> None:
    if junit or gitlab:
        from tertium.report.gate.builds import to_gitlab, to_junit  # late: build servers alone read them

        if junit:
            write_text(junit, to_junit(result))
        if gitlab:
            write_text(gitlab, to_gitlab(result, inputs.outputs[0].path))
    if summary:
        append_text(summary, result.to_markdown())
    if save_baseline and result.passed:
        write_baseline(save_baseline, test_set, result.new)
