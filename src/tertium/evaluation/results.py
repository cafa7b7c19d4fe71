"""Result objects: finished numbers, made once, read by `report/` and by users. Nothing here computes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.metrics.explanation import Explanation

TestName = Literal["bootstrap", "randomisation"]


@dataclass(frozen=True, slots=True, eq=False)
class MetricScore:
    """What one metric says of one system.

    `metric` is the column's label, unique within an evaluation: the metric's name, with its options where
    the same metric is used twice. `interval` is the percentile bootstrap interval of the corpus score.
    """

    metric: str
    score: float
    signature: str
    higher_is_better: bool
    interval: tuple[float, float] | None = None
    segments: NDArray[np.float64] | None = None
    documents: dict[str, float] | None = None


@dataclass(frozen=True, slots=True)
class SystemScores:
    system: str
    scores: tuple[MetricScore, ...]  # one for each metric, in the same order for every system


@dataclass(frozen=True, slots=True)
class PairTest:
    """Whether two systems differ by one metric. `difference` is the score of `system_a` minus that of `system_b`.

    `p_holm` is corrected for all pairs compared by the same metric and test; `better` is the system that is
    better at the level asked for by the corrected value, None where neither is.
    """

    metric: str
    test: TestName
    system_a: str
    system_b: str
    difference: float
    p: float
    p_holm: float
    better: str | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems from best to worst by one metric, in clusters: every system is tied with some of its cluster."""

    metric: str
    clusters: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One segment on which two systems differ much by a metric. `segment` counts from 1."""

    metric: str
    segment: int
    system_a: str
    system_b: str
    score_a: float
    score_b: float
    hypothesis_a: str
    hypothesis_b: str
    references: tuple[str, ...]
    source: str | None
    document: str | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores of systems on one test set. `confidence` is a level such as 0.95, None without intervals.

    `segment_documents` names the document of each segment, where segment scores were asked for and it is known.
    """

    test_set: str
    n_segments: int
    systems: tuple[SystemScores, ...]
    seed: int | None = None
    confidence: float | None = None
    n_samples: int | None = None
    segment_documents: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """An evaluation of several systems with the tests of all their pairs.

    `deciding_test` is the test whose corrected p-values decide `rankings`; `tests` holds every test that ran.
    `alpha` is the level at which a difference counts, `n_swaps` how many random swaps approximate randomisation made.
    `explanations` says by (metric, system, segment from 1) how the scores of contrasted segments were computed, if
    that was asked for.
    """

    evaluation: Evaluation
    tests: tuple[PairTest, ...]
    rankings: tuple[Ranking, ...]
    contrasts: tuple[Contrast, ...]
    deciding_test: TestName
    alpha: float
    n_swaps: int | None = None
    explanations: Mapping[tuple[str, str, int], Explanation] = field(default_factory=dict)
