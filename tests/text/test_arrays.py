"""Texts laid end to end give back what Python's lists and strings would."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.arrays import PackedTexts, keeping_most
from tertium.text.tokenizers import get

TEXTS = st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=8), min_size=1, max_size=6)


def unpacked(packed: PackedTexts) -> list[str]:
    return [packed[row] for row in range(len(packed))]


@given(TEXTS, st.data())
def test_packed_texts_are_a_list(texts: list[str], data: st.DataObject) -> None:
    packed = PackedTexts.pack(texts)
    assert unpacked(packed) == texts
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=6))
    assert unpacked(packed.take(np.array(rows, np.int64))) == [texts[row] for row in rows]
    assert packed.beyond(0x80).tolist() == [row for row, text in enumerate(texts) if not text.isascii()]
    others = sorted(set(rows))
    replaced = unpacked(packed.replace(np.array(others, np.int64), ["new"] * len(others)))
    assert replaced == ["new" if row in others else text for row, text in enumerate(texts)]


@given(TEXTS)
def test_lowercase_and_different_texts(texts: list[str]) -> None:
    packed = PackedTexts.pack(texts)
    assert unpacked(packed.lower()) == [text.lower() for text in texts]
    different, numbers = packed.different()
    assert unpacked(different) == list(dict.fromkeys(texts))
    assert [different[number] for number in numbers] == texts


def test_a_batch_names_its_tokens() -> None:
    batch = get("none").tokenize(PackedTexts.pack(["the cat the", "", "cat"]))
    assert [batch.tokens(row) for row in range(len(batch))] == [["the", "cat", "the"], [], ["cat"]]
    first = batch.row(0).tolist()
    assert (first[0] == first[2], batch.row(2).tolist()) == (True, first[1:2])


def test_of_two_shortest_scripts_the_one_that_keeps_most_words() -> None:
    a, b = np.array([1, 2], np.int32), np.array([2, 3], np.int32)
    # Two substitutions, or: remove 1, keep 2, insert 3.
    assert sorted(keeping_most(a, b, np.array([1, 1], np.uint8)).tolist()) == [0, 2, 3]
    assert keeping_most(a, b, np.array([1], np.uint8)).tolist() == [1]
