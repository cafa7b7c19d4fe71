"""The XML of WMT since 2021."""

from pathlib import Path
from typing import Any

import pytest

from tertium.errors import DataError, OptionError
from tertium.io import read_parts, read_stream, read_test_set, write_test_set
from tertium.text.testset import References, TestSet
from tests.support.types import Put

SAMPLE = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="sample">
  <collection id="general">
    <doc origlang="de" id="first" domain="news">
      <src lang="de"><p><seg id="1">Guten Tag</seg><seg id="2">A &amp; B &lt;3</seg></p></src>
      <ref lang="en" translator="A"><p><seg id="1">Good day</seg></p><p><seg id="2">A &amp; B</seg></p></ref>
      <ref lang="en" translator="B"><p><seg id="1">Hello</seg><seg id="2"/></p></ref>
      <hyp lang="en" system="X"><p><seg id="1">Good day.</seg><seg id="2">a and b</seg></p></hyp>
    </doc>
    <doc origlang="en" id="second">
      <src lang="de" translator="A"><seg id="1">Ende</seg></src>
      <ref lang="en"><seg id="1">The end</seg></ref>
      <hyp system="Y" language="en"><seg id="1">End</seg></hyp>
    </doc>
    <doc id="third"><src><seg id="1">Leer</seg></src></doc>
  </collection>
