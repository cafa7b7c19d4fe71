"""The SGML of NIST and WMT, tidy and sloppy."""

from pathlib import Path

import pytest

from tertium import score
from tertium.errors import DataError
from tertium.io import detect, read_parts, read_stream, read_test_set, write_test_set
from tertium.text.testset import References, TestSet
from tests.support.types import Put

SOURCE = """<srcset setid="sample" srclang="any">
<doc sysid="ref" docid="bbc/1" genre="news" origlang="de">
<p>
<seg id="1">Guten Tag</seg>
<seg id="2">Kaffee &amp; Kuchen</seg>
</p>
</doc>
<doc sysid="ref" docid="bbc/2"><hl><seg id="1">Ende</seg></hl></doc>
</srcset>
"""
REFERENCES = """<refset setid="sample" srclang="any" trglang="en">
<doc sysid="ref" docid="bbc/2"><p><seg id="1">The end</seg></p></doc>
<doc sysid="ref" docid="bbc/1"><p><seg id="1">Good day</seg><seg id="2">Coffee &amp; cake</seg></p></doc>
</refset>
"""


def test_source_file_is_read(put: Put) -> None:
    path = put("src.sgm", SOURCE)
    assert read_stream(path, "source") == ["Guten Tag", "Kaffee & Kuchen", "Ende"]
    assert read_test_set(path).documents == ("bbc/1", "bbc/1", "bbc/2")


def test_files_are_put_together_by_document_and_segment(put: Put) -> None:
    systems = (
        '<tstset setid="s" srclang="any" trglang="en">\n'
        '<doc docid="bbc/1" sysid="X"><seg id="2">Coffee</seg></doc>'
        '<doc docid="bbc/2" sysid="X"><seg id="1">End X</seg></doc>'
        '<doc docid="bbc/2" sysid="Y"><seg id="1">End Y</seg></doc></tstset>'
    )
    paths = [put("src.sgm", SOURCE), put("ref.sgm", REFERENCES), put("tst.sgm", systems)]
    test_set = read_parts(paths)
    assert tuple(test_set.references) == (("Good day",), ("Coffee & cake",), ("The end",))
    assert test_set.systems == {"X": (None, "Coffee", "End X"), "Y": (None, None, "End Y")}


SLOPPY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.3.dtd">
<!-- a <refset> tag and <seg id=9>a segment</seg> in a comment are no data -->
<MTEVAL>
<TSTSET SetID="s" SrcLang='any' trglang=en SYSID="team 1">
<DOC DocID = bbc/1 genre='nw'>
<SEG ID=001> a < b && c <unk> &lt;3 &quot;x&quot; &#8364;&#x20AC; &eacute; &unknown; AT&T R&D; </SEG>
<p><seg id='2'>wrapped
    over lines</seg >
