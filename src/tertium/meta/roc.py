"""How well a score tells human from machine translations (Kulesza & Shieber 2004, figure 2.2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tertium.meta.grouping import row
from tertium.text.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """One point for each threshold, from the strictest to the laxest.

    `human_above` is the share of human translations that score at least the threshold (the true positive rate),
    `machine_below` the share of machine translations that score less (one less the false positive rate).
    """

    thresholds: Floats
    human_above: Floats
    machine_below: Floats
    area: float

    def points(self, most: int = 40) -> tuple[Floats, Floats]:
        """`human_above` and `machine_below` at no more than so many thresholds, enough to draw the curve."""
        places = np.unique(np.linspace(0, len(self.thresholds) - 1, most).astype(np.int64))
        return self.human_above[places], self.machine_below[places]


def roc_curve(human: ArrayLike, machine: ArrayLike) -> RocCurve:
    """The curve over all thresholds, and the area under it.

    Tie rule: translations with equal scores pass a threshold together, so the curve is straight between them, and the
    area is P(human > machine) + ½ P(human = machine). Missing scores (NaN) are dropped. Where no human or no machine
    translation is left the area and the shares of that side are NaN.

    Args:
        human: Scores of human translations; more must mean more human.
        machine: Scores of machine translations.
    """
    people, machines = (scores[~np.isnan(scores)] for scores in (row("human", human), row("machine", machine)))
    thresholds = np.r_[np.inf, np.unique(np.r_[people, machines])[::-1]]
    return RocCurve(
        thresholds,
        1 - _share_below(people, thresholds),
        _share_below(machines, thresholds),
        roc_area(people, machines),
    )


def roc_area(human: ArrayLike, machine: ArrayLike) -> float:
    """P(a human translation scores more than a machine translation) + ½ P(they score the same)."""
    people, machines = (scores[~np.isnan(scores)] for scores in (row("human", human), row("machine", machine)))
    if len(people) == 0 or len(machines) == 0:
        return float("nan")
    machines = np.sort(machines)
    beaten = np.searchsorted(machines, people, "left") + np.searchsorted(machines, people, "right")
    return float(int(beaten.sum()) / (2 * len(people) * len(machines)))


def _share_below(scores: Floats, thresholds: Floats) -> Floats:
    if len(scores) == 0:
        return np.full(len(thresholds), np.nan)
    return np.asarray(np.searchsorted(np.sort(scores), thresholds, "left") / len(scores), dtype=np.float64)
