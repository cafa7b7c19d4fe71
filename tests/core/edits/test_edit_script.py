"""Edit scripts and runs of words say in full what the statistics only count."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments, batch_of, edited_pairs, rows

PAIRS = st.one_of(
    st.tuples(rows(), rows()),
    st.tuples(rows(max_size=20, vocabulary=8), rows(max_size=20, vocabulary=8)),
    edited_pairs(0, 70, vocabularies=[3, 12, 1000]),
)
KEEP, SUBSTITUTE, INSERT, REMOVE = range(4)


def shifted(hyp: Row, shifts: np.ndarray) -> Row:
    words = list(hyp)
    for start, length, before in shifts.tolist():
        assert length > 0
        assert 0 <= start <= start + length <= len(words)
        assert before <= start or start + length <= before <= len(words)
        moved = words[start : start + length]
        ahead, behind = words[: min(start, before)], words[max(start + length, before) :]
        between = words[before:start] if before <= start else words[start + length : before]
        words = ahead + (moved + between if before <= start else between + moved) + behind
    return words


def followed(hyp: Row, ref: Row, steps: np.ndarray) -> int:
    """How many edits the steps make; they must turn one text into the other."""
    i = j = edits = 0
    for step in steps.tolist():
        if step in (KEEP, SUBSTITUTE):
            assert (hyp[i] == ref[j]) == (step == KEEP)
        edits += step != KEEP
        i += step != INSERT
        j += step != REMOVE
    assert (i, j) == (len(hyp), len(ref))
    return edits


@given(PAIRS)
def test_an_edit_script_makes_as_many_edits_as_the_distance(pair: tuple[Row, Row]) -> None:
    script = _core.edit_script(batch_of(list(pair)), 0, 1)
    assert script.shifts.shape == (0, 3)
    assert followed(*pair, script.steps) == _reference.edit_distance(*pair)


@pytest.mark.parametrize("tercom", [False, True])
@settings(max_examples=80)
@given(pair=PAIRS)
@example(pair=([3, 4, 5, 0, 1, 2], [0, 1, 2, 3, 4, 5]))
@example(pair=([2, 0, 1, 0, 1, 2, 0, 1], [2, 1, 0, 0, 1, 0, 0]))  # tercom tries to move a phrase to its own place
@example(pair=([], [1]))
@example(pair=([1, 2], []))
def test_a_ter_script_makes_as_many_edits_as_the_statistics_count(pair: tuple[Row, Row], tercom: bool) -> None:
    hyp, ref = pair
    script = _core.ter_script(batch_of([hyp, ref]), 0, 1, tercom=tercom)
    after = shifted(hyp, script.shifts)
    assert sorted(after) == sorted(hyp)
    counted = _core.ter_statistics(Segments.of((hyp, [ref])).pairs, tercom=tercom)[0, 0]
    assert len(script.shifts) + followed(after, ref, script.steps) == counted


def test_a_ter_script_stays_inside_the_beam() -> None:
    text = list(range(100, 160))
    hyp, ref = [*range(40), *text], [*text, *range(40, 80)]
    script = _core.ter_script(batch_of([hyp, ref]), 0, 1)
    edits = len(script.shifts) + followed(shifted(hyp, script.shifts), ref, script.steps)
    assert edits == _reference.translation_edits(hyp, ref)


@pytest.mark.parametrize(("exponent", "exact_up_to"), [(1.0, 10), (2.0, 10), (1.5, 0), (3.0, 6)])
@settings(max_examples=60)
@given(pair=st.tuples(rows(max_size=10), rows(max_size=10)))
def test_runs_are_equal_stretches_of_the_counted_size(pair: tuple[Row, Row], exponent: float, exact_up_to: int) -> None:
    hyp, ref = pair
    options = {"exponent": exponent, "exact_up_to": exact_up_to}
    runs = _core.gtm_runs(batch_of([hyp, ref]), 0, 1, **options).tolist()
    for start, there, length in runs:
        assert length > 0
        assert hyp[start : start + length] == ref[there : there + length]
    for side in (0, 1):
        used = [run[side] + k for run in runs for k in range(run[2])]
        assert len(used) == len(set(used))
    size = _core.gtm_statistics(Segments.of((hyp, [ref])).pairs, **options)[0, 0]
    assert sum(run[2] ** exponent for run in runs) ** (1 / exponent) == pytest.approx(size)


@pytest.mark.parametrize("kernel", [_core.edit_script, _core.ter_script])
def test_a_row_that_is_not_there_is_refused(kernel: Any) -> None:
    with pytest.raises(IndexError, match="no such row"):
        kernel(batch_of([[0], [1]]), 0, 2)
    with pytest.raises(IndexError, match="no such row"):
        _core.gtm_runs(batch_of([[0], [1]]), 2, 0, exponent=1.0, exact_up_to=0)


def test_texts_too_long_for_a_matrix_are_refused() -> None:
    rng = np.random.default_rng(5)
    long = [rng.integers(1, 9, size=33_000).tolist() for _ in range(2)]
    with pytest.raises(ValueError, match="too long for an edit script"):
        _core.edit_script(batch_of([[0, *long[0], 0], [9, *long[1], 9]]), 0, 1)
