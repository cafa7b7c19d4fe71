"""Texts as bytes and offsets: packing, interning, looking for characters, replacing."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium import _core
from tertium.text.arrays import PackedTexts

# Any text that can be written as UTF-8; NUL and characters beyond the basic plane too.
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
texts = st.lists(any_text, max_size=12)
# Short texts that often are the same, and some of around 8 bytes, which differ only in NULs at the end or inside.
few_texts = st.lists(st.one_of(st.text("ab\0é🙂", max_size=2), st.text("a\0", min_size=3, max_size=18)), max_size=30)


def strings(packed: _core.Texts) -> list[str]:
    return [packed.bytes[a:b].tobytes().decode() for a, b in itertools.pairwise(packed.offsets)]


@given(texts)
def test_packed_texts_come_back_as_they_were(given: list[str]) -> None:
    packed = PackedTexts.pack(given)
    assert [packed[i] for i in range(len(packed))] == given
    assert packed.bytes.tobytes() == "".join(given).encode()
    assert packed.offsets.tolist() == np.cumsum([0, *(len(text.encode()) for text in given)]).tolist()


@given(st.lists(st.one_of(few_texts, texts), max_size=4))
def test_interning_keeps_each_different_text_once_in_order_of_first_use(columns: list[list[str]]) -> None:
    interned = _core.intern(columns)
    distinct = list(dict.fromkeys(text for column in columns for text in column))
    assert strings(interned.texts) == distinct
    assert [column.tolist() for column in interned.columns] == [
        [distinct.index(t) for t in column] for column in columns
    ]


def test_interning_many_texts_outgrows_the_table_many_times() -> None:
    given = [f"text {i % 5000}" for i in range(20_000)]
    interned = _core.intern([given])
    different = strings(interned.texts)
    assert len(different) == 5000
    assert [different[i] for i in interned.columns[0]] == given


def test_interning_tells_repetitions_of_a_character_apart() -> None:
    # Short texts are compared as numbers, in which "a", "aa" and "aaa" look alike but for their length.
    for point in range(0x250):
        texts = [chr(point) * n for n in range(1, 10)]
        interned = _core.intern([texts])
        assert strings(interned.texts) == texts
        assert interned.columns[0].tolist() == list(range(9))


@given(st.lists(few_texts, max_size=6))
def test_tokens_made_in_python_get_ids_in_order_of_first_use(given: list[list[str]]) -> None:
    made = _core.intern_tokens(given)
    known = strings(made.words)
    rows = [[known[i] for i in made.batch.ids[a:b]] for a, b in itertools.pairwise(made.batch.offsets)]
    assert rows == given
    assert known == list(dict.fromkeys(word for row in given for word in row))


@given(texts, st.integers(0, 0x110000))
@example(["a", "\x7f", "\x80", "߿", "ࠀ", "\uffff", "\U00010000", "\U0010ffff"], 0x80)
@example(["a", "\x7f", "\x80", "߿", "ࠀ", "\uffff", "\U00010000", "\U0010ffff"], 0x800)
@example(["a", "\x7f", "\x80", "߿", "ࠀ", "\uffff", "\U00010000", "\U0010ffff"], 0x10000)
@example(["ab", "aʀb", "a̅b", "ab̅"], 0x300)
def test_texts_beyond_a_code_point(given: list[str], first: int) -> None:
    packed = PackedTexts.pack(given)
    assert packed.beyond(first).tolist() == [i for i, text in enumerate(given) if any(ord(c) >= first for c in text)]


@given(texts)
def test_ascii_lowercase_changes_nothing_else(given: list[str]) -> None:
    packed = PackedTexts.pack(given)
    lowered = strings(_core.lowercase_ascii(packed))
    assert lowered == ["".join(c.lower() if c.isascii() else c for c in text) for text in given]
    assert [packed[i] for i in range(len(packed))] == given  # a copy


@given(texts, st.data())
def test_replaced_texts_stand_where_the_others_stood(given: list[str], data: st.DataObject) -> None:
    chosen = sorted(data.draw(st.sets(st.integers(0, len(given) - 1)))) if given else []
    new = [data.draw(any_text) for _ in chosen]
    replaced = PackedTexts.pack(given).replace(np.array(chosen, np.int64), new)
    expected = list(given)
    for row, text in zip(chosen, new, strict=True):
        expected[row] = text
    assert [replaced[i] for i in range(len(replaced))] == expected


@pytest.mark.parametrize("rows", [[1, 0], [0, 0], [0, 3], [-1, 0]])
def test_rows_to_replace_must_be_sorted_different_and_there(rows: list[int]) -> None:
    with pytest.raises(ValueError, match="rows must be sorted, different and inside the texts"):
        PackedTexts.pack(["a", "b", "c"]).replace(np.array(rows, np.int64), ["x", "y"])


def test_there_must_be_one_replacement_for_each_row() -> None:
    with pytest.raises(ValueError, match="got 1 replacements for 2 texts"):
        PackedTexts.pack(["a", "b", "c"]).replace(np.array([0, 1], np.int64), ["x"])


@pytest.mark.parametrize("make", [_core.pack, lambda t: _core.intern([t]), lambda t: _core.intern_tokens([t])])
def test_a_lone_surrogate_is_refused_with_its_place(make: object) -> None:
    with pytest.raises(ValueError, match="lone surrogate at character 3"):
        make(["fine", "ab\udc80"])


@pytest.mark.parametrize("make", [_core.pack, lambda t: _core.intern([t]), lambda t: _core.intern_tokens([t])])
@pytest.mark.parametrize("other", [None, 1, b"bytes", ["list"]])
def test_what_is_no_string_is_refused(make: object, other: object) -> None:
    with pytest.raises(TypeError):
        make(["fine", other])


def test_no_text_beyond_the_last_one() -> None:
    packed = PackedTexts.pack(["a"])
    with pytest.raises(IndexError):
        packed[1]


@given(texts)
def test_lower_equals_that_of_python(given: list[str]) -> None:
    lowered = PackedTexts.pack(given).lower()
    assert [lowered[i] for i in range(len(lowered))] == [text.lower() for text in given]
