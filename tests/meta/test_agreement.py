"""Agreement of judges: published examples and twins."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.meta.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha, preference_agreement

NAN = math.nan


def test_cohen_by_hand() -> None:
    # 20 times both yes, 15 both no, 5 and 10 apart: P(A) = .7, P(E) = .5.
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(first, second) == pytest.approx(0.4)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30),
    st.sampled_from([("none", 0), ("linear", 1), ("quadratic", 2)]),
)
def test_weighted_cohen_compares_with_all_pairs_of_judgements(data: Any, weights: Any) -> None:
    first, second = zip(*data, strict=True)

    def cost(a: int, b: int) -> float:
        return float(a != b) if weights[1] == 0 else abs(a - b) ** weights[1]

    observed = np.mean([cost(a, b) for a, b in data])
    expected = np.mean([cost(a, b) for a in first for b in second])
    found = cohen_kappa(first, second, weights=weights[0], categories=range(4))
    np.testing.assert_allclose(found, 1 - observed / expected if expected else NAN, atol=1e-12)


def test_cohen_drops_what_one_judge_left_out() -> None:
    assert cohen_kappa([1, None, 2, NAN, 1], [1, 2, 2, 1, 2]) == cohen_kappa([1, 2, 1], [1, 2, 2])


def test_the_order_of_categories_matters_for_weights() -> None:
    first, second = ["low", "mid", "high", "high"], ["mid", "mid", "low", "high"]
    listed = cohen_kappa(first, second, weights="linear", categories=["low", "mid", "high"])
    assert listed == pytest.approx(cohen_kappa([0, 1, 2, 2], [1, 1, 0, 2], weights="linear"))
    assert listed != pytest.approx(cohen_kappa(first, second, weights="linear"))


def test_cohen_is_undefined_where_chance_explains_all() -> None:
    assert math.isnan(cohen_kappa([1, 1], [1, 1]))
    assert math.isnan(cohen_kappa([], []))


def test_cohen_refuses_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="first has 1 judgements but second has 2"):
        cohen_kappa([1], [1, 2])
    with pytest.raises(DataError, match="not listed"):
        cohen_kappa([1, 3], [1, 2], categories=[1, 2])
    with pytest.raises(ValueError, match="weights"):
        cohen_kappa([1, 2], [1, 2], weights="cubic")


# Ten subjects, fourteen judges, five categories: the textbook example, kappa .210.
FLEISS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def test_the_textbook_example_of_fleiss() -> None:
    assert fleiss_kappa(FLEISS) == pytest.approx(0.210, abs=5e-4)


def test_fleiss_names_the_item_with_another_number_of_judgements() -> None:
    with pytest.raises(DataError, match=r"item 2 .* has 3 judgements but item 0 has 2"):
        fleiss_kappa([[2, 0], [1, 1], [3, 0]])


def test_fleiss_is_undefined_for_one_judge_or_one_category() -> None:
    assert math.isnan(fleiss_kappa([[1, 0], [0, 1]]))
    assert math.isnan(fleiss_kappa([[2, 0], [2, 0]]))
    with pytest.raises(DataError, match="whole numbers"):
        fleiss_kappa([[1.5, 0.5]])


# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section E: 4 observers, 12 units, gaps.
KRIPPENDORFF = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_the_published_example_of_krippendorff(level: str, alpha: float) -> None:
    assert krippendorff_alpha(KRIPPENDORFF, level=level) == pytest.approx(alpha, abs=5e-4)


@given(
    st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, 3.0, NAN])] * 4), min_size=2, max_size=4),
)
def test_alpha_compares_pairs_of_ratings_inside_and_across_items(rows: Any) -> None:
    units = [[r for r in column if not math.isnan(r)] for column in zip(*rows, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    pooled = [r for unit in units for r in unit]
    observed = sum((a - b) ** 2 / (len(unit) - 1) for unit in units for a, b in itertools.permutations(unit, 2)) / max(
        1, len(pooled)
    )
    expected = np.mean([(a - b) ** 2 for a, b in itertools.permutations(pooled, 2)]) if pooled else 0
    found = krippendorff_alpha(rows, level="interval")
    np.testing.assert_allclose(found, 1 - observed / expected if expected else NAN, atol=1e-12)


def test_alpha_is_undefined_where_nothing_differs_or_nothing_is_judged_twice() -> None:
    assert math.isnan(krippendorff_alpha([[1, 1], [1, 1]], level="nominal"))
    assert math.isnan(krippendorff_alpha([[1, NAN], [NAN, 2]], level="nominal"))
    with pytest.raises(ValueError, match="level"):
        krippendorff_alpha([[1, 2], [1, 2]], level="ratio")


# Pair "p" is judged by a (twice), b and c; "q" by a and b; "r" by c alone.
PAIR = ["p", "p", "p", "p", "q", "q", "r"]
JUDGE = ["a", "a", "b", "c", "a", "b", "c"]
PREFERENCE = [1, 0, 1, -1, 0, 0, 1]


def test_agreement_between_judges_by_hand() -> None:
    # p: a1-b, a1-c, a2-b, a2-c, b-c, of which one agrees; q: one of one.
    result = preference_agreement(PAIR, JUDGE, PREFERENCE, between="judges", chance="uniform")
    assert result.n_comparisons == 6
    assert result.observed == pytest.approx(2 / 6)
    assert result.kappa == pytest.approx(0)
    t = 3 / 7
    observed = preference_agreement(PAIR, JUDGE, PREFERENCE, between="judges", chance="observed")
    assert observed.expected == pytest.approx(t**2 + (1 - t) ** 2 / 2)
    assert observed.kappa == pytest.approx((2 / 6 - observed.expected) / (1 - observed.expected))


def test_agreement_of_a_judge_with_herself() -> None:
    result = preference_agreement(PAIR, JUDGE, PREFERENCE, between="self", chance="uniform")
    assert result.n_comparisons == 1
    assert result.observed == 0
    assert result.kappa == pytest.approx(-0.5)


def test_agreement_does_not_depend_on_which_system_is_written_first() -> None:
    turned = [-p for p in PREFERENCE]
    assert preference_agreement(PAIR, JUDGE, turned, between="judges", chance="observed") == preference_agreement(
        PAIR, JUDGE, PREFERENCE, between="judges", chance="observed"
    )


def test_nothing_judged_twice_has_no_agreement() -> None:
    result = preference_agreement(["p"], ["a"], [1], between="judges", chance="uniform")
    assert result.n_comparisons == 0
    assert math.isnan(result.kappa)
    assert math.isnan(preference_agreement([], [], [], between="self", chance="observed").kappa)


def test_preferences_that_do_not_fit_are_refused() -> None:
    with pytest.raises(DataError, match="judgement 1 "):
        preference_agreement(["p", "p"], ["a", "b"], [1, 2], between="judges", chance="uniform")
    with pytest.raises(ValueError, match="2 pairs, 1 judges"):
        preference_agreement(["p", "q"], ["a"], [1, 1], between="judges", chance="uniform")
