"""Which format a file has, and reading and writing by format."""

import gzip
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io import FORMATS, detect, read_stream, read_test_set, write_test_set
from tertium.io.files import InputFiles
from tertium.text.testset import References, TestSet
from tests.support.types import GiveStdin, Put

TEST_SET = TestSet.build({"A": ["a"], "B": ["b"]}, References.by_segment([["r"]]), source=["s"], documents=["d"])
WRITTEN = [entry.name for entry in FORMATS.values() if entry.kind != "stream"]


@pytest.fixture(params=WRITTEN)
def format_name(request: pytest.FixtureRequest) -> Any:
    if request.param == "parquet":
        pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    return request.param


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", "just text\n", "plain"),
        ("a", "", "plain"),
        ("a.de", "<3 is a heart, <dataset > is none\n", "plain"),
        ("a.de", "<3 and <tstset > in a text\n", "plain"),
        ("a.de", "{curly} text\n", "plain"),
        ("a.de", "{" * 100_000, "plain"),
        ("a.de", "text\twith a tab\n", "plain"),
        ("a.de", "hypothesis\n", "plain"),
        ("a", "system\thypothesis\n", "tsv"),
        ("a.txt", "\ufeffid\tsource\r\n", "tsv"),
        ("a", "tertium:escaped\thypothesis:x\n", "tsv"),
        ("a.tsv", "hypothesis\n", "tsv"),
        ("a.TSV.gz", "hypothesis\n", "tsv"),
        ("a", '{"mt": "x"}\n', "jsonl"),
        ("a.jsonl", "", "jsonl"),
        ("a", b"PAR1 and so on", "parquet"),
        ("a.parquet", "", "parquet"),
        ("a", "<dataset id='x'>", "wmt-xml"),
        ("a", "\ufeff<?xml version='1.0'?>\n<!-- <tstset > -->\n<dataset>", "wmt-xml"),
        ("a", "<!DOCTYPE d [<!ENTITY a 'b'>]><dataset>", "wmt-xml"),
        ("a.xml", "<?xml version='1.0'?><mteval><srcset>", "sgml"),
        ("a.xml", "<html>", "wmt-xml"),
        ("a", '\n<REFSET setid="x">', "sgml"),
        ("a.sgm", "", "sgml"),
        ("a.xml", "just text\n", "wmt-xml"),
    ],
)
def test_format_is_found_by_content_then_by_name(put: Put, name: str, content: bytes | str, expected: str) -> None:
    content = content.encode() if isinstance(content, str) else content
    assert detect(put(name, content)) == expected
    if content:
        assert detect(put(name, gzip.compress(content))) == expected


def test_unclosed_comments_do_not_slow_detection_down(put: Put) -> None:
    assert detect(put("a.txt", "<!--" * 500_000)) == "plain"


def test_what_is_written_is_recognised_whatever_its_name(tmp_path: Path, format_name: Any) -> None:
    path = tmp_path / "without-ending"
    write_test_set(TEST_SET, path, format_name)
    assert detect(path) == format_name
    assert read_test_set(path).systems == TEST_SET.systems


def test_ending_of_the_name_chooses_the_format_to_write(tmp_path: Path, format_name: Any) -> None:
    for ending in FORMATS.get(format_name).endings:
        for packed in ("", ".gz"):
            path = tmp_path / f"a{ending}{packed}"
            write_test_set(TEST_SET, path)
            assert detect(path) == format_name
            assert (path.read_bytes()[:2] == b"\x1f\x8b") == bool(packed)
            assert read_test_set(path).references == TEST_SET.references


def test_standard_output_and_input_hold_a_test_set(
    format_name: Any, monkeypatch: pytest.MonkeyPatch, stdin: GiveStdin
) -> None:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    write_test_set(TEST_SET, "-", format_name)
    content = out.getvalue()
    stdin(content)
    with InputFiles() as inputs:
        assert detect(inputs.look("-")) == format_name
        assert read_test_set(inputs.take("-")).systems == TEST_SET.systems
    stdin(gzip.compress(content))
    assert read_test_set("-", format_name).source == TEST_SET.source


def test_name_that_says_no_format_is_refused(tmp_path: Path) -> None:
    for name in ("a", "a.doc", "a.txt"):
        with pytest.raises(OptionError, match=r"expected one of tsv, csv, jsonl, parquet, wmt-xml, sgml"):
            write_test_set(TEST_SET, tmp_path / name)
    with pytest.raises(OptionError, match="does not say the format"):
        write_test_set(TEST_SET, "-")
    assert not list(tmp_path.iterdir())


def test_unknown_format_is_refused(put: Put, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown format 'tvs'.*did you mean 'tsv'"):
        read_test_set(put("a.tsv", "hypothesis\n"), "tvs")
    with pytest.raises(UnknownNameError, match="unknown format"):
        write_test_set(TEST_SET, tmp_path / "b.tsv", "xlsx")


def test_plain_text_is_no_test_set(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.txt: found plain text, which is one stream and not a test set"):
        read_test_set(put("a.txt", "text\n"))


def test_given_format_wins_over_content_and_name(put: Put) -> None:
    path = put("a.jsonl", "hypothesis\nh\n")
    assert read_test_set(path, "tsv").systems == {"a": ("h",)}


def test_name_of_a_test_set_is_its_file(put: Put) -> None:
    path = put("a.tsv", "hypothesis\nh\n")
    assert read_test_set(path).name == str(path)


def test_plain_stream_is_its_lines(put: Put, stdin: GiveStdin) -> None:
    assert read_stream(put("a.txt", "a\n\nc"), "reference") == ["a", "", "c"]
    stdin(b"x\ny\n")
    assert read_stream("-", "hypothesis") == ["x", "y"]


def test_plain_stream_may_look_like_a_table(put: Put) -> None:
    assert read_stream(put("a.txt", '{"a": 1}\n'), "hypothesis") == ['{"a": 1}']
    assert read_stream(put("b.txt", "source\treference\n"), "source") == ["source\treference"]


@pytest.mark.parametrize(
    ("name", "content"), [("a.tsv", "source\thypothesis\n"), ("a.jsonl", '{"mt": ""}'), ("a", b"PAR1")]
)
def test_table_is_no_stream(put: Put, name: str, content: bytes | str) -> None:
    with pytest.raises(DataError, match=r"which is a whole test set; expected plain text, SGML or XML"):
        read_stream(put(name, content), "hypothesis")


def test_stream_needs_a_role_and_plain_text_has_no_names(put: Put) -> None:
    path = put("a.txt", "a\n")
    with pytest.raises(ValueError, match="role must be one of hypothesis, reference, source, got 'target'"):
        read_stream(path, "target")
    with pytest.raises(OptionError, match="plain text has one unnamed stream"):
        read_stream(path, "hypothesis", "A")
