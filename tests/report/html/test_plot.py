import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.evaluation.results import MetricScore
from tertium.evaluation.views.scores import Place
from tertium.report.html.plot import Dot, plot, ticks

SCORE = MetricScore("BLEU", 30.0, "s", True, (28.0, 32.0))


def numbers(svg: str, element: str, attribute: str) -> list[float]:
    return [float(value) for value in re.findall(rf'<{element}[^>]* {attribute}="([-0-9.]+)"', svg)]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(22.1, 36.3, [25, 30, 35]), (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (-0.5, 3, [-0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3])],
)
def test_ticks_are_round_numbers_inside_the_range(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


@settings(deadline=None)
@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_there_are_always_some_ticks_and_never_many(low: float, size: float) -> None:
    assert 2 <= len(ticks(low, low + size)) <= 8


def test_better_scores_stand_further_right_where_higher_is_better() -> None:
    dots = [Dot(Place(name, "", 0), replace(SCORE, score=value)) for name, value in (("a", 31.0), ("b", 29.0))]
    first, second = numbers(str(plot(dots, 1, "label")), "circle", "cx")
    assert first > second


def test_the_dot_stands_between_the_ends_of_its_whisker() -> None:
    svg = str(plot([Dot(Place("a", "1", 0), SCORE)], 1, "label"))
    (dot,) = numbers(svg, "circle", "cx")
    low, high = re.search(r'<line x1="([0-9.]+)" x2="([0-9.]+)" y1="21" y2="21" class="whisker">', svg).groups()
    assert dot == pytest.approx((float(low) + float(high)) / 2, abs=0.02)


def test_the_direction_is_written_at_its_end_of_the_axis() -> None:
    up = str(plot([Dot(Place("a", "", 0), SCORE)], 1, "label"))
    down = str(plot([Dot(Place("a", "", 0), replace(SCORE, higher_is_better=False))], 1, "label"))
    assert "higher is better →" in up
    assert "← lower is better" in down


def test_clusters_have_tints_in_turn_and_unranked_systems_none() -> None:
    places = [Place("a", "1-2", 0), Place("b", "1-2", 0), Place("c", "3", 1), Place("d", "", 2)]
    svg = str(plot([Dot(place, SCORE) for place in places], 1, "label"))
    assert re.findall(r'height="(\d+)" rx="5" class="(band-\d)"', svg) == [("58", "band-0"), ("28", "band-1")]


def test_a_long_name_is_shortened_and_whole_in_its_title() -> None:
    name = "a-system-with-a-name-that-never-seems-to-end-2024"
    svg = str(plot([Dot(Place(name, "", 0), SCORE)], 1, "label"))
    assert f"<title>{name}</title>a-system-with…-to-end-2024<" in svg


@pytest.mark.parametrize("value", [0.0, -3.0, 1e300, 1.7e308, 1e-310, float("nan"), float("inf")])
def test_any_value_gives_a_picture_with_finite_places(value: float) -> None:
    dots = [Dot(Place("a", "", 0), MetricScore("A", value, "a", True, (value, value)))]
    svg = str(plot(dots, 1, "label"))
    assert not re.search(r'="[^"]*(nan|inf|e[+-]?\d)[^"]*"', svg)


def test_no_systems_give_an_empty_picture() -> None:
    assert "<circle" not in str(plot([], 1, "label"))
