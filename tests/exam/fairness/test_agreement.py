"""Agreement of people and machine against formulas written down plainly."""

from itertools import combinations

import numpy as np
import pytest

from tertium.exam.fairness.agreement import alpha, pair_agreements
from tertium.exam.fairness.gradings import Gradings
from tertium.exam.submissions import Labelled
from tertium.meta.agreement import cohen_kappa

from .sample import gradings

RNG = np.random.default_rng


def test_people_and_machine_are_measured_alike() -> None:
    work, _ = gradings(1)
    found = {(pair.first, pair.second): pair for pair in pair_agreements(work, RNG(0))}
    assert list(found) == [
        ("people", "people"), ("people", "machine"), ("people, where several labelled", "machine"),
        ("x", "machine"), ("y", "machine"),
    ]  # fmt: skip
    both = [(own["x"], own["y"]) for own in work.people.values() if len(own) == 2]
    turned = [*both, *((b, a) for a, b in both)]
    expected = cohen_kappa(*zip(*turned, strict=True), weights="quadratic", categories=[0, 1, 2, 3])
    pair = found["people", "people"]
    assert pair.n == len(both)
    assert pair.kappa == pytest.approx(expected)
    assert pair.exact == pytest.approx(np.mean([a == b for a, b in both]))
    assert pair.adjacent == pytest.approx(np.mean([abs(a - b) <= 1 for a, b in both]))
    assert pair.difference == 0
    assert pair.kappa_interval[0] < pair.kappa < pair.kappa_interval[1]
    machine = [(label, work.machine[key].label) for key, own in work.people.items() for label in own.values()]
    first, second = zip(*machine, strict=True)
    assert found["people", "machine"].kappa == pytest.approx(cohen_kappa(first, second, weights="quadratic"))
    assert found["people", "machine"].difference == pytest.approx(
        (np.mean(first) - np.mean(second)) / np.std(first, ddof=1)
    )


def test_alpha_of_people_by_hand() -> None:
    """Krippendorff's own example of ordered data is in tests/meta; here: that labels reach it, with gaps."""
    labels = [
        ("a", "p", "x", "SM"),
        ("a", "p", "y", "SM"),
        ("b", "p", "x", "IM"),
        ("b", "p", "z", "IM"),
        ("c", "p", "x", "HM"),
    ]
    found = alpha(Gradings.of([Labelled(who, p, label, g) for who, p, g, label in labels]), RNG(0))
    assert found is not None
    assert (found.n, found.value) == (2, 1.0)


def test_three_graders_are_compared_pair_by_pair() -> None:
    rng = np.random.default_rng(3)
    labels = [
        Labelled(f"c{n}", "p", ("SM", "MM", "IM")[rng.integers(3)], grader) for n in range(20) for grader in "xyz"
    ]
    found = [(pair.first, pair.second) for pair in pair_agreements(Gradings.of(labels), RNG(0))]
    assert found == [("people", "people"), *combinations("xyz", 2)]


def test_one_person_agrees_with_nobody() -> None:
    alone = Gradings.of([Labelled("a", "p", "SM", "g"), Labelled("b", "p", "MM", "g")])
    assert pair_agreements(alone, RNG(0)) == []
    assert alpha(alone, RNG(0)) is None
