"""Whatever is written is read again, exactly; or it is refused, and only where the format cannot hold it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.io import FORMATS, read_test_set, write_test_set
from tertium.io.testsets.rows import columns_of
from tertium.text.testset import References, TestSet

TRICKY = st.sampled_from("\t\n\r\\Nn\"'&<>;#[] \ufeff\x00\x01\x0b\x85\u2028\ufffe\uffffé😀")
TEXTS = st.text(TRICKY | st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["", "None", "null", "\\N", "\\\\N", "&amp;", "&#10;", "</seg>", "<!--", "]]>", "hypothesis", " a ", "1", "a\r\nb"]
)
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@st.composite
def any_test_set(draw: st.DrawFn) -> Any:
    n = draw(st.integers(0, 4))
    column = st.lists(st.none() | TEXTS, min_size=n, max_size=n)
    systems = draw(st.dictionaries(TEXTS, column, max_size=3))
    references = draw(st.lists(st.lists(TEXTS, max_size=3), min_size=n, max_size=n))
    names = st.lists(TEXTS, min_size=1, max_size=2).flatmap(
        lambda pool: st.lists(st.sampled_from(pool), min_size=n, max_size=n)
    )
    return TestSet.build(
        systems,
        References.by_segment(references),
        source=draw(st.none() | column),
        documents=draw(st.none() | names),
    )


def texts_of(test_set: Any) -> Iterator[Any]:
    for segment in test_set:
        yield from filter(None, [*segment.hypotheses.values(), *segment.references, segment.source, segment.document])
    yield from test_set.systems


def cannot_hold(format_name: Any, test_set: Any) -> Any:
    if format_name in ("tsv", "parquet"):
        return False
    if format_name == "csv":
        return any(
            text == (None if name.startswith("hypothesis") else "") or (text and ("\r" in text or "\0" in text))
            for name, column in columns_of(test_set).items()
            for text in (*column, "\r" if "\r" in name or "\0" in name else "a")
        )
    if not len(test_set):
        return True
    if format_name == "jsonl":
        return False
    if format_name in ("xliff", "xliff2"):
        return any(NOT_XML.search(text) for text in texts_of(test_set))
    if any(
        all(text is None for text in (segment.source, *segment.references, *segment.hypotheses.values()))
        for segment in test_set
    ):
        return True
    if format_name in ("wmt-xml", "tmx"):
        return any(NOT_XML.search(text) for text in texts_of(test_set))
    runs = [name for name, _ in groupby(test_set.documents or ())]
    return len(runs) > len(set(runs))


@pytest.mark.parametrize("format_name", [entry.name for entry in FORMATS.values() if entry.kind != "stream"])
def test_every_test_set_is_read_as_it_was_written_or_refused(
    tmp_path_factory: pytest.TempPathFactory, format_name: Any
) -> None:
    if format_name == "parquet":
        pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    path = tmp_path_factory.mktemp("round-trip") / "test-set"

    @settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
    @given(any_test_set())
    @example(TestSet.build({}, References.none(3)))
    @example(TestSet.build({"A": []}, source=[], documents=[]))
    @example(TestSet.build({"A": [None, None]}, References.none(2), source=[None, None], documents=["", ""]))
    @example(TestSet.build({"": ["\ufeff"], "A": [""]}, References.by_segment([["", ""]])))
    @example(TestSet.build({"A": ["a", "b", "c"]}, documents=["d", "e", "d"]))
    def check(test_set: Any) -> None:
        if cannot_hold(format_name, test_set):
            with pytest.raises(DataError, match=r"segment|name of a system"):
                write_test_set(test_set, path, format_name)
            return
        write_test_set(test_set, path, format_name)
        again = read_test_set(path, format_name)
        assert replace(again, name=test_set.name) == test_set
        assert list(again.systems) == list(test_set.systems)
        # Its name does not help, so the content alone must say which format it is.
        if len(test_set) and test_set.systems:
            assert read_test_set(path, None if format_name not in ("tsv", "csv") else format_name) == again

    check()


@pytest.mark.parametrize("format", ["tsv", "jsonl", "parquet", "wmt-xml", "sgml", "xliff", "xliff2", "tmx"])
@pytest.mark.parametrize("language", [None, "en", "de-en"])
def test_a_test_set_is_equal_after_a_round_trip(format: str, language: str | None, tmp_path: Path) -> None:
    test_set = TestSet.build(
        {"a": ["One.", "Two."], "b": ["1", "2"]},
        References.by_stream(["One!", "Two!"]),
        source=["Eins.", "Zwei."],
        name="mine",
        language=language,
    )
    path = tmp_path / "set"
    write_test_set(test_set, path, format)
    assert read_test_set(path, format) == test_set
