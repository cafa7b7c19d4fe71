from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.markup import scanner as module
from tertium.io.bilingual.markup.decoding import XMLText
from tertium.io.bilingual.markup.scanner import EMPTY, END, START, TEXT, Scanner, attributes_of, plain_text
from tertium.io.files import open_input

MARKUP = '<a xmlns:p="urn:p"><!-- <b> --><p:b x="1>2"/>text &amp; more<![CDATA[<c>]]><?d <e>?>\n</a>'


def test_tags_and_texts_come_in_order_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(MARKUP, "utf-8")
    with open_input(path) as source:
        scanner = Scanner(XMLText(source), collecting=True)
        found = []
        for kind, name, _, begin, end in scanner.tokens():
            found.append((kind, name))
            assert scanner.raw(begin, end) in MARKUP
            if kind == EMPTY:
                assert scanner.expanded(name) == ("urn:p", "b")
                assert scanner.prefix_of(name) == "urn:p"
    assert (START, "a") in found
    assert (EMPTY, "p:b") in found
    assert found[-1] == (END, "a")
    assert "".join(name for kind, name in found if kind == TEXT).replace("\n", "").startswith("text")


def test_references_and_line_ends_are_resolved() -> None:
    assert plain_text("a&lt;&#65;&#x42;\r\nc") == "a<AB\nc"
    assert attributes_of(""" a="1&amp;2" b='x\ty' """) == {"a": "1&2", "b": "x y"}


def test_depth_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    depth = module.MOST_DEPTH + 1
    path.write_text("<a>" * depth + "</a>" * depth, "utf-8")
    with pytest.raises(DataError), open_input(path) as source:
        list(Scanner(XMLText(source)).tokens())
