"""Stems: the English and German ones are those of METEOR 1.5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import OptionError
from tertium.resources.stems import classes, hash_classes, stems
from tertium.text.arrays import PackedTexts

# Made with METEOR 1.5: java -cp meteor-1.5.jar:. Stem en < words (a class that prints Constants.newStemmer("english")).
ENGLISH = {
    "consignment": "consign", "consolingly": "consol", "knightly": "knight", "kinkajou": "kinkajou", "skies": "sky",
    "dying": "die", "ties": "tie", "cries": "cri", "gas": "gas", "this": "this", "gaps": "gap", "kiwis": "kiwi",
    "agreed": "agre", "hopped": "hop", "hoped": "hope", "hoping": "hope", "luxuriated": "luxuri", "by": "by",
    "say": "say", "cry": "cri", "generously": "generous", "communism": "communism", "arsenal": "arsenal",
    "relational": "relat", "analogies": "analog", "happiness": "happi", "succeed": "succeed", "adjustment": "adjust",
    "adoption": "adopt", "controll": "control", "roll": "roll", "dog's": "dog", "'tis": "tis", "yellow": "yellow",
    "emergency": "emerg", "evening": "even", "added": "ad", "café": "café", "naïvely": "naïv",
}  # fmt: skip

GERMAN = {
    "ergebnisse": "ergebniss", "ergebnis": "ergebnis", "häuser": "haus", "straße": "strass", "bauern": "bau",
    "aktuelle": "aktuell", "angedeutet": "angedeutet", "schönheit": "schonheit", "freundlichkeit": "freundlich",
    "möglichkeiten": "moglich", "kräftigen": "kraftig", "richtigung": "richtig", "elend": "elend", "ab": "ab",
    "arbeitest": "arbeit", "stärkst": "stark", "laufend": "laufend", "bäuerisch": "bauer", "royale": "royal",
}  # fmt: skip


def stem(word: str, language: str = "en") -> str:
    return stems(PackedTexts.pack([word]), language)[0]


def test_english_stems_are_those_of_the_original() -> None:
    assert {word: stem(word) for word in ENGLISH} == ENGLISH


def test_german_stems_are_those_of_the_original() -> None:
    assert {word: stem(word, "de") for word in GERMAN} == GERMAN


@given(st.text("abcdefghijklmnopqrstuvwxyz'é", max_size=14))
def test_a_stem_is_never_much_longer_than_its_word(word: str) -> None:
    assert len(stem(word)) <= len(word) + 1


def test_other_languages_have_stems_and_a_missing_stemmer_is_said() -> None:
    assert stem("maisons", "fr") == stem("maison", "fr")
    with pytest.raises(OptionError, match="there is no stemmer for 'cs'; there is one for: ar, "):
        stem("dům", "cs")


def test_classes_are_equal_for_equal_words_and_hashes_for_some_others() -> None:
    words = PackedTexts.pack(["le", "n'", "le", "😀"])
    assert classes(words).tolist() == [0, 1, 0, 2]
    hashes = hash_classes(words).tolist()
    assert hashes[0] == hashes[1] == hashes[2] == ord("l") * 31 + ord("e")
    assert hashes[3] == (0xD83D * 31 + 0xDE00) % 2**32
