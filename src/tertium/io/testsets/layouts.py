"""The two layouts of a table: wide, where a row is a segment, and long, where it is one segment of one system."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from tertium.errors import DataError
from tertium.text.testset import References, TestSet, Text


@dataclass(slots=True)
class Row:
    number: int
    hypotheses: dict[str, Text]
    references: tuple[str, ...]
    source: Text
    document: Text
    segment: Text
    lang_pair: Text
    post_edits: dict[str, Text]


@dataclass(slots=True)
class Segments:
    """What long and wide tables have in common: the columns that belong to a segment, not to a system."""

    place: Callable[[int], str]
    numbers: list[int] = field(default_factory=list)
    references: list[tuple[str, ...]] = field(default_factory=list)
    sources: list[Text] = field(default_factory=list)
    documents: list[Text] = field(default_factory=list)
    has_source: bool = False
    has_document: bool = False
    post_edits: dict[str, dict[int, Text]] = field(default_factory=dict)
    with_edits: set[str] = field(default_factory=set)

    def clear(self) -> None:
        """Forget the segments, but not which systems there are and what is known of each."""
        for column in (self.numbers, self.references, self.sources, self.documents):
            column.clear()
        for edits in self.post_edits.values():
            edits.clear()

    def add_segment(self, row: Row) -> None:
        self.numbers.append(row.number)
        self.references.append(row.references)
        self.sources.append(row.source)
        self.documents.append(row.document)

    def add_post_edits(self, row: Row, segment: int) -> None:
        for system, text in row.post_edits.items():
            self.post_edits.setdefault(system, {})[segment] = text

    def build(self, systems: Mapping[str, Iterable[Text]], name: str) -> TestSet:
        everyone = range(len(self.numbers))
        return TestSet.build(
            systems,
            References.by_segment(self.references),
            source=self.sources if self.has_source else None,
            documents=self._documents(),
            name=name,
            post_edits={
                system: [texts.get(i) for i in everyone]
                for system, texts in self.post_edits.items()
                if self.edited(system, texts)
            },
        )

    def edited(self, system: str, texts: Mapping[int, Text]) -> bool:
        """Whether somebody edited an output of a system, here or in a block before."""
        if any(text is not None for text in texts.values()):
            self.with_edits.add(system)
        return system in self.with_edits

    def _documents(self) -> list[str] | None:
        if not self.numbers:
            return [] if self.has_document else None
        names = [document for document in self.documents if document is not None]
        if not names:
            return None
        if len(names) < len(self.documents):
            missing = self.numbers[self.documents.index(None)]
            raise DataError(
                f"{self.place(missing)}: the segment has no document, but others have one (such as {names[0]!r}); "
                "give a document for every segment or for none"
            )
        return names


@dataclass(slots=True)
class Wide(Segments):
    systems: dict[str, list[Text]] = field(default_factory=dict)

    def add_systems(self, names: Iterable[str]) -> None:
        for system in names:
            self.systems.setdefault(system, [None] * len(self.numbers))

    def clear(self) -> None:
        Segments.clear(self)
        for texts in self.systems.values():
            texts.clear()

    def add(self, row: Row) -> None:
        if row.hypotheses.keys() - self.systems.keys():
            self.add_systems(row.hypotheses)
        for system, texts in self.systems.items():
            texts.append(row.hypotheses.get(system))
        self.add_post_edits(row, len(self.numbers))
        self.add_segment(row)

    def test_set(self, name: str) -> TestSet:
        return self.build(self.systems, name)


@dataclass(slots=True)
class Long(Segments):
    systems: dict[str, dict[int, tuple[int, Text]]] = field(default_factory=dict)
    _index: dict[tuple[Text, Text, str | int], int] = field(default_factory=dict)
    _counts: dict[tuple[str, Text, Text], int] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        ((system, text),) = row.hypotheses.items()
        key = (row.lang_pair, row.document, self._segment_id(row, system))
        segment = self._index.setdefault(key, len(self.numbers))
        if segment == len(self.numbers):
            self.add_segment(row)
        else:
            self._check_agreement(row, segment)
        texts = self.systems.setdefault(system, {})
        if segment in texts:
            document = "" if row.document is None else f" of document {row.document!r}"
            raise DataError(
                f"{self.place(row.number)}: system {system!r} has segment {row.segment!r}{document} already at "
                f"{self.place(texts[segment][0])}; expected one row for each system and segment; remove one, or choose "
                "rows with --where COLUMN=VALUE"
            )
        texts[segment] = (row.number, text)
        self.add_post_edits(row, segment)

    def test_set(self, name: str) -> TestSet:
        if not self.numbers:
            raise DataError(f"{name}: there are no rows, expected at least one")
        self._check_positions(name)
        everyone = range(len(self.numbers))
        missing = (0, None)
        return self.build({s: [texts.get(i, missing)[1] for i in everyone] for s, texts in self.systems.items()}, name)

    def _segment_id(self, row: Row, system: str) -> str | int:
        if row.segment is not None:
            if self._counts:
                self._refuse_mixed_ids(row, "has a segment id", "have none")
            return row.segment
        if self.numbers and not self._counts:
            self._refuse_mixed_ids(row, "has no segment id", "have one")
        place = (system, row.lang_pair, row.document)
        self._counts[place] = position = self._counts.get(place, 0) + 1
        return position

    def _refuse_mixed_ids(self, row: Row, here: str, before: str) -> NoReturn:
        raise DataError(
            f"{self.place(row.number)}: the row {here}, but those before {before}; give one in every row or in none"
        )

    def _check_agreement(self, row: Row, segment: int) -> None:
        first = self.numbers[segment]
        for what, actual, expected in (
            ("source differs", row.source, self.sources[segment]),
            ("references differ", row.references, self.references[segment]),
        ):
            if actual != expected:
                raise DataError(
                    f"{self.place(row.number)}: the {what} from the same segment at {self.place(first)}: found "
                    f"{_short(actual)}, expected {_short(expected)}; repair one of them, or "
                    "choose rows with --where COLUMN=VALUE if these are different test sets"
                )

    def _check_positions(self, name: str) -> None:
        if not self._counts:
            return
        totals = {system: len(texts) for system, texts in self.systems.items()}
        for system, total in totals.items():
            if total != len(self.numbers):
                raise DataError(
                    f"{name}: system {system!r} has {total} rows but there are {len(self.numbers)} segments; without "
                    "segment ids all systems need the same rows: add a column 'segment'"
                )


def _short(value: Text | tuple[str, ...]) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
