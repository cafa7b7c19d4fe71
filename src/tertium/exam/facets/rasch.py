r"""The many-facet Rasch model (Linacre 1989), fitted by joint maximum likelihood.

A score rises from one category to the next with the log-odds

    θ_candidate − δ_passage − λ_grader − γ_criterion − τ_step

where every facet sums to zero, and so do the steps. In the rating-scale model all ratings share their steps; in the
partial-credit model each criterion (or each passage, where there are no criteria) has its own. Categories that nobody
used are left out of the scale.

Newton's method: candidates are many but do not touch one another, so that they are eliminated and the system that is
solved has only the other parameters. Whoever has the lowest or highest score everywhere has no finite measure: such
candidates, passages, graders and criteria are left out, and placed at the end where .3 score points fewer would be.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.errors import DataError
from tertium.exam.facets.ratings import Facet, Ints, Ratings
from tertium.text.arrays import Floats

Steps = Literal["rating-scale", "partial-credit"]
EXTREME = 0.3
"""Score points by which a measure that would be infinite is drawn in, as programs for this model do."""
_TOLERANCE = 1e-10
_MOST_ROUNDS = 100
_SINGULAR = 1e-9


@dataclass(frozen=True, eq=False)
class Scale:
    """The categories of each group of ratings that shares its steps, and the steps between them."""

    names: tuple[str, ...]
    """What a group is called: a criterion or a passage; one empty name in the rating-scale model."""
    scores: Floats
    """Groups × categories: what a category counts; rows are filled up with their last score."""
    used: Ints
    """How many categories each group has."""
    steps: Floats
    """Groups × steps: how hard it is to reach a category from the one below it."""

    @property
    def sums(self) -> Floats:
        """Groups × categories: what the steps up to a category cost; infinite where there is no such category."""
        costs = np.hstack([np.zeros((len(self.steps), 1)), np.cumsum(self.steps, axis=1)])
        return np.where(np.arange(costs.shape[1]) < self.used[:, None], costs, np.inf)

    def expected(self, place: Floats, group: Ints) -> tuple[Floats, Floats]:
        """The expected score at these places of the scale, and its variance."""
        share = self.shares(place, group)
        points = self.scores[group]
        mean = (share * points).sum(1)
        return mean, (share * points**2).sum(1) - mean**2

    def shares(self, place: Floats, group: Ints) -> Floats:
        """Places × categories: how probable each category is."""
        return _shares(place[:, None] * self.scores[group] - self.sums[group])


@dataclass(frozen=True, eq=False)
class Measures:
    """What was estimated, in logits."""

    ratings: Ratings
    model: Steps
    grouped_by: Facet | None
    """The facet whose elements have steps of their own."""
    scale: Scale
    group: Ints
    """Of each rating."""
    candidates: Floats
    candidate_errors: Floats
    elements: Mapping[Facet, Floats]
    element_errors: Mapping[Facet, Floats]
    step_errors: Floats
    extreme_candidates: Ints
    extreme_elements: Mapping[Facet, Ints]

    @property
    def place(self) -> Floats:
        """Of each rating: the candidate's measure less all facets."""
        place = self.candidates[self.ratings.candidate]
        for facet, numbers in self.ratings.element.items():
            place = place - self.elements[facet][numbers]
        return np.asarray(place)


def measure(ratings: Ratings, model: Steps = "rating-scale") -> Measures:
    """Fit the model.

    Raises:
        DataError: All scores are the same, or parts of the data cannot be compared because nothing connects them.
    """
    grouped_by: Facet | None = None
    if model == "partial-credit":
        grouped_by = next((facet for facet in ("criterion", "passage") if facet in ratings.element), None)
    names = ratings.elements[grouped_by] if grouped_by else ("",)
    group = ratings.element[grouped_by] if grouped_by else np.zeros(len(ratings), np.int64)
    ordinary = _ordinary(ratings, group)
    rows = ratings.only(ordinary)
    if not len(rows):
        raise DataError("every candidate has the same score everywhere; nothing can be measured")
    _refuse_islands(rows)
    scores, used = _categories(rows.score, group[ordinary], len(names))
    estimate = _Newton(rows, group[ordinary], scores, used, model).solve()
    scale = Scale(names, scores, used, estimate.steps)
    return _placed(ratings, model, grouped_by, scale, group, rows, estimate)


