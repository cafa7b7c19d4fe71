"""Agreement with judgements of the form "this one is better": WMT's τ and the consistency of Padó et al.

A judgement is +1 (the first is better), 0 (a tie) or −1; beside it stands the metric's difference, first less second,
oriented so that more is better. Judgements where the difference is missing (NaN) do not count; the same pair may be
judged often, and contradictory judgements all count.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from tertium.errors import DataError
from tertium.meta.grouping import Average, numbers, oriented, row, same_shape
from tertium.text.arrays import Floats

Rule = Literal["2012", "2013", "2014"]
Weights = Literal["pairs", "groups"]


@dataclass(frozen=True, slots=True)
class PreferenceCounts:
    """How a metric stands to judgements in which people have a preference."""

    concordant: int
    discordant: int
    ties: int  # the metric ties, people do not

    def tau(self, rule: Rule) -> float:
        """WMT's τ by the rule of a year; NaN where nothing is left to count."""
        c, d, t = self.concordant, self.discordant, self.ties
        if rule not in ("2012", "2013", "2014"):
            raise ValueError(f"rule: {rule!r} is not one of '2012', '2013', '2014'")
        above = c - d - t if rule == "2012" else c - d
        below = c + d if rule == "2013" else c + d + t
        return above / below if below else float("nan")


def preference_counts(human: ArrayLike, difference: ArrayLike) -> PreferenceCounts:
    """Concordant, discordant and tied pairs among judgements that are not ties."""
    judgements, differences = _judged(human, difference)
    alike = np.sign(differences)[judgements != 0] * judgements[judgements != 0]
    return PreferenceCounts(*(int(np.count_nonzero(alike == sign)) for sign in (1, -1, 0)))


def wmt12_tau(human: ArrayLike, difference: ArrayLike) -> float:
    """(C − D − T) / (C + D + T): a metric's tie counts as wrong. Human ties are dropped."""
    return preference_counts(human, difference).tau("2012")


def wmt13_tau(human: ArrayLike, difference: ArrayLike) -> float:
    """(C − D) / (C + D): a metric's tie is dropped. Human ties are dropped."""
    return preference_counts(human, difference).tau("2013")


def wmt14_tau(human: ArrayLike, difference: ArrayLike) -> float:
    """(C − D) / (C + D + T), WMT 2014 to 2016: a metric's tie counts half. Human ties are dropped."""
    return preference_counts(human, difference).tau("2014")


def relative_ranking_counts(
    human: ArrayLike, metric: ArrayLike, *, min_difference: float = 25.0, average: Average = "item"
) -> list[PreferenceCounts]:
    """Preferences read from direct assessment (daRR), by group: pairs whose human scores are far enough apart.

    Args:
        human: Scores by people, systems × items; NaN where there is none.
        metric: Scores by the metric, of the same shape.
        min_difference: How far apart two human scores must be, at least; equal scores are never a preference.
        average: Which pairs are formed: the systems of each `item`, the items of each `system`, or all (`none`).
    """
    if not min_difference >= 0:
        raise ValueError(f"min_difference: expected a number that is not negative, found {min_difference}")
    people, machine = numbers("human", human), numbers("metric", metric)
    same_shape(human=people, metric=machine)
    people, machine = oriented(people, average).T, oriented(machine, average).T
    totals = np.zeros((3, people.shape[1]), np.int64)
    for i in range(len(people) - 1):
        h, m = people[i + 1 :] - people[i], machine[i + 1 :] - machine[i]
        counted = (np.abs(h) >= min_difference) & (h != 0) & ~np.isnan(m)
        alike = np.sign(h) * np.sign(m)
        totals += [np.count_nonzero(counted & (alike == sign), axis=0) for sign in (1, -1, 0)]
    return [PreferenceCounts(*map(int, counts)) for counts in totals.T]


def relative_ranking_tau(
    human: ArrayLike,
    metric: ArrayLike,
    *,
    min_difference: float = 25.0,
    average: Average = "item",
    rule: Rule = "2012",
    weights: Weights = "pairs",
) -> float:
    """The τ of daRR, WMT 2017 to 2020: the rule of 2012 over pairs at least 25 points apart.

    With `weights="pairs"` the pairs of all groups are pooled, as WMT does; with "groups" it is the plain mean over
    groups, those without a pair counting as 0, as mt-metrics-eval's `KendallLike` averages when asked for a macro mean.
    """
    groups = relative_ranking_counts(human, metric, min_difference=min_difference, average=average)
    if weights == "groups":
        taus = [group.tau(rule) for group in groups]
        return float(np.mean(np.nan_to_num(taus))) if taus else float("nan")
    if weights != "pairs":
        raise ValueError(f"weights: {weights!r} is not one of 'pairs', 'groups'")
    return PreferenceCounts(
        sum(group.concordant for group in groups),
        sum(group.discordant for group in groups),
        sum(group.ties for group in groups),
    ).tau(rule)


@dataclass(frozen=True, slots=True)
class Consistency:
    """The share of judgements that a metric reproduces, and what guessing would give."""

    value: float
    random_baseline: float
    tie_share: float  # of human judgements
    n_judgements: int


def consistency(human: ArrayLike, difference: ArrayLike) -> Consistency:
    """Share of all human judgements that the metric reproduces (WMT08; Padó et al. 2009).

    Human ties and contradictory judgements stay in the denominator. A metric that orders everything gets every human
    tie wrong; one that ties two translations exactly gets a human tie right. The baseline is a metric that guesses and
    never ties: half of the judgements that are not ties.
    """
    judgements, differences = _judged(human, difference)
    n = len(judgements)
    if n == 0:
        return Consistency(float("nan"), float("nan"), float("nan"), 0)
    tie_share = float(np.mean(judgements == 0))
    return Consistency(float(np.mean(np.sign(differences) == judgements)), random_consistency(tie_share), tie_share, n)


def random_consistency(tie_share: float) -> float:
    """What guessing without ties gives: (1 − t) / 2 for a share t of human ties."""
    return (1 - tie_share) / 2


def _judged(human: ArrayLike, difference: ArrayLike) -> tuple[Floats, Floats]:
    judgements, differences = row("human", human), row("difference", difference)
    same_shape(human=judgements, difference=differences)
    wrong = np.flatnonzero(~np.isin(judgements, (-1.0, 0.0, 1.0)))
    if len(wrong):
        raise DataError(
            f"human: judgement {wrong[0]} (counted from 0) is {judgements[wrong[0]]}; expected 1 (first "
            "better), 0 (tie) or -1 (second better)"
        )
    present = ~np.isnan(differences)
    return judgements[present], differences[present]
