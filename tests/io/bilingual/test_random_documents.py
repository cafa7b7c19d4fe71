"""On random documents, filling one segment changes the bytes of its target and no others, and no-ops change nothing."""

from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.io.bilingual.fill import fill_targets

TEXT = st.text(st.sampled_from("ab é漢😀&<>\"'\u00a0"), max_size=12)
BETWEEN = st.sampled_from(["", "\n", "\n    ", "<!-- a <target>comment</target> -->", "<?a target?>"])


class Unit(NamedTuple):
    source: str
    target: str | None
    tagged: bool
    between: str


UNITS = st.lists(st.builds(Unit, TEXT, st.none() | TEXT, st.booleans(), BETWEEN), min_size=1, max_size=6)
TAG = {"xliff1": '<x id="1"/>', "xliff2": '<ph id="1"/>', "tmx": '<ph x="1">code</ph>'}
TOKEN = {"xliff1": "⟦x1⟧", "xliff2": "⟦ph1⟧", "tmx": "⟦ph1⟧"}


def content(kind: str, text: str, tagged: bool) -> str:
    return escape(text) + TAG[kind] * tagged


def document(kind: str, units: list[Unit]) -> tuple[str, list[tuple[int, int]]]:
    """A document, and from where to where the content of each target stands (or a new one may)."""
    opening, closing, unit, target = {
        "xliff1": (
            '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
            '<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>',
            "</body></file></xliff>",
            ('<trans-unit id="{i}"><source xml:space="preserve">', "</source>", "</trans-unit>"),
            ('<target xml:space="preserve">', "</target>"),
        ),
        "xliff2": (
            '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">'
            '<file id="f">',
            "</file></xliff>",
            ('<unit id="{i}"><segment><source xml:space="preserve">', "</source>", "</segment></unit>"),
            ('<target xml:space="preserve">', "</target>"),
        ),
        "tmx": (
            '<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" '
            'adminlang="en" srclang="en" datatype="plaintext"/><body>',
            "</body></tmx>",
            ('<tu tuid="{i}"><tuv xml:lang="en"><seg>', "</seg></tuv>", "</tu>"),
            ('<tuv xml:lang="de"><seg>', "</seg></tuv>"),
        ),
    }[kind]
    text, places = opening, []
    for i, (source, old, tagged, between) in enumerate(units):
        begin, end, last = unit
        text += between + begin.format(i=i) + content(kind, source, tagged) + end
        if old is None and kind != "tmx":
            places.append((len(text), len(text)))
        else:  # a unit of TMX without the other language is left out, so it gets an empty one
            text += target[0]
            places.append((len(text), len(text) + len(content(kind, old or "", tagged))))
            text += content(kind, old or "", tagged) + target[1]
        text += last
    return text + closing, places


@pytest.mark.parametrize("kind", TAG)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@given(units=UNITS, new=TEXT, data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_only_the_chosen_target_changes(
    kind: str, encoding: str, units: list[Unit], new: str, data: st.DataObject, tmp_path: Path
) -> None:
    text, places = document(kind, units)
    path, out = tmp_path / "in.xml", tmp_path / "out.xml"
    path.write_bytes(text.encode(encoding))
    assert fill_targets(path, [None] * len(units), out).n_changed == 0
    assert out.read_bytes() == path.read_bytes()

    chosen = data.draw(st.integers(0, len(units) - 1))
    line = new + TOKEN[kind] * units[chosen].tagged
    changed = fill_targets(path, [line if i == chosen else None for i in range(len(units))], out).n_changed
    written = out.read_bytes().decode(encoding)
    begin, end = places[chosen]
    tail = text[end:]
    assert written[:begin] == text[:begin]
    assert written[len(written) - len(tail) :] == tail
    inside = written[begin : len(written) - len(tail)]
    if not changed:
        assert inside == text[begin:end]
    else:
        assert content(kind, new, units[chosen].tagged) in inside
        assert inside.count("<target") == (begin == end and units[chosen].target is None and kind != "tmx")
