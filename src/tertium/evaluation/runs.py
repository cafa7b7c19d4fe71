"""Systems with several runs each, such as several tunings: how much of a difference is chance (Clark et al. 2011).

Two kinds of chance are told apart. The runs of one system differ (s_opt), and another choice of segments would give
other scores (s_sel, by bootstrap). Two systems are tested on the mean scores of their runs by approximate
randomisation: one throw of a coin for a segment swaps the outputs of all runs, because runs resemble each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.options import Resampling, Scoring
from tertium.evaluation.resampling import swap_sums
from tertium.evaluation.score import generator, resampled_scores
from tertium.evaluation.statistics import Progress, Statistics, collect
from tertium.metrics.choice import Metrics
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.numbers import counted
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.arrays import Floats
from tertium.text.testset import References, TestSet, Text

FORMAT = 1
"""The version of the JSON."""


@dataclass(frozen=True, slots=True)
class RunScores:
    """The scores of all runs by one metric; `selection` is the bootstrap's standard deviation, on average."""

    metric: str
    signature: str
    higher_is_better: bool
    scores: tuple[float, ...]
    selection: float

    @property
    def mean(self) -> float:
        return float(np.mean(self.scores))

    @property
    def optimizer(self) -> float | None:
        """The standard deviation over runs; None for a single one."""
        return float(np.std(self.scores, ddof=1)) if len(self.scores) > 1 else None


@dataclass(frozen=True, slots=True)
class SystemRuns:
    """A system with its runs; `lengths` are the words of each run's outputs for each word of the references."""

    name: str
    lengths: tuple[float, ...]
    metrics: tuple[RunScores, ...]


@dataclass(frozen=True, slots=True)
class RunPair:
    """Two systems by one metric: the second's mean score minus the first's, and how probable that is by chance."""

    first: str
    second: str
    metric: str
    difference: float
    p_value: float


_RUN_COLUMNS = (
    Column("system"),
    Column("metric"),
    Column("runs", "number"),
    Column("mean", "number"),
    Column("s_opt", "number", extra_places=1),
    Column("s_sel", "number", extra_places=1),
    Column("lowest", "number"),
    Column("highest", "number"),
    Column("length", "number", places=3),
)
_PAIR_COLUMNS = (
    Column("first"),
    Column("second"),
    Column("metric"),
    Column("difference", "signed"),
    Column("p", "number", places=4),
)


@dataclass(frozen=True, slots=True, repr=False)
class RunsComparison(Result):
    """All systems and all pairs of them."""

    places = 2
    page = "runs"
    heading = "Systems of several runs"

    name: str
    n_segments: int
    systems: tuple[SystemRuns, ...]
    pairs: tuple[RunPair, ...]
    n_samples: int
    n_swaps: int
    seed: int

    def tables(self) -> list[Block]:
        """Means and spreads, then the pairs, then what the columns mean."""
        title = f"{self.name}: {counted(self.n_segments, 'segment')}"
        rows = tuple(row for system in self.systems for row in _run_rows(system))
        blocks: list[Block] = [Table(_RUN_COLUMNS, rows, title, keys=2)]
        explained = (
            "s_opt: standard deviation over runs; s_sel: over bootstrap samples of segments "
            f"({self.n_samples}), mean of the runs"
        )
        if self.pairs:
            pairs = tuple((p.first, p.second, p.metric, p.difference, p.p_value) for p in self.pairs)
            blocks.append(Table(_PAIR_COLUMNS, pairs, keys=3))
            explained += f"; p: approximate randomisation ({self.n_swaps} swaps) of all runs together"
        return [*blocks, Paragraph(f"{explained}.")]

    def data(self) -> dict[str, Json]:
        """Everything, with the figures that follow from the scores of the runs."""
        record = asdict(self)
        for system, runs in zip(record["systems"], self.systems, strict=True):
            for scores, figures in zip(system["metrics"], runs.metrics, strict=True):
                scores["mean"], scores["optimizer"] = figures.mean, figures.optimizer
        return {"format": FORMAT, **plain(record)}


def _run_rows(system: SystemRuns) -> list[tuple[str | float | None, ...]]:
    length = sum(system.lengths) / len(system.lengths)
    return [
        (system.name, m.metric, len(m.scores), m.mean, m.optimizer, m.selection, min(m.scores), max(m.scores), length)
        for m in system.metrics
    ]


