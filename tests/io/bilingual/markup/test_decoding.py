import re
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.markup.decoding import Encoding, XMLText
from tertium.io.files import open_input


def decoded(path: Path) -> tuple[str, Encoding]:
    with open_input(path) as source:
        text = XMLText(source)
        return "".join(text.blocks()), text.encoding


@pytest.mark.parametrize(
    ("declared", "codec", "mark"),
    [
        ("UTF-8", "utf-8", b""),
        ("UTF-8", "utf-8", b"\xef\xbb\xbf"),
        ("ISO-8859-1", "latin-1", b""),
        ("UTF-16", "utf-16-le", b"\xff\xfe"),
    ],
)
def test_text_comes_back_with_its_encoding(tmp_path: Path, declared: str, codec: str, mark: bytes) -> None:
    content = f'<?xml version="1.0" encoding="{declared}"?><a>größer</a>'
    path = tmp_path / "a.xml"
    path.write_bytes(mark + content.encode(codec))
    text, encoding = decoded(path)
    assert text == content
    assert encoding.mark + encoding.encode(text) == path.read_bytes()


def test_a_character_that_an_encoding_lacks_becomes_a_reference() -> None:
    assert Encoding("ascii").encode("ß") == b"&#xDF;"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04", "is a zip archive"),
        (b"<\0a\0", "UTF-16 without a byte order mark"),
        (b'<?xml version="1.0" encoding="Shift_JIS"?><a/>', "the encoding 'Shift_JIS' is not read"),
        (b'<?xml version="1.0" encoding="UTF-16"?><a/>', "declares UTF-16 but is not UTF-16"),
        (b"<a>\0</a>", ":1: has a NUL byte"),
        (b"<a>\n\xff</a>", ":2: byte 0xff is not UTF-8 text"),
        (b"<a><b></a>", "not well-formed"),
        (b"<a>", "the file ends too early"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "declarations of its own"),
        (b"<a>&nbsp;</a>", "write the character itself"),
    ],
)
def test_what_is_no_such_text_is_refused_with_its_place(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(content)
    with pytest.raises(DataError, match=re.escape(message)):
        decoded(path)
