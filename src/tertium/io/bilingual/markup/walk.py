"""What the readers of XLIFF share: names by namespace, inherited attributes, and the element whose content is taken."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tertium.io.bilingual.markup.content import Builder
from tertium.io.bilingual.markup.inline import Content, Place
from tertium.io.bilingual.markup.scanner import EMPTY, END, TEXT, XML_SPACE, Scanner, Token, attributes_of
from tertium.io.bilingual.segments import Options, Unit

# Namespaces that are understood, and the prefix by which they are called here.
NAMESPACES = {
    "": "",
    "urn:oasis:names:tc:xliff:document:1.0": "",
    "urn:oasis:names:tc:xliff:document:1.1": "",
    "urn:oasis:names:tc:xliff:document:1.2": "",
    "urn:oasis:names:tc:xliff:document:2.0": "",
    "urn:oasis:names:tc:xliff:document:2.1": "",
    "urn:oasis:names:tc:xliff:document:2.2": "",
    XML_SPACE: "xml:",
    "urn:oasis:names:tc:xliff:matches:2.0": "mtc:",
    "urn:oasis:names:tc:xliff:changetracking:2.0": "ctr:",
    "http://sdl.com/FileTypes/SdlXliff/1.0": "sdl:",
    "MQXliff": "mq:",
    "http://www.memsource.com/mxlf/2.0": "m:",
    "urn:tertium:test-set": "tertium:",
}
_UNKNOWN = "?"


@dataclass(slots=True)
class Walker(ABC):
    """Base of the readers. `rewritable` says that the raw text is needed again, for writing."""

    scanner: Scanner
    options: Options
    root: Mapping[str, str]
    rewritable: bool = False
    document: str = ""
    language_pair: str = ""
    left_out: Counter[str] = field(default_factory=Counter)
    vocabulary: Mapping[str, str] = field(default_factory=dict)
    _names: dict[tuple[str, str], str] = field(default_factory=dict)
    _inherited: list[tuple[int, bool, bool]] = field(default_factory=lambda: [(0, False, True)])
    _builder: Builder | None = None
    _builder_depth: int = 0
    _done: Callable[[Content], None] | None = None
    _texts: list[str] | None = None  # of a small element such as <note>
    _ids: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.scanner.xml.place = self.place

    @abstractmethod
    def place(self) -> str:
        """Where the reader is, as the end of a sentence."""

    def units(self, tokens: Iterator[Token]) -> Iterator[Unit]:
        """All units in order."""
        if not self.rewritable:
            self.scanner.on_block = self._forget
        for token in tokens:
            unit = self._take(token)
            if unit is not None:
                yield unit

    def _forget(self) -> None:
        if not self.inside_unit():
            self.scanner.floor = self.scanner.position

    @abstractmethod
    def inside_unit(self) -> bool:
        """Whether a unit has begun and not ended."""

    def _take(self, token: Token) -> Unit | None:
        kind, name, raw, begin, end = token
        scanner = self.scanner
        if self._builder is not None:
            if kind == END and scanner.depth == self._builder_depth:
                self._finish(begin, end)
            else:
                self._builder.take(token)
            return None
        if kind == TEXT:
            if self._texts is not None:
                self._texts.append(name)
            return None
        called = self.called(name)
        if kind == END:
            unit = self.end(called, begin, end)
            if self._inherited[-1][0] == scanner.depth:
                self._inherited.pop()
            return unit
        if called == _UNKNOWN:
            return None
        attributes = self._attributes(raw)
        self._inherit(attributes)
        self.start(called, attributes, begin, end)
        if kind == EMPTY:
            if self._builder is not None:
                self._finish(end, end)
                return None
            unit = self.end(called, end, end)
            if self._inherited[-1][0] == scanner.depth:
                self._inherited.pop()
            return unit
        return None

    @abstractmethod
    def start(self, name: str, attributes: Mapping[str, str], begin: int, end: int) -> None:
        """Take the beginning of an element."""

    @abstractmethod
    def end(self, name: str, begin: int, end: int) -> Unit | None:
        """Take the end of an element; the unit that it completes, if any."""

    def called(self, name: str) -> str:
        """What an element is called here: its local name, with our prefix where it belongs to an extension."""
        expanded = self.scanner.expanded(name)
        earlier = self._names.get(expanded)
        if earlier is None:
            prefix = NAMESPACES.get(expanded[0])
            earlier = self._names[expanded] = _UNKNOWN if prefix is None else prefix + expanded[1]
        return earlier

    def _attributes(self, raw: str) -> dict[str, str]:
        """Attributes by the names used here; those of unknown namespaces are left out."""
        if not raw:
            return {}
        written = attributes_of(raw)
        if ":" not in raw:
            return written
        attributes = {}
        for name, value in written.items():
            prefix = NAMESPACES.get(self.scanner.prefix_of(name)) if ":" in name else ""
            if prefix is not None:
                attributes[prefix + name.rpartition(":")[2]] = value
        return attributes

    def _inherit(self, attributes: Mapping[str, str]) -> None:
        space, translate = attributes.get("xml:space"), attributes.get("translate")
        if space is not None or translate is not None:
            _, preserve, translatable = self._inherited[-1]
            self._inherited.append(
                (
                    self.scanner.depth,
                    preserve if space is None else space == "preserve",
                    translatable if translate is None else translate != "no",
                )
            )

    @property
    def preserve(self) -> bool:
        return self._inherited[-1][1]

    @property
    def translate(self) -> bool:
        return self._inherited[-1][2]

    def collect(self, begin: int, end: int, done: Callable[[Content], None], data: Mapping[str, str]) -> None:
        """Take everything up to the end of the element just begun as content."""
        content = Content(preserve=self.preserve, place=Place(begin, end, end, end))
        self._builder = Builder(self.scanner, self.vocabulary, self._is_core, content, data)
        self._builder_depth = self.scanner.depth
        self._done = done
        self.scanner.collecting = True

    def _is_core(self, name: str) -> bool:
        return NAMESPACES.get(self.scanner.expanded(name)[0]) == ""

    def _finish(self, close: int, end: int) -> None:
        assert self._builder is not None
        assert self._done is not None
        content, done = self._builder.content, self._done
        assert content.place is not None
        content.place = Place(content.place.start, content.place.inside, close, end)
        self._builder = self._done = None
        self.scanner.collecting = False
        if self._inherited[-1][0] == self.scanner.depth:
            self._inherited.pop()
        done(content)

    def collect_text(self) -> None:
        self._texts = []
        self.scanner.collecting = True

    def collected_text(self) -> str:
        text = "".join(self._texts or ())
        self._texts = None
        self.scanner.collecting = False
        return text

    def identity(self, identity: str, kind: str) -> str:
        """The id of a unit, told apart by position where two units of a file have the same one."""
        self._ids[identity] += 1
        if self._ids[identity] == 1:
            return identity
        self.left_out[f"{kind}s with an id that another one in the same file has; kept apart by position"] += 1
        return f"{identity}~{self._ids[identity]}"
