"""Whether a new system may take the place of an old one: a verdict for builds."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.evaluation.compare import compare
from tertium.evaluation.options import Resampling, Scoring, check_share
from tertium.evaluation.results import MetricScore
from tertium.evaluation.score import score
from tertium.evaluation.significance import holm
from tertium.evaluation.statistics import Progress, Systems, as_test_set
from tertium.keywords import checked
from tertium.metrics.base import Metric
from tertium.metrics.choice import Metrics, Note, choose
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.numbers import counted
from tertium.results.table import Block, Column, Facts, Paragraph, Row, Table
from tertium.text.testset import References, Text

BASELINE = "baseline"
Verdict = Literal["better", "no worse", "reached", "worse", "below"]


@dataclass(frozen=True, slots=True)
class Check:
    """One metric's say. `change` is how much better the new system is, less than 0 where it is worse.

    `p` is the p-value of the paired randomisation, corrected for the number of metrics that may fail the gate; None
    where the metric has a minimum alone. Without a baseline there is no change.
    """

    metric: str
    baseline: float | None
    new: float
    change: float | None
    margin: float
    p: float | None
    minimum: float | None
    verdict: Verdict
    signature: str
    higher_is_better: bool

    @property
    def passed(self) -> bool:
        return self.verdict not in ("worse", "below")


@dataclass(frozen=True, slots=True, repr=False)
class Gate(Result):
    """The verdict of all metrics on a new system."""

    heading = "Gate"

    name: str
    new: str
    n_segments: int
    alpha: float
    n_swaps: int
    seed: int
    checks: tuple[Check, ...]
    notes: tuple[Note, ...] = field(default=())

    @property
    def passed(self) -> bool:
        """Whether no metric objects."""
        return all(check.passed for check in self.checks)

    @property
    def _compared(self) -> bool:
        return any(check.baseline is not None for check in self.checks)

    @property
    def reason(self) -> str:
        """The verdict in one line."""
        failed = [check for check in self.checks if not check.passed]
        if not failed:
            return f"{self.new} passes" + (": no metric finds it worse than the baseline" if self._compared else "")
        return f"{self.new} does not pass: {'; '.join(map(reason, failed))}"

    def tables(self) -> list[Block]:
        """The verdict, one metric per row, and signatures."""
        columns: tuple[Column, ...] = (
            Column("metric"),
            Column(BASELINE, "number"),
            Column("new", "number"),
            Column("change", "signed"),
            Column("p", "p"),
            Column("verdict"),
        )
        rows: list[Row] = [(c.metric, c.baseline, c.new, c.change, c.p, c.verdict) for c in self.checks]
        notes: tuple[str, ...] = (
            "change: more than 0 is better, whichever way the metric goes",
            f"p: paired randomisation, {self.n_swaps:,} swaps, Holm's correction for the metrics; seed {self.seed}",
        )
        if not self._compared:
            columns, notes = (columns[0], columns[2], columns[5]), ()
            rows = [(c.metric, c.new, c.verdict) for c in self.checks]
        return [
            Paragraph(f"{self.name}, {counted(self.n_segments, 'segment')}"),
            Table(columns, tuple(rows), notes=notes),
            Paragraph(self.reason, style="green" if self.passed else "red"),
            Facts(tuple((c.metric, c.signature) for c in self.checks), "Signatures", fold=False),
        ]

    def data(self) -> dict[str, Json]:
        """All checks with full precision."""
        return {
            "name": self.name,
            "new": self.new,
            "n_segments": self.n_segments,
            "passed": self.passed,
            "reason": self.reason,
            "alpha": self.alpha,
            "n_swaps": self.n_swaps,
            "seed": self.seed,
            "checks": [
                {
                    "metric": c.metric,
                    "baseline": c.baseline,
                    "new": c.new,
                    "change": c.change,
                    "margin": c.margin,
                    "p": c.p,
                    "minimum": c.minimum,
                    "verdict": c.verdict,
                    "passed": c.passed,
                    "higher_is_better": c.higher_is_better,
                    "signature": c.signature,
                }
                for c in self.checks
            ],
        }


def reason(check: Check) -> str:
    """Why a metric objects."""
    if check.verdict == "below":
        word = "below" if check.higher_is_better else "above"
        return f"{check.metric} is {check.new:.2f}, {word} {check.minimum:g}"
    beyond = f", margin {check.margin:g}" if check.margin else ""
    return f"{check.metric} is worse by {-(check.change or 0):.2f} (p = {check.p:.4f}{beyond})"


@checked
def gate(
    systems: Systems,
    references: References | Sequence[Text] | None = None,
    *,
    fail_if_worse: Metrics = ("chrf",),
    minimum: Mapping[str, float] | None = None,
    margin: float | Mapping[str, float] = 0.0,
    sources: Sequence[Text] | None = None,
    language: str | None = None,
    alpha: float = 0.05,
    n_swaps: int = 10_000,
    resampling: Resampling = Resampling(n_samples=1),
    scoring: Scoring = Scoring(),
    progress: Progress | None = None,
) -> Gate:
    """Compare a new system with a baseline, and say whether it may pass.

    It fails where a metric of `fail_if_worse` finds it worse by more than the margin, and the paired randomisation
    finds the difference significant after Holm's correction for these metrics; or where a score does not reach its
    minimum.

    Args:
        systems: A `TestSet` of two systems, or a mapping from their names to hypotheses; the baseline comes first.
            With one system only minima count.
        references: A list with one text for each segment, or `References`; not with a `TestSet`.
        fail_if_worse: Metrics or their specs.
        minimum: What scores must reach, by metric; the most they may be where lower is better.
        margin: How much worse is still good enough, for all metrics or by metric.
        sources: The source of each segment, for metrics that read sources; not with a `TestSet`.
        language: Of the texts, such as `"zh"` or `"de-en"`.
        alpha: Level of significance.
        n_swaps: Number of random swaps.
        resampling: The random seed.
        scoring: Unicode form, threads, what to do about missing texts, and who computes.
        progress: Called with what is being done, how much is done and how much there is.
    """
    check_share("alpha", alpha)
    test_set = as_test_set(systems, references, language, sources)
    if len(test_set.systems) not in (1, 2):
        found = len(test_set.systems)
        raise DataError(
            f"{test_set.name}: a gate takes one new system, and a baseline before it; found {found} systems"
        )
    limits = _Limits(dict(minimum or {}), margin if isinstance(margin, Mapping) else {}, margin)
    alone = len(test_set.systems) == 1
    tested = () if alone else choose(fail_if_worse, test_set).metrics
    bounded = [spec for spec in limits.minimum if not any(spec in _names(metric) for metric in tested)]
    choice = choose([*tested, *bounded], test_set)
    limits.refuse_others(choice.metrics)
    new = list(test_set.systems)[-1]
    if not choice.metrics:
        n_segments, checks = len(test_set), list[Check]()
    elif alone:
        evaluation = score(test_set, metrics=choice, scoring=scoring, progress=progress)
        n_segments, scores = evaluation.n_segments, evaluation[new].scores
        checks = [_check(metric, one, limits) for metric, one in zip(choice.metrics, scores, strict=True)]
    else:
        result = compare(
            test_set,
            metrics=choice,
            primary=choice.metrics[0].spec(),
            alpha=alpha,
            n_swaps=n_swaps,
            resampling=resampling,
            scoring=scoring,
            n_contrasts=0,
            progress=progress,
        )
        tests = [one for one in result.tests if one.test == "randomisation"]
        corrected = [*holm([one.p for one in tests[: len(tested)]]), *[None] * len(bounded)]
        n_segments, checks = result.evaluation.n_segments, []
        for metric, one, p in zip(choice.metrics, tests, corrected, strict=True):
            before, after = result[one.system_a][one.metric], result[one.system_b][one.metric]
            checks.append(_check(metric, after, limits, before, p, alpha))
    return Gate(test_set.name, new, n_segments, alpha, n_swaps, resampling.seed, tuple(checks), choice.notes)


@dataclass(frozen=True, slots=True)
class _Limits:
    minimum: Mapping[str, float]
    margins: Mapping[str, float]
    margin: float | Mapping[str, float]

    def refuse_others(self, metrics: Sequence[Metric]) -> None:
        """Raise where a limit is given for a metric that is not there."""
        names = {name for metric in metrics for name in _names(metric)}
        for name, value in [*self.minimum.items(), *self.margins.items()]:
            if name not in names:
                raise UnknownNameError("metric of this gate", name, sorted(names))
            if not math.isfinite(value):
                raise OptionError(f"the limit of {name} is {value}; expected a number")

    def of(self, metric: Metric) -> tuple[float | None, float]:
        """The minimum and the margin of a metric."""
        names = _names(metric)
        bound = next((self.minimum[name] for name in names if name in self.minimum), None)
        usual = 0.0 if isinstance(self.margin, Mapping) else float(self.margin)
        return bound, next((self.margins[name] for name in names if name in self.margins), usual)


def _names(metric: Metric) -> tuple[str, str]:
    return metric.spec(), metric.key


def _check(
    metric: Metric,
    after: MetricScore,
    limits: _Limits,
    before: MetricScore | None = None,
    p: float | None = None,
    alpha: float = 0.0,
) -> Check:
    sign = 1.0 if metric.higher_is_better else -1.0
    change = None if before is None else sign * (after.score - before.score)
    bound, margin = limits.of(metric)
    verdict: Verdict = "reached"
    if p is not None and change is not None:
        verdict = "better" if p <= alpha and change > 0 else "no worse"
        if p <= alpha and change < -margin:
            verdict = "worse"
    if bound is not None and sign * (after.score - bound) < 0:
        verdict = "below"
    old = None if before is None else before.score
    higher = metric.higher_is_better
    return Check(after.metric, old, after.score, change, margin, p, bound, verdict, after.signature, higher)
