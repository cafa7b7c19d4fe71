"""Reasons in words: what differs between answers and the closest correct sentences."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.passages import Passage, Sentence
from tertium.exam.reasons import PERFECT, differences, kind_of, reasons

REFERENCES = (
    "The old captain reached the harbour on 14 May, as he had promised.",
    "Nobody in the town had expected him so early.",
)
PASSAGE = Passage("p", "2", tuple(Sentence(f"s{i}", (text,)) for i, text in enumerate(REFERENCES)))


def said(*answers: str) -> list[str]:
    return reasons(list(PassageFeatures().closest(PASSAGE, answers)))


def test_an_accepted_translation_has_no_other_reason() -> None:
    assert said(*REFERENCES) == [PERFECT]


def test_the_gravest_differences_come_first_with_words_and_places() -> None:
    found = said(
        "The captain reached harbour on 15 May, as he had promised.", "Nobody in town expected him so very early."
    )
    assert found[0] == "1 number replaced by something else: “14” (sentence 1)"
    assert found[1] == "1 content word missing: “old” (sentence 1)"
    assert any(line.startswith("3 function words missing: “the” and “had” (sentences 1 and 2)") for line in found)
    assert found.index("1 content word missing: “old” (sentence 1)") < len(found) - 1


def test_a_sentence_that_was_left_out_is_named_as_such_and_not_word_by_word() -> None:
    assert said("", REFERENCES[1]) == ["1 sentence without a translation (sentence 1)"]


def test_many_words_are_cut_after_four() -> None:
    (line,) = [one for one in said("xx", REFERENCES[1]) if one.startswith("4 content words missing") or "…" in one][:1]
    assert line.count("“") <= 4


def test_kinds_of_words() -> None:
    little = {"the"}
    assert [kind_of(word, little) for word in ("14th", "—", "The", "tower")] == [
        "number", "punctuation mark", "function word", "content word",
    ]  # fmt: skip


WORDS = st.lists(st.sampled_from([*REFERENCES[0].split(), "xx", "yy", "7"]), min_size=1, max_size=14)


@given(WORDS)
def test_every_edit_is_one_difference(words: list[str]) -> None:
    """The twin: the counts that the features of the passage are made of."""
    features = PassageFeatures()
    answers = [" ".join(words), REFERENCES[1]]
    found = Counter(one.fault for one in differences(list(features.closest(PASSAGE, answers))))
    values = dict(zip(features.names, features.values(features.rows(PASSAGE, [answers]).sum(axis=1))[0], strict=True))
    assert found["extra"] == values["insertions in all"]
    assert found["missing"] == values["deletions in all"]
    assert found["wrong"] == values["substitutions in all"]
