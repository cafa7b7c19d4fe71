"""Walks through XML that expat has accepted: tags, texts, and where each of them stands.

In well-formed XML every `<` outside comments, CDATA and processing instructions begins a tag, so one expression finds
all tokens. Offsets count characters from the start of the file; what is needed again is kept from `floor` on.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from tertium.io.bilingual.markup.decoding import XMLText, undeclared

START: Final = 1
END: Final = 2
EMPTY: Final = 3
TEXT: Final = 4

MOST_DEPTH = 100
MOST_TEXT = 16 << 20
MOST_ATTRIBUTE = 64 << 10
_MOST_TOKEN = 1 << 20

# Groups are atomic where `(?:…)*+` would say the same: Python before 3.11.5 matches that wrongly (gh-106052).
ATTRIBUTES = r"""(?>(?:[^<>"'/]++|/(?!>)|"[^"<]*+"|'[^'<]*+')*)"""
_TOKEN = re.compile(
    rf"""(?P<text>[^<]++)
    |<(?:
        /(?P<end>[^\s<>]++)\s*+>
        |(?P<start>[^\s<>/!?]++)(?P<attributes>{ATTRIBUTES})(?P<empty>/?)>
        |!\[CDATA\[(?P<data>.*?)\]\]>
        |!--.*?-->
        |\?.*?\?>
        |!DOCTYPE(?>(?:[^<>"'\[]++|"[^"]*+"|'[^']*+')*)>
    )""",
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|(\w+));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_FOREIGN_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);|#)([^;\s]*);?")
_LINE_END = re.compile(r"\r\n?")
_BLANK = re.compile(r"[\t\n]")
XML_SPACE = "http://www.w3.org/XML/1998/namespace"

Token = tuple[int, str, str, int, int]
"""Kind, name (or the text), attributes as they are written, start and end."""


def plain_text(raw: str) -> str:
    """What a stretch of character data says: references resolved, line ends as XML has them."""
    if "\r" in raw:
        raw = _LINE_END.sub("\n", raw)
    return _REFERENCE.sub(_resolve, raw) if "&" in raw else raw


def _resolve(match: re.Match[str]) -> str:
    hexadecimal, decimal, name = match.groups()
    if name:
        return _ENTITIES.get(name, match[0])
    return chr(int(hexadecimal, 16) if hexadecimal else int(decimal))


def attributes_of(raw: str) -> dict[str, str]:
    """Attributes by the names as they are written, with prefixes."""
    attributes = {}
    for name, double, single in _ATTRIBUTE.findall(raw):
        value = _BLANK.sub(" ", _LINE_END.sub("\n", double or single))
        attributes[name] = _REFERENCE.sub(_resolve, value) if "&" in value else value
    return attributes


@dataclass(slots=True)
class Scanner:
    """Gives tokens one by one; a text inside an element that `collecting` is set for is given whole."""

    xml: XMLText
    floor: int = 0
    collecting: bool = False
    on_block: Callable[[], None] = lambda: None  # called when all whole tokens of a block have been given
    base: int = 0  # offset of the buffer's first character
    depth: int = 0
    _buffer: str = ""
    _at: int = 0  # in the buffer
    _line: int = 1
    _counted: int = 0  # offset up to which lines are counted
    _prefixes: list[dict[str, str]] = field(default_factory=lambda: [{"xml": XML_SPACE}])
    _scopes: list[int] = field(default_factory=list)  # depths at which prefixes were declared
    _names: dict[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def over(cls, xml: XMLText, text: str, line: int) -> "Scanner":
        """A scanner of a stretch that has been accepted already."""
        return cls(xml, _buffer=text, _line=line)

    def tokens(self) -> Iterator[Token]:
        """All tags and texts, in order."""
        for _ in self.refills():
            yield from self.scan()
            self.on_block()

    def refills(self) -> Iterator[None]:
        """Reads on, block by block; each is scanned before the next one is asked for."""
        for block in self.xml.blocks():
            self._refill(block)
            yield

    def take(self, end: int) -> str:
        """The text from the next token to an offset in the buffer, which is not scanned."""
        text = self._buffer[self._at : end]
        self._at = end
        return text

    def find_last(self, closing: str, before: int | None = None) -> int:
        """Where the last of these closing tags in the buffer ends, 0 if there is none."""
        at = self._buffer.rfind(closing, self._at, before)
        return at + len(closing) if at >= 0 else 0

    def find_special(self) -> int | None:
        """Where the next comment, CDATA section or instruction in the buffer begins."""
        places = [at for at in (self._buffer.find(sign, self._at) for sign in ("<!", "<?")) if at >= 0]
        return min(places, default=None)

    @property
    def waiting(self) -> int:
        """How many characters in the buffer are not scanned."""
        return len(self._buffer) - self._at

    def _refill(self, block: str) -> None:
        self.line_at(self.base + self._at)
        drop = min(self.floor, self.base + self._at) - self.base
        if drop > 0:
            self._buffer = self._buffer[drop:] + block
            self._at -= drop
            self.base += drop
        else:
            self._buffer += block

    def scan(self) -> Iterator[Token]:
        """The tokens that are whole in the buffer."""
        buffer, match, base, length = self._buffer, _TOKEN.match, self.base, len(self._buffer)
        while self._at < length:
            token = match(buffer, self._at)
            if token is None:
                if length - self._at > _MOST_TOKEN:
                    self.refuse("a tag, comment or instruction is longer than 1 MB; is the file damaged?")
                return
            begin, end = token.span()
            kind = token.lastgroup
            if kind == "text":
                if end == length and self.collecting:
                    if end - begin > MOST_TEXT:
                        self.refuse(f"a text is longer than {MOST_TEXT >> 20} MB; is the file damaged?")
                    return  # it may go on in the next block
                self._at = end
                if self.collecting:
                    yield TEXT, plain_text(token["text"]), "", base + begin, base + end
            elif kind == "end":
                self._at = end
                yield END, token["end"], "", base + begin, base + end
                self._leave()
            elif kind == "empty":
                self._at = end
                raw = token["attributes"]
                self._enter(raw, end - begin)
                if token["empty"]:
                    yield EMPTY, token["start"], raw, base + begin, base + end
                    self._leave()
                else:
                    yield START, token["start"], raw, base + begin, base + end
            else:
                self._at = end
                if kind == "data" and self.collecting:
                    yield TEXT, _LINE_END.sub("\n", token["data"]), "", base + begin, base + end

    def _enter(self, raw: str, size: int) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self.refuse(f"elements are nested more than {MOST_DEPTH} deep; is this a translation file?")
        if size > MOST_ATTRIBUTE and any(len(value) > MOST_ATTRIBUTE for value in attributes_of(raw).values()):
            self.refuse(f"an attribute is longer than {MOST_ATTRIBUTE >> 10} KB; is the file damaged?")
        if self.xml.has_doctype and "&" in raw and (foreign := _FOREIGN_ENTITY.search(raw)):
            self.refuse(undeclared(foreign[1], self.xml.place()))
        if "xmlns" in raw:
            self._declare(raw)

    def _declare(self, raw: str) -> None:
        declared = {
            name[6:]: value
            for name, value in attributes_of(raw).items()
            if name == "xmlns" or name.startswith("xmlns:")
        }
        if declared:
            self._prefixes.append(self._prefixes[-1] | declared)
            self._scopes.append(self.depth)
            self._names.clear()

    def _leave(self) -> None:
        if self._scopes and self._scopes[-1] == self.depth:
            self._scopes.pop()
            self._prefixes.pop()
            self._names.clear()
        self.depth -= 1

    def expanded(self, name: str) -> tuple[str, str]:
        """Namespace and local name of an element; valid while its token is the last one given."""
        earlier = self._names.get(name)
        if earlier is None:
            prefix, _, local = name.rpartition(":")
            earlier = self._names[name] = (self._prefixes[-1].get(prefix, ""), local)
        return earlier

    def prefix_of(self, name: str) -> str:
        """The namespace of an attribute's prefix; none without one."""
        prefix, colon, _ = name.rpartition(":")
        return self._prefixes[-1].get(prefix, "") if colon else ""

    def raw(self, start: int, end: int) -> str:
        """The file between two offsets, as it stands."""
        return self._buffer[start - self.base : end - self.base]

    @property
    def length(self) -> int:
        """How many characters are kept."""
        return len(self._buffer)

    @property
    def position(self) -> int:
        """Behind the last token."""
        return self.base + self._at

    @property
    def line(self) -> int:
        return self.line_at(self.position)

    def line_at(self, offset: int) -> int:
        """The number of a line that is not before the last one asked for, unless both are still kept."""
        begin, end = self._counted - self.base, offset - self.base
        if end >= begin:
            self._line += self._buffer.count("\n", begin, end)
            self._counted = offset
            return self._line
        return self._line - self._buffer.count("\n", end, begin)

    def refuse(self, why: str) -> NoReturn:
        self.xml.refuse(self.line, why)
