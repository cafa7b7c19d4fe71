"""What each harmful change makes of sentences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.challenge.harmful import HARMFUL
from tertium.meta.challenge.knowledge import gather
from tertium.meta.challenge.sentence import Sentence

OTHERS = ["Then Berta met Carlo in Vienna.", "A lantern burned in the window."]


def changed(name: str, text: str, language: str = "en") -> list[str]:
    sentences = [Sentence.of(line) for line in (text, *OTHERS)]
    return list(HARMFUL.get(name)(sentences[0], gather(sentences, language), np.random.default_rng(1)))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("negation", "She is ill.", "She is not ill."),
        ("negation", "They don’t know.", "They know."),
        ("negation", "He won't come.", "He will come."),
        ("negation", "It was never cold.", "It was always cold."),
        ("antonym", "The old door was open.", "The new door was open."),
        ("antonym", "The old door was open.", "The old door was shut."),
        ("tense", "She says so.", "She said so."),
        ("tense", "She said so.", "She says so."),
        ("agreement", "The dogs have it.", "The dogs has it."),
        ("agreement", "The dog has it.", "The dog have it."),
        ("omission", "The child saw a bright star.", "The child saw a star."),
        ("omission", "He came home late, after the rain.", "He came home late."),
        ("order", "A bright star fell.", "A star bright fell."),
        ("casing", "They met Ada there.", "They met ada there."),
        ("casing", "They met Ada there.", "THEY MET ADA THERE."),
        ("unit", "It is 5 km away.", "It is 5 miles away."),
        ("roles", "The dog chased the cat.", "The cat chased the dog."),
        ("roles", "They saw Ada with Bob.", "They saw Bob with Ada."),
    ],
)
def test_sentences_say_something_else(name: str, text: str, expected: str) -> None:
    assert expected in changed(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("name", "They met Ada there."),
        ("number", "It has 120 pages."),
        ("number", "It has three pages."),
        ("addition", "They met an artist."),
        ("untranslated", "They met an artist."),
    ],
)
def test_chance_chooses_the_word_and_leaves_the_rest(name: str, text: str) -> None:
    found = changed(name, text)
    assert found
    for new in found:
        assert new != text
        assert abs(len(new.split()) - len(text.split())) == (name == "addition")
    assert changed(name, text) == found


def test_what_needs_english_is_left_alone_elsewhere() -> None:
    for name in ("tense", "agreement"):
        assert changed(name, "Sie is da.", "de") == []
    assert changed("negation", "Sie ist nicht da.", "de") == ["Sie ist da."]


@given(st.sampled_from(sorted(HARMFUL)), st.text(max_size=60))
def test_any_text_can_be_tried(name: str, text: str) -> None:
    for new in changed(name, text):
        assert isinstance(new, str)
