"""Cuts of an output against the segments of a reference: as few word errors as any cuts have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core, _reference
from tertium.text.resegmentation import resegment
from tests.support.texts import STREAMS, SYSTEMS

WORDS = st.lists(st.integers(0, 4), max_size=20)
SEGMENTS = st.lists(st.lists(st.integers(0, 4), max_size=4), min_size=1, max_size=5)  # often shorter than the output


def cuts(hyp: list[int], segments: list[list[int]]) -> list[int]:
    flat = np.array([word for segment in segments for word in segment], np.int32)
    ends = np.cumsum([len(segment) for segment in segments], dtype=np.int64)
    return _core.resegment(np.array(hyp, np.int32), flat, ends).tolist()


@given(WORDS, SEGMENTS)
def test_no_cuts_have_fewer_errors(hyp: list[int], segments: list[list[int]]) -> None:
    found = cuts(hyp, segments)
    assert found == sorted(found)
    assert found[-1] == len(hyp)
    parts = [hyp[a:b] for a, b in zip([0, *found], found, strict=False)]
    errors = sum(_reference.edit_distance(part, segment) for part, segment in zip(parts, segments, strict=True))
    assert errors == _reference.resegmented_errors(hyp, segments)


def test_wrong_ends_are_refused() -> None:
    words = np.array([1, 2], np.int32)
    for ends in ([1], [2, 1, 2], [3], []):
        with pytest.raises(ValueError, match="segment"):
            _core.resegment(words, words, np.array(ends, np.int64))


@pytest.mark.parametrize("joined", [1, 2, 5, 30])
def test_lines_that_were_joined_are_found_again(joined: int) -> None:
    reference = list(STREAMS[0])
    lines = [" ".join(reference[i : i + joined]) for i in range(0, 30, joined)]
    made = resegment(lines, reference)
    assert list(made.segments) == reference
    assert made.errors == 0
    assert made.n_lines == len(lines)


@given(st.lists(st.text(max_size=12), max_size=6), st.lists(st.text(max_size=12), min_size=1, max_size=6))
def test_nothing_is_lost(output: list[str], reference: list[str]) -> None:
    made = resegment(output, reference)
    assert len(made.segments) == len(reference)
    assert "".join("".join(made.segments).split()) == "".join("".join(output).split())


def test_most_lines_of_a_system_come_back() -> None:
    made = resegment([" ".join(SYSTEMS["neural"])], STREAMS[0])
    same = sum(a == b for a, b in zip(made.segments, SYSTEMS["neural"], strict=True))
    assert same >= 18


@pytest.mark.parametrize("babble", [0, 1000])
def test_an_hour_of_speech_is_cut_where_it_was_joined(babble: int) -> None:
    """The longer text is halved, whichever it is."""
    rng = np.random.default_rng(1)
    ref = rng.integers(0, 2000, 9000).astype(np.int32)
    hyp = np.where(rng.random(9000) < 0.2, rng.integers(0, 2000, 9000), ref).astype(np.int32)
    hyp = np.concatenate((hyp, rng.integers(2000, 2100, babble).astype(np.int32)))
    ends = np.arange(15, 9001, 15, dtype=np.int64)
    found = _core.resegment(hyp, ref, ends)
    assert np.abs(found - ends)[:-1].max() < 15
    assert found[-1] == len(hyp)