<seg id="3">never closed</p>
<seg id="4">nor this
<Seg Id="5"></Seg><seg id=6/>
</DOC>
</TSTSET>
</MTEVAL>
"""


def test_sloppy_file_is_read(put: Put) -> None:
    path = put("a.sgm", SLOPPY)
    test_set = read_test_set(path)
    assert test_set.systems == {
        "team 1": (
            'a < b && c <unk> <3 "x" €€ é &unknown; AT&T R&D;',
            "wrapped over lines",
            "never closed",
            "nor this",
            "",
            "",
        )
    }
    assert test_set.documents == ("bbc/1",) * 6
    assert detect(path) == "sgml"


def test_windows_line_ends_are_layout(put: Put) -> None:
    path = put("a.sgm", SLOPPY.replace("\n", "\r\n").encode())
    assert read_stream(path, "hypothesis") == read_stream(put("b.sgm", SLOPPY), "hypothesis")


def test_leading_zeros_of_ids_do_not_matter(put: Put) -> None:
    path = put(
        "a.sgm",
        "<srcset><doc docid=d><seg id=001>s</seg></doc></srcset>"
        "<tstset><doc docid=d sysid=X><seg id=1>h</seg></doc></tstset>",
    )
    assert read_test_set(path).systems == {"X": ("h",)}
    assert len(read_test_set(path)) == 1


def test_segments_and_documents_without_ids_are_counted(put: Put) -> None:
    path = put(
        "a.sgm",
        "<srcset><doc><seg>a</seg><seg>b</seg></doc><doc><seg>c</seg></doc></srcset>"
        "<tstset sysid=X><doc><seg>A</seg><seg>B</seg></doc><doc><seg>C</seg></doc></tstset>"
        "<refset><seg>R</seg></refset>",
    )
    test_set = read_test_set(path)
    assert test_set.source == ("a", "b", "c")
    assert test_set.systems == {"X": ("A", "B", "C")}
    assert tuple(test_set.references) == (("R",), (), ())
    assert test_set.documents is None


@pytest.mark.parametrize(
    "sets",
    [
        '<refset refid="one">{0}</refset><refset refid="two">{1}</refset>',
        "<refset>{0}{1}</refset>",
        '<refset><doc docid="d" sysid="one">{2}</doc><doc docid="d" sysid="two">{3}</doc></refset>',
        '<refset><doc docid="d" site="1">{2}</doc><doc docid="d" site="2">{3}</doc></refset>',
    ],
)
def test_several_references_are_read_however_they_are_named(put: Put, sets: str) -> None:
    segments = ['<seg id="1">a</seg>', '<seg id="1">b</seg>']
    documents = [f'<doc docid="d">{segment}</doc>' for segment in segments]
    path = put("a.sgm", sets.format(*documents, *segments))
    assert tuple(read_test_set(path).references) == (("a", "b"),)
    with pytest.raises(DataError, match="2 references in the file"):
        read_stream(path, "reference")


def test_system_is_named_by_document_set_element_or_file(put: Put) -> None:
    doc = '<doc docid="d"{}><seg id="1">h</seg></doc>'
    for content, name in [
        (f'<tstset sysid="set">{doc.format(" sysid=doc")}</tstset>', "doc"),
        (f'<tstset sysid="set">{doc.format("")}</tstset>', "set"),
        (f'<tstset><system site="x" sysid="element">text</system>{doc.format("")}</tstset>', "element"),
        (f"<tstset>{doc.format('')}</tstset>", "team.en"),
    ]:
        path = put("team.en.sgm", content)
        assert [*read_test_set(path).systems][-1] == name
        assert read_stream(path, "hypothesis", name) == ["h"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("text\n<doc>\n<seg>a</seg></doc>", r"a\.sgm:2: <doc> or <seg> outside a set"),
        ("nothing", r"a\.sgm:1: found no <srcset>"),
        ("<srcset>\n<doc><seg id=1 a</seg></doc></srcset>", r"a\.sgm:2: </seg> without <seg>"),
        ("<srcset>\n<!-- <doc>", r"a\.sgm:2: a comment \(<!--\) is never closed"),
        ('<!DOCTYPE x [\n<!ENTITY a "b">]><srcset></srcset>', r"a\.sgm:2: an entity declaration is not accepted"),
        ("<srcset></srcset>", r"a\.sgm: there are no segments"),
        (
            "<tstset sysid=X><doc docid=d><seg id=1>a</seg>\n<seg id=1>b</seg></doc></tstset>",
            r"a\.sgm:2: the hypothesis of system 'X' for segment 1 of document 'd' appears already, at .*:1;",
        ),
        ("<srcset><doc docid=d><seg>a</seg></doc><doc><seg>b</seg></doc></srcset>", "some have none"),
        (
            "<refset sysid=R><doc docid=d><seg id=1>a</seg>\n<seg id=1>b</seg></doc></refset>",
            r"a\.sgm:2: the reference for segment 1 of document 'd' appears already, at .*:1;",
        ),
        (
            "<refset>" + "<doc docid=d><seg id=1>a</seg></doc>" * 1001 + "</refset>",
            r"a\.sgm:1: segment 1 of document 'd' has more than 1,000 references",
        ),
        ("<mteval><srcset>\n<doc><seg>a</seg></doc>", r"a\.sgm:2: the file ends inside a set; expected </srcset>"),
        ("<mteval><srcset>\n<doc><seg>a</seg></doc></srcset>", r"a\.sgm:2: the file ends before </mteval>"),
    ],
)
def test_broken_file_is_refused_with_its_line(put: Put, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_test_set(put("a.sgm", content), format="sgml")


def long_and_strange(put: Put, junk: str) -> Path:
    """A pattern that looks back for each character would not come to the end of this file in hours."""
    return put("a.sgm", "<srcset><doc><seg>" + junk * (600_000 // len(junk)) + "</seg></doc></srcset>")


@pytest.mark.parametrize("junk", ["<!-- x -->", " ", "&amp", "\n "])
def test_a_long_strange_file_is_read_to_its_end(put: Put, junk: str) -> None:
    assert len(read_test_set(long_and_strange(put, junk), format="sgml")) == 1


@pytest.mark.parametrize("junk", ["<seg ", "<doc ", '<doc "x', "<seg id=1>", "<doc " + "a" * 50])
def test_a_long_broken_file_is_refused(put: Put, junk: str) -> None:
    with pytest.raises(DataError, match=r"a\.sgm:1: (</seg> without <seg>|the source for segment 1 appears already)"):
        read_test_set(long_and_strange(put, junk), format="sgml")


def test_long_tag_without_values_is_read_to_its_end(put: Put) -> None:
    path = put("a.sgm", "<srcset><doc " + "a" * 500_000 + " b><seg>x" + " " * 500_000 + "y</seg></doc></srcset>")
    assert len(read_test_set(path)) == 1


@pytest.mark.parametrize("content", [SOURCE, REFERENCES, f"<mteval>\n{SOURCE}{REFERENCES}</mteval>\n"])
def test_every_cut_of_a_file_is_refused(put: Put, content: str) -> None:
    for length in range(len(content.rstrip()) - 1):
        with pytest.raises(DataError):
            read_test_set(put("a.sgm", content[:length]), format="sgml")


@pytest.mark.parametrize(("name", "content"), [("a.tsv", "source\treference\nx\ty\n"), ("a.sgm", REFERENCES)])
def test_a_test_set_without_hypotheses_cannot_be_scored(put: Put, name: str, content: str) -> None:
    with pytest.raises(DataError, match="there are no hypotheses to score; give a file of outputs"):
        score(read_test_set(put(name, content)), metrics=["bleu"])


def test_everything_is_written_into_one_file(tmp_path: Path) -> None:
    test_set = TestSet.build(
        {'X "1"': [" a<b ", None], "Y": ["", "c\nd"]},
        References.by_segment([["r"], []]),
        source=["s", None],
        documents=["d", "e"],
    )
    write_test_set(test_set, tmp_path / "a.sgm")
    assert (
        (tmp_path / "a.sgm").read_text()
        == """<mteval>
