"""What is in n-best lists: sizes, features, and how good and how bad a choice from them can be."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from tertium.metrics import Metric
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Row, Table
from tertium.text.arrays import Floats, Offsets


@dataclass(frozen=True, slots=True)
class FeatureRange:
    """Values of one feature over all candidates; `zeros` is the share of candidates with 0."""

    name: str
    sparse: bool
    low: float
    mean: float
    high: float
    zeros: float


@dataclass(frozen=True, slots=True)
class ChoiceScores:
    """Corpus scores by one metric of the first candidates, of the best and of the worst choice by segment.

    The lengths are words for each word of the references.
    """

    metric: str
    first: float
    oracle: float
    worst: float
    first_length: float
    oracle_length: float


@dataclass(frozen=True, slots=True, repr=False)
class NBestStatistics(Result):
    """What is in the lists."""

    places = 2
    heading = "N-best lists"

    name: str
    lists: int
    candidates: int
    smallest: int
    largest: int
    different: float
    log_prob: str
    features: tuple[FeatureRange, ...]
    choices: tuple[ChoiceScores, ...]

    def tables(self) -> list[Block]:
        """Counts, then features, then choices."""
        size = str(self.smallest) if self.smallest == self.largest else f"{self.smallest}-{self.largest}"
        counts: list[Row] = [
            ("lists", self.lists),
            ("candidates", self.candidates),
            ("candidates per list", size),
            ("different texts per list", self.different),
            ("log-probabilities", self.log_prob),
        ]
        figures = Table((Column("figure"), Column("value", "number", places=1)), tuple(counts))
        return [figures, *(table for table in (self._features(), self._choices()) if table.rows)]

    def _features(self) -> Table:
        columns = (
            Column("feature"),
            Column("kind"),
            *(Column(name, "general") for name in ("lowest", "mean", "highest")),
            Column("zeros", "percent", places=0),
        )
        rows = ((f.name, "sparse" if f.sparse else "dense", f.low, f.mean, f.high, f.zeros) for f in self.features)
        return Table(columns, tuple(rows))

    def _choices(self) -> Table:
        columns = (
            Column("metric"),
            *(Column(name, "number") for name in ("first", "oracle", "worst")),
            *(Column(name, "number", places=3) for name in ("length first", "length oracle")),
        )
        rows = ((c.metric, c.first, c.oracle, c.worst, c.first_length, c.oracle_length) for c in self.choices)
        return Table(columns, tuple(rows))

    def data(self) -> dict[str, Json]:
        """Everything, with full precision."""
        record: dict[str, Json] = plain(asdict(self))
        return record


def describe(
    nbest: NBest, truth: Truth | None = None, metrics: Sequence[Metric] = (), threads: int = 1
) -> NBestStatistics:
    """Describe lists; with references or networks also the best and the worst choice by each metric."""
    different = nbest.different()
    choices = [] if truth is None else [_choices(nbest, truth, metric, threads) for metric in metrics]
    return NBestStatistics(
        name=nbest.name,
        lists=len(nbest),
        candidates=nbest.n_candidates,
        smallest=int(nbest.sizes.min()),
        largest=int(nbest.sizes.max()),
        different=len(different.rows) / len(nbest),
        log_prob="none" if nbest.log_prob is None else nbest.log_prob_kind,
        features=tuple(_features(nbest)),
        choices=tuple(choices),
    )


def _features(nbest: NBest) -> list[FeatureRange]:
    dense = [_range(name, False, nbest.features[:, i]) for i, name in enumerate(nbest.names)]
    sparse = nbest.sparse
    described = []
    for i, name in enumerate(sparse.names):
        values = sparse.values[sparse.ids == i]
        padded = values if len(values) == nbest.n_candidates else np.append(values, 0.0)
        share = 1 - len(values) / nbest.n_candidates
        mean = float(values.sum() / nbest.n_candidates)
        described.append(FeatureRange(name, True, float(padded.min()), mean, float(padded.max()), share))
    return dense + described


def _range(name: str, sparse: bool, values: Floats) -> FeatureRange:
    zeros = float((values == 0).mean())
    return FeatureRange(name, sparse, float(values.min()), float(values.mean()), float(values.max()), zeros)


def oracle_candidates(nbest: NBest, segment_scores: Floats, *, higher_is_better: bool) -> tuple[Offsets, Offsets]:
    """The best and the worst candidate of each list by the scores of segments; of equal ones the first."""
    signed = segment_scores if higher_is_better else -segment_scores
    return nbest.best(signed), nbest.best(-signed)


def _choices(nbest: NBest, truth: Truth, metric: Metric, threads: int) -> ChoiceScores:
    rows, different = truth.rows(nbest, metric, threads)
    scores = metric.score(rows)[different.which]
    best, worst = oracle_candidates(nbest, scores, higher_is_better=metric.higher_is_better)
    first = nbest.offsets[:-1]

    def corpus(candidates: Offsets) -> float:
        return float(metric.score(rows[different.which[candidates]].sum(0)))

    words = np.array([len(nbest.texts[row].split()) for row in range(len(nbest.texts))])[nbest.rows]
    expected = float(sum(truth.lengths().tolist()))
    lengths = [float(words[candidates].sum() / max(expected, 1e-300)) for candidates in (first, best)]
    return ChoiceScores(metric.spec(), corpus(first), corpus(best), corpus(worst), *lengths)
