"""Translate Toolkit reads what we write, and we read what it writes, with equal texts."""

from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.io.bilingual.fill import fill_targets

factory: Any = pytest.importorskip("translate.storage.factory", reason="needs translate-toolkit (group peers)")

SOURCES = ["One & two", "It <b>works</b>.", "Naïve “quotes” 漢字 😀", "  spaces  kept"]
TARGETS = ["Eins & zwei", "Es <b>geht</b>.", "Naive „Zeichen“ 漢字 😀", "  Leerzeichen  bleiben"]


def read(path: Path) -> list[tuple[str, str]]:
    return [(str(unit.source), str(unit.target)) for unit in factory.getobject(str(path)).units if not unit.isheader()]


@pytest.mark.parametrize("name", ["new.tmx", "new.xlf"])
def test_it_reads_new_files_with_equal_texts(name: str, tmp_path: Path) -> None:
    references = tertium.References.by_stream(TARGETS)
    test_set = tertium.TestSet({"mt": TARGETS}, references, source=SOURCES)
    tertium.write_test_set(test_set, tmp_path / name)
    assert read(tmp_path / name) == list(zip(SOURCES, TARGETS, strict=True))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.xlf",
            '<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
            '<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>'
            + "".join(f'<trans-unit id="{i}"><source>s{i}</source></trans-unit>' for i in range(4))
            + "</body></file></xliff>",
        ),
        (
            "a.tmx",
            '<?xml version="1.0"?><tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype='
            '"sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/><body>'
            + "".join(
                f'<tu><tuv xml:lang="en"><seg>s{i}</seg></tuv><tuv xml:lang="de"><seg>t{i}</seg></tuv></tu>'
                for i in range(4)
            )
            + "</body></tmx>",
        ),
    ],
)
def test_it_reads_filled_targets_with_equal_texts(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    filled = tmp_path / f"filled-{name}"
    new = [target.strip() for target in TARGETS]
    assert fill_targets(tmp_path / name, new, filled).n_changed == len(new)
    assert [" ".join(target.split()) for _, target in read(filled)] == [" ".join(target.split()) for target in new]
    assert [source for source, _ in read(filled)] == [f"s{i}" for i in range(4)]


def test_we_read_what_it_writes(tmp_path: Path) -> None:
    store: Any = pytest.importorskip("translate.storage.xliff").xlifffile()
    store.setsourcelanguage("en")
    store.settargetlanguage("de")
    for source, target in zip(SOURCES, TARGETS, strict=True):
        store.addsourceunit(source.strip()).target = target.strip()
    path = tmp_path / "theirs.xlf"
    path.write_bytes(bytes(store))
    test_set = tertium.read_test_set(path)
    assert list(test_set.source) == [source.strip() for source in SOURCES]
    assert list(next(iter(test_set.systems.values()))) == [target.strip() for target in TARGETS]