</dataset>
"""


def test_documents_references_and_systems_are_read(put: Put) -> None:
    test_set = read_test_set(put("a.xml", SAMPLE))
    assert test_set.source == ("Guten Tag", "A & B <3", "Ende", "Leer")
    assert tuple(test_set.references) == (("Good day", "Hello"), ("A & B", ""), ("The end",), ())
    assert test_set.systems == {"X": ("Good day.", "a and b", None, None), "Y": (None, None, "End", None)}
    assert test_set.documents == ("first", "first", "second", "third")


def test_segments_are_put_together_by_id_and_not_by_place(put: Put) -> None:
    path = put(
        "a.xml",
        '<dataset><doc id="d"><src><seg id="2">b</seg><seg id="10">c</seg></src>'
        '<hyp system="X"><seg id="10">C</seg><seg id="1">A</seg></hyp></doc></dataset>',
    )
    test_set = read_test_set(path)
    assert test_set.source == (None, "b", "c")
    assert test_set.systems == {"X": ("A", None, "C")}


def test_white_space_and_line_ends_in_a_segment_are_text(put: Put) -> None:
    path = put("a.xml", '<dataset><doc><src><seg id="1"> a\r\n\tb&#13; </seg></src></doc></dataset>')
    assert read_test_set(path).source == (" a\n\tb\r ",)


def test_streams_are_read_by_role(put: Put) -> None:
    path = put("a.xml", SAMPLE)
    assert read_stream(path, "source") == ["Guten Tag", "A & B <3", "Ende", "Leer"]
    assert read_stream(path, "hypothesis", "Y") == [None, None, "End", None]
    assert read_stream(path, "reference", "B") == ["Hello", "", None, None]


def test_several_systems_or_references_are_listed(put: Put) -> None:
    path = put("a.xml", SAMPLE)
    with pytest.raises(DataError, match=r"2 systems in the file \('X', 'Y'\); name the one"):
        read_stream(path, "hypothesis")
    with pytest.raises(DataError, match=r"3 references in the file \('A', 'B', 'unnamed'\)"):
        read_stream(path, "reference")
    with pytest.raises(DataError, match=r"no system 'Z' in the file; it has 'X', 'Y'"):
        read_stream(path, "hypothesis", "Z")


def test_translators_who_shared_the_documents_are_one_reference(put: Put) -> None:
    path = put(
        "a.xml",
        '<dataset><doc id="1"><ref translator="A"><seg id="1">a</seg></ref></doc>'
        '<doc id="2"><ref translator="B"><seg id="1">b</seg></ref></doc>'
        '<doc id="3"><hyp system="X"><seg id="1">c</seg></hyp></doc></dataset>',
    )
    assert read_stream(path, "reference") == ["a", "b", None]
    with pytest.raises(DataError, match="there is no source in the file"):
        read_stream(path, "source")
    with pytest.raises(DataError, match="there is no system in the file"):
        read_stream(put("b.xml", "<dataset><doc><src><seg>a</seg></src></doc></dataset>"), "hypothesis")
    with pytest.raises(DataError, match="there is no reference in the file"):
        read_stream(put("b.xml", "<dataset><doc><src><seg>a</seg></src></doc></dataset>"), "reference")


def test_files_of_one_test_set_are_put_together(put: Put) -> None:
    def one(system: Any, order: Any) -> Any:
        docs = {
            d: f'<doc id="{d}"><src><seg id="1">{d}</seg></src><ref translator="A"><seg id="1">r{d}</seg></ref>'
            f'<hyp system="{system}"><seg id="1">{system}{d}</seg></hyp></doc>'
            for d in "de"
        }
        return put(f"{system}.xml", f"<dataset>{''.join(docs[d] for d in order)}</dataset>")

    test_set = read_parts([one("X", "de"), one("Y", "ed")])
    assert test_set.systems == {"X": ("Xd", "Xe"), "Y": ("Yd", "Ye")}
    assert tuple(test_set.references) == (("rd",), ("re",))
    assert test_set.source == ("d", "e")
    other = put("other.xml", '<dataset><doc id="d"><src><seg id="1">else</seg></src></doc></dataset>')
    with pytest.raises(
        DataError, match=r"other\.xml:1: the source of segment 1 of document 'd' differs from .*X\.xml:1"
    ):
        read_parts([one("X", "de"), other])


BOMB = '<!DOCTYPE dataset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize("doctype", [BOMB, '<!DOCTYPE dataset SYSTEM "file:///etc/passwd">', "<!DOCTYPE dataset>"])
def test_document_types_are_refused(put: Put, doctype: Any) -> None:
    path = put(
        "a.xml", f'<?xml version="1.0"?>\n{doctype}\n<dataset><doc><src><seg id="1">&b;</seg></src></doc></dataset>'
    )
    with pytest.raises(DataError, match=r"a\.xml:2: a document type .* is not accepted"):
        read_test_set(path)
    with pytest.raises(DataError, match="is not accepted"):
        read_stream(path, "source")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<doc>", r"a\.xml:3: not well-formed XML \(mismatched tag"),
        ("<doc><src><seg>a & b</seg></src></doc>", r"a\.xml:2: not well-formed XML \(not well-formed"),
        ("<doc><src><seg>\x01</seg></src></doc>", r"a\.xml:2: not well-formed XML"),
        ("<doc><src><seg>&nbsp;</seg></src></doc>", r"a\.xml:2: not well-formed XML \(undefined entity"),
        ("<doc><src><seg>a<b>c</b></seg></src></doc>", r"a\.xml:2: <b> inside <seg>"),
        ("<doc><seg>a</seg></doc>", r"a\.xml:2: <seg> outside"),
        ("<src><seg>a</seg></src>", r"a\.xml:2: <src> in the wrong place"),
        ("<doc><src>text</src></doc>", r"a\.xml:2: text outside <seg>: 'text'"),
        ("<doc><hyp><seg>a</seg></hyp></doc>", r"a\.xml:2: <hyp> without a system"),
        (
            "<doc><src><seg id='1'>a</seg>\n<seg id='1'>b</seg></src></doc>",
            r"a\.xml:3: the source for segment 1 appears already, at .*:2",
        ),
        (
            "<doc id='d'><hyp system='X'><seg>a</seg></hyp>\n<hyp system='X'><seg>b</seg></hyp></doc>",
            r"a\.xml:3: the hypothesis of system 'X' for segment 1 of document 'd' appears already, at .*a\.xml:2",
        ),
        ("<doc id='d'><src><seg>a</seg></src></doc><doc><src><seg>a</seg></src></doc>", "some have none"),
        ("<doc/>", "there are no segments"),
        ("", "there are no segments"),
    ],
)
def test_broken_file_is_refused_with_its_line(put: Put, body: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_test_set(put("a.xml", f"<dataset>\n{body}\n</dataset>"))


def test_other_xml_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.xml:1: found <html>, expected <dataset>"):
        read_test_set(put("a.xml", "<html></html>"))


def test_deep_nesting_does_no_harm(put: Put) -> None:
    with pytest.raises(DataError, match="there are no segments"):
        read_test_set(put("a.xml", "<dataset>" + "<x>" * 100_000 + "</x>" * 100_000 + "</dataset>"))


def test_rows_cannot_be_chosen(put: Put) -> None:
    with pytest.raises(OptionError, match="has no columns, so rows cannot be chosen by lang_pair=de-en"):
        read_test_set(put("a.xml", SAMPLE), where={"lang_pair": "de-en"})


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x1f", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_refused_by_name(tmp_path: Path, character: str) -> None:
    for test_set, name in [
        (TestSet.build({"A": ["x", f"y{character}"]}), "segment 2 of system 'A'"),
        (TestSet.build({"A": ["x"]}, References.by_segment([["r", character]])), "reference 2 of segment 1"),
        (TestSet.build({"A": ["x"]}, source=[character]), "the source of segment 1"),
        (TestSet.build({"A": ["x"]}, documents=[character]), "the document name of segment 1"),
        (TestSet.build({character: ["x"]}), "the name of a system"),
    ]:
        with pytest.raises(DataError, match=rf"^{name} has the character U\+{ord(character):04X}"):
            write_test_set(test_set, tmp_path / "a.xml")
    assert not list(tmp_path.iterdir())


def test_segment_without_any_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="segment 2 has no source, reference or hypothesis"):
        write_test_set(TestSet.build({"A": ["x", None]}), tmp_path / "a.xml")
