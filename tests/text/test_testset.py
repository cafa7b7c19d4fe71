"""Test sets and references: two explicit ways in, missing is not empty, and nothing is guessed or cut."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.text.testset import References, Segment, TestSet

entries = st.one_of(st.none(), st.text("ab", max_size=2))


@given(st.integers(0, 5).flatmap(lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=1, max_size=3)))
def test_references_by_stream_and_by_segment_are_the_same_references(streams: list[list[str | None]]) -> None:
    by_stream = References.by_stream(*streams)
    assert by_stream == References.by_segment(zip(*streams, strict=True))
    assert list(by_stream) == [tuple(text for text in row if text is not None) for row in zip(*streams, strict=True)]


def test_none_is_missing_and_an_empty_text_is_not() -> None:
    references = References.by_stream(["a", "", None], [None, "b", None])
    assert tuple(references) == (("a",), ("", "b"), ())


@pytest.mark.parametrize(
    ("rows", "number"),
    [
        ([], "0"),
        ([[]], "0"),
        ([["a"]], "1"),
        ([["a", "b"]], "2"),
        ([["a"], ["a"] * 4], "1-4"),
        ([[], ["a"]], "0-1"),
    ],
)
def test_the_number_of_references_is_one_number_or_a_range(rows: list[list[str]], number: str) -> None:
    assert References.by_segment(rows).number == number


def test_references_can_be_indexed_and_counted() -> None:
    references = References.by_segment([["a"], ["b", "c"]])
    assert len(references) == 2
    assert references[1] == ("b", "c")
    assert tuple(References.none(3)) == ((), (), ())


def test_generators_are_taken_too() -> None:
    assert tuple(References.by_stream(c for c in "ab")) == (("a",), ("b",))
    assert tuple(References.by_segment((c for c in row) for row in ["ab", "c"])) == (("a", "b"), ("c",))


def test_streams_of_different_lengths_are_refused_with_both_lengths() -> None:
    with pytest.raises(
        DataError, match=r"reference stream 1 has 2 segments but reference stream 3 has 1; .*None where"
    ):
        References.by_stream(["a", "b"], ["a", "b"], ["a"])


def test_at_least_one_stream_is_needed() -> None:
    with pytest.raises(ValueError, match=r"at least one stream"):
        References.by_stream()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: References.by_stream("abc"), "reference stream 1: expected a list of strings, got one string"),
        (lambda: References.by_stream(["a"], "b"), "reference stream 2: expected a list of strings, got one string"),
        (lambda: References.by_stream(["a", 1]), "reference stream 1, entry 2: expected a string or None, got int"),
        (lambda: References.by_stream([["a"]]), "reference stream 1, entry 1: expected a string or None, got list"),
        (
            lambda: References.by_segment("abc"),
            "by_segment needs a list of references for each segment",
        ),
        (lambda: References.by_segment(["abc"]), "references of segment 1: expected a list of strings, got one string"),
        (lambda: References.by_segment([["a"], [b"b"]]), "references of segment 2, entry 1: .* got bytes"),
        (lambda: TestSet.build({"a": "abc"}), "hypotheses of 'a': expected a list of strings, got one string"),
        (lambda: TestSet.build({"a": [1.5]}), "hypotheses of 'a', entry 1: expected a string or None, got float"),
        (lambda: TestSet.build(["a"]), "systems must map names to lists of hypotheses, got list"),
        (lambda: TestSet.build({"a": ["x"]}, [["x"]]), r"by_stream\(.*by_segment\("),
        (lambda: TestSet.build({"a": ["x"]}, source="x"), "source: expected a list of strings, got one string"),
    ],
)
def test_wrong_types_are_refused_by_name(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"systems": {"a": ["x"], "b": ["x", "y"]}},
            "dev: system 'a' and system 'b' have different numbers of segments, 1 and 2; they must be parallel",
        ),
        (
            {"systems": {"a": ["x"]}, "references": References.by_stream(["x", "y"])},
            "dev: system 'a' and the references have different numbers of segments, 1 and 2",
        ),
        (
            {"systems": {"a": ["x"]}, "source": ["x", "y", "z"]},
            "dev: system 'a' and the source have different numbers of segments, 1 and 3",
        ),
        (
            {"systems": {"a": ["x"]}, "documents": []},
            "dev: system 'a' and the document ids have different numbers of segments, 1 and 0",
        ),
        ({"systems": {}}, "dev: there is nothing to score; give at least one system"),
    ],
)
def test_columns_of_different_lengths_are_refused_with_both(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        TestSet.build(**arguments, name="dev")


FULL = TestSet.build(
    {"a": ["x", None, "z"], "b": ["x", "y", ""]},
    References.by_segment([["r"], ["r", "s"], []]),
    source=["1", "2", None],
    documents=["d", "e", "d"],
)


def test_a_segment_has_everything_known_about_it() -> None:
    assert FULL[1] == Segment({"a": None, "b": "y"}, ("r", "s"), "2", "e")
    assert [segment.source for segment in FULL] == ["1", "2", None]
    assert TestSet.build({"a": ["x"]})[0] == Segment({"a": "x"})


def test_without_references_every_segment_has_none() -> None:
    assert TestSet.build({"a": ["x", "y"]}).references == References.none(2)


def test_chosen_segments_stand_in_the_order_asked_for() -> None:
    chosen = FULL.select([2, 0])
    assert list(chosen) == [FULL[2], FULL[0]]
    assert chosen.name == FULL.name


@given(st.integers(0, 4), st.integers(0, 4))
def test_a_part_is_a_slice_of_every_column(start: int, stop: int) -> None:
    assert list(FULL.part(start, stop)) == list(FULL)[start:stop]


def test_incomplete_segments_are_found_with_the_reason() -> None:
    assert FULL.incomplete() == {1: "no hypothesis of system 'a'", 2: "no reference"}
    assert list(FULL.incomplete()) == [1, 2]
    assert FULL.part(0, 1).incomplete() == {}


ROWS = st.lists(st.lists(st.text("ab", max_size=2), max_size=3), max_size=5)


@given(ROWS, st.data())
def test_references_are_the_rows_that_were_given(rows: list[list[str]], data: st.DataObject) -> None:
    references = References.by_segment(rows)
    expected = list(map(tuple, rows))
    assert list(references) == expected
    assert [references[i] for i in range(len(rows))] == expected
    assert [references[i] for i in range(-len(rows), 0)] == expected
    assert references.offsets().tolist() == [sum(map(len, rows[:i])) for i in range(len(rows) + 1)]
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1)) if rows else st.just([]))
    assert references.select(chosen) == References.by_segment([rows[i] for i in chosen])
    begin, end = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 5))
    assert references.part(begin, end) == References.by_segment(rows[begin:end])


@given(st.integers(0, 4), st.integers(1, 3))
def test_streams_and_segments_with_the_same_texts_are_equal(n_segments: int, n_streams: int) -> None:
    streams = [[f"{stream}.{segment}" for segment in range(n_segments)] for stream in range(n_streams)]
    by_segment = References.by_segment([[stream[i] for stream in streams] for i in range(n_segments)])
    assert References.by_stream(*streams) == by_segment


def test_what_people_look_at_does_not_have_all_texts() -> None:
    test_set = TestSet.build({"a": ["x"] * 5000, "b": ["y"] * 5000}, ["z"] * 5000, source=["s"] * 5000, name="dev")
    assert repr(test_set) == "<TestSet dev: 5,000 segments; systems a, b; references, sources>"
    assert repr(test_set.references) == "<References: 5,000 segments, 1 each>"
    assert repr(TestSet.build({"a": ["x"]})) == "<TestSet test set: 1 segment; systems a; nothing beside outputs>"