def compare_runs(
    systems: Mapping[str, Sequence[Sequence[Text]]],
    references: References,
    *,
    metrics: Metrics,
    resampling: Resampling = Resampling(),
    n_swaps: int = 10_000,
    scoring: Scoring = Scoring(),
    name: str = "test set",
    progress: Progress | None = None,
) -> RunsComparison:
    """Compare systems by the outputs of their runs: for each system a list of runs, each with all its outputs.

    Raises:
        DataError: A system has no run, or two have different numbers of them.
    """
    columns = {_run(system, i): outputs for system, runs in systems.items() for i, outputs in enumerate(runs)}
    return compare_runs_of(
        TestSet.build(columns, references, name=name),
        {system: len(runs) for system, runs in systems.items()},
        metrics=metrics,
        resampling=resampling,
        n_swaps=n_swaps,
        scoring=scoring,
        progress=progress,
    )


def compare_runs_of(
    test_set: TestSet,
    numbers: Mapping[str, int],
    *,
    metrics: Metrics,
    resampling: Resampling = Resampling(),
    n_swaps: int = 10_000,
    scoring: Scoring = Scoring(),
    progress: Progress | None = None,
) -> RunsComparison:
    """The same for a test set whose systems are called `name #1`, `name #2` …; `numbers` says how many there are."""
    if not numbers or len(set(numbers.values())) != 1 or 0 in numbers.values():
        numbers_text = ", ".join(f"{system} {number}" for system, number in numbers.items())
        raise DataError(
            f"{test_set.name}: expected as many runs of every system, at least one; found {numbers_text or 'no system'}"
        )
    statistics = collect(test_set, metrics, scoring, progress)
    resampled = resampled_scores(statistics, resampling, progress, scoring.threads)
    n_runs = next(iter(numbers.values()))
    return RunsComparison(
        test_set.name,
        len(statistics.segments),
        tuple(_system(statistics, resampled, system, n_runs) for system in numbers),
        tuple(_pairs(statistics, list(numbers), n_runs, n_swaps, resampling.seed)),
        resampling.n_samples,
        n_swaps,
        resampling.seed,
    )


def _run(system: str, number: int) -> str:
    return f"{system} #{number + 1}"


def _system(statistics: Statistics, resampled: Mapping[str, Sequence[Floats]], system: str, n_runs: int) -> SystemRuns:
    runs = [_run(system, i) for i in range(n_runs)]
    metrics = []
    for m, metric in enumerate(statistics.metrics):
        scores = tuple(float(metric.score(statistics.rows[run][m].sum(0))) for run in runs)
        selection = float(np.mean([np.std(resampled[run][m], ddof=1) for run in runs]))
        metrics.append(
            RunScores(statistics.labels[m], statistics.signature(metric), metric.higher_is_better, scores, selection)
        )
    return SystemRuns(system, tuple(_length(statistics, run) for run in runs), tuple(metrics))


def _length(statistics: Statistics, run: str) -> float:
    test_set = statistics.test_set
    outputs = test_set.systems[run]
    words = sum(len((outputs[i] or "").split()) for i in statistics.segments)
    expected = sum(_mean_words(test_set.references[int(i)]) for i in statistics.segments)
    return words / expected if expected else 0.0


def _mean_words(texts: Sequence[str]) -> float:
    return sum(len(text.split()) for text in texts) / max(1, len(texts))


def _pairs(statistics: Statistics, systems: Sequence[str], n_runs: int, n_swaps: int, seed: int) -> list[RunPair]:
    pairs = []
    for first, second in combinations(systems, 2):
        for m, metric in enumerate(statistics.metrics):
            ones = [statistics.rows[_run(first, i)][m] for i in range(n_runs)]
            others = [statistics.rows[_run(second, i)][m] for i in range(n_runs)]
            swapped = swap_sums(
                [other - one for one, other in zip(ones, others, strict=True)],
                n_swaps,
                generator(seed, "randomisation"),
            )
            differences, observed = np.zeros(n_swaps), 0.0
            for one, other, moved in zip(ones, others, swapped, strict=True):
                differences += metric.score(other.sum(0) - moved) - metric.score(one.sum(0) + moved)
                observed += float(metric.score(other.sum(0)) - metric.score(one.sum(0)))
            # As extreme counts as well; sums of fractions are not exact.
            extreme = np.count_nonzero(np.abs(differences) >= abs(observed) - 1e-9)
            p_value = (extreme + 1) / (n_swaps + 1)
            pairs.append(RunPair(first, second, statistics.labels[m], observed / n_runs, p_value))
    return pairs
