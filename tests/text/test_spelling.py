"""British spellings as American ones."""

import pytest

from tertium.text.spelling import american, without_punctuation


@pytest.mark.parametrize(
    ("british", "expected"),
    [
        ("colour", "color"),
        ("Neighbourhoods", "Neighborhoods"),
        ("ORGANISATION", "ORGANIZATION"),
        ("analysed", "analyzed"),
        ("travelling", "traveling"),
        ("towards", "toward"),
        ("color", "color"),
        ("wise", "wise"),
        ("advertise", "advertise"),
        ("", ""),
    ],
)
def test_only_listed_words_change_and_keep_their_capitals(british: str, expected: str) -> None:
    assert american(british) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("(colour)!", "colour"), ("don't", "don't"), ("“…”", ""), ("$5", "$5"), ("", "")],
)
def test_punctuation_goes_from_the_ends_only(word: str, expected: str) -> None:
    assert without_punctuation(word) == expected
