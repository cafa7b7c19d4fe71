"""Result objects: finished numbers, made once, read by `report/` and by users. Nothing here computes.

result["ours"]["bleu"].score        by system and metric
result.to_pandas()                  a row for each score and each test; layout="wide": a row for each system
result.save("scores.md")            in any format, by the ending
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tertium.evaluation.options import Bootstrap, TestName
from tertium.evaluation.views.data import evaluation_data
from tertium.evaluation.views.records import comparison_records, evaluation_records
from tertium.evaluation.views.tables import comparison_tables, evaluation_tables
from tertium.metrics.choice import Note
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Table

if TYPE_CHECKING:
    from tertium.metrics.explanation import Explanation


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

    @property
    def key(self) -> str:
        """The name of the metric as the command line takes it."""
        return self.signature.split("|")[0]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system; `scores["bleu"]` finds one by its name, label or spec."""

    system: str
    scores: tuple[MetricScore, ...]  # one for each metric, in the same order for every system

    def __getitem__(self, metric: str) -> MetricScore:
        matching = [score for score in self.scores if metric in (score.metric, score.key)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            names = ", ".join(repr(score.metric) for score in matching)
            raise KeyError(f"{metric!r} is more than one metric here; name one: {names}")
        raise KeyError(f"no metric {metric!r} in this result; there are {', '.join(s.key for s in self.scores)}")


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
class PeopleKnown:
    """What is known of how often people agreed with differences by a metric: pairs of systems of some years.

    `largest` is the largest difference of which something is known. `why` says why nothing is shown, and is None where
    something is.
    """

    metric: str
    years: tuple[int, ...]
    n_pairs: int
    largest: float | None
    why: str | None


@dataclass(frozen=True, slots=True)
class Worth:
    """What the difference of two systems by one metric is worth.

    `people` is how often people agreed with differences of this size: the lowest and the highest share of a year, None
    where it is not known; `beyond` says that the difference is larger than any that was seen. `segments_needed` is how
    many segments would show it with 80 % power at `level`, what Holm's correction leaves of alpha for this pair.
    `least_seen` is the smallest difference that this test set would have shown with 80 % power, where none was found.
    """

    metric: str
    system_a: str
    system_b: str
    difference: float
    level: float
    people: tuple[float, float] | None
    beyond: bool
    segments_needed: int | None
    least_seen: float | None


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
class Bucket:
    """Some segments of the test set, alike in one way, and every system's scores on them: system → metric → score."""

    by: str
    name: str
    n_segments: int
    scores: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class WordBucket:
    """Words of one kind, how many the references have, and every system's F₁ on them in per cent."""

    by: str
    name: str
    n_words: int
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NGramDifference:
    """An n-gram that one of two systems has right more often; `share` is the part of `system_a`, one added to both."""

    system_a: str
    system_b: str
    ngram: str
    right_a: int
    right_b: int
    share: float


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation(Result):
    """Scores of systems on one test set. `confidence` is a level such as 0.95, None without intervals.

    `segment_documents` names the document of each segment, where segment scores were asked for and it is known.
    `notes` says what makes scores doubtful or was left out.
    """

    page = "evaluation"

    test_set: str
    n_segments: int
    systems: tuple[SystemScores, ...]
    seed: int | None = None
    confidence: float | None = None
    n_samples: int | None = None
    segment_documents: tuple[str, ...] | None = None
    command: str | None = None
    """The command line that made it, where there was one."""
    notes: tuple[Note, ...] = ()

    def __getitem__(self, system: str) -> SystemScores:
        for row in self.systems:
            if row.system == system:
                return row
        raise KeyError(f"no system {system!r} in this result; there are {', '.join(s.system for s in self.systems)}")

    def tables(self) -> Sequence[Block]:
        return list(evaluation_tables(self))

    def records(self) -> Sequence[Table]:
        return [evaluation_records(self)]

    def data(self) -> Json:
        return evaluation_data(self)


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """An evaluation of several systems with the tests of all their pairs.

    `deciding_test` is the test whose corrected p-values decide `rankings`; `tests` holds every test that ran.
    `alpha` is the level at which a difference counts, `n_swaps` how many random swaps approximate randomisation made.
    `explanations` says by (metric, system, segment from 1) how the scores of contrasted segments were computed, if
    that was asked for; `buckets` how systems do on segments that are alike; `bootstrap` what that test centres.
    `words` says how systems do on words of one kind, `ngrams` which n-grams one of two systems has right more often.
    `worths` says of each pair what its difference is worth, `people` what is known of people by metric. With a
    `baseline` only pairs with it were tested, and there are no rankings.
    """

    page = "comparison"
    notebook = "page"

    evaluation: Evaluation
    tests: tuple[PairTest, ...]
    rankings: tuple[Ranking, ...]
    contrasts: tuple[Contrast, ...]
    deciding_test: TestName
    alpha: float
    n_swaps: int | None = None
    buckets: tuple[Bucket, ...] = ()
    explanations: "Mapping[tuple[str, str, int], Explanation]" = field(default_factory=dict)
    bootstrap: Bootstrap = "shifted"
    worths: tuple[Worth, ...] = ()
    people: tuple[PeopleKnown, ...] = ()
    baseline: str | None = None
    words: tuple[WordBucket, ...] = ()
    ngrams: tuple[NGramDifference, ...] = ()

    def __getitem__(self, system: str) -> SystemScores:
        return self.evaluation[system]

    @property
    def notes(self) -> tuple[Note, ...]:
        """What makes scores doubtful or was left out."""
        return self.evaluation.notes

    def tables(self) -> Sequence[Block]:
        return list(comparison_tables(self))

    def wide(self) -> Sequence[Table]:
        return self.evaluation.wide()

    def records(self) -> Sequence[Table]:
        return [comparison_records(self)]

    def data(self) -> Json:
        return evaluation_data(self.evaluation, self)
