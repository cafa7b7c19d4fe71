"""Attacks and bad input: refused with little work, with file, line, unit and what to do, and nothing else is opened."""

import builtins
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.check import check_tags
from tertium.io.bilingual.fill import fill_targets
from tertium.io.bilingual.segments import Options
from tertium.io.testsets.formats import read_test_set
from tests.support.effort import counted

HEAD = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
FILE = '<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>'
TMX = '<tmx version="1.4"><header srclang="en"/><body>'


def xliff(body: str, prolog: str = "") -> str:
    return f"{prolog}{HEAD}{FILE}{body}</body></file></xliff>"


def unit(source: str, target: str = "", identity: str = "7") -> str:
    return f'<trans-unit id="{identity}"><source>{source}</source>{target}</trans-unit>'


def tmx(units: str, prolog: str = "") -> str:
    return f"{prolog}{TMX}{units}</body></tmx>"


def tu(en: str, de: str = "x") -> str:
    return f'<tu tuid="9"><tuv xml:lang="en"><seg>{en}</seg></tuv><tuv xml:lang="de"><seg>{de}</seg></tuv></tu>'


LAUGHS = "<!ENTITY a0 'ha'>" + "".join(f"<!ENTITY a{i} '{f'&a{i - 1};' * 10}'>" for i in range(1, 10))
ATTACKS = {
    "external entity": xliff(unit("&x;"), '<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
    "external parameter entity": xliff(unit("a"), '<!DOCTYPE xliff [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]>'),
    "entity bomb": xliff(unit("&a9;"), f"<!DOCTYPE xliff [{LAUGHS}]>"),
    "entity bomb in tmx": tmx(tu("&a9;"), f"<!DOCTYPE tmx [{LAUGHS}]>"),
    "default attribute": xliff(unit("a"), "<!DOCTYPE xliff [<!ATTLIST source lang CDATA 'en'>]>"),
    "depth": xliff("<group>" * 100_000),
    "depth inside a text": xliff(unit('<g id="1">' * 50_000)),
    "depth in tmx": tmx("<tu><tuv xml:lang='en'><seg>" + "<hi>" * 100_000),
    "huge attribute": xliff(unit("a").replace('id="7"', f'id="{"x" * 100_000}"')),
    "huge unfinished attribute": xliff(unit("a")).replace('id="7"', 'id="' + "x" * 20_000_000),
    "huge comment": xliff("<!--" + "x" * 5_000_000 + "-->"),
    "undeclared entity in xliff": xliff(unit("a&nbsp;b")),
    "undeclared entity in tmx": tmx(tu("a&nbsp;b"), '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'),
    "undeclared entity in an attribute": tmx(tu("a").replace('"9"', '"&nbsp;"'), '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'),
}


@pytest.fixture
def nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every file or socket that is opened besides those in the test's own folder is an error."""
    real = builtins.open

    def guarded(file: Any, *args: Any, **kwargs: Any) -> Any:
        assert not isinstance(file, str | os.PathLike) or str(file).startswith(str(tmp_path)), file
        return real(file, *args, **kwargs)

    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(builtins, "open", guarded)
    monkeypatch.setattr(socket, "socket", refuse)


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("use", ["read", "fill", "check"])
def test_attacks_are_refused_with_little_work_and_open_nothing(
    name: str, use: str, tmp_path: Path, nothing_else: None
) -> None:
    path = tmp_path / "attack.xml"
    path.write_text(ATTACKS[name], "utf-8")
    kind = "tmx" if "<tmx" in ATTACKS[name] else "xliff"
    uses: dict[str, Callable[[], object]] = {
        "read": lambda: read_test_set(path, kind),
        "fill": lambda: fill_targets(path, ["x"], tmp_path / "out.xml"),
        "check": lambda: list(check_tags(path)),
    }
    with counted() as effort, pytest.raises(DataError, match=r"attack\.xml:\d+: "):
        uses[use]()
    assert effort.calls < 10_000
    assert [file.name for file in tmp_path.iterdir()] == ["attack.xml"]


def test_an_external_document_type_is_accepted_and_never_fetched(tmp_path: Path, nothing_else: None) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(tmx(tu("a", "b"), '<!DOCTYPE tmx SYSTEM "http://127.0.0.1:9/tmx14.dtd">'), "utf-8")
    assert read_test_set(path).systems == {"a": ("b",)}


THREE = tu("a") + '<tu><tuv xml:lang="en"><seg>a</seg></tuv><tuv xml:lang="fr"><seg>b</seg></tuv></tu>'
SEGMENTED = (
    '<trans-unit id="7"><source>a</source><seg-source><mrk mtype="seg" mid="1">a</mrk></seg-source>'
    '<target><mrk mtype="seg" mid="2">b</mrk></target></trans-unit>'
)
BAD = {
    "cut off": (xliff(unit("a"))[:-8], r":1: not well-formed \(.*the file ends too early; get the whole"),
    "cut off in a unit": (
        f"{HEAD}\n{FILE}\n<trans-unit id='37'><source>a",
        r':3: .*ends inside trans-unit "37"; get the whole',
    ),
    "not well-formed": (
        xliff("\n" + unit("a</b>")),
        r':2: not well-formed \(mismatched tag.* in trans-unit "7"; repair',
    ),
    "version": (
        xliff(unit("a")).replace('version="1.2"', 'version="3.0"'),
        r':1: version="3.0" is not known; expected',
    ),
    "version of tmx": (tmx(tu("a")).replace('version="1.4"', 'version="2.0"'), r':1: version="2.0" is not known'),
    "namespace": (
        xliff(unit("a")).replace('version="1.2"', 'version="2.0"'),
        r":1: .*expected urn:oasis.*:2.0; correct",
    ),
    "mrk without partner": (
        xliff(SEGMENTED),
        r':1: <mrk mtype="seg" mid="2">.*in trans-unit "7"; expected the same mid',
    ),
    "three languages": (tmx(THREE), r":1: languages in the file: en \(2\), de \(1\), fr \(1\).*--languages en:de"),
    "no language": (
        tmx("<tu tuid='9'><tuv><seg>a</seg></tuv></tu>"),
        r':1: a <tuv> has no xml:lang in tu "9"; .*add it',
    ),
    "not utf-16": ('<?xml version="1.0" encoding="UTF-16"?>' + xliff(unit("a")), r":1: declares UTF-16 but is not"),
    "unknown encoding": (
        '<?xml version="1.0" encoding="koi8-r"?>' + xliff(unit("a")),
        r":1: .*'koi8-r'.*iconv -f koi8-r",
    ),
    "nul": (xliff(unit("a\0b")), r":1: has a NUL byte"),
    "html": ("<html><body>Please log in</body></html>", r":1: this is a page of HTML"),
    "another root": ("<po/>", r":1: found <po>, expected <xliff>"),
    "no segments": (xliff(""), r"no segments to read"),
    "huge text": (xliff(unit("a" * (17 << 20))), r":1: a text is longer than 16 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_its_place_and_what_to_do(name: str, tmp_path: Path) -> None:
    text, message = BAD[name]
    path = tmp_path / "bad.xlf"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"bad\.xlf" + message if message[0] == ":" else message):
        read_test_set(path, "tmx" if "<tmx" in text else "xliff")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    content = xliff("\n" + unit("é"))
    for data, message in (
        (b"PK\x03\x04rest", "is a zip archive.*unzip it first"),
        (content.encode("utf-16-le"), "UTF-16 without a byte order mark.*iconv -f utf-16le"),
        (content.encode("utf-16-be"), "UTF-16 without a byte order mark.*iconv -f utf-16be"),
        (content.encode("latin-1"), r":2: byte 0xe9 is not UTF-8 text|:2: not well-formed"),
        (f'<?xml version="1.0" encoding="US-ASCII"?>{content}'.encode(), r":2: byte 0xc3 is not ASCII text"),
        (b"\xff\xfe" + f'<?xml version="1.0" encoding="UTF-8"?>{content}'.encode("utf-16-le"), "declares UTF-8 but is"),
        (b"\xff\xfe" + content.encode("utf-16-le")[:-1], "UTF-16-LE text"),
    ):
        path.write_bytes(data)
        with pytest.raises(DataError, match=message):
            read_test_set(path, "xliff")


def test_ids_that_occur_twice_are_kept_apart_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(xliff(unit("a", "<target>x</target>") + unit("b", "<target>y</target>")), "utf-8")
    notes: list[str] = []
    assert read_test_set(path, options=Options(note=notes.append)).systems["a"] == ("x", "y")
    assert "kept apart by position: 1" in notes[0]


def test_a_file_without_target_language_is_read_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(xliff(unit("a", "<target>x</target>")).replace(' target-language="de"', ""), "utf-8")
    notes: list[str] = []
    assert read_test_set(path, options=Options(note=notes.append)).systems["a"] == ("x",)
    assert 'a.xlf:1: <file> has no target-language in trans-unit "7"; add it' in notes[0]


def test_a_language_that_could_be_two_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(tmx(tu("a") + tu("b").replace('"en"', '"en-GB"') + tu("c").replace('"en"', '"en-US"')), "utf-8")
    with pytest.raises(DataError, match="'en' could be"):
        read_test_set(path, options=Options.of(languages="en:de"))
    with pytest.raises(DataError, match=r"no texts in fr; languages in the file: de \(3\)"):
        read_test_set(path, options=Options.of(languages="en-US:fr"))
    assert read_test_set(path, options=Options.of(languages="en-US:de")).source == (None, None, "c")


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["a\x01b"], r"a\.xlf:1: segment '7': the text has the character U\+0001"),
        (["plain"], r"a\.xlf:1: segment '7': the source has the tags ⟦g1⟧ ⟦/g1⟧.*--tags strip"),
        (["⟦x9⟧"], r"segment '7': ⟦x9⟧ is no tag"),
        (["⟦g1⟧open"], r"segment '7': ⟦g1⟧ is not closed; put ⟦/g1⟧ behind it"),
        (["⟦/g1⟧⟦g1⟧"], r"segment '7': ⟦/g1⟧ closes what is not open"),
        ([], r"a\.xlf:1: there are only 0 texts, and none for segment '7'"),
        (["⟦g1⟧a⟦/g1⟧", "b", "c"], r"a\.xlf: has 1 segments, but there are 2 more texts"),
    ],
)
def test_targets_that_do_not_fit_are_refused_and_nothing_is_written(
    texts: list[str], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(xliff(unit('<g id="1">a</g>')), "utf-8")
    with pytest.raises(DataError, match=message):
        fill_targets(path, texts, tmp_path / "out.xlf")
    assert [file.name for file in tmp_path.iterdir()] == ["a.xlf"]
