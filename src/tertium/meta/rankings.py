"""Systems ranked by people's preferences, with rank ranges and clusters, as WMT 2013 to 2016 did.

*Expected wins* (Koehn 2012): how often a system is preferred to another one, averaged over the others; ties do not
count. *TrueSkill* (Herbrich et al. 2006; Sakaguchi et al. 2014): a skill for each system, learned judgement by
judgement; who beats a strong system learns more, and ties count. Rank ranges come from bootstrap samples of the
judgements; a cluster ends where no range of the systems above reaches one of those below.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium._version import __version__
from tertium.errors import DataError
from tertium.meta.judgements.groups import JudgementGroup
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Row, Table
from tertium.text.arrays import Floats

Way = Literal["expected-wins", "trueskill"]
Numbers = NDArray[np.int64]

# The prior of a skill, how much a performance varies around it, and how likely a tie is (Sakaguchi et al. 2014).
_SIGMA = 0.5
_BETA = _SIGMA / 2
_DRAW = 0.25
_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system's score, the ranks it may have, and its cluster; ranks and clusters count from 1."""

    system: str
    score: float
    first_rank: int
    last_rank: int
    cluster: int


@dataclass(frozen=True, slots=True)
class HumanRanking:
    """The systems of one group of judgements, best first."""

    group: str
    way: Way
    n_judgements: int
    systems: tuple[RankedSystem, ...]


@dataclass(frozen=True, slots=True, repr=False)
class HumanRankings(Result):
    """The rankings of several groups of judgements, with rank ranges from so many samples."""

    places = 3
    heading = "Systems ranked by people"

    rankings: tuple[HumanRanking, ...]
    n_samples: int

    def tables(self) -> Sequence[Block]:
        return [block for ranking in self.rankings for block in _blocks(ranking, self.n_samples)]

    def records(self) -> Sequence[Table]:
        names = ("group", "system", "score", "first_rank", "last_rank", "cluster")
        rows = (
            (ranking.group, s.system, s.score, s.first_rank, s.last_rank, s.cluster)
            for ranking in self.rankings
            for s in ranking.systems
        )
        return [Table(tuple(map(Column, names)), tuple(rows))]

    def data(self) -> Json:
        rankings: Json = plain([asdict(ranking) for ranking in self.rankings])
        return {"version": __version__, "samples": self.n_samples, "rankings": rankings}


def _blocks(ranking: HumanRanking, n_samples: int) -> Iterator[Block]:
    rows: list[Row] = []
    for i, system in enumerate(ranking.systems):
        if i and system.cluster != ranking.systems[i - 1].cluster:
            rows.append(None)
        first, last = system.first_rank, system.last_rank
        rows.append((str(first) if first == last else f"{first}-{last}", system.system, system.score))
    columns = (Column("rank", right=True), Column("system"), Column("score", "number"))
    note = f"ranks: 95 % of {n_samples} bootstrap samples of the judgements; a rule where no range reaches over"
    yield Table(
        columns,
        tuple(rows),
        f"{ranking.group}, {ranking.n_judgements} judgements, by {ranking.way}",
        (note,),
        keys=2,
    )


def rank_systems(group: JudgementGroup, way: Way, *, n_samples: int = 1000, seed: int = 12345) -> HumanRanking:
    """Rank the systems of a group by its preferences.

    Raises:
        DataError: The group has no preferences between two named systems.
    """
    names, first, second, preference = _judged(group)
    rng = np.random.default_rng(seed)
    drawn = np.vstack((rng.permutation(len(first)), rng.integers(len(first), size=(n_samples, len(first)))))
    compute = _expected_wins if way == "expected-wins" else _trueskill
    # The first row has every judgement once, the others are samples.
    scores = compute(first[drawn], second[drawn], preference[drawn], len(names))
    # A system that a sample does not have is nowhere in particular: it keeps its score.
    scores = np.where(np.isnan(scores), scores[0], scores)
    ranks = 1 + (scores[1:, None, :] > scores[1:, :, None]).sum(2)
    tail = (1 - _LEVEL) / 2
    low = np.quantile(ranks, tail, axis=0, method="lower")
    high = np.quantile(ranks, 1 - tail, axis=0, method="higher")
    order = np.argsort(-scores[0], kind="stable")
    clusters = rank_clusters(low[order].astype(int), high[order].astype(int))
    systems = (
        RankedSystem(names[i], float(scores[0, i]), int(low[i]), int(high[i]), cluster)
        for i, cluster in zip(order, clusters, strict=True)
    )
    return HumanRanking(group.name, way, len(first), tuple(systems))


