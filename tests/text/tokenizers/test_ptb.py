"""Penn Treebank words equal those of nltk."""

import re
import warnings

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.ptb import split
from tests.support.strategies import hard_texts
from tests.support.texts import TEXTS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what nltk's own imports warn about is not ours
    from nltk.tokenize import TreebankWordTokenizer

ORIGINAL = TreebankWordTokenizer()
PIECES = [
    *("cannot", "Can't", "gonna", "Gimme", "gotta", "lemme", "wanna", "more'n", "d'ye", "'tis", "'Twas", "it's"),
    *("we'Ve", "I'LL", "dogs'", "''", "``", '"', "'", "-", "--", "---", "...", "..", ".", ",", ":", ";", "@", "#"),
    *("$", "%", "&", "?", "!", "(", ")", "[", "]", "{", "}", "<", ">", "1,000", "3:15", "a,b", " ", "  ", "\n", "\t"),
    *("U.S.", "a", "é", "中", "٣,٤", "😀"),
]
treebank_texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.text("a1'\". ,:)(-n't", max_size=12)
)


@settings(max_examples=200)
@given(treebank_texts)
@example('"Well," he said, "it\'s 3:15 (or so)..."')
@example("wanna\n")
@example("a wanna-be cannot-do gonna. 'tis-was more'n-that")
def test_words_equal_those_of_nltk(text: str) -> None:
    assert split(text) == ORIGINAL.tokenize(text)


# nltk runs its patterns on the `regex` engine, which sees white space, digits and letter case a little differently
# from Python's own: U+001C to U+001F, and digits of later Unicode versions. There we keep to Python's.
def engines_agree(text: str) -> bool:
    return all(re.findall(p, text) == regex.findall(p, text) for p in (r"\s", r"\d", r"\w", r"(?i)[a-z]"))


@settings(max_examples=100)
@given(hard_texts.filter(engines_agree))
def test_words_of_any_text_equal_those_of_nltk(text: str) -> None:
    assert split(text) == ORIGINAL.tokenize(text)


def test_words_of_the_sample_equal_those_of_nltk() -> None:
    assert [split(text) for text in TEXTS] == [ORIGINAL.tokenize(text) for text in TEXTS]


@settings(max_examples=400)
@given(st.one_of(treebank_texts, hard_texts, st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)))
@example("a:\n")
@example(",:\n")
@example(":,")
@example("he said.' ")
@example(".")
@example("a.)' \u3000")
@example("a' ' '")
@example("d'ye'ye cannotcannot cannot cannot")
@example(" 'ti\u017f 'tis")
@example("\u00e9cannot gonna\u00e9")
@example("a,\u0663")
def test_the_core_splits_as_the_steps_in_python_do(text: str) -> None:
    batch = tokenizers.get("ptb").tokenize(PackedTexts.pack([text, f"x {text}", f"{text} y."]))
    assert [batch.tokens(row) for row in range(3)] == [split(text), split(f"x {text}"), split(f"{text} y.")]


def test_the_registered_tokeniser_gives_them() -> None:
    batch = tokenizers.get("ptb").tokenize(PackedTexts.pack(TEXTS))
    assert [batch.tokens(row) for row in range(len(batch))] == [split(text) for text in TEXTS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"It cannot be."', "`` It can not be . ''"),
        ("They'll say: it's (really) John's.", "They 'll say : it 's ( really ) John 's ."),
        ("It cost $3.50, i.e. 1,000 too much...", "It cost $ 3.50 , i.e. 1,000 too much ..."),
        ("", ""),
    ],
)
def test_examples_of_the_convention(text: str, expected: str) -> None:
    assert " ".join(split(text)) == expected
