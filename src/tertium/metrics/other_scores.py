"""Scores from elsewhere: the segment scores of any other metric beside ours, with the same intervals and tests."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.errors import OptionError
from tertium.metrics.base import Metric, ratio
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


@dataclass(frozen=True, kw_only=True)
class OtherMetric(Metric):
    """The mean of scores that were computed elsewhere. It is not in the register: it cannot score texts."""

    label: str = ""
    file: str = ""

    summary = "scores from elsewhere"
    bounds = "its own"
    original = "the program that computed them"
    key: ClassVar[str] = "other"

    @property
    def name(self) -> str:
        return self.label

    def signature(self) -> dict[str, str]:
        return {"scores": self.file}

    def spec(self) -> str:
        return self.label

    def statistics(self, pairing: Pairing) -> Floats:
        raise OptionError(f"the scores of {self.label!r} come from a file and cannot be computed")

    def score(self, statistics: Floats) -> Floats:
        return ratio(statistics[..., 0], statistics[..., 1])


def other_metric(label: str, file: str, *, higher_is_better: bool) -> OtherMetric:
    """A metric of this label; signatures begin with it."""
    kind = type("OtherMetric", (OtherMetric,), {"key": label, "higher_is_better": higher_is_better})
    metric: OtherMetric = kind(label=label, file=file)
    return metric


def rows_of(scores: Floats) -> Floats:
    """Rows that add up to a mean."""
    return np.column_stack((scores, np.ones(len(scores))))