def _ordinary(ratings: Ratings, group: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Ratings of nobody and nothing that has its lowest or its highest score everywhere."""
    keep = np.ones(len(ratings), bool)
    while True:
        low, high = _bounds(ratings.score, group, keep)
        extreme = np.zeros(len(ratings), bool)
        for numbers in (ratings.candidate, *ratings.element.values()):
            size = int(numbers.max()) + 1
            total = np.bincount(numbers[keep], minlength=size)
            for bound in (low, high):
                at_bound = np.bincount(numbers[keep], (ratings.score == bound)[keep], minlength=size)
                extreme |= (at_bound == total)[numbers]
        if not (extreme & keep).any():
            return keep
        keep &= ~extreme


def _bounds(score: Ints, group: Ints, keep: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[Ints, Ints]:
    """The lowest and the highest score of the group of each rating."""
    size = int(group.max()) + 1
    low, high = np.full(size, np.iinfo(np.int64).max), np.full(size, -1)
    np.minimum.at(low, group[keep], score[keep])
    np.maximum.at(high, group[keep], score[keep])
    return low[group], high[group]


def _categories(score: Ints, group: Ints, n_groups: int) -> tuple[Floats, Ints]:
    own = [np.unique(score[group == number]) for number in range(n_groups)]
    width = max(map(len, own))
    table = np.zeros((n_groups, width))
    for number, scores in enumerate(own):
        if len(scores):
            table[number] = scores[-1]
            table[number, : len(scores)] = scores
    return table, np.array([max(len(scores), 1) for scores in own])


def _refuse_islands(rows: Ratings) -> None:
    """Candidates rated by nobody in common, directly or through others, cannot be compared."""
    from scipy.sparse import coo_array  # type: ignore[import-untyped, unused-ignore]
    from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped, unused-ignore]

    start, edges = len(rows.candidates), []
    for facet, numbers in rows.element.items():
        edges.append((rows.candidate, start + numbers))
        start += len(rows.elements[facet])
    if not edges:
        return
    first, second = (np.concatenate(side) for side in zip(*edges, strict=True))
    _, island = connected_components(coo_array((np.ones(len(first)), (first, second)), shape=(start, start)), False)
    own = island[rows.candidate]
    other = np.flatnonzero(own != own[0])
    if len(other):
        one, two = (rows.candidates[rows.candidate[row]] for row in (0, int(other[0])))
        raise DataError(
            f"candidates {one!r} and {two!r} have no passage or grader in common, nor has anybody between them, so "
            "that they cannot be compared; have some passages graded by graders of both parts"
        )


@dataclass(slots=True)
class _Estimate:
    candidates: Floats
    elements: dict[Facet, Floats]
    steps: Floats
    candidate_errors: Floats
    element_errors: dict[Facet, Floats]
    step_errors: Floats


class _Newton:
    """The likelihood of ratings, its slope and curvature, and the way to its top."""

    def __init__(self, rows: Ratings, group: Ints, scores: Floats, used: Ints, model: Steps) -> None:
        self.rows, self.group, self.scores, self.used = rows, group, scores, used
        self.present, self.candidate = np.unique(rows.candidate, return_inverse=True)
        self.category = np.zeros(len(rows), np.int64)
        for number in range(scores.shape[1]):
            inside = number < used[group]
            self.category[(scores[group, number] == rows.score) & inside] = number
        self.columns: list[Ints] = []
        """Of each facet: the place of each rating's element among all parameters but candidates."""
        self.facets: dict[Facet, tuple[Ints, int, int]] = {}
        bases, start = [], 0
        for facet, numbers in rows.element.items():
            own, inverse = np.unique(numbers, return_inverse=True)
            self.facets[facet] = (own, start, len(own))
            self.columns.append(start + inverse)
            bases.append(_zero_sum(len(own)))
            start += len(own)
        self.step_start, width = start, scores.shape[1] - 1
        for number in used:
            basis = np.zeros((width, max(int(number) - 2, 0)))
            if number > 2:
                basis[: number - 1] = _zero_sum(int(number) - 1)
            bases.append(basis)
        self.size = start + width * len(used)
        self.basis = _block_diagonal(bases, self.size)

    def solve(self) -> _Estimate:
        theta, other = np.zeros(len(self.present)), np.zeros(self.size)
        value = self._value(theta, other)
        for _ in range(_MOST_ROUNDS):
            slope, across, within, candidate_information = self._curvature(theta, other)
            candidate_slope, other_slope = slope
            inverse = 1.0 / candidate_information
            reduced = within - (across * inverse[:, None]).T @ across
            curvature = self.basis.T @ reduced @ self.basis
            self._refuse_singular(curvature)
            target = self.basis.T @ (other_slope - across.T @ (inverse * candidate_slope))
            step = self.basis @ np.linalg.solve(curvature, target) if len(target) else np.zeros(self.size)
            candidate_step = inverse * (candidate_slope - across @ step)
            size = 1.0
            while (new := self._value(theta + size * candidate_step, other + size * step)) < value - 1e-9 * abs(
                value
            ) and size > 1e-6:
                size /= 2
            theta, other, value = theta + size * candidate_step, other + size * step, new
            moved = max(float(np.abs(candidate_step).max(initial=0)), float(np.abs(step).max(initial=0)))
            if moved * size < _TOLERANCE:
                break
        else:
            raise DataError(
                f"the measures have not settled after {_MOST_ROUNDS} rounds; the ratings contradict the model"
            )
        return self._estimate(theta, other)

    def _estimate(self, theta: Floats, other: Floats) -> _Estimate:
        _, across, within, information = self._curvature(theta, other)
        inverse = 1.0 / information
        reduced = self.basis.T @ (within - (across * inverse[:, None]).T @ across) @ self.basis
        covariance = self.basis @ np.linalg.solve(reduced, self.basis.T) if len(reduced) else np.zeros((self.size,) * 2)
        errors = np.sqrt(np.maximum(np.diag(covariance), 0))
        through = across * inverse[:, None]
        candidate_errors = np.sqrt(inverse + np.einsum("ij,jk,ik->i", through, covariance, through, optimize=True))
        places = {facet: slice(start, start + size) for facet, (_, start, size) in self.facets.items()}
        shape = (len(self.used), -1)
        return _Estimate(
            theta,
            {facet: other[place] for facet, place in places.items()},
            other[self.step_start :].reshape(shape),
            candidate_errors,
            {facet: errors[place] for facet, place in places.items()},
            errors[self.step_start :].reshape(shape),
        )

    def _shares(self, theta: Floats, other: Floats) -> Floats:
        """Ratings × categories."""
        place = theta[self.candidate]
        for column in self.columns:
            place = place - other[column]
        steps = other[self.step_start :].reshape(len(self.used), -1)
        sums = Scale((), self.scores, self.used, steps).sums
        if len(self.used) == 1:
            return _shares(place[:, None] * self.scores[0] - sums[0])
        return _shares(place[:, None] * self.scores[self.group] - sums[self.group])

    def _value(self, theta: Floats, other: Floats) -> float:
        share = np.take_along_axis(self._shares(theta, other), self.category[:, None], 1)
        return float(np.log(np.maximum(share, 1e-300)).sum())

    def _curvature(self, theta: Floats, other: Floats) -> tuple[tuple[Floats, Floats], Floats, Floats, Floats]:
        """Slopes for candidates and others; information across both, within the others, and of candidates."""
        share = self._shares(theta, other)
        points = self.scores[0] if len(self.used) == 1 else self.scores[self.group]
        mean = (share * points).sum(1)
        spread = (share * points**2).sum(1) - mean**2
        surplus = self.rows.score - mean
        # From each category on: how probable, and what it has in common with the score.
        reached = np.cumsum(share[:, :0:-1], axis=1)[:, ::-1]
        common = np.cumsum((share * points)[:, :0:-1], axis=1)[:, ::-1] - reached * mean[:, None]
        n, width = len(self.present), self.scores.shape[1] - 1
        slope, across, within = np.zeros(self.size), np.zeros((n, self.size)), np.zeros((self.size, self.size))
        step_columns = [self.step_start + self.group * width + step for step in range(width)]
        for column in self.columns:
            slope -= np.bincount(column, surplus, self.size)
            across -= _cells(self.candidate, column, spread, n, self.size)
            for second in self.columns:
                within += _cells(column, second, spread, self.size, self.size)
        for step, place in enumerate(step_columns):
            slope -= np.bincount(place, (self.category > step) - reached[:, step], self.size)
            across -= _cells(self.candidate, place, common[:, step], n, self.size)
            for column in self.columns:
                block = _cells(column, place, common[:, step], self.size, self.size)
                within += block + block.T
            for later in range(step, width):
                value = reached[:, later] * (1 - reached[:, step])
                block = _cells(place, step_columns[later], value, self.size, self.size)
                within += block if later == step else block + block.T
        slopes = np.bincount(self.candidate, surplus, n).astype(float), slope
        return slopes, across, within, np.bincount(self.candidate, spread, n).astype(float)

    def _refuse_singular(self, curvature: Floats) -> None:
        if not len(curvature):
            return
        values, vectors = np.linalg.eigh(curvature)
        if values[0] > _SINGULAR * values[-1]:
            return
        loose = np.abs(self.basis @ vectors[:, 0])
        for facet, (own, start, size) in self.facets.items():
            if loose[start : start + size].max() > 1e-3:
                name = self.rows.elements[facet][own[int(loose[start : start + size].argmax())]]
                raise DataError(
                    f"{facet} {name!r} cannot be told from another facet: whoever met it met nothing else; have some "
                    "of its ratings done by other graders, or on other passages"
                )
        raise DataError("the steps between scores cannot be told from the other facets; give more ratings")


def _placed(
    ratings: Ratings, model: Steps, grouped_by: Facet | None, scale: Scale, group: Ints, rows: Ratings, found: _Estimate
) -> Measures:
    """The measures of all, also of those that have none by themselves."""
    present = np.unique(rows.candidate)
    candidates, errors = np.full(len(ratings.candidates), np.nan), np.full(len(ratings.candidates), np.nan)
    candidates[present], errors[present] = found.candidates, found.candidate_errors
    elements: dict[Facet, Floats] = {}
    element_errors: dict[Facet, Floats] = {}
    for facet, names in ratings.elements.items():
        elements[facet], element_errors[facet] = np.full(len(names), np.nan), np.full(len(names), np.nan)
        own = np.unique(rows.element[facet])
        elements[facet][own], element_errors[facet][own] = found.elements[facet], found.element_errors[facet]
    missing = {facet: np.flatnonzero(np.isnan(values)) for facet, values in elements.items()}
    extreme = np.flatnonzero(np.isnan(candidates))
    for facet, values in elements.items():
        for number in missing[facet]:
            own_rows = ratings.element[facet] == number
            place = np.nan_to_num(candidates)[ratings.candidate[own_rows]]
            for other, others in elements.items():
                if other != facet:
                    place = place - np.nan_to_num(others)[ratings.element[other][own_rows]]
            value, error = _drawn_in(ratings.score[own_rows], place, group[own_rows], scale)
            values[number], element_errors[facet][number] = -value, error
    for number in extreme:
        own_rows = ratings.candidate == number
        place = np.zeros(int(own_rows.sum()))
        for facet, values in elements.items():
            place = place - values[ratings.element[facet][own_rows]]
        candidates[number], errors[number] = _drawn_in(ratings.score[own_rows], place, group[own_rows], scale)
    return Measures(
        ratings, model, grouped_by, scale, group, candidates, errors, elements, element_errors, found.step_errors,
        extreme, missing,
    )  # fmt: skip


def _drawn_in(score: Ints, place: Floats, group: Ints, scale: Scale) -> tuple[float, float]:
    """Where a sum of scores is expected, after it was drawn in from both ends, and its standard error."""
    low, high = scale.scores[group, 0].sum(), scale.scores[group, scale.used[group] - 1].sum()
    if high - low < 2 * EXTREME:
        return 0.0, float("inf")
    target = float(np.clip(score.sum(), low + EXTREME, high - EXTREME))
    least, most = -50.0, 50.0
    for _ in range(100):
        middle = (least + most) / 2
        mean, spread = scale.expected(place + middle, group)
        least, most = (middle, most) if mean.sum() < target else (least, middle)
    return middle, float(1 / np.sqrt(max(spread.sum(), 1e-12)))


def _shares(logits: Floats) -> Floats:
    logits = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(logits / logits.sum(1, keepdims=True))


def _cells(first: Ints, second: Ints, values: Floats, n_first: int, n_second: int) -> Floats:
    """A table in which each value is added to the cell of its two numbers."""
    cells = np.bincount(first * n_second + second, values, n_first * n_second)
    return np.asarray(cells.reshape(n_first, n_second), float)


def _zero_sum(size: int) -> Floats:
    """Columns that span all vectors of this size whose sum is zero."""
    return np.vstack([np.eye(size - 1), -np.ones((1, size - 1))])


def _block_diagonal(blocks: list[Floats], height: int) -> Floats:
    whole = np.zeros((height, sum(block.shape[1] for block in blocks)))
    row = column = 0
    for block in blocks:
        whole[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return whole
