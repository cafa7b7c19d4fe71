"""What a challenge is made of, and how often a metric is right in it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.options import Scoring
from tertium.evaluation.score import score
from tertium.evaluation.statistics import Progress
from tertium.keywords import checked
from tertium.meta.challenge.pair import Pair
from tertium.metrics.choice import Metrics, Note, Setting, choose
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Estimate, Facts, Paragraph, Row, Table
from tertium.text.arrays import Floats
from tertium.text.testset import References, TestSet

GOOD, BAD = "good", "bad"
_Z = 1.959963984540054
N_WORST = 10


@dataclass(frozen=True, slots=True, repr=False)
class Challenge(Result):
    """Pairs of translations, of which one is better."""

    heading = "Challenge"

    pairs: tuple[Pair, ...]

    def tables(self) -> list[Block]:
        """One pair per row."""
        columns = [Column("segment"), Column("phenomenon"), Column("change")]
        columns += [Column(name) for name in ("reference", GOOD, BAD)]
        rows: list[Row] = [(p.segment + 1, p.phenomenon, p.change, p.reference, p.good, p.bad) for p in self.pairs]
        if any(pair.source for pair in self.pairs):
            columns.insert(3, Column("source"))
            rows = [(*row[:3], pair.source, *row[3:]) for row, pair in zip(rows, self.pairs, strict=True) if row]
        return [Table(tuple(columns), tuple(rows))]

    def data(self) -> dict[str, Json]:
        """All pairs."""
        return {
            "pairs": [
                {
                    "segment": pair.segment + 1,
                    "phenomenon": pair.phenomenon,
                    "change": pair.change,
                    "source": pair.source or None,
                    "reference": pair.reference,
                    GOOD: pair.good,
                    BAD: pair.bad,
                }
                for pair in self.pairs
            ]
        }


@dataclass(frozen=True, slots=True)
class Share:
    """How often a metric prefers the good translation; a tie is not right."""

    right: int
    ties: int
    n: int

    @property
    def value(self) -> float:
        return self.right / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by Wilson's score."""
        n, p = self.n, self.value
        middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z / (1 + _Z**2 / n) * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A pair that a metric has the wrong way round, with both scores."""

    metric: str
    pair: Pair
    good: float
    bad: float


@dataclass(frozen=True, slots=True, repr=False)
class ChallengeScores(Result):
    """How often metrics are right, by phenomenon; the last row of each is all of them, each phenomenon alike."""

    heading = "Challenge"

    name: str
    shares: dict[str, dict[str, Share]]
    """By metric, then by phenomenon."""
    signatures: dict[str, str]
    worst: tuple[Wrong, ...]
    notes: tuple[Note, ...] = field(default=())

    def mean(self, metric: str) -> float:
        """The mean over phenomena."""
        return float(np.mean([share.value for share in self.shares[metric].values()]))

    def tables(self) -> list[Block]:
        """Shares by phenomenon with intervals, the mean, and the pairs that metrics have most wrong."""
        metrics = list(self.shares)
        phenomena = list(self.shares[metrics[0]])
        rows: list[Row] = []
        for phenomenon in phenomena:
            found = [self.shares[metric][phenomenon] for metric in metrics]
            cells = (Estimate(100 * share.value, _percent(share.interval)) for share in found)
            rows.append((phenomenon, found[0].n, *cells))
        rows += [
            None,
            ("mean", sum(s.n for s in self.shares[metrics[0]].values()), *(100 * self.mean(m) for m in metrics)),
        ]
        columns = (Column("phenomenon"), Column("pairs", "count"), *(Column(m, "number", True) for m in metrics))
        ties = [
            f"{metric}: {sum(share.ties for share in self.shares[metric].values()):,} ties count as wrong"
            for metric in metrics
            if any(share.ties for share in self.shares[metric].values())
        ]
        notes = ("per cent of pairs whose good translation has the better score, with 95 % intervals", *ties)
        blocks: list[Block] = [Paragraph(self.name), Table(columns, tuple(rows), notes=notes)]
        if self.worst:
            worst: list[Row] = [
                (w.metric, w.pair.phenomenon, w.good, w.bad, w.pair.reference, w.pair.good, w.pair.bad)
                for w in self.worst
            ]
            names = (Column("metric"), Column("phenomenon"), Column("of good", "number"), Column("of bad", "number"))
            texts = (Column("reference"), Column(GOOD), Column(BAD))
            blocks.append(Table((*names, *texts), tuple(worst), title="Most wrong"))
        return [*blocks, Facts(tuple(self.signatures.items()), "Signatures", fold=False)]

    def data(self) -> dict[str, Json]:
        """All shares with full precision."""
        return {
            "name": self.name,
            "metrics": [
                {
                    "metric": metric,
                    "signature": self.signatures[metric],
                    "mean": self.mean(metric),
                    "phenomena": [
                        {
                            "phenomenon": phenomenon,
                            "n_pairs": share.n,
                            "right": share.right,
                            "ties": share.ties,
                            "accuracy": share.value,
                            "interval": list(share.interval),
                        }
                        for phenomenon, share in shares.items()
                    ],
                }
                for metric, shares in self.shares.items()
            ],
        }


def _percent(interval: tuple[float, float]) -> tuple[float, float]:
    return 100 * interval[0], 100 * interval[1]


@checked
def challenge(
    pairs: Sequence[Pair],
    metrics: Metrics = ("chrf",),
    *,
    name: str = "challenge",
    language: str | None = None,
    scoring: Scoring = Scoring(),
    n_worst: int = N_WORST,
    progress: Progress | None = None,
) -> ChallengeScores:
    """How often metrics prefer the good translation of each pair.

    Args:
        pairs: What they are asked.
        metrics: Specs such as `bleu` or `chrf(nw=2)`, or metrics.
        name: What the result calls the pairs.
        language: Of the translations, or a pair such as `de-en`; guessed if it is None.
        scoring: Normalisation and threads.
        n_worst: How many pairs with the largest differences the wrong way are listed for each metric.
        progress: Called with what is being done, how much is done and how much there is.

    Raises:
        DataError: There are no pairs, or a metric needs what they do not have.
    """
    if not pairs:
        raise DataError(f"{name}: no pairs to score")
    sources = [pair.source for pair in pairs]
    test_set = TestSet.build(
        {GOOD: [pair.good for pair in pairs], BAD: [pair.bad for pair in pairs]},
        References.by_segment([[pair.reference] for pair in pairs]),
        source=sources if any(sources) else None,
        name=name,
        language=language,
    )
    choice = choose(metrics, replace(Setting.of(test_set), may_be_edited=False), language=language)
    found = score(test_set, metrics=choice, segments=True, scoring=scoring, progress=progress)
    shares: dict[str, dict[str, Share]] = {}
    worst: list[Wrong] = []
    signatures = {}
    phenomena = list(dict.fromkeys(pair.phenomenon for pair in pairs))
    members = {p: np.array([pair.phenomenon == p for pair in pairs]) for p in phenomena}
    for m, metric in enumerate(choice.metrics):
        good, bad = (system.scores[m] for system in found.systems)
        signatures[good.metric] = good.signature
        values = np.array([_segments(good.segments), _segments(bad.segments)])
        gain = (values[0] - values[1]) * (1 if metric.higher_is_better else -1)
        shares[good.metric] = {
            p: Share(int((gain[of] > 0).sum()), int((gain[of] == 0).sum()), int(of.sum())) for p, of in members.items()
        }
        order = np.argsort(gain, kind="stable")[:n_worst]
        worst += [
            Wrong(good.metric, pairs[i], float(values[0, i]), float(values[1, i]))
            for i in order.tolist()
            if gain[i] < 0
        ]
    return ChallengeScores(name, shares, signatures, tuple(worst), choice.notes)


def _segments(scores: Sequence[float] | Floats | None) -> Floats:
    return np.asarray(scores, np.float64)
