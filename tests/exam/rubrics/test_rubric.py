"""Rubrics as files: those that ship are sound, and what is wrong with one is said."""

import json
from itertools import product
from typing import Any

import pytest

from tertium.errors import DataError
from tertium.exam.files import RUBRICS, read_rubric
from tertium.exam.rubrics.rubric import BandRubric, PointRubric, faults, parse_rubric
from tertium.exam.rules import RuleTable

BANDS: dict[str, Any] = {
    "kind": "bands", "criteria": ["a", "b"], "bands": ["1", "2", "3"], "results": ["fail", "pass"],
    "rules": [[["2+", "2+"], "pass"], [["*", "*"], "fail"]],
}  # fmt: skip
POINTS: dict[str, Any] = {
    "kind": "points", "categories": ["x", "y"], "severities": {"minor": 1, "major": 4},
    "results": ["fail", "pass", "merit"], "limits": {"pass": 17, "merit": 5},
}  # fmt: skip


def parsed(base: dict[str, Any], **changes: Any) -> Any:
    return parse_rubric(json.dumps(base | changes), "r")


@pytest.mark.parametrize("name", [*RUBRICS, "example"])
def test_what_ships_is_sound_and_says_whose_it_is(name: str) -> None:
    rubric = read_rubric(name)
    assert faults(rubric) == ()
    assert "not a" in (rubric.table.note if isinstance(rubric, BandRubric) else rubric.note)


def test_bands_decide_every_combination() -> None:
    rubric = read_rubric("example-bands")
    assert isinstance(rubric, BandRubric)
    for bands in product("12345", repeat=3):
        expected = "pass" if all(band in "12" for band in bands) else "fail"
        assert rubric.result(dict(zip(rubric.table.passages, bands, strict=True))) == expected


def test_contradictions_and_gaps_of_bands_are_named() -> None:
    (gap, *_) = faults(parsed(BANDS, rules=[[["2+", "2+"], "pass"], [["3", "*"], "fail"]]))
    assert "no rule decides (1, 3)" in gap
    twice = faults(parsed(BANDS))
    assert any("decided differently by rules" in fault for fault in twice)
    upside_down = parsed(BANDS, rules=[[["2+", "*"], "fail"], [["3", "*"], "pass"]])
    assert any("(2, 1) gives fail, but (3, 1) gives pass" in fault for fault in faults(upside_down))


def test_points_give_the_best_result_whose_limit_is_kept() -> None:
    rubric = parsed(POINTS)
    assert faults(rubric) == ()
    assert [rubric.result(points) for points in (0, 5, 5.5, 17, 17.5, 1e6)] == [
        "merit", "merit", "pass", "pass", "fail", "fail",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"pass": 17}, "'merit' has no limit"),
        ({"pass": 17, "merit": 17}, "'merit' allows 17 points and 'pass', which is lower, 17"),
        ({"pass": 17, "merit": 5, "fail": 50}, "'fail' is the lowest result and has a limit"),
    ],
)
def test_limits_that_contradict_each_other_are_named(limits: dict[str, float], message: str) -> None:
    assert any(message in fault for fault in faults(parsed(POINTS, limits=limits)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "r: list, expected an object"),
        ("{", "is not JSON"),
        ('{"kind": "stars"}', "kind 'stars', expected bands, points or labels"),
        ("{}", "expected an object with passages"),
        (json.dumps(BANDS | {"bands": ["1", "1"]}), "expected different bands"),
        (json.dumps(BANDS | {"criteria": []}), "expected a list of criteria"),
        (json.dumps(BANDS | {"more": 1}), "unknown field 'more'"),
        (json.dumps(BANDS | {"rules": [[["9", "*"], "pass"]]}), "rule 1: label '9', expected one of 1, 2, 3"),
        (json.dumps(BANDS | {"rules": [[["1", "*"], "best"]]}), "rule 1: level 'best', expected one of fail, pass"),
        (json.dumps(BANDS | {"texts": {"z": {}}}), "texts: 'z'"),
        (json.dumps(BANDS | {"texts": {"a": {"9": "x"}}}), "texts: a: '9'"),
        (json.dumps(BANDS | {"criteria": [str(n) for n in range(6)], "bands": [str(n) for n in range(9)]}), "too many"),
        (json.dumps(POINTS | {"severities": {}}), "there are none"),
        (json.dumps(POINTS | {"severities": {"minor": -1}}), "expected a number from 0"),
        (json.dumps(POINTS | {"severities": {"minor": True}}), "True, expected a number"),
        (json.dumps(POINTS | {"limits": {"best": 1}}), "result 'best', expected one of fail, pass, merit"),
        (json.dumps({key: POINTS[key] for key in POINTS if key != "limits"}), "'limits' is missing"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message.replace("(", r"\(")):
        parse_rubric(text, "r")


def test_kinds_are_told_apart() -> None:
    assert isinstance(parsed(POINTS), PointRubric)
    assert isinstance(parsed({"kind": "labels", "passages": ["2"], "rules": [[["*"], "2"]]}), RuleTable)
