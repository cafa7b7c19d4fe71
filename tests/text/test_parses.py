"""Parses over other words of the same text, and their form as CoNLL-U."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.text.parses import ROOT, Parse, read_conllu, with_plain_quotes, write_conllu

SENTENCE = Parse(
    ("I", "do", "n't", "know"), ("PRON", "AUX", "PART", "VERB"), (3, 3, 3, -1), ("nsubj", "aux", "advmod", "root")
)


@st.composite
def parses(draw: st.DrawFn) -> Parse:
    words = draw(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=8))
    root = draw(st.integers(0, len(words) - 1))
    heads = []
    for i in range(len(words)):
        others = [j for j in range(len(words)) if j != i]
        heads.append(ROOT if i == root or not others else draw(st.sampled_from(others)))
    tags = draw(st.lists(st.sampled_from(["NOUN", "VERB"]), min_size=len(words), max_size=len(words)))
    labels = ["root" if head == ROOT else "obj" for head in heads]
    return Parse(tuple(words), tuple(tags), tuple(heads), tuple(labels))


def numbered(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.split("\n"), 1))


def test_words_that_became_one_hang_where_the_top_of_them_hung() -> None:
    fitted = SENTENCE.fitted(["I", "don't", "know"])
    assert fitted.heads == (2, 2, -1)
    assert fitted.labels == ("nsubj", "aux", "root")
    assert fitted.tags == ("PRON", "AUX", "VERB")


def test_pieces_of_one_word_hang_on_the_first() -> None:
    whole = Parse(("I", "don't", "know"), ("PRON", "AUX", "VERB"), (2, 2, -1), ("nsubj", "aux", "root"))
    fitted = whole.fitted(["I", "do", "n't", "know"])
    assert fitted.heads == (3, 3, 1, -1)
    assert fitted.labels == ("nsubj", "aux", "goeswith", "root")


def test_a_parse_of_another_text_is_refused() -> None:
    with pytest.raises(DataError, match="does not fit"):
        SENTENCE.fitted(["I", "know"])


@given(parses())
def test_conllu_gives_the_same_parse_back(parse: Parse) -> None:
    assert list(read_conllu(numbered(write_conllu(parse)), "test")) == [parse]


@given(parses(), st.data())
def test_any_other_splitting_keeps_the_rules_of_parses(parse: Parse, data: st.DataObject) -> None:
    text = "".join(parse.words)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(text) - 1)))) if len(text) > 1 else []
    words = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    fitted = parse.fitted(words)
    assert fitted.words == tuple(words)
    assert ROOT in fitted.heads


def test_joined_sentences_keep_their_heads_inside() -> None:
    joined = Parse.joined([SENTENCE, SENTENCE])
    assert joined.heads == (3, 3, 3, -1, 7, 7, 7, -1)
    assert joined.words == SENTENCE.words * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\ta\tb", r"test:1: 3 columns found, 10 expected"),
        ("1\ta\t_\tX\t_\t_\t5\tdep\t_\t_", r"test:1: the head '5' found, a number from 0 to 1"),
        ("2\ta\t_\tX\t_\t_\t0\troot\t_\t_", r"test:1: word 2 found, word 1 expected"),
        ("x\ta\t_\tX\t_\t_\t0\troot\t_\t_", r"test:1: 'x' found, the number of a word"),
        ("1\ta\t_\tX\t_\t_\t1\troot\t_\t_", r"test:1: the head '1' found"),
    ],
)
def test_a_broken_line_is_named(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        list(read_conllu(numbered(text), "test"))


def test_ranges_and_empty_nodes_are_passed_over() -> None:
    text = (
        "# text = don't\n1-2\tdon't"
        + "\t_" * 8
        + "\n1\tdo\t_\tAUX\t_\t_\t0\troot\t_\t_\n1.1\tx"
        + "\t_" * 8
        + "\n2\tn't\t_\tPART\t_\t_\t1\tadvmod\t_\t_\n"
    )
    (parse,) = read_conllu(numbered(text), "test")
    assert parse.words == ("do", "n't")


def test_a_head_outside_the_sentence_cannot_be() -> None:
    with pytest.raises(DataError, match="hangs on"):
        Parse(("a",), ("X",), (1,), ("dep",))


def test_quotes_of_the_treebank_become_those_of_texts() -> None:
    assert with_plain_quotes(["``", "Yes", ",", "''", "'s"]) == ('"', "Yes", ",", '"', "'s")
