"""Pairs of judged systems, and what is measured of their curves."""

import numpy as np
import pytest

from papers.verdicts import pairs as module
from papers.verdicts.measuring import by_year, shipped
from papers.verdicts.pairs import Judged, Source
from tertium.meta.judgements import Items, JudgementGroup, Preferences
from tertium.text.testset import References


def group() -> JudgementGroup:
    """Two segments of three systems; on the first `a` and `b` have the same output."""
    items = Items.build(
        ["x y", "z", "x", "y", "z", "ref"],
        References.by_stream(["x y"] * 2 + ["y z"] * 3 + ["x y"]),
        system=["a+b", "c", "a", "b", "c", "refA"],
        segment=["1", "1", "2", "2", "2", "1"],
    )
    first, second, sign = [0, 2, 2, 3], [1, 3, 4, 4], [1, -1, 1, 0]
    none = np.full(4, -1, np.int32)
    preferences = Preferences(items, np.array(first), np.array(second), np.array(sign, np.int8), none, none)
    return JudgementGroup("t", "de-en", items, preferences=preferences)


def test_joined_names_are_all_their_systems_and_people_are_none() -> None:
    grid = module._grid(group())
    assert grid.systems == ["a", "b", "c"]
    assert grid.items.tolist() == [[0, 2], [0, 3], [1, 4]]


def test_shares_of_wins_leave_ties_out() -> None:
    # a and b beat c together; b beats a; a beats c; b and c tie.
    assert module._grid(group()).whole == pytest.approx({"a": (0 + 1) / 2, "b": (1 + 1) / 2, "c": 0.0})


def test_pairs_without_an_opinion_are_left_out() -> None:
    source = Source("file", 2018, "made up")
    names = ["a", "a", "b"], ["b", "c", "c"]
    judged = Judged(source, ["de-en"] * 3, *names, [300] * 3, [1.0, 0.0, -1.0], [0.5] * 3, {"m": [2.0, 1.0, 3.0]})
    pairs = judged.pairs("m")
    assert (pairs.size.tolist(), pairs.agree.tolist()) == ([2.0, 3.0], [True, False])
    assert pairs.system_a.tolist() == ["file de-en a", "file de-en b"]


def test_what_ships_ends_where_two_years_end() -> None:
    rng = np.random.default_rng(1)
    judged = []
    for year, largest in ((2014, 5.0), (2018, 9.0), (2021, 7.0)):
        sizes = np.linspace(0.1, largest, 60).tolist()
        a, b = ([f"s{i}" for i in rng.integers(0, 9, 60)] for _ in range(2))
        judged.append(
            Judged(Source("f", year, ""), ["de-en"] * 60, a, b, [300] * 60, [1.0] * 60, [0.5] * 60, {"m": sizes})
        )
    curve = shipped(by_year(judged, "m"))
    assert curve.sizes[-1] == 7.0
    assert curve.n_pairs == 180
    assert not np.isnan(curve.low).any()