def rank_clusters(first: Sequence[int] | Numbers, last: Sequence[int] | Numbers) -> list[int]:
    """The cluster of each system, best first, from the first and the last rank that it may have."""
    clusters = [1]
    for i in range(1, len(first)):
        clusters.append(clusters[-1] + bool(max(last[:i]) < min(first[i:])))
    return clusters[: len(first)]


def _judged(group: JudgementGroup) -> tuple[list[str], Numbers, Numbers, Numbers]:
    """The systems, and for each judgement the two that were compared and which is better."""
    pairs = group.preferences
    systems = group.items.system
    places = [] if pairs is None else [k for k in range(len(pairs)) if _named(systems[pairs.a[k]], systems[pairs.b[k]])]
    if pairs is None or not places:
        raise DataError(f"{group.name}: has no preferences between two named systems, which a ranking needs")
    names = sorted({str(systems[i]) for k in places for i in (pairs.a[k], pairs.b[k])})
    number = {name: i for i, name in enumerate(names)}
    first, second = (np.array([number[str(systems[side[k]])] for k in places], np.int64) for side in (pairs.a, pairs.b))
    return names, first, second, pairs.preference[places].astype(np.int64)


def _named(a: str | None, b: str | None) -> bool:
    return a is not None and b is not None and a != b


def _expected_wins(first: Numbers, second: Numbers, preference: Numbers, n: int) -> Floats:
    """For each row of judgements a score for each system; NaN for one that never won or lost."""
    scores = np.empty((len(first), n))
    for row in range(len(first)):
        winner = np.where(preference[row] > 0, first[row], second[row])[preference[row] != 0]
        loser = np.where(preference[row] > 0, second[row], first[row])[preference[row] != 0]
        wins = np.bincount(winner * n + loser, minlength=n * n).reshape(n, n).astype(np.float64)
        met = wins + wins.T
        shares = np.divide(wins, met, out=np.zeros_like(wins), where=met > 0)
        rivals = (met > 0).sum(1)
        scores[row] = np.divide(shares.sum(1), rivals, out=np.full(n, np.nan), where=rivals > 0)
    return scores


def _trueskill(first: Numbers, second: Numbers, preference: Numbers, n: int) -> Floats:
    """The same as means of skills, all rows at once, judgement by judgement."""
    from scipy.special import ndtri  # type: ignore[import-untyped, unused-ignore]  # late: only this needs it

    rows = np.arange(len(first))
    mean, variance = np.zeros((len(first), n)), np.full((len(first), n), _SIGMA**2)
    margin = float(ndtri((_DRAW + 1) / 2)) * np.sqrt(2) * _BETA
    for step in range(first.shape[1]):
        sign = np.where(preference[:, step] == 0, 1, np.sign(preference[:, step]))
        winner = np.where(sign > 0, first[:, step], second[:, step])
        loser = np.where(sign > 0, second[:, step], first[:, step])
        above, below = variance[rows, winner], variance[rows, loser]
        spread = np.sqrt(2 * _BETA**2 + above + below)
        gap, width = (mean[rows, winner] - mean[rows, loser]) / spread, margin / spread
        moved, shrunk = np.where(preference[:, step] == 0, _after_tie(gap, width), _after_win(gap - width))
        mean[rows, winner] += above / spread * moved
        mean[rows, loser] -= below / spread * moved
        variance[rows, winner] = above * (1 - above / spread**2 * shrunk)
        variance[rows, loser] = below * (1 - below / spread**2 * shrunk)
    return mean


def _density(x: Floats) -> Floats:
    return np.asarray(np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi))


def _after_win(gap: Floats) -> Floats:
    """How far means move and how much variances shrink, in units of the spread: Herbrich's V and W."""
    from scipy.special import log_ndtr  # type: ignore[import-untyped, unused-ignore]

    moved = np.exp(-(gap**2) / 2 - np.log(2 * np.pi) / 2 - log_ndtr(gap))
    return np.stack((moved, moved * (moved + gap)))


def _after_tie(gap: Floats, width: Floats) -> Floats:
    from scipy.special import ndtr  # type: ignore[import-untyped, unused-ignore]

    inside = np.maximum(ndtr(width - gap) - ndtr(-width - gap), 1e-300)
    moved = (_density(-width - gap) - _density(width - gap)) / inside
    shrunk = moved**2 + ((width - gap) * _density(width - gap) + (width + gap) * _density(width + gap)) / inside
    return np.stack((moved, shrunk))
