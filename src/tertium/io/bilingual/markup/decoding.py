"""The text of an XML file, block by block, accepted by expat before anything else looks at it.

Expat judges whether the file is well-formed; it is given no way to open anything. A document type may name an external
definition (TMX files do), which is never fetched; one with declarations of its own is refused, and so are entities that
only such declarations could explain. What expat has passed is handed on as text whose encoding can be restored exactly.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from tertium.errors import DataError
from tertium.io.files import Input

_PIECE = 1 << 16
_BOMS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_DECLARED = re.compile(r"""<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']""")
_KNOWN = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-1": "latin-1",
    "latin1": "latin-1",
    "latin-1": "latin-1",
    "utf-16": "utf-16",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
}
ENCODINGS = "UTF-8, UTF-16 with a byte order mark, ISO-8859-1 or US-ASCII"
_ZIP = b"PK\x03\x04"


def _as_reference(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(f"&#x{ord(char):X};" for char in error.object[error.start : error.end]), error.end


codecs.register_error("tertium-xml", _as_reference)


@dataclass(slots=True)
class Encoding:
    """How the characters of a file are written."""

    name: str = "utf-8"
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """The text in this encoding; a character that it lacks becomes a character reference."""
        return text.encode(self.name, "tertium-xml")


@dataclass(slots=True)
class XMLText:
    """An open XML file. `place` says which part of it is being read, for messages."""

    source: Input
    place: Callable[[], str] = lambda: ""
    encoding: Encoding = field(default_factory=Encoding)
    has_doctype: bool = False
    _parser: expat.XMLParserType | None = None

    @property
    def name(self) -> str:
        return self.source.name

    def blocks(self) -> Iterator[str]:
        """The text from the start; each block has been accepted by expat."""
        self.encoding = _find_encoding(self.source)
        decoder = codecs.getincrementaldecoder(self.encoding.name)()
        self._parser = parser = self._guarded()
        skipped = len(self.encoding.mark)
        lines, fed = 1, 0
        for block in self.source.blocks():
            data, skipped = block[skipped:], 0
            for begin in range(0, len(data), _PIECE):
                piece = data[begin : begin + _PIECE]
                text = self._decode(decoder, piece, lines)
                lines += text.count("\n")
                accepted = piece if self.encoding.name == "utf-8" else text.encode()
                refusal = self._parse(parser, accepted)
                if refusal is not None:
                    # What came before is read first, so that the message can say in which unit the fault is.
                    yield accepted[: max(0, refusal.at - fed)].decode("utf-8", "ignore")
                    self.refuse(refusal.line, refusal.why(self.place()))
                fed += len(accepted)
                if text:
                    yield text
        self._decode(decoder, b"", lines, final=True)
        if refusal := self._parse(parser, b"", final=True):
            self.refuse(refusal.line, refusal.why(self.place()))

    def _guarded(self) -> expat.XMLParserType:
        parser = expat.ParserCreate("utf-8")  # whatever is declared: other encodings are decoded before
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        return parser

    def _parse(self, parser: expat.XMLParserType, data: bytes, final: bool = False) -> "_Refusal | None":
        try:
            parser.Parse(data, final)
        except _Refusal as refusal:
            return refusal
        except expat.ExpatError as error:
            reason, code = f"{expat.ErrorString(error.code)}, column {error.offset + 1}", error.code
            return _Refusal(error.lineno, parser.ErrorByteIndex, lambda place: _explained(code, reason, place))
        return None

    def _decode(self, decoder: codecs.IncrementalDecoder, piece: bytes, lines: int, final: bool = False) -> str:
        try:
            return decoder.decode(piece, final)
        except UnicodeDecodeError as error:
            line = lines + error.object[: error.start].decode(self.encoding.name, "replace").count("\n")
            self.refuse(
                line,
                f"byte 0x{error.object[error.start]:02x} is not {self.encoding.name.upper()} text ({error.reason}); "
                "expected the encoding that the file declares; convert it, or correct the declaration",
            )

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        if internal:
            self._stop(
                "a document type with declarations of its own (<!DOCTYPE … [ … ]>) is not accepted; "
                "remove the part in brackets",
            )
        self.has_doctype = True

    def _entity(self, *_: object) -> None:
        self._stop("an entity declaration is not accepted; write the text in its place")

    def _skipped(self, name: str, parameter: bool) -> None:
        assert self._parser is not None
        raise _Refusal(
            self._parser.CurrentLineNumber, self._parser.CurrentByteIndex, lambda place: undeclared(name, place)
        )

    def _stop(self, why: str) -> NoReturn:
        assert self._parser is not None
        raise _Refusal(self._parser.CurrentLineNumber, self._parser.CurrentByteIndex, lambda _place: why)

    def refuse(self, line: int, why: str) -> NoReturn:
        raise DataError(f"{self.name}:{line}: {why}")


class _Refusal(Exception):
    """Why expat's handlers, or expat itself, stop; `at` is how many bytes come before the fault."""

    def __init__(self, line: int, at: int, why: Callable[[str], str]) -> None:
        super().__init__()
        self.line, self.at, self.why = line, at, why


def undeclared(name: str, place: str) -> str:
    """What is wrong with an entity that XML itself does not have."""
    return (
        f"the entity &{name}; is not declared{place}; expected &amp;, &lt;, &gt;, &quot;, &apos; or numbers; "
        "write the character itself, such as &#160; for &nbsp;"
    )


_UNDEFINED_ENTITY = 11
_ENDS_EARLY = (3, 5, 6, 20)  # no element found, unclosed token, partial character, unclosed CDATA section


def _explained(code: int, reason: str, place: str) -> str:
    if code == _UNDEFINED_ENTITY:
        return (
            f"an entity is not declared ({reason}){place}; expected &amp;, &lt;, &gt;, &quot;, &apos; or numbers; "
            "write the character itself, such as &#160; for &nbsp;"
        )
    if code in _ENDS_EARLY:
        inside = place.replace(" in ", " inside ", 1)
        return f"not well-formed ({reason}); the file ends{inside or ' too early'}; get the whole file again"
    return f"not well-formed ({reason}){place}; repair it there, or export it again from the program that wrote it"


def _find_encoding(source: Input) -> Encoding:
    head = source.head
    if head.startswith(_ZIP):
        raise DataError(
            f"{source.name}: is a zip archive, expected XLIFF or TMX; unzip it first and give the file in it"
        )
    mark = next((mark for mark in _BOMS if head.startswith(mark)), b"")
    if not mark and (head[:2] == b"<\0" or head[:2] == b"\0<"):
        raise DataError(
            f"{source.name}:1: UTF-16 without a byte order mark; expected {ENCODINGS}; convert it: "
            f"iconv -f utf-16{'le' if head[:1] == b'<' else 'be'} -t utf-8, and declare UTF-8"
        )
    marked = _BOMS.get(mark, "")
    start = head[len(mark) : len(mark) + 1024].decode(marked or "latin-1", "replace")
    declaration = _DECLARED.match(start)
    declared = declaration[1] if declaration else "UTF-8"
    encoding = _KNOWN.get(declared.lower())
    if encoding is None:
        raise DataError(
            f"{source.name}:1: the encoding {declared!r} is not read; expected {ENCODINGS}; convert the file, for "
            f"example: iconv -f {declared} -t utf-8, and declare UTF-8"
        )
    if marked.startswith("utf-16") and declaration and not marked.startswith(encoding):
        raise DataError(
            f"{source.name}:1: declares {declared} but is UTF-16; correct the declaration or convert the file"
        )
    if not marked.startswith("utf-16") and encoding.startswith("utf-16"):
        raise DataError(
            f"{source.name}:1: declares {declared} but is not UTF-16 with a byte order mark; correct the declaration "
            "or convert the file"
        )
    if (at := head.find(b"\0")) >= 0 and not marked.startswith("utf-16"):
        line = head.count(b"\n", 0, at) + 1
        raise DataError(f"{source.name}:{line}: has a NUL byte, which XML cannot hold; is this another kind of file?")
    return Encoding(marked or encoding, mark)
