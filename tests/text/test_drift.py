"""Where two files that should be parallel stop being so."""

from hypothesis import given
from hypothesis import strategies as st

from tertium.text.drift import parting_line
from tests.support.texts import STREAMS, SYSTEMS


@given(st.integers(0, 29), st.integers(1, 3), st.booleans())
def test_the_line_at_which_lines_are_missing_is_found(start: int, n_missing: int, first: bool) -> None:
    whole = STREAMS[0]
    stop = min(30, start + n_missing)
    part = whole[:start] + whole[stop:]
    line = parting_line(whole, part) if first else parting_line(part, whole)
    # Lines of the same length as the lost one cannot be told apart from it.
    assert 1 <= line <= 30
    gap = stop - start
    assert [len(text) for text in whole[: line - 1] + whole[line - 1 + gap :]] == [len(text) for text in part]


def test_a_lost_line_is_found_in_translations_too() -> None:
    hypotheses, references = SYSTEMS["neural"], STREAMS[0]
    found = [parting_line(hypotheses, references[:i] + references[i + 1 :]) for i in range(30)]
    assert sum(abs(line - 1 - i) <= 1 for i, line in enumerate(found)) >= 24


def test_equal_and_empty_lists_part_nowhere_in_particular() -> None:
    assert parting_line([], []) == 1
    assert parting_line(["a"], []) == 1
    assert parting_line([None, "long text"], ["long text"]) == 1
