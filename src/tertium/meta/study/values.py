"""What a measure gives: a value for a metric, and the values of samples."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.meta.confidence import Counts, resampled_correlations
from tertium.meta.correlation import Correlation, correlation_by_group
from tertium.meta.grouping import Groups, grouped
from tertium.text.arrays import Floats

Sampler = Callable[[Counts], Floats]


@dataclass(frozen=True, slots=True)
class AgreementValue:
    """A value, and the threshold for ties where one was calibrated."""

    value: float
    epsilon: float | None = None
    note: str = ""


def correlation_value(human: Floats, metric: Floats, measure: Correlation) -> AgreementValue:
    """A correlation of two rows of scores, and why it is undefined where it is."""
    groups = grouped(human, metric)
    value = float(correlation_by_group(groups, measure)[0])
    return AgreementValue(value, note="" if not np.isnan(value) else _why_undefined(groups))


def correlation_sampler(human: Floats, metric: Floats, units: NDArray[np.int64], measure: Correlation) -> Sampler:
    """Correlations of samples of units; `units` has the unit of each score."""
    present = np.flatnonzero(~(np.isnan(human) | np.isnan(metric)))
    human, metric, units = human[present], metric[present], units[present]

    def values(counts: Counts) -> Floats:
        if len(present) == 0:
            return np.full(len(counts), np.nan)
        return resampled_correlations(human, metric, np.ascontiguousarray(counts[:, units]), measure)

    return values


def _why_undefined(groups: Groups) -> str:
    if len(groups.human) < 2:
        return "fewer than two scores"
    if np.all(groups.metric == groups.metric[0]):
        return "the metric's scores are constant"
    return "the human scores are constant" if np.all(groups.human == groups.human[0]) else "undefined"
