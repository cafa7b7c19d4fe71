"""What the lists of words hold, and what is gathered from texts."""

from tertium.meta.challenge.knowledge import gather, read_pairs
from tertium.meta.challenge.sentence import Sentence
from tertium.text.spelling import american

TEXTS = ["They met Ada in Vienna.", "Ada saw a lantern in March.", "The lantern went out."]


def test_names_and_words_come_from_the_texts() -> None:
    found = gather([Sentence.of(text) for text in TEXTS], "en")
    assert found.names == ("Vienna", "Ada") or found.names == ("Ada", "Vienna")
    assert found.content[0] == "lantern"
    assert found.units["km"] == "miles"
    assert found.units["miles"] in ("km", "kilometers", "kilometres")
    assert not found.carries_meaning("with")


def test_lists_have_each_pair_once_and_no_word_beside_itself() -> None:
    for kind in ("opposites", "interchangeable"):
        pairs = [frozenset(pair) for pair in read_pairs(kind)]
        assert len(set(pairs)) == len(pairs)
        assert all(len(pair) == 2 and all(word.islower() for word in pair) for pair in pairs)


def test_no_words_are_opposites_and_interchangeable() -> None:
    opposites = {frozenset(pair) for pair in read_pairs("opposites")}
    assert opposites.isdisjoint(frozenset(pair) for pair in read_pairs("interchangeable"))
    assert american("colour") == "color"


def test_other_languages_have_words_of_their_own() -> None:
    found = gather([Sentence.of("Das Haus ist nicht rot.")], "de")
    assert "nicht" in found.negations
    assert found.opposites == {}
    assert found.foreign
