"""The measures of a study by name: what each gives for a task, and for samples of the task.

A measure is one entry of MEASURES. `value` gives the number for one metric; `sampler` prepares a function from counts
(samples × units: how often each unit of the task was drawn) to the values of these samples, None where a measure is not
resampled. Tests in tests/meta hold that counts of 1 give `value`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tertium.errors import UnknownNameError
from tertium.meta.calibration import calibrated_accuracy
from tertium.meta.confidence import Counts
from tertium.meta.correlation import Correlation, correlation_by_group, difference_sums, of_differences
from tertium.meta.grouping import grouped
from tertium.meta.pairwise import pair_counts
from tertium.meta.preferences import PreferenceCounts, Rule, consistency, relative_ranking_counts
from tertium.meta.study.points import (
    accuracy_of_systems,
    document_sampler,
    document_units,
    needs_table,
    point_correlation,
    point_sampler,
    row_accuracies,
    row_correlations,
    soft_accuracy,
)
from tertium.meta.study.results import Level
from tertium.meta.study.scores import ItemScores
from tertium.meta.study.tasks import PairTask, SegmentTask, Task
from tertium.meta.study.values import AgreementValue, Sampler, correlation_sampler, correlation_value
from tertium.text.arrays import Floats

TestKind = Literal["williams", "pairs", "bootstrap", "none"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure. `fits` says why it cannot be computed for a task, or nothing."""

    name: str
    title: str
    level: Level
    value: Callable[[Any, ItemScores, np.random.Generator], AgreementValue]
    sampler: Callable[[Any, ItemScores, AgreementValue], Sampler] | None
    test: TestKind
    default: bool = False
    fits: Callable[[Any], str] = lambda _: ""
    by_segment: bool = False  # units are the segments of the grid, not items


def _segment_correlation(measure: Correlation) -> Callable[[SegmentTask, ItemScores, Any], AgreementValue]:
    return lambda task, scores, _: correlation_value(task.human, scores.segments, measure)


def _segment_sampler(measure: Correlation) -> Callable[[SegmentTask, ItemScores, AgreementValue], Sampler]:
    def prepare(task: SegmentTask, scores: ItemScores, _: AgreementValue) -> Sampler:
        return correlation_sampler(task.human, scores.segments, np.arange(len(task.human)), measure)

    return prepare


def tables(task: SegmentTask, scores: ItemScores) -> tuple[Floats, Floats]:
    """Systems × segments of people and metric, on the items that both scored."""
    if task.grid is None:
        raise ValueError("the items form no table of systems × segments")
    both = ~(np.isnan(task.human) | np.isnan(scores.segments))
    return task.grid.table(task.human, both), task.grid.table(scores.segments, both)


def _needs_grid(task: SegmentTask) -> str:
    return "" if task.grid is not None else "needs several systems that translated the same segments"


def _mean_sampler(by_group: Callable[[SegmentTask, ItemScores, AgreementValue], Floats]) -> Any:
    """Samples of a mean over segments: of the values that are defined."""

    def prepare(task: SegmentTask, scores: ItemScores, agreement: AgreementValue) -> Sampler:
        values = by_group(task, scores, agreement)
        defined = ~np.isnan(values)
        return _ratio_sampler(np.stack([np.where(defined, values, 0.0), defined.astype(float)], axis=1))

    return prepare


def _ratio_sampler(parts: Floats) -> Sampler:
    """Samples of a ratio of sums over units; `parts` are units × (above, below)."""

    def values(counts: Counts) -> Floats:
        sums = counts.astype(np.float64) @ parts
        return np.asarray(np.divide(sums[:, 0], sums[:, 1], out=np.full(len(sums), np.nan), where=sums[:, 1] > 0))

    return values


def _accuracy(task: SegmentTask, scores: ItemScores, _: Any) -> AgreementValue:
    best = calibrated_accuracy(*tables(task, scores), average="item")
    return AgreementValue(
        best.value, best.epsilon, "no pair of systems has scores for a segment" if np.isnan(best.value) else ""
    )


