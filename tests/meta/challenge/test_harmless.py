"""What each harmless change makes of sentences, and where it keeps away."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.challenge.harmless import HARMLESS
from tertium.meta.challenge.knowledge import gather
from tertium.meta.challenge.sentence import Sentence


def changed(name: str, text: str, language: str = "en") -> list[str]:
    sentence = Sentence.of(text)
    return list(HARMLESS.get(name)(sentence, gather([sentence], language), np.random.default_rng(1)))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("contraction", "They do not know.", "They don't know."),
        ("contraction", "I am late.", "I'm late."),
        ("contraction", "We don’t know.", "We do not know."),
        ("contraction", "They can't know.", "They cannot know."),
        ("spelling", "A colour film.", "A color film."),
        ("spelling", "A color film.", "A colour film."),
        ("synonym", "She saw an error.", "She saw a mistake."),
        ("synonym", "Perhaps it rained.", "Maybe it rained."),
        ("comma", "However, he left.", "However he left."),
        ("comma", "In 1990 he left.", "In 1990, he left."),
        ("comma", "Red, green and blue.", "Red, green, and blue."),
        ("word order", "Yesterday, the shop was shut.", "The shop was shut yesterday."),
        ("word order", "The shop opened last week.", "Last week, the shop opened."),
        ("voice", "The house was destroyed by the storm.", "The storm destroyed the house."),
    ],
)
def test_sentences_say_the_same(name: str, text: str, expected: str) -> None:
    assert expected in changed(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("contraction", "I know who I am."),
        ("contraction", "Don't you know?"),
        ("spelling", "Check the meter, then read the story."),
        ("comma", "The house is red."),
        ("word order", "What happened yesterday?"),
        ("voice", "It was finished by noon."),
        ("synonym", "They live in Big Sur."),
    ],
)
def test_what_might_harm_is_left_alone(name: str, text: str) -> None:
    assert changed(name, text) == []


@given(st.sampled_from(sorted(HARMLESS)), st.text(max_size=60))
def test_any_text_can_be_tried(name: str, text: str) -> None:
    for new in changed(name, text):
        assert isinstance(new, str)
