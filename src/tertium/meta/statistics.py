"""The statistics of every system by every metric: the only step of an evaluation that reads text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium._version import __version__
from tertium.errors import DataError
from tertium.metrics import Metric, labels, parse_list
from tertium.text.pool import Normalization, Pairing
from tertium.text.testset import References, TestSet, Text

Floats = NDArray[np.float64]
Metrics = Iterable[Metric | str]
Systems = TestSet | Mapping[str, Sequence[Text]] | Sequence[Text]
Missing = Literal["error", "skip"]
Progress = Callable[[str, int, int], None]  # called with (what is done, done, all)

# How many texts are held as token ids at a time; larger test sets are taken in parts.
_TEXTS_AT_A_TIME = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """The rows of every system by every metric, on the segments of a test set that can be scored."""

    test_set: TestSet
    segments: NDArray[np.int64]  # which segments of the test set the rows stand for
    metrics: tuple[Metric, ...]
    labels: tuple[str, ...]
    rows: Mapping[str, tuple[Floats, ...]]  # system → rows by each metric
    normalization: Normalization

    def signature(self, metric: Metric) -> str:
        """Everything it takes to reproduce a score, in one line."""
        fields = {
            **metric.signature(),
            "unicode": self.normalization,
            "refs": self.test_set.references.number,
            "v": __version__,
        }
        return "|".join([metric.key, *(f"{key}:{value}" for key, value in fields.items())])

    def totals(self, m: int) -> dict[str, float]:
        """The corpus score of every system by metric `m`."""
        return {system: float(self.metrics[m].score(rows[m].sum(0))) for system, rows in self.rows.items()}


def collect(
    test_set: TestSet,
    metrics: Metrics,
    *,
    normalization: Normalization = "nfc",
    threads: int = 1,
    missing: Missing = "error",
    progress: Progress | None = None,
) -> Statistics:
    """Compute the rows: the only step that reads text."""
    chosen = tuple(m if isinstance(m, Metric) else parse_list([m])[0] for m in metrics)
    if not chosen:
        raise ValueError("there is no metric to score with")
    segments = np.arange(len(test_set))
    scored = test_set
    if missing == "skip" and (incomplete := test_set.incomplete()):
        segments = np.setdiff1d(segments, list(incomplete))
        scored = test_set.select(segments.tolist())
    if len(scored) == 0:
        raise DataError(f"{test_set.name}: there are no segments to score")
    rows = _rows(scored, chosen, normalization, threads, progress)
    return Statistics(test_set, segments, chosen, tuple(labels(chosen)), rows, normalization)


def _rows(
    test_set: TestSet,
    metrics: Sequence[Metric],
    normalization: Normalization,
    threads: int,
    progress: Progress | None,
) -> dict[str, tuple[Floats, ...]]:
    n_texts = len(test_set.systems) + max(map(len, test_set.references))
    size = max(1, _TEXTS_AT_A_TIME // n_texts)
    in_one = len(test_set) <= size
    parts: dict[tuple[str, int], list[Floats]] = {(s, m): [] for s in test_set.systems for m in range(len(metrics))}
    steps = [(start, False) for start in range(0, len(test_set), size)]
    if not in_one and any(m.whole_test_set for m in metrics):
        steps.append((0, True))
    for done, (start, whole) in enumerate(steps):
        part = test_set if whole or in_one else test_set.part(start, start + size)
        pairings = Pairing.of_systems(part, normalization=normalization, threads=threads)
        for m, metric in enumerate(metrics):
            if not in_one and metric.whole_test_set != whole:
                continue
            for s, (system, pairing) in enumerate(pairings.items()):
                parts[system, m].append(metric.statistics(pairing))
                if progress:
                    n_each = len(metrics) * len(pairings)
                    progress("scoring", done * n_each + m * len(pairings) + s + 1, len(steps) * n_each)
    return {
        system: tuple(
            np.concatenate(parts[system, m]) if len(parts[system, m]) > 1 else parts[system, m][0]
            for m in range(len(metrics))
        )
        for system in test_set.systems
    }


def as_test_set(systems: Systems, references: References | None) -> TestSet:
    """What the public functions take: a test set, systems by name, or the hypotheses of one system."""
    if isinstance(systems, TestSet):
        if references is not None:
            raise TypeError("a TestSet brings its own references; do not give others")
        return systems
    if isinstance(systems, Mapping):
        return TestSet.build(systems, references)
    return TestSet.build({"system": systems}, references)
