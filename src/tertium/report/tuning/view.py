"""What a report of tuning tells, in whatever form."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.evaluation.runs import RunsComparison, SystemRuns
from tertium.tuning.loop import Iteration
from tertium.tuning.tuning import Tuning


@dataclass(frozen=True, slots=True)
class TuningReport:
    """A tuning, and where there are some its decodings and other runs of the same."""

    tuning: Tuning
    method: str
    iterations: Sequence[Iteration] = ()
    stopped: str | None = None
    runs: Sequence[RunsComparison] = ()


def summary(report: TuningReport, width: int) -> list[tuple[str, str]]:
    """The main figures, by name."""
    tuning = report.tuning
    rows = [
        ("metric", tuning.goal.spec),
        ("method", report.method),
        ("seed", str(tuning.weights.seed)),
        ("before", f"{tuning.start_score:.{width}f}"),
        ("after", f"{tuning.score:.{width}f}"),
    ]
    if tuning.held_out:
        rows += [
            (f"held out, {when}", f"{v:.{width}f}")
            for when, v in zip(("before", "after"), tuning.held_out, strict=True)
        ]
    rows.append(("length", f"{100 * tuning.length_ratio:.1f} % of the references"))
    if report.stopped:
        rows.append(("decodings", f"{len(report.iterations)}; stopped because {report.stopped}"))
    return rows


def weights(report: TuningReport) -> list[tuple[str, float]]:
    """The weights by name."""
    return list(report.tuning.weights.values.items())


ITERATION_COLUMNS = ("decoding", "score", "held out", "tuned to", "length", "new", "candidates", "moved")


def iteration_rows(report: TuningReport, width: int) -> list[list[str]]:
    """The decodings, one a row."""
    return [
        [
            str(i.number),
            f"{i.decoded:.{width}f}",
            "" if i.held_out is None else f"{i.held_out:.{width}f}",
            f"{i.tuned:.{width}f}",
            f"{i.length_ratio:.3f}",
            str(i.new_candidates),
            str(i.candidates),
            f"{i.moved:.3g}",
        ]
        for i in report.iterations
    ]


RUN_COLUMNS = ("system", "metric", "runs", "mean", "s_opt", "s_sel", "lowest", "highest", "length")


def run_rows(comparison: RunsComparison, width: int) -> list[list[str]]:
    """Every system by every metric."""
    return [row for system in comparison.systems for row in _system_rows(system, width)]


def _system_rows(system: SystemRuns, width: int) -> list[list[str]]:
    length = sum(system.lengths) / len(system.lengths)
    return [
        [
            system.name,
            scores.metric,
            str(len(scores.scores)),
            f"{scores.mean:.{width}f}",
            "" if scores.optimizer is None else f"{scores.optimizer:.{width + 1}f}",
            f"{scores.selection:.{width + 1}f}",
            f"{min(scores.scores):.{width}f}",
            f"{max(scores.scores):.{width}f}",
            f"{length:.3f}",
        ]
        for scores in system.metrics
    ]


PAIR_COLUMNS = ("first", "second", "metric", "difference", "p")


def pair_rows(comparison: RunsComparison, width: int) -> list[list[str]]:
    """Every pair of systems by every metric."""
    return [
        [pair.first, pair.second, pair.metric, f"{pair.difference:+.{width}f}", f"{pair.p_value:.4f}"]
        for pair in comparison.pairs
    ]
