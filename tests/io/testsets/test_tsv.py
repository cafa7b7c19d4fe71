"""TSV: verbatim where it comes from others, escaped where we need it."""

import gzip
from functools import partial
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io import read_test_set, write_test_set
from tertium.text.testset import References, TestSet
from tests.support.effort import calls_of
from tests.support.types import Put


def test_quotes_and_backslashes_of_others_are_text(put: Put) -> None:
    path = put("a.tsv", 'source\thypothesis\treference\n"a"\tC:\\new\\table\t\\N\n')
    test_set = read_test_set(path)
    assert test_set.source == ('"a"',)
    assert test_set.systems == {"a": ("C:\\new\\table",)}
    assert tuple(test_set.references) == (("\\N",),)


def test_empty_cell_is_an_empty_hypothesis_but_no_reference(put: Put) -> None:
    test_set = read_test_set(put("a.tsv", "doc_id\tsource\thypothesis\treference\treference_2\n\t\t\t\tr\n"))
    assert test_set.systems == {"a": ("",)}
    assert tuple(test_set.references) == (("r",),)
    assert test_set.source == (None,)
    assert test_set.documents is None


def test_windows_file_reads_like_any_other(put: Put) -> None:
    test_set = read_test_set(put("a.tsv", b"\xef\xbb\xbfsource\thypothesis\r\ns\th\r\n"))
    assert test_set.source == ("s",)
    assert test_set.systems == {"a": ("h",)}


def test_lines_end_at_line_feeds_only(put: Put) -> None:
    assert read_test_set(put("a.tsv", "hypothesis\treference\na\u2028b\x85c\x0b\tr\n")).systems == {
        "a": ("a\u2028b\x85c\x0b",)
    }


@pytest.mark.parametrize("row", ["h", "h\tr\tx", ""])
def test_wrong_number_of_fields_is_refused_with_both_counts(put: Put, row: str) -> None:
    path = put("a.tsv", f"hypothesis\treference\nh\tr\n{row}\n")
    with pytest.raises(
        DataError, match=rf"a\.tsv:3: {row.count(chr(9)) + 1} fields, expected 2 .*\(hypothesis, reference\)"
    ):
        read_test_set(path)


@pytest.mark.parametrize("content", ["", "a\tb\n1\t2\n", "hypotesis\n", "system\tscore\n"])
def test_header_without_texts_is_refused(put: Put, content: str) -> None:
    with pytest.raises(DataError, match=r"a\.tsv:1: the header names no hypotheses, references or sources; found '"):
        read_test_set(put("a.tsv", content))


def test_column_twice_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match="column 'hypothesis:A' appears twice"):
        read_test_set(put("a.tsv", "hypothesis:A\thypothesis:A\nx\ty\n"))
    with pytest.raises(DataError, match="column 'kind' appears twice"):
        read_test_set(put("b.tsv", "hypothesis\tkind\tkind\nx\ty\tz\n"), where={"kind": "y"})


def test_header_alone_is_a_test_set_without_segments(put: Put) -> None:
    test_set = read_test_set(put("a.tsv", "document\tsource\thypothesis:A\n"))
    assert test_set == TestSet({"A": ()}, References.none(0), (), (), test_set.name)


def test_long_header_alone_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match="there are no rows"):
        read_test_set(put("a.tsv", "system\thypothesis\n"))


def test_simple_test_set_is_written_without_escapes(tmp_path: Path) -> None:
    test_set = TestSet.build(
        {"A": ["x\\n", ""], "B": ["None", "\\N"]},
        References.by_segment([["r"], []]),
        source=["s", None],
        documents=["d", "e"],
    )
    write_test_set(test_set, tmp_path / "a.tsv")
    assert (tmp_path / "a.tsv").read_text() == (
        "document\tsource\treference\thypothesis:A\thypothesis:B\nd\ts\tr\tx\\n\tNone\ne\t\t\t\t\\N\n"
    )


def test_what_needs_escapes_is_written_with_them_and_says_so(tmp_path: Path) -> None:
    test_set = TestSet.build({"a\tb": ["x\ty\n\r\\z", None]}, References.by_segment([[""], ["\\N"]]))
    write_test_set(test_set, tmp_path / "a.tsv")
    assert (tmp_path / "a.tsv").read_bytes() == (
        b"tertium:escaped\treference\thypothesis:a\\tb\n1\t\tx\\ty\\n\\r\\\\z\n1\t\\\\N\t\\N\n"
    )
    again = read_test_set(tmp_path / "a.tsv")
    assert again.systems == test_set.systems
    assert again.references == test_set.references


@pytest.mark.parametrize("cell", ["\\x", "\\", "a\\"])
def test_unknown_escape_is_refused(put: Put, cell: str) -> None:
    with pytest.raises(DataError, match=r"a\.tsv:2: unknown escape"):
        read_test_set(put("a.tsv", f"tertium:escaped\thypothesis\n1\t{cell}\n"))


def test_row_that_denies_its_escapes_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.tsv:2: column 'tertium:escaped' is '0', expected 1"):
        read_test_set(put("a.tsv", "tertium:escaped\thypothesis\n0\tx\n"))


def test_half_a_surrogate_pair_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"segment 2 of system 'A' has the character U\+D800"):
        write_test_set(TestSet.build({"A": ["x", "\ud800"]}), tmp_path / "a.tsv")
    assert not list(tmp_path.iterdir())


def long_file(put: Put, n: int) -> Path:
    rows = "".join(f"{i // 2}\tS{i % 2}\tsource {i // 2}\tref {i // 2}\thyp {i}\n" for i in range(n))
    content = b"seg_id\tsystem\tsource\treference\thypothesis\n" + rows.encode()
    return put(f"{n}.tsv.gz", gzip.compress(content, 1))


def test_work_grows_with_the_number_of_rows(put: Put) -> None:
    few, many = (calls_of(partial(read_test_set, long_file(put, n))) for n in (2_000, 20_000))
    assert many < 11 * few


def test_200_000_rows_are_read(put: Put) -> None:
    test_set = read_test_set(long_file(put, 200_000))
    assert len(test_set) == 100_000
    assert test_set.systems["S1"][-1] == "hyp 199999"
