"""TMX 1.1 to 1.4b: `tu` with a `tuv` for each language.

White space in a `seg` is text. Where a unit has several texts in one language, the one with the latest `changedate`
counts. Units without inline tags, the most of any memory, are found by one expression; all others go token by token.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from tertium.errors import DataError
from tertium.io.bilingual.languages import (
    SOURCE,
    TARGET,
    Languages,
    TooManyLanguages,
    count_languages,
    normal_language,
)
from tertium.io.bilingual.markup.content import TMX, Builder
from tertium.io.bilingual.markup.decoding import XMLText
from tertium.io.bilingual.markup.inline import Content, Place, Tags
from tertium.io.bilingual.markup.scanner import EMPTY, END, TEXT, Scanner, Token, attributes_of, plain_text
from tertium.io.bilingual.origins import tmx_origin
from tertium.io.bilingual.segments import Alternative, Options, Origin, Segment, Unit
from tertium.text.testset import Text

Pair = tuple[str, Text, Text]
"""Id, source and target of a unit."""

_A = r"""((?>(?:\s++[\w:.-]++="[^"<]*+")*))\s*+"""
_TUV = rf"<tuv{_A}>\s*+<seg>([^<]*+)</seg>\s*+</tuv>\s*+"
_UNIT = re.compile(rf"""<tu(?>(?:\s++tuid="([^"<&]*+)")?){_A}>(?:\s*+{_TUV}{_TUV}</tu>|(.*?)</tu>)""", re.DOTALL)
_VERSIONS = ("1.0", "1.1", "1.2", "1.3", "1.4", "1.4b")
_ROLE = "x-tertium-"
_MOST_WAITING = 4 << 20  # characters of a unit whose end has not come yet


@dataclass(slots=True)
class Version:
    """A text of a unit in one language."""

    language: str
    content: Content
    changed: str
    origin: str
    place: tuple[int, int] = (0, 0)
    role: str = ""
    name: str = ""


@dataclass(slots=True)
class _Open:
    """The unit that is being read."""

    attributes: dict[str, str]
    start: int
    line: int
    tag: int
    versions: list[Version] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    origin: Origin | None = None
    document: str = ""


@dataclass(slots=True)
class Reader:
    """Reads a TMX file once. `rewritable` says that raw text is needed again, for writing."""

    xml: XMLText
    options: Options
    rewritable: bool = False
    header: dict[str, str] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    languages: Languages = field(init=False)
    scanner: Scanner = field(init=False)
    left_out: Counter[str] = field(default_factory=Counter)
    number: int = 0
    _sides: dict[str, int] = field(default_factory=dict)
    _open: _Open | None = None
    _version: Version | None = None
    _builder: Builder | None = None
    _property: tuple[str, list[str]] | None = None
    _in_body: bool = False
    _root: str = ""

    def __post_init__(self) -> None:
        self.languages = Languages(self.options.languages)
        self.scanner = Scanner(self.xml)
        self.xml.place = self._place

    def _place(self) -> str:
        if self._open is None:
            return ""
        identity = self._open.attributes.get("tuid")
        return f' in tu "{identity}"' if identity else f" in tu number {self.number}"

    def units(self) -> Iterator[Unit]:
        """All units in order, each with one segment (more with `keep_all`)."""
        if not self.rewritable:
            self.scanner.on_block = self._forget
        for token in self.scanner.tokens():
            unit = self._take(self.scanner, token)
            if unit is not None:
                yield unit
        self._check_end()

    @property
    def language_pair(self) -> str:
        """Source and target language, such as `en-de`."""
        codes = self.languages.matched
        return "-".join(code.split("-")[0] for code in codes) if all(codes) else ""

    def inside_unit(self) -> bool:
        return self._open is not None

    def _forget(self) -> None:
        if not self.inside_unit():
            self.scanner.floor = self.scanner.position

    def pairs(self) -> Iterator[list[Pair]]:
        """Id, source and target of all units, in lists of many."""
        for _ in self.scanner.refills():
            yield self._advance()
        yield self._advance(final=True)
        self._check_end()

    def _advance(self, final: bool = False) -> list[Pair]:
        """The units that are whole in the buffer."""
        scanner, pairs = self.scanner, list[Pair]()
        while True:
            if self._in_body and self._open is None and self._root == "tmx" and not self.options.keep_all:
                special = scanner.find_special()
                if end := scanner.find_last("</tu>", special):
                    self._plain_units(end, pairs)
                if special is None and not final and scanner.waiting < _MOST_WAITING:
                    return pairs
            for token in scanner.scan():
                unit = self._take(scanner, token)
                if unit is not None:
                    pairs += _pairs(unit, self.options.tags)
                if self._open is None:
                    scanner.floor = scanner.position
                    if token[0] == END and self._in_body:
                        break
            else:
                return pairs

    def _plain_units(self, end: int, pairs: list[Pair]) -> None:
        """The units up to an offset, between which there is nothing but tags and texts."""
        line = self.scanner.line
        sides = self._sides
        for identity, rest, first, source, second, target, other in _UNIT.findall(self.scanner.take(end)):
            a, b = sides.get(first, 0), sides.get(second, 0)
            if not (a and b) and not other:
                a, b = self._side(first), self._side(second)
            if other or a * b != SOURCE * TARGET:
                written = f' tuid="{identity}"{rest}' if identity else rest
                body = other or f"<tuv{first}><seg>{source}</seg></tuv><tuv{second}><seg>{target}</seg></tuv>"
                self._closely(f"<tu{written}>{body}</tu>", line, pairs)
                continue
            self.number += 1
            if a == TARGET:
                source, target = target, source
            if "&" in source or "\r" in source:
                source = plain_text(source)
            if "&" in target or "\r" in target:
                target = plain_text(target)
            pairs.append((identity or self._identity(rest), source, target))
        self.scanner.floor = self.scanner.position

    def _identity(self, raw: str) -> str:
        identity = attributes_of(raw).get("tuid") if "tuid" in raw else None
        return str(self.number) if identity is None else identity

    def _side(self, raw: str) -> int:
        """The side of a language by the attributes of a tuv, 0 where that needs a closer look."""
        if "&" in raw or len(raw) > 1000:
            return 0
        attributes = attributes_of(raw)
        language = attributes.get("xml:lang")
        if language is None or not self._can_choose(language):
            return 0
        side = self._choose(language)
        if len(self._sides) < 10_000:
            self._sides[raw] = side
        return side

    def _can_choose(self, language: str) -> bool:
        # The closer look refuses a third language with the place.
        try:
            self.languages.side(language, self.xml.name)
        except (TooManyLanguages, DataError):
            return False
        return True

    def _closely(self, text: str, line: int, pairs: list[Pair]) -> None:
        """Take units token by token."""
        scanner = Scanner.over(self.xml, text, line)
        scanner.depth = 2
        for token in scanner.scan():
            unit = self._take(scanner, token)
            if unit is not None:
                pairs += _pairs(unit, self.options.tags)

    def _take(self, scanner: Scanner, token: Token) -> Unit | None:
        kind, name, raw, begin, end = token
        if self._builder is not None and not (kind == END and name.rpartition(":")[2] == "seg"):
            self._builder.take(token)
            return None
        if kind == TEXT:
            if self._property is not None:
                self._property[1].append(name)
            return None
        local = name.rpartition(":")[2]
        if kind == END:
            return self._end(scanner, local, begin, end)
        self._start(scanner, local, raw, begin, end, name)
        return self._end(scanner, local, end, end) if kind == EMPTY else None

    def _start(self, scanner: Scanner, local: str, raw: str, begin: int, end: int, name: str) -> None:
        if not self._root:
            self._begin(scanner, name, local, attributes_of(raw))
        elif local == "tu":
            self.number += 1
            self._open = _Open(attributes_of(raw), begin, scanner.line, end)
        elif local == "tuv" and self._open is not None:
            self._start_version(scanner, attributes_of(raw), begin)
        elif local == "seg" and self._version is not None:
            self._version.content.place = Place(begin, end, end, end)
            self._builder = Builder(scanner, TMX, lambda _name: True, self._version.content)
            scanner.collecting = True
        elif local == "header":
            self.header = attributes_of(raw)
            self.languages.source = normal_language(self.header.get("srclang", ""))
        elif local == "body":
            self._in_body = True
        elif local in ("prop", "note"):
            self._property = (attributes_of(raw).get("type", "") if local == "prop" else "note", [])
            scanner.collecting = True

    def _begin(self, scanner: Scanner, name: str, local: str, attributes: dict[str, str]) -> None:
        self._root = name
        if local != "tmx":
            scanner.refuse(f"found <{name}>, expected <tmx>; is this a TMX file?")
        version = attributes.get("version", "1.4")
        if version not in _VERSIONS:
            scanner.refuse(f'version="{version}" is not known; expected TMX 1.1 to 1.4b')

    def _start_version(self, scanner: Scanner, attributes: dict[str, str], begin: int) -> None:
        assert self._open is not None
        language = attributes.get("xml:lang", attributes.get("lang"))
        if not language:
            scanner.refuse(f"a <tuv> has no xml:lang{self._place()}; expected the language of its text; add it")
        origin = attributes.get("creationid", "")
        changed = attributes.get("changedate", attributes.get("creationdate", ""))
        self._version = Version(language, Content(preserve=True), changed, origin, (begin, begin))

    def _end(self, scanner: Scanner, local: str, begin: int, end: int) -> Unit | None:
        if local == "seg" and self._builder is not None and self._version is not None:
            place = self._version.content.place
            assert place is not None
            self._version.content.place = Place(place.start, place.inside, begin, end)
            self._builder = None
            scanner.collecting = False
        elif local == "tuv" and self._version is not None and self._open is not None:
            self._version.place = (self._version.place[0], end)
            self._open.versions.append(self._version)
            self._version = None
        elif local in ("prop", "note") and self._property is not None:
            self._keep_property(*self._property)
            self._property = None
            scanner.collecting = False
        elif local == "tu" and self._open is not None:
            unit = self._unit(self._open, end)
            self._open = None
            return unit
        elif local == "body":
            self._in_body = False
        return None

    def _keep_property(self, type: str, texts: list[str]) -> None:
        text = "".join(texts)
        if self._version is not None:
            if type.startswith(_ROLE):
                self._version.role, self._version.name = type.removeprefix(_ROLE), text
        elif self._open is not None:
            if type == "note":
                self._open.notes.append(text)
            elif type == _ROLE + "document":
                self._open.document = text
            else:
                self._open.origin = self._open.origin or tmx_origin(type, text)
        elif type.startswith(_ROLE):
            self.properties[type.removeprefix(_ROLE)] = text

    def _choose(self, language: str) -> int:
        try:
            return self.languages.side(language, self.xml.name)
        except TooManyLanguages:
            self._refuse_languages()

    def _unit(self, opened: _Open, end: int) -> Unit | None:
        sides: dict[int, list[Version]] = {}
        for version in opened.versions:
            sides.setdefault(self._choose(version.language), []).append(version)
        sources, targets = sides.get(SOURCE, []), sides.get(TARGET, [])
        if not sources and not targets:
            self.left_out["units in other languages left out"] += 1
            return None
        source = _latest(sources)
        anchor = opened.tag if source is None else source.place[1]
        before = opened.start if source is None else source.place[0]
        latest = _latest(targets)
        versions = targets if self.options.keep_all or self.properties else [latest] if latest is not None else []
        own: list[Version | None] = [version for version in versions if not version.role]
        segments = [self._segment(opened, source, target, n) for n, target in enumerate(own or [None], 1)]
        for version in versions:
            if version.role:
                segments[0].alternatives.append(
                    Alternative("proposal", version.content, name=version.name, role=version.role)
                )
        return Unit("tu", opened.start, end, segments, anchors=[(before, anchor)] * len(segments))

    def _segment(self, opened: _Open, source: Version | None, target: Version | None, n: int) -> Segment:
        identity = opened.attributes.get("tuid", str(self.number))
        return Segment(
            opened.document,
            identity if n == 1 else f"{identity}#{n}",
            None if source is None else source.content,
            None if target is None else target.content,
            opened.line,
            origin=tmx_origin("creationid", "" if target is None else target.origin) or opened.origin or "unknown",
            notes=opened.notes,
        )

    def _refuse_languages(self) -> NoReturn:
        path = self.xml.source.path
        counts = count_languages(path) if path != "-" else Counter()
        listed = ", ".join(f"{code} ({n})" for code, n in counts.most_common()) or "more than two"
        codes = list(counts)[:2] or ["en", "de"]
        raise DataError(
            f"{self.xml.name}:{self.scanner.line}: languages in the file: {listed}{self._place()}; expected two; say "
            f"which: --languages {':'.join(codes)}"
        )

    def _check_end(self) -> None:
        if self.options.languages and self.number:
            missing = self.languages.unmatched()
            if missing:
                raise DataError(
                    f"{self.xml.name}: has no texts in {' or '.join(missing)}; languages in the file: "
                    f"{', '.join(f'{code} ({n})' for code, n in count_languages(self.xml.source.path).most_common())}"
                )


def _latest(versions: list[Version]) -> Version | None:
    return max(versions, key=lambda version: version.changed) if versions else None


def _pairs(unit: Unit, tags: Tags) -> list[Pair]:
    return [
        (
            segment.id,
            None if segment.source is None else segment.source.text(tags),
            None if segment.target is None else segment.target.text(tags),
        )
        for segment in unit.segments
    ]