<srcset setid="test" srclang="any" trglang="any">
<doc docid="d">
<seg id="1">s</seg>
</doc>
<doc docid="e">
</doc>
</srcset>
<refset setid="test" srclang="any" trglang="any" refid="1">
<doc docid="d">
<seg id="1">r</seg>
</doc>
<doc docid="e">
</doc>
</refset>
<tstset setid="test" srclang="any" trglang="any" sysid="X &quot;1&quot;">
<doc docid="d">
<seg id="1">&#32;a&lt;b&#32;</seg>
</doc>
<doc docid="e">
</doc>
</tstset>
<tstset setid="test" srclang="any" trglang="any" sysid="Y">
<doc docid="d">
<seg id="1"></seg>
</doc>
<doc docid="e">
<seg id="1">c&#10;d</seg>
</doc>
</tstset>
</mteval>
"""
    )


def test_document_that_does_not_stand_together_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="segment 3 belongs to document 'd', which began at segment 1 and was left"):
        write_test_set(TestSet.build({"X": ["a", "b", "c"]}, documents=["d", "e", "d"]), tmp_path / "a.sgm")


def test_parts_must_be_markup_and_at_least_one(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.txt: found plain text"):
        read_parts([put("a.txt", "text\n")])
    with pytest.raises(ValueError, match="at least one file"):
        read_parts([])
