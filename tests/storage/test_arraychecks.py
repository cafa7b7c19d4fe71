"""Arrays that would lead astray are refused, each for its reason; sound ones are not."""

from collections.abc import Callable

import numpy as np
import pytest

from tertium.storage.arraychecks import (
    refuse_bad_offsets,
    refuse_beyond,
    refuse_other_types,
    refuse_unsorted_rows,
    refuse_words,
)
from tertium.storage.arrayfile import pack_words

SOUND = {"ids": np.array([1, 4, 2, 3], np.int32), "offsets": np.array([0, 2, 2, 4], np.int64)}


def test_sound_arrays_pass() -> None:
    refuse_other_types(SOUND, {"ids": "i4", "offsets": "i8"}, optional={"more": "f4"})
    refuse_bad_offsets(SOUND, "offsets", 3, "ids")
    refuse_beyond(SOUND, "ids", 5, least=1)
    refuse_unsorted_rows(SOUND, "ids", "offsets")
    refuse_beyond({"ids": np.empty(0, np.int32)}, "ids", 0)
    assert refuse_words(pack_words(["a", "é", ""], "words"), "words") == 3


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (lambda: refuse_other_types(SOUND, {"more": "i4"}), "'more' is missing"),
        (lambda: refuse_other_types(SOUND, {"ids": "i4"}), "'offsets' is not one of this kind"),
        (lambda: refuse_other_types(SOUND, {"ids": "u4", "offsets": "i8"}), "of type int32, expected uint32"),
        (lambda: refuse_bad_offsets(SOUND, "offsets", 4, "ids"), "4 numbers in 'offsets', expected 5"),
        (lambda: refuse_bad_offsets(SOUND, "offsets", 3, "offsets", first=1), "runs from 0 to 4, expected 1 to 4"),
        (lambda: refuse_beyond(SOUND, "ids", 4), "4 in 'ids' at 1, expected a number from 0 to 3"),
        (lambda: refuse_beyond(SOUND, "ids", 9, least=2), "1 in 'ids' at 0, expected a number from 2 to 8"),
    ],
)
def test_what_does_not_fit_is_named(check: Callable[[], None], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check()


def test_offsets_never_decrease() -> None:
    with pytest.raises(ValueError, match="'offsets' decreases at 2"):
        refuse_bad_offsets({**SOUND, "offsets": np.array([0, 3, 2, 4])}, "offsets", 3, "ids")


def test_rows_increase_and_a_value_may_stand_twice_only_where_it_may() -> None:
    twice = {**SOUND, "ids": np.array([1, 1, 2, 3])}
    refuse_unsorted_rows(twice, "ids", "offsets", twice=True)
    with pytest.raises(ValueError, match="'ids' is not sorted at 1"):
        refuse_unsorted_rows(twice, "ids", "offsets")


def test_words_are_utf8() -> None:
    broken = {"words_bytes": np.array([0xFF], np.uint8), "words_offsets": np.array([0, 1])}
    with pytest.raises(ValueError, match="the words of 'words' are not UTF-8"):
        refuse_words(broken, "words")
    with pytest.raises(ValueError, match="is empty"):
        refuse_words({**broken, "words_offsets": np.empty(0, np.int64)}, "words")
