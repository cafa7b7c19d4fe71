"""METEOR's normaliser: apostrophes, punctuation, abbreviations, lowercase."""

from types import SimpleNamespace

import pytest

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.meteor import MeteorTokenizer

ABBREVIATIONS = SimpleNamespace(words=["Mr", "No"], notes=["", "number"])


def words(text: str, language: str = "en", *, keep_punctuation: bool = True) -> list[str]:
    tokenizer = MeteorTokenizer(language, ABBREVIATIONS, keep_punctuation)
    return tokenizer.tokenize(PackedTexts.pack([text])).tokens(0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Smith isn't here.", ["mr.", "smith", "isn", "'t", "here", "."]),
        ("No. 5 is No.", ["no.", "5", "is", "no", "."]),
        ("ÉTÉ Été", ["été", "été"]),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_apostrophes_by_language_and_no_punctuation() -> None:
    assert words("l'été", "fr") == ["l'", "été"]
    assert "." not in words("It rains.", keep_punctuation=False)


def test_words_that_become_equal_have_one_number() -> None:
    batch = MeteorTokenizer("de", ABBREVIATIONS).tokenize(PackedTexts.pack(["Über über ÜBER"]))
    assert len(set(batch.ids.tolist())) == 1
