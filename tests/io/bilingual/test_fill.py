"""Targets that are put into files: nothing changes unasked, and only what was asked for."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.io.bilingual.fill import Filling, as_line, fill_targets

from .forms import FORMS
from .reading import segments


@pytest.mark.parametrize("name", FORMS)
def test_nothing_changes_where_nothing_is_asked_for(name: str, written: Callable[[str], Path], tmp_path: Path) -> None:
    path, out = written(name), tmp_path / "out"
    for texts in ([None] * len(FORMS[name].ids), tokens(path), FORMS[name].targets):
        filled = fill_targets(path, texts, out)
        assert filled.n_changed == 0
        assert out.read_bytes() == path.read_bytes()


def tokens(path: Path) -> list[str | None]:
    return [None if s.target is None else as_line(s.target.tokens()) for s in segments(path)]


@pytest.mark.parametrize("name", FORMS)
def test_a_changed_target_differs_only_inside_it(name: str, written: Callable[[str], Path], tmp_path: Path) -> None:
    path, out = written(name), tmp_path / "out"
    before = segments(path)
    for i, segment in enumerate(before):
        new = "Neu & <“ß”> " + "".join(tag.token for tag in segment.source.tags)
        filled = fill_targets(path, [new if k == i else None for k in range(len(before))], out)
        assert filled.n_changed == 1
        after = segments(out)
        assert [s.target and s.target.tokens() for k, s in enumerate(after) if k != i] == [
            s.target and s.target.tokens() for k, s in enumerate(before) if k != i
        ] or "segmented" in name
        assert after[i].target.tokens() == (new if after[i].target.preserve else new.strip())
        assert [s.source.tokens() for s in after] == [s.source.tokens() for s in before]
        old_bytes, new_bytes = path.read_bytes(), out.read_bytes()
        head, tail = common(old_bytes, new_bytes)
        inserted = new_bytes[head : len(new_bytes) - tail].replace(b"\0", b"")
        removed = old_bytes[head : len(old_bytes) - tail].replace(b"\0", b"")
        assert b"Neu" in inserted or b"eu" in inserted
        assert not re.search(rb"<(?:source|note|alt-trans|trans-unit|unit|tu)\b", removed)
        assert not re.search(rb"<(?:source|note|alt-trans|trans-unit|unit|tu)\b", inserted)


def common(a: bytes, b: bytes) -> tuple[int, int]:
    head = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest = min(len(a), len(b)) - head
    tail = next((i for i in range(rest) if a[-1 - i] != b[-1 - i]), rest)
    return head, tail


def test_a_new_target_stands_where_the_specification_wants_it(tmp_path: Path) -> None:
    path, out = tmp_path / "a.xlf", tmp_path / "b.xlf"
    path.write_text(FORMS["xliff-1.2"].text, "utf-8")
    fill_targets(path, [None, "zwei", "Die ⟦bpt1⟧fette⟦ept1⟧⟦ph2⟧Zeile", None], out, Filling(state="translated"))
    text = out.read_text("utf-8")
    assert '<target state="translated">zwei</target>' in text
    assert (
        '&lt;br/&gt;</ph>line</source>\n        <target state="translated">Die <bpt id="1">&lt;b&gt;</bpt>fette'
        '<ept id="1">&lt;/b&gt;</ept><ph id="2" ctype="lb">&lt;br/&gt;</ph>Zeile</target>\n      </trans-unit>'
    ) in text
    path.write_text(FORMS["xliff-1.2-segmented"].text, "utf-8")
    fill_targets(path, [None, "Das ⟦neue⟧ Zweite."[:4] + "Zweite.", "Drei.", None, "Fünf.", None], out)
    text = out.read_text("utf-8")
    assert '<mrk mtype="seg" mid="1">Das Zweite.</mrk></target>\n <alt-trans' in text
    assert (
        '</seg-source>\n <target><mrk mtype="seg" mid="0">Drei.</mrk> <mrk mtype="seg" mid="1"></mrk></target>\n'
        "</trans-unit>"
    ) in text
    assert '<target><mrk mtype="seg" mid="0">Fünf.</mrk><mrk mtype="seg" mid="1">Sechster.</mrk></target>' in text
