"""Outputs cut anew at the segments of a reference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.resegmentation import resegment

REFERENCE = ["The cat sat.", "It rains a lot!", "Nobody knew, of course."]


@pytest.mark.parametrize(
    "output",
    [
        ["The cat sat. It rains a lot! Nobody knew, of course."],
        ["The", "cat sat. It", "rains a lot! Nobody knew,", "of course."],
    ],
)
def test_the_cuts_of_the_reference_are_found_whatever_the_lines(output: list[str]) -> None:
    cut = resegment(output, REFERENCE)
    assert cut.segments == tuple(REFERENCE)
    assert (cut.n_lines, cut.errors, cut.n_words, cut.error_rate) == (len(output), 0, 11, 0.0)


def test_case_and_punctuation_are_no_errors_and_wrong_words_are() -> None:
    cut = resegment(["the cat sat it snows a lot nobody knew of course"], REFERENCE)
    assert cut.segments == ("the cat sat", "it snows a lot", "nobody knew of course")
    assert (cut.errors, cut.error_rate) == (1, pytest.approx(100 / 11))


def test_nothing_becomes_empty_segments() -> None:
    assert resegment([], REFERENCE).segments == ("", "", "")
    assert resegment([None, ""], REFERENCE).errors == 11


@given(st.lists(st.text("ab .", max_size=8), max_size=4), st.lists(st.text("ab ", max_size=8), min_size=1, max_size=4))
def test_nothing_of_the_output_is_lost(output: list[str], reference: list[str]) -> None:
    cut = resegment(output, reference)
    assert len(cut.segments) == len(reference)
    assert " ".join(cut.segments).split() == " ".join(output).split()
