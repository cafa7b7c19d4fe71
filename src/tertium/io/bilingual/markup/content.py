"""Follows the tokens inside a source or target, and makes its content of them."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tertium.io.bilingual.markup.inline import Content, Place, Role, Tag
from tertium.io.bilingual.markup.scanner import EMPTY, END, MOST_TEXT, START, Scanner, Token, attributes_of

CODE, ALONE, SPAN, ANNOTATION, SUB, CHARACTER = "code", "alone", "span", "annotation", "sub", "character"

# What the inline elements of each format are.
XLIFF1 = {
    **dict.fromkeys(("bpt", "ept", "ph", "it"), CODE),
    **dict.fromkeys(("x", "bx", "ex"), ALONE),
    "g": SPAN,
    "mrk": ANNOTATION,
    "sub": SUB,
}
XLIFF2 = {
    **dict.fromkeys(("ph", "sc", "ec"), ALONE),
    "pc": SPAN,
    **dict.fromkeys(("mrk", "sm", "em"), ANNOTATION),
    "cp": CHARACTER,
}
TMX = {**dict.fromkeys(("bpt", "ept", "ph", "it", "ut"), CODE), "hi": ANNOTATION, "sub": SUB}

_OPENING, _CLOSING = frozenset({"bpt", "bx", "sc"}), frozenset({"ept", "ex", "ec"})
_ID = {"ec": ("startRef", "id"), "sc": ("id",), "pc": ("id",)}
_PAIR = ("rid", "startRef", "i", "id")
_REPLACEMENT = "\ufffd"


@dataclass(slots=True)
class _Code:
    """A native code whose end has not come yet; `subs` says how deep in translatable text we are."""

    name: str
    raw_attributes: str
    start: int
    codes: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    subs: int = 0
    depth: int = 0


@dataclass(slots=True)
class Builder:
    """Takes the tokens between the start and the end of an element."""

    scanner: Scanner
    vocabulary: Mapping[str, str]
    is_core: Callable[[str], bool]  # whether an element's name, as written, belongs to the format itself
    content: Content
    data: Mapping[str, str] = field(default_factory=dict)  # XLIFF 2: original data by id
    marks: set[str] = field(default_factory=set)  # XLIFF 2: ids of annotations
    _spans: list[tuple[str, str, str]] = field(default_factory=list)  # name as written, behaviour, key or mid
    _parts: list[Content] = field(default_factory=list)
    _code: _Code | None = None
    _numbers: Counter[str] = field(default_factory=Counter)
    _size: int = 0

    def take(self, token: Token) -> None:
        kind, name, raw, begin, end = token
        if kind in (START, EMPTY):
            self._open(name, raw, begin, end, kind == EMPTY)
        elif kind == END:
            self._close(name, begin, end)
        else:
            self._text(name)

    def _text(self, text: str) -> None:
        self._size += len(text)
        if self._size > MOST_TEXT:
            self.scanner.refuse(
                f"a text is longer than {MOST_TEXT >> 20} MB{self.scanner.xml.place()}; is the file damaged?"
            )
        if self._code is not None:
            self._code.codes.append(text)
            if self._code.subs:
                self._code.words.append(text)
        else:
            self._add(text)

    def _add(self, piece: str | Tag) -> None:
        for content in (self.content, *self._parts):
            pieces = content.pieces
            if pieces and isinstance(piece, str) and isinstance(pieces[-1], str):
                pieces[-1] += piece
            else:
                pieces.append(piece)

    def _open(self, name: str, raw: str, begin: int, end: int, empty: bool) -> None:
        local = name.rpartition(":")[2]
        behaviour = self.vocabulary.get(local, SPAN) if self.is_core(name) else SPAN
        if self._code is not None:
            self._code.depth += not empty
            self._code.subs += behaviour == SUB and not empty
            return
        if behaviour == CODE and not empty:
            self._code = _Code(name, raw, begin)
        elif behaviour == CHARACTER:
            self._add(_REPLACEMENT)
            if not empty:
                self._spans.append((name, CHARACTER, ""))
        elif behaviour in (CODE, ALONE):
            self._add(self._tag(local, raw, self.scanner.raw(begin, end)))
            if not empty:  # <x …></x>
                self._spans.append((name, ALONE, ""))
        elif behaviour == ANNOTATION:
            self._annotate(name, attributes_of(raw), begin, end, empty)
        else:
            self._open_span(name, local, raw, begin, end, empty)

    def _open_span(self, name: str, local: str, raw: str, begin: int, end: int, empty: bool) -> None:
        key = self._key(local, attributes_of(raw))
        written = self.scanner.raw(begin, end)
        opening = written[:-2].rstrip() + ">" if empty else written
        attributes = attributes_of(raw)
        code = self.data.get(attributes.get("dataRefStart", ""), "")
        fixed = attributes.get("canDelete") == "no"
        self._add(Tag(local, key, "open", key, code, raw=opening, can_delete=not fixed))
        code = self.data.get(attributes.get("dataRefEnd", ""), "")
        if empty:
            self._add(Tag(local, f"/{key}", "close", key, code, raw=f"</{name}>"))
        else:
            self._spans.append((name, f"{SPAN}{code}", key))

    def _annotate(self, name: str, attributes: dict[str, str], begin: int, end: int, empty: bool) -> None:
        mid = attributes.get("mid") if attributes.get("mtype") == "seg" else None
        if "id" in attributes:
            self.marks.add(attributes["id"])
        if mid is None:
            self.content.annotated = True
            for part in self._parts:
                part.annotated = True
            if not empty:
                self._spans.append((name, ANNOTATION, ""))
            return
        part = Content(preserve=self.content.preserve, place=Place(begin, end, end, end))
        if mid in self.content.parts:
            self.scanner.refuse(
                f"two segments <mrk> have mid {mid!r}{self.scanner.xml.place()}; expected each once; rename one"
            )
        self.content.parts[mid] = part
        if not empty:
            self._parts.append(part)
            self._spans.append((name, "segment", mid))

    def _close(self, name: str, begin: int, end: int) -> None:
        code = self._code
        if code is not None:
            if code.depth:
                code.depth -= 1
                code.subs -= code.subs > 0 and name.rpartition(":")[2] == "sub"
                return
            self._code = None
            raw = self.scanner.raw(code.start, end)
            local = code.name.rpartition(":")[2]
            self._add(self._tag(local, code.raw_attributes, raw, "".join(code.codes), "".join(code.words)))
            return
        _, behaviour, key = self._spans.pop()
        if behaviour == "segment":
            part = self._parts.pop()
            assert part.place is not None
            part.place = Place(part.place.start, part.place.inside, begin, end)
        elif behaviour.startswith(SPAN):
            local = name.rpartition(":")[2]
            self._add(Tag(local, f"/{key}", "close", key, behaviour[len(SPAN) :], raw=f"</{name}>"))

    def _tag(self, local: str, raw_attributes: str, raw: str, code: str = "", words: str = "") -> Tag:
        attributes = attributes_of(raw_attributes)
        role: Role = "open" if local in _OPENING else "close" if local in _CLOSING else "alone"
        if attributes.get("isolated") == "yes":
            role = "alone"
        pair = next((attributes[name] for name in _PAIR if name in attributes), "")
        code = code or self.data.get(attributes.get("dataRef", ""), "") or attributes.get("equiv-text", "")
        fixed = attributes.get("canDelete") == "no"
        return Tag(local, self._key(local, attributes), role, pair, code, words, raw, not fixed)

    def _key(self, local: str, attributes: Mapping[str, str]) -> str:
        """What tells a tag from others: its kind and id, or its number where it has no id."""
        names = _ID.get(local, ("id", "i", "x", "startRef"))
        identity = next((attributes[name] for name in names if name in attributes), None)
        if identity is None:
            self._numbers[local] += 1
            identity = f"#{self._numbers[local]}"
        return f"{local}{identity}"
