"""What a model promises of its sets, and that it says so where it cannot."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import Calibration
from tertium.exam.labelling.promise import NEEDED, Promise, checks, promises, standard_error
from tertium.exam.labelling.validation import learn
from tests.exam.sample import answers, exam, quick


def plain_bound(unusual: list[float], groups: list[str], confidence: Fraction) -> float:
    """The twin: walk up the sorted values until enough of the future lies at or below them."""
    different = set(groups)
    total = Fraction(0)
    for value, group in sorted(zip(unusual, groups, strict=True)):
        total += Fraction(1, (len(different) + 1) * groups.count(group))
        if total >= confidence:
            return value
    return float("inf")


@given(
    st.lists(st.tuples(st.integers(0, 50), st.sampled_from("abcdefghijklm")), min_size=1, max_size=60),
    st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20),
)
def test_the_bound_is_that_of_its_twin(rows: list[tuple[int, str]], confidence: Fraction) -> None:
    unusual, groups = [float(value) for value, _ in rows], [group for _, group in rows]
    calibration = Calibration.of(np.array(unusual), np.array(groups))
    assert calibration.bound(float(confidence)) == plain_bound(unusual, groups, confidence)
    assert calibration.groups == len(set(groups))


def test_nine_groups_are_needed_for_nine_in_ten() -> None:
    for n in (NEEDED - 1, NEEDED):
        calibration = Calibration.of(np.arange(float(n)), np.arange(n))
        assert np.isfinite(calibration.bound(0.9)) == (n == NEEDED)


def test_a_group_of_many_passages_counts_once() -> None:
    unusual = np.concatenate([np.zeros(20), np.ones(200)])
    groups = np.concatenate([np.arange(20), np.full(200, 20)])
    assert Calibration.of(unusual, groups).bound(0.9) == 0.0


def test_the_standard_error_is_that_of_whole_groups() -> None:
    rng = np.random.default_rng(1)
    hits = rng.random(40) < 0.9
    passages = [bool(one) for one in hits for _ in range(3)]
    groups = [f"c{i}" for i in range(40) for _ in range(3)]
    assert standard_error(passages, groups) == pytest.approx(hits.std() / np.sqrt(39), rel=1e-9)
    assert standard_error([True] * 30, groups[:30]) > 0


def test_a_promise_is_broken_by_too_few_too_little_or_nobody_looking() -> None:
    assert Promise("candidates", 30, 0.9, 0.02).breach is None
    assert Promise("candidates", 30, 0.87, 0.02).breach is None  # chance explains it
    assert "held the label, not 90%" in str(Promise("candidates", 30, 0.84, 0.02).breach)
    assert "9 or more are needed" in str(Promise("candidates", 8, 1.0, 0.02).breach)
    assert "not cross-validated" in str(Promise("candidates", 30, None, 0.0).breach)


def test_a_model_of_enough_candidates_promises_for_its_passages_only() -> None:
    asked = exam(3, 3)
    submissions, labels = answers(asked, 30)
    examples = collect(asked, submissions, labels, PassageFeatures())
    model, _ = learn(quick(), examples, np.random.default_rng(1))
    known, new = promises(model)
    assert known.breach is None
    assert new.breach == "sets promise nothing: labels of 3 passages, 9 or more are needed"
    assert "the promise holds" in checks(model)[0]
    assert "cannot be promised by labels of 3 passages" in checks(model)[1]
