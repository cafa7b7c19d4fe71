"""Sets of documents and segments, as WMT XML and SGML files hold them, become a test set.

A segment is known by its document and its id within the document (its position where it has no id). The sources,
references and hypotheses of a segment are put together by these two, also from several files. Documents keep the order
in which they are first seen; the segments of a document are in the order of their ids if all of them are numbers, and
in the order in which they are first seen otherwise. What a document or set lacks is missing (None).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NoReturn

from tertium.errors import DataError
from tertium.text.languages import pair
from tertium.text.testset import References, TestSet, Text

Role = Literal["source", "reference", "hypothesis"]
Document = tuple[Text, int]
"""The id of a document, and a number to tell documents with the same id (or with none) apart."""

MOST_REFERENCES = 1000
"""Of one name for one segment; a file that has more repeats itself."""

# What is kept of a document's tag, and under which attributes it stands (`genre`: NIST's SGML).
_FIELDS = (("origlang", "origlang"), ("domain", "domain"), ("domain", "genre"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One text and where it was found; `part` numbers the documents of a file, each as often as it stands there."""

    text: str
    file: str
    line: int
    part: int | None = None


_Cell = tuple[Document, int | str]


@dataclass(slots=True)
class Collection:
    """Takes segments one by one and makes the test set."""

    name: str
    _documents: dict[Document, dict[int | str, None]] = field(default_factory=dict)
    _sources: dict[_Cell, Entry] | None = None
    _references: dict[tuple[Text, int], dict[_Cell, Entry]] = field(default_factory=dict)
    _of_name: dict[tuple[Text, _Cell], list[Entry]] = field(default_factory=dict)
    _systems: dict[str, dict[_Cell, Entry]] = field(default_factory=dict)
    _languages: dict[Role, str] = field(default_factory=dict)
    _fields: dict[str, dict[Document, str]] = field(default_factory=dict)

    def add_document(self, document: Document, attributes: Mapping[str, str]) -> None:
        """Take a document, and what its tag says about it; the first file that says something counts."""
        self._documents.setdefault(document, {})
        for name, attribute in _FIELDS:
            if attribute in attributes:
                self._fields.setdefault(name, {}).setdefault(document, attributes[attribute])

    def add_sources(self) -> None:
        """Say that there are sources, even if each of them is missing."""
        if self._sources is None:
            self._sources = {}

    def add_language(self, role: Role, code: str | None) -> None:
        """Take the language that the file names for its sources, references or hypotheses."""
        if code is not None:
            self._languages.setdefault(role, code)

    def add_system(self, system: str) -> None:
        self._systems.setdefault(system, {})

    def add(self, role: Role, name: Text, document: Document, segment: str | int, entry: Entry) -> None:
        """Take the text of a segment; `name` is the system or the translator."""
        identity = int(segment) if isinstance(segment, str) and _is_number(segment) else segment
        self._documents.setdefault(document, {}).setdefault(identity)
        cell = (document, identity)
        if role == "source":
            self.add_sources()
            self._add_source(cell, entry)
        elif role == "reference":
            self._add_reference(name, cell, entry)
        else:
            texts = self._systems.setdefault(name or "", {})
            if cell in texts:
                _refuse_twice(entry, f"the hypothesis of system {name!r}", cell, texts[cell])
            texts[cell] = entry

    def _add_source(self, cell: _Cell, entry: Entry) -> None:
        assert self._sources is not None
        other = self._sources.setdefault(cell, entry)
        if other is entry:
            return
        # Every file of a test set may repeat its sources.
        if other.file == entry.file:
            _refuse_twice(entry, "the source", cell, other)
        if other.text != entry.text:
            raise DataError(
                f"{entry.file}:{entry.line}: the source of {_described(cell)} differs from {other.file}:{other.line}; "
                "expected files of the same test set"
            )

    def _add_reference(self, name: Text, cell: _Cell, entry: Entry) -> None:
        # Two references may bear the same name, or none; then the second one is another stream.
        column = self._of_name.setdefault((name, cell), [])
        if column and entry.part is not None and (column[-1].file, column[-1].part) == (entry.file, entry.part):
            _refuse_twice(entry, "the reference", cell, column[-1])
        if any(other.file != entry.file and other.text == entry.text for other in column):
            return
        if len(column) == MOST_REFERENCES:
            raise DataError(
                f"{entry.file}:{entry.line}: {_described(cell)} has more than {MOST_REFERENCES:,} references; expected "
                "a document once in each set"
            )
        column.append(entry)
        self._references.setdefault((name, len(column)), {})[cell] = entry

    def test_set(self) -> TestSet:
        cells = self._cells()
        if not cells:
            raise DataError(f"{self.name}: there are no segments, expected at least one <seg>")
        whole = TestSet.build(
            {system: _column(texts, cells) for system, texts in self._systems.items()},
            References.by_segment([s[cell].text for s in self._references.values() if cell in s] for cell in cells),
            source=None if self._sources is None else _column(self._sources, cells),
            documents=self._document_names(cells),
            name=self.name,
            language=self._pair(),
        )
        fields = {name: tuple(values.get(document) for document, _ in cells) for name, values in self._fields.items()}
        return replace(whole, fields=fields)

    def _pair(self) -> str | None:
        target = self._languages.get("reference") or self._languages.get("hypothesis")
        return pair(self._languages.get("source"), target)

    def stream(self, role: Role, name: str | None) -> list[Text]:
        """One column: the source, the outputs of the only system or the one called `name`, and so for references."""
        cells = self._cells()
        if role == "source":
            if self._sources is None:
                raise DataError(f"{self.name}: there is no source in the file; expected one to read it from")
            return _column(self._sources, cells)
        if role == "hypothesis":
            return _column(self._systems[self._choose("system", list(self._systems), name)], cells)
        streams = {_label(*key): texts for key, texts in self._references.items()}
        if name is None and streams:
            single = [[s[cell].text for s in streams.values() if cell in s] for cell in cells]
            # Translators may have shared the documents among themselves: then there is nothing to choose.
            if all(len(texts) <= 1 for texts in single):
                return [texts[0] if texts else None for texts in single]
        return _column(streams[self._choose("reference", list(streams), name)], cells)

    def _choose(self, what: str, names: list[str], name: str | None) -> str:
        if name is None and len(names) == 1:
            return names[0]
        if name in names:
            return name
        listed = ", ".join(map(repr, names)) or "none"
        if not names:
            raise DataError(f"{self.name}: there is no {what} in the file; expected one to read it from")
        if name is None:
            raise DataError(
                f"{self.name}: {len(names)} {what}s in the file ({listed}); name the one to read, or read the "
                "file as a whole test set"
            )
        raise DataError(f"{self.name}: no {what} {name!r} in the file; it has {listed}")

    def _cells(self) -> list[_Cell]:
        cells: list[_Cell] = []
        for document, segments in self._documents.items():
            numbers = [segment for segment in segments if isinstance(segment, int)]
            order = sorted(numbers) if len(numbers) == len(segments) else segments
            cells += [(document, segment) for segment in order]
        return cells

    def _document_names(self, cells: list[_Cell]) -> list[str] | None:
        names = [name for (name, _), _ in cells if name is not None]
        if names and len(names) < len(cells):
            raise DataError(
                f"{self.name}: some documents have an id (such as {names[0]!r}) and some have none; "
                "give an id to every document or to none"
            )
        return names or None


def _is_number(text: str) -> bool:
    # More digits than this are a name, and int() would refuse thousands of them.
    return text.isascii() and text.isdecimal() and len(text) <= 18


def _column(texts: dict[_Cell, Entry], cells: Iterable[_Cell]) -> list[Text]:
    return [texts[cell].text if cell in texts else None for cell in cells]


def _label(name: Text, number: int) -> str:
    return ("unnamed" if name is None else name) + ("" if number == 1 else f"#{number}")


def _described(cell: _Cell) -> str:
    (document, _), segment = cell
    return f"segment {segment}" + ("" if document is None else f" of document {document!r}")


def _refuse_twice(entry: Entry, what: str, cell: _Cell, other: Entry) -> NoReturn:
    raise DataError(
        f"{entry.file}:{entry.line}: {what} for {_described(cell)} appears already, at {other.file}:{other.line}; "
        "expected each segment once"
    )