def _accuracy_by_segment(task: SegmentTask, scores: ItemScores, agreement: AgreementValue) -> Floats:
    counts = pair_counts(*tables(task, scores), epsilon=agreement.epsilon or 0.0, average="item")
    return np.array([(c.concordant + c.both_tied) / c.n_pairs if c.n_pairs else np.nan for c in counts])


def _by_item(measure: Correlation) -> Callable[[SegmentTask, ItemScores, Any], Floats]:
    def values(task: SegmentTask, scores: ItemScores, _: Any) -> Floats:
        return correlation_by_group(grouped(*tables(task, scores), average="item"), measure)

    return values


def _item_mean(measure: Correlation) -> Callable[[SegmentTask, ItemScores, Any], AgreementValue]:
    def value(task: SegmentTask, scores: ItemScores, _: Any) -> AgreementValue:
        values = _by_item(measure)(task, scores, None)
        defined = values[~np.isnan(values)]
        if len(defined) == 0:
            return AgreementValue(float("nan"), note="undefined for every segment")
        return AgreementValue(float(defined.mean()))

    return value


def _difference_sums(task: SegmentTask, scores: ItemScores) -> Floats:
    return difference_sums(grouped(*tables(task, scores), average="item"))


def _differences(task: SegmentTask, scores: ItemScores, _: Any) -> AgreementValue:
    value = float(of_differences(_difference_sums(task, scores).sum(0)))
    return AgreementValue(value, note="the systems of no segment differ" if np.isnan(value) else "")


def _differences_sampler(task: SegmentTask, scores: ItemScores, _: AgreementValue) -> Sampler:
    sums = _difference_sums(task, scores)
    return lambda counts: of_differences(counts.astype(np.float64) @ sums)


def _darr_counts(task: SegmentTask, scores: ItemScores) -> list[PreferenceCounts]:
    return relative_ranking_counts(*tables(task, scores), min_difference=25.0, average="item")


def _darr(task: SegmentTask, scores: ItemScores, _: Any) -> AgreementValue:
    groups = _darr_counts(task, scores)
    total = PreferenceCounts(*(sum(getattr(g, name) for g in groups) for name in ("concordant", "discordant", "ties")))
    value = total.tau("2012")
    return AgreementValue(value, note="no two human scores of a segment are 25 points apart" if np.isnan(value) else "")


def _darr_sampler(task: SegmentTask, scores: ItemScores, _: AgreementValue) -> Sampler:
    counts = np.array([(g.concordant, g.discordant, g.ties) for g in _darr_counts(task, scores)], dtype=float)
    return _ratio_sampler(counts.reshape(-1, 3) @ _RULES["2012"])


# From (concordant, discordant, tied by the metric) to numerator and denominator of WMT's τ.
_RULES: Mapping[Rule, Floats] = {
    "2012": np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]),
    "2013": np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, 0.0]]),
    "2014": np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, 1.0]]),
}


def _by_unit(task: PairTask, scores: ItemScores) -> Floats:
    """Segments × (concordant, discordant, tied by the metric), human ties left out."""
    alike = np.sign(task.differences(scores)) * task.preference
    counted = ~np.isnan(alike) & (task.preference != 0)
    columns = [np.bincount(task.segment[counted & (alike == s)], minlength=task.n_units) for s in (1, -1, 0)]
    return np.stack(columns, axis=1).astype(np.float64)


def _tau(rule: Rule) -> Callable[[PairTask, ItemScores, Any], AgreementValue]:
    def value(task: PairTask, scores: ItemScores, _: Any) -> AgreementValue:
        above, below = _by_unit(task, scores).sum(0) @ _RULES[rule]
        return (
            AgreementValue(float(above / below))
            if below
            else AgreementValue(float("nan"), note="no judgement is left to count")
        )

    return value


def _tau_sampler(rule: Rule) -> Callable[[PairTask, ItemScores, AgreementValue], Sampler]:
    return lambda task, scores, _: _ratio_sampler(_by_unit(task, scores) @ _RULES[rule])


def _consistency(task: PairTask, scores: ItemScores, _: Any) -> AgreementValue:
    result = consistency(task.preference.astype(float), task.differences(scores))
    return AgreementValue(result.value, note="" if result.n_judgements else "no judgement is left to count")


