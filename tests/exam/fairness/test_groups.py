"""Differences between groups: Mantel's test against its formula, and simulated unfairness that must be seen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from tertium.exam.fairness.groups import group_study, mantel

from .sample import gradings

RNG = np.random.default_rng
SCORES = st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=4)


def plain_mantel(own: list[list[int]], rest: list[list[int]]) -> float:
    """Mantel (1963) with counts of each score, as the formula is printed."""
    found = expected = variance = 0.0
    for mine, others in zip(own, rest, strict=True):
        n_mine, n_others = len(mine), len(others)
        n = n_mine + n_others
        if not n_mine or not n_others:
            continue
        counts = {score: (mine + others).count(score) for score in range(4)}
        first = sum(score * count for score, count in counts.items())
        second = sum(score**2 * count for score, count in counts.items())
        found += sum(score * mine.count(score) for score in range(4))
        expected += n_mine / n * first
        variance += n_mine * n_others / (n**2 * (n - 1)) * (n * second - first**2)
    return float(chi2.sf((found - expected) ** 2 / variance, 1)) if variance > 1e-12 else 1.0


@given(SCORES, SCORES)
def test_mantel_equals_its_formula(own: list[list[int]], rest: list[list[int]]) -> None:
    size = min(len(own), len(rest))
    own, rest = own[:size], rest[:size]
    arrays = ([np.array(side, float) for side in sides] for sides in (own, rest))
    assert mantel(*arrays) == pytest.approx(plain_mantel(own, rest), abs=1e-9)


def test_groups_that_are_alike_show_nothing() -> None:
    low = 0
    for seed in range(12):
        work, groups = gradings(seed, 80)
        study = group_study(work, {"g": groups}, RNG(seed))
        low += any(one.p < 0.05 for one in study.passages)
    assert low <= 3  # five per cent by Holm, in twelve


def test_a_passage_that_is_unfair_to_a_group_is_seen() -> None:
    work, groups = gradings(5, 200, handicap=(2, 1.0))
    study = group_study(work, {"g": groups}, RNG(0))
    unfair = {one.passage for one in study.passages if one.p < 0.01 and one.group == "b" and one.effect < -0.2}
    assert "p2" in unfair


def test_a_machine_that_is_severe_with_a_group_is_seen() -> None:
    work, groups = gradings(6, 100, bias=0.6)
    found = {one.group: one for one in group_study(work, {"g": groups}, RNG(0)).differences}
    severe, other = found["b"], found["a"]
    assert severe.machine is not None
    assert severe.machine_interval is not None
    assert other.machine is not None
    assert severe.machine < -0.3
    assert severe.machine_interval[1] < 0
    assert abs(other.machine) < 0.15


def test_small_groups_are_named_and_not_shown() -> None:
    work, groups = gradings(1, 60)
    few = groups | {f"c{n}": "few" for n in range(5)}
    study = group_study(work, {"g": few}, RNG(0), 20)
    assert study.hidden == (("g", "few"),)
    assert {one.group for one in study.differences} == {"a", "b"}


def test_without_a_machine_only_people_are_compared() -> None:
    work, groups = gradings(1)
    work = type(work)(work.people, {})
    assert {one.machine for one in group_study(work, {"g": groups}, RNG(0)).differences} == {None}
