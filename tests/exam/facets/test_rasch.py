"""The facets model against a plain optimiser, simulated exams, and data that has no answer."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from tertium.errors import DataError
from tertium.exam.facets.rasch import Measures, Steps, measure
from tertium.exam.facets.ratings import Ratings, ratings_of
from tertium.text.arrays import Floats

from .simulation import World


class Plain:
    """The twin: the likelihood written down rating by rating, and an optimiser that knows nothing of it."""

    def __init__(self, ratings: Ratings, partial: bool) -> None:
        self.ratings = ratings
        group = ratings.element["passage"] if partial else np.zeros(len(ratings), int)
        self.rows = list(
            zip(
                ratings.candidate,
                ratings.element["passage"],
                ratings.element["grader"],
                group,
                ratings.score,
                strict=True,
            )
        )
        self.scores = [sorted({row[4] for row in self.rows if row[3] == g}) for g in range(int(group.max()) + 1)]
        self.sizes = [len(ratings.candidates), *(len(ratings.elements[f]) - 1 for f in ("passage", "grader"))]
        self.sizes += [len(scores) - 2 for scores in self.scores]

    def parts(self, x: Floats) -> list[Floats]:
        """Candidates, passages, graders, and the steps of each group; all but candidates sum to zero."""
        first, *others = np.split(x, np.cumsum(self.sizes)[:-1])
        return [first, *(np.append(other, -other.sum()) for other in others)]

    def loss(self, x: Floats) -> float:
        ability, hardness, severity, *steps = self.parts(x)
        total = 0.0
        for candidate, passage, grader, group, score in self.rows:
            place = ability[candidate] - hardness[passage] - severity[grader]
            logits = [0.0]
            for number, own in enumerate(self.scores[group][1:], 1):
                logits.append((own - self.scores[group][0]) * place - steps[group][:number].sum())
            total += np.log(np.sum(np.exp(logits))) - logits[self.scores[group].index(score)]
        return float(total)

    def slope(self, x: Floats) -> Floats:
        h = 1e-5
        unit = np.eye(len(x)) * h
        return np.array([(self.loss(x + e) - self.loss(x - e)) / (2 * h) for e in unit])

    def solved(self, start: Floats) -> Floats:
        x = minimize(self.loss, start, method="BFGS", options={"gtol": 1e-4}).x
        for _ in range(3):  # Newton's method on differences, to the last digits
            x = x - np.linalg.solve(self.curvature(x), self.slope(x))
        return np.asarray(x)

    def curvature(self, x: Floats) -> Floats:
        h = 1e-4
        unit = np.eye(len(x)) * h
        table = np.array([(self.slope(x + e) - self.slope(x - e)) / (2 * h) for e in unit])
        return (table + table.T) / 2


@pytest.mark.parametrize("model", ["rating-scale", "partial-credit"])
def test_measures_and_errors_equal_a_plain_optimisers(model: Steps) -> None:
    ratings = World.drawn(4, 7, 3, 3, 4).ratings(5)
    found = measure(ratings, model)
    assert not len(found.extreme_candidates)
    plain = Plain(ratings, model == "partial-credit")
    best = plain.solved(np.zeros(sum(plain.sizes)))
    ability, hardness, severity, *steps = plain.parts(best)
    assert found.candidates == pytest.approx(ability, abs=1e-6)
    assert found.elements["passage"] == pytest.approx(hardness, abs=1e-6)
    assert found.elements["grader"] == pytest.approx(severity, abs=1e-6)
    for own, expected, used in zip(found.scale.steps, steps, found.scale.used, strict=True):
        assert own[: used - 1] == pytest.approx(expected, abs=1e-6)
    errors = np.sqrt(np.diag(np.linalg.inv(plain.curvature(best))))
    n_candidates, n_passages = len(ability), len(hardness)
    assert found.candidate_errors == pytest.approx(errors[:n_candidates], rel=1e-3)
    assert found.element_errors["passage"][:-1] == pytest.approx(
        errors[n_candidates : n_candidates + n_passages - 1], rel=1e-3
    )


def test_severities_of_six_graders_come_out() -> None:
    """225 candidates, ten passages, everybody grades: within a tenth of a logit."""
    for seed in range(3):
        world = World.drawn(seed, 225, 10, 6)
        found = measure(world.ratings(seed + 100))
        assert np.abs(found.elements["grader"] - world.severity).max() < 0.1


def test_who_has_only_the_best_or_the_worst_is_placed_at_the_ends() -> None:
    ratings = World.drawn(8, 20, 4, 3).ratings(9)
    score = ratings.score.copy()
    score[ratings.candidate == 3], score[ratings.candidate == 5] = 4, 0
    score[(ratings.element["grader"] == 1) & (ratings.candidate != 3)] = 0
    found = measure(Ratings(ratings.candidates, ratings.candidate, ratings.elements, ratings.element, score))
    assert {3, 5} <= set(found.extreme_candidates.tolist())
    assert found.candidates.argmax() == 3
    assert found.candidates.argmin() == 5
    assert np.isfinite(found.candidates).all()


def test_a_grader_who_gives_the_lowest_score_alone_is_the_most_severe() -> None:
    ratings = World.drawn(8, 20, 4, 3).ratings(9)
    score = np.where(ratings.element["grader"] == 1, 0, np.clip(ratings.score, 1, 4))
    found = measure(Ratings(ratings.candidates, ratings.candidate, ratings.elements, ratings.element, score))
    assert found.extreme_elements["grader"].tolist() == [1]
    assert found.elements["grader"].argmax() == 1
    assert np.isfinite(found.elements["grader"]).all()


def test_categories_that_nobody_used_are_no_categories() -> None:
    ratings = World.drawn(1, 30, 3, 3).ratings(2)
    score = np.where(ratings.score == 2, 3, ratings.score)
    found = measure(Ratings(ratings.candidates, ratings.candidate, ratings.elements, ratings.element, score))
    assert found.scale.scores.tolist() == [[0, 1, 3, 4]]


def test_parts_with_nobody_in_common_are_refused() -> None:
    rows = [("a", "p", "g"), ("b", "p", "g"), ("c", "q", "h"), ("d", "q", "h")]
    candidates, passages, graders = (list(column) for column in zip(*rows * 2, strict=True))
    times = ["1"] * 4 + ["2"] * 4
    facets = {
        "passage": passages,
        "grader": graders,
        "criterion": [f"{p}{t}" for p, t in zip(passages, times, strict=True)],
    }
    with pytest.raises(DataError, match="'a' and 'c' have no passage or grader in common"):
        measure(ratings_of(candidates, facets, [1, 2, 3, 1, 2, 1, 1, 2]))


def test_a_grader_with_a_passage_of_his_own_is_refused() -> None:
    world = World.drawn(3, 12, 2, 2)
    ratings = world.ratings(4)
    own = ratings.only(ratings.element["passage"] == ratings.element["grader"])
    with pytest.raises(DataError, match="cannot be told from another facet"):
        measure(own)


def test_scores_that_are_all_the_same_are_refused() -> None:
    with pytest.raises(DataError, match="the same score everywhere"):
        measure(ratings_of(["a", "b"] * 2, {"grader": ["g", "g", "h", "h"]}, [2, 2, 2, 2]))


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.integers(2, 30), st.integers(1, 4), st.integers(1, 4), st.integers(2, 5))
def test_sums_are_met(seed: int, n_candidates: int, n_passages: int, n_graders: int, n_categories: int) -> None:
    """At the top of the likelihood everybody's expected score is the score, and facets sum to zero."""
    try:
        found = measure(World.drawn(seed, n_candidates, n_passages, n_graders, n_categories).ratings(seed + 1))
    except DataError:
        return
    ordinary = ordinary_rows(found)
    expected, _ = found.scale.expected(found.place, found.group)
    for facet, numbers in found.ratings.element.items():
        own = np.setdiff1d(np.arange(len(found.elements[facet])), found.extreme_elements[facet])
        surplus = np.bincount(numbers[ordinary], (found.ratings.score - expected)[ordinary], len(found.elements[facet]))
        assert surplus[own] == pytest.approx(0, abs=1e-6)
        assert found.elements[facet][own].sum() == pytest.approx(0, abs=1e-9)


def ordinary_rows(found: Measures) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    rows = ~np.isin(found.ratings.candidate, found.extreme_candidates)
    for facet, numbers in found.ratings.element.items():
        rows &= ~np.isin(numbers, found.extreme_elements[facet])
    return np.asarray(rows)
