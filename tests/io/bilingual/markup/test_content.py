from pathlib import Path

import pytest

from tests.io.bilingual.reading import segments

HEAD = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" '
    'target-language="de" datatype="plaintext"><body><trans-unit id="1"><source>{}</source></trans-unit></body></file>'
    "</xliff>"
)


@pytest.mark.parametrize(
    ("markup", "plain", "tokens"),
    [
        ("a &amp; b", "a & b", "a & b"),
        ('a<x id="1"/>b', "a b", "a⟦x1⟧b"),
        ('<g id="2">bold</g> text', "bold text", "⟦g2⟧bold⟦/g2⟧ text"),
        ('<bpt id="1">&lt;b&gt;</bpt>x<ept id="1">&lt;/b&gt;</ept>', "x", "⟦bpt1⟧x⟦ept1⟧"),
        ('<ph id="3">&lt;img alt="<sub>a cat</sub>"&gt;</ph>', "a cat", "⟦ph3⟧"),
        ('one <mrk mtype="term">two</mrk>', "one two", "one two"),
        ("<![CDATA[<raw>]]>", "<raw>", "<raw>"),
    ],
)
def test_pieces_of_a_segment(tmp_path: Path, markup: str, plain: str, tokens: str) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(HEAD.format(markup), "utf-8")
    (segment,) = segments(path)
    assert segment.source is not None
    assert segment.source.text() == plain
    assert segment.source.tokens().replace(" ", "") == tokens.replace(" ", "")
