"""Passages of an exam."""

import json

import pytest

from tertium.errors import DataError
from tertium.exam.passages import parse_exam, write_exam
from tests.exam.sample import exam


def test_an_exam_is_read_as_written() -> None:
    asked = exam(2, 2)
    assert parse_exam(write_exam(asked), "x") == asked


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"passages": []}, "there are no passages"),
        ({"passages": 3}, "passages: int, expected a list"),
        ({"passages": [{"id": "p"}]}, "passage 1: 'level' is missing"),
        ({"passages": [{"id": "p", "level": "2", "sentences": []}]}, "passage 1: there are no sentences"),
        ({"passages": [{"id": "p", "level": "2", "sentences": [{"source": "s"}]}]}, "neither a network nor references"),
        ({"passages": [{"id": "p", "level": "2", "sentences": ["s"]}]}, "passage 1, sentence 1: str, expected an obj"),
        ({"more": 1, "passages": []}, "unknown field 'more'"),
    ],
)
def test_wrong_exams_are_refused_with_the_place(change: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_exam(json.dumps(change), "exam.json")
