"""The result of a comparison, and what it is made of. Nothing here computes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tertium.evaluation.options import Bootstrap, TestName
from tertium.evaluation.results import Evaluation, SystemScores
from tertium.evaluation.views.comparisons import comparison_tables
from tertium.evaluation.views.data import evaluation_data
from tertium.evaluation.views.records import comparison_records
from tertium.metrics.choice import Note
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Table

if TYPE_CHECKING:
    from tertium.metrics.explanation import Explanation


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