def _consistency_sampler(task: PairTask, scores: ItemScores, _: AgreementValue) -> Sampler:
    difference = task.differences(scores)
    present = ~np.isnan(difference)
    right = present & (np.sign(difference) == task.preference)
    parts = [np.bincount(task.segment[pairs], minlength=task.n_units) for pairs in (right, present)]
    return _ratio_sampler(np.stack(parts, axis=1).astype(float))


_NAMES: Mapping[Correlation, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ",
    "kendall-a": "Kendall's τ-a",
    "kendall-b": "Kendall's τ-b",
    "kendall-c": "Kendall's τ-c",
}


def _all() -> list[Measure]:
    measures = []
    for name, title in _NAMES.items():
        test: TestKind = "williams" if name == "pearson" else "bootstrap"
        measures.append(
            Measure(
                name, title, "segment", _segment_correlation(name), _segment_sampler(name), test, name == "spearman"
            )
        )
        measures.append(
            Measure(
                f"{name}-item",
                f"{title} of the systems of each segment, mean over segments",
                "segment",
                _item_mean(name),
                _mean_sampler(_by_item(name)),
                "bootstrap",
                fits=_needs_grid,
                by_segment=True,
            )
        )
        sampler = point_sampler(row_correlations(name))
        measures.append(Measure(name, title, "system", point_correlation(name), sampler, test, name == "pearson"))
        measures.append(
            Measure(name, title, "document", point_correlation(name), document_sampler(name), test, name == "pearson")
        )
    for rule, years in (("2012", "2012"), ("2013", "2013"), ("2014", "2014–16")):
        title = f"WMT's τ of {years}"
        measures.append(
            Measure(f"wmt-{rule}", title, "pairs", _tau(rule), _tau_sampler(rule), "bootstrap", rule == "2014")  # type: ignore[arg-type]
        )
    return [
        *measures,
        Measure(
            "accuracy",
            "pairwise accuracy with tie calibration, mean over segments",
            "segment",
            _accuracy,
            _mean_sampler(_accuracy_by_segment),
            "pairs",
            True,
            _needs_grid,
            True,
        ),
        Measure(
            "pearson-differences",
            "Pearson's r of the differences between systems on a segment",
            "segment",
            _differences,
            _differences_sampler,
            "bootstrap",
            False,
            _needs_grid,
            True,
        ),
        Measure(
            "darr", "τ of daRR (25 points)", "segment", _darr, _darr_sampler, "bootstrap", False, _needs_grid, True
        ),
        Measure("consistency", "consistency of preferences", "pairs", _consistency, _consistency_sampler, "bootstrap"),
        Measure(
            "system-accuracy",
            "pairwise accuracy of systems",
            "system",
            accuracy_of_systems,
            point_sampler(row_accuracies),
            "bootstrap",
            True,
        ),
        Measure("soft-accuracy", "soft pairwise accuracy", "system", soft_accuracy, None, "none", False, needs_table),
    ]


MEASURES: tuple[Measure, ...] = tuple(_all())
_ALIASES = {"kendall": "kendall-b", "tau": "wmt-2014", "spa": "soft-accuracy", "acc-t": "accuracy"}


def measures_of(names: list[str] | None) -> list[Measure]:
    """The measures of these names at all levels; the usual ones for None, every one for `all`."""
    if names is None:
        return [measure for measure in MEASURES if measure.default]
    all_names = {measure.name for measure in MEASURES}
    listed: list[str] = []
    for name in names:
        name = _ALIASES.get(name, name)
        if name not in all_names | {"all"}:
            raise UnknownNameError("measure", name, all_names | {"all"} | _ALIASES.keys())
        listed.append(name)
    return [measure for measure in MEASURES if "all" in listed or measure.name in listed]


def n_units(measure: Measure, task: Task) -> int:
    """How many things are drawn when the task is resampled for a measure."""
    if measure.level == "document":
        return int(document_units(task).max(initial=-1)) + 1  # type: ignore[arg-type]
    if measure.by_segment:
        return task.grid.n_columns  # type: ignore[union-attr]
    return task.n_units
