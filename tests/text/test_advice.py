"""Signs that something is wrong with the input: tokenised texts, no spaces, a line lost."""

import pytest

from tertium.metrics import parse
from tertium.text.advice import raw_word, tokenized_already
from tertium.text.testset import TestSet
from tests.support.texts import SYSTEMS


def sentences(texts: list[str | None], spec: str = "bleu") -> list[str]:
    return list(parse(spec).advice(TestSet.build({"mine": texts}), segments=False))


def test_tokenised_hypotheses_are_noticed() -> None:
    (sentence,) = sentences(["The cat sat on the mat ."] * 6 + ["Did it ?"] * 5 + ["Yes ."] * 3)
    assert "'mine' look tokenised already" in sentence


@pytest.mark.parametrize(
    "texts",
    [
        SYSTEMS["neural"],
        ["The cat sat on the mat ."] * 9,  # too few to say
        ["The cat sat ."] * 20 + ["The cat sat."] * 21,
        [None, ""] * 20,
        [],
    ],
)
def test_other_hypotheses_are_not(texts: list[str | None]) -> None:
    assert sentences(texts) == []


def test_some_foreign_words_are_fine() -> None:
    assert sentences(["The word 猫 means cat in Chinese."]) == []


@pytest.mark.parametrize("spec", ["bleu(tok=none)", "bleu(tok=zh)", "chrf"])
def test_other_tokenisers_need_no_advice(spec: str) -> None:
    assert sentences(["We go tomorrow ."] * 20, spec) == []


def test_bleu_of_segments_is_usual_with_effective_order() -> None:
    test_set = TestSet.build({"mine": ["Yes."]})
    assert list(parse("bleu").advice(test_set, segments=True))
    assert not list(parse("bleu(effective_order=yes)").advice(test_set, segments=True))


def test_every_system_is_looked_at() -> None:
    test_set = TestSet.build({"good": ["Yes."] * 10, "bad": ["Yes ."] * 10})
    assert len([s for s in tokenized_already(test_set) if "'bad'" in s]) == 1
    assert not [s for s in tokenized_already(test_set) if "'good'" in s]


def test_a_raw_word_is_shown() -> None:
    raw = ["They made graphene; it was thin.", "Nobody knew, of course."]
    assert raw_word(raw) == "graphene;"
    assert raw_word(["They made graphene ; it was thin ."]) is None
    assert raw_word([None, ""]) is None
    assert raw_word(["Yes."]) == "Yes."
