"""Pairwise ranking optimisation (Hopkins & May 2011): learn to tell the better of two candidates of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.errors import DataError
from tertium.text.arrays import Floats
from tertium.tuning.climbs import METHODS, Climb, Progress, best_of, options_of
from tertium.tuning.objective import Objective
from tertium.tuning.space import Space


@METHODS.named("pro")
@dataclass(frozen=True, slots=True)
class Pro:
    """Options of pairwise ranking.

    Of `samples` random pairs of a list those count that differ by `least_difference` or more, and of these the `pairs`
    that differ most. `penalty` is that of the squared weights. The result is `interpolate` new and the rest old
    weights, each scaled to sizes that add up to 1 where the share is below 1.
    """

    searches_lines: ClassVar[bool] = False
    samples: int = 5000
    pairs: int = 50
    least_difference: float = 0.05
    penalty: float = 1.0
    interpolate: float = 1.0

    name = "pro"

    def options(self) -> dict[str, object]:
        """All that a result depends on, by name."""
        return options_of(self)

    def run(
        self, objective: Objective, space: Space, starts: Sequence[Floats], seed: int, progress: Progress | None = None
    ) -> list[Climb]:
        """One run; only the old weights of the first start count."""
        start = starts[0]
        differences = self.differences(objective, np.random.default_rng([seed, 0]))
        weights = logistic_weights(differences, space, start, self.penalty)
        if self.interpolate < 1:
            weights = self.interpolate * _sized(weights) + (1 - self.interpolate) * _sized(start)
        if progress:
            progress("pairs", 1, 1)
        return [Climb((objective.score(start), objective.score(weights)), weights)]

    def result(self, climbs: Sequence[Climb]) -> Climb:
        """The only one."""
        return best_of(climbs)

    def differences(self, objective: Objective, rng: np.random.Generator) -> Floats:
        """The features of the better minus those of the worse candidate, for all pairs that count.

        Raises:
            DataError: No pair differs enough.
        """
        worth = objective.scorer.of_segments(objective.statistics)[objective.rows]
        columns = []
        for begin, end in zip(objective.offsets[:-1].tolist(), objective.offsets[1:].tolist(), strict=True):
            first, second = begin + rng.integers(end - begin, size=(2, self.samples))
            apart = worth[first] - worth[second]
            enough = np.flatnonzero(np.abs(apart) >= self.least_difference)
            most = enough[np.argsort(-np.abs(apart[enough]), kind="stable")[: self.pairs]]
            better = np.where(apart[most] > 0, first[most], second[most])
            worse = np.where(apart[most] > 0, second[most], first[most])
            columns.append(objective.features[better] - objective.features[worse])
        differences = np.concatenate(columns)
        if not len(differences):
            raise DataError(
                f"no two candidates of a list differ by {self.least_difference:g} or more in the metric, so that there "
                "is nothing to learn from; lower the least difference, or tune by mert"
            )
        return differences


def logistic_weights(differences: Floats, space: Space, start: Floats, penalty: float) -> Floats:
    """The weights under which better candidates most probably win; every pair counts in both orders."""
    from scipy.optimize import minimize

    free = np.flatnonzero(space.free)
    columns, offset = differences[:, free], differences @ np.where(space.free, 0.0, start)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = columns @ weights + offset
        lost = np.exp(-np.logaddexp(0.0, margins))  # the probability of the wrong order
        value = 2 * float(np.logaddexp(0.0, -margins).sum()) + 0.5 * penalty * float(weights @ weights)
        return value, -2 * (lost @ columns) + penalty * weights

    bounds = list(zip(space.low[free], space.high[free], strict=True))
    optimum = minimize(loss, np.zeros(len(free)), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    weights = start.copy()
    weights[free] = optimum.x
    return weights


def _sized(weights: Floats) -> Floats:
    size = np.abs(weights).sum()
    return weights / size if size > 0 else weights
