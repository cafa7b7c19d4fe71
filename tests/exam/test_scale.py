"""Labels and levels of an exam."""

import pytest

from tertium.errors import DataError
from tertium.exam.scale import LABEL_NAMES, LABELS, LEVELS, as_label, as_level, label_number, level_number


def test_labels_are_read_as_people_write_them_and_in_order() -> None:
    assert [label_number(label, "x") for label in LABELS] == [0, 1, 2, 3, 4]
    assert as_label(" sm ", "x") == "SM"
    assert list(LABEL_NAMES) == list(LABELS)


def test_levels_go_up() -> None:
    assert [level_number(level) for level in LEVELS] == list(range(8))
    assert as_level(" 2+ ", "x") == "2+"


def test_others_are_refused_with_their_place() -> None:
    with pytest.raises(DataError, match=r"f\.tsv:3: label 'XX', expected one of SM, MM, IM, HM, NT"):
        label_number("XX", "f.tsv:3")
    with pytest.raises(DataError, match=r"f\.tsv:3: level '4', expected one of 0, 0\+, 1"):
        as_level("4", "f.tsv:3")
