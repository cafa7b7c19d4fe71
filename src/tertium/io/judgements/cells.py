"""What readers of judgements share: options, rows of TSV and JSONL alike, cells and their types, items with names."""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple, NoReturn

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io.columns import ROLES, reference_number
from tertium.io.files import Input
from tertium.io.testsets import csv, jsonl
from tertium.io.testsets.tsv import open_table
from tertium.meta.judgements import Items
from tertium.text.testset import References, Text

Level = Literal["segment", "document", "system"]
Record = Mapping[str, object]

LEVELS: tuple[Level, ...] = ("segment", "document", "system")
UNKNOWN = "unknown"

# Names beyond those of `tertium.io.testsets.rows`.
_ALIASES = {
    **{column: role for column, role in ROLES.items() if role not in ("hypotheses", "references")},
    "dataset": "dataset",
    "lp": "lang_pair",
    "rater": "rater",
    "annotator": "rater",
    "judge": "rater",
    "score_kind": "kind",
}
_NAMED_ROLES = (*dict.fromkeys(_ALIASES.values()), "reference", "score")
_MISSING_NUMBERS = frozenset({"", "none", "na", "n/a", "nan", "null"})
_ROWS_OF_BLOCK = 8192
_LARGEST_SCORE = 1e100  # sums of squares of larger ones are no numbers any more
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the caller says about a file; each reader uses what it needs."""

    columns: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    lower_is_better: Collection[str] = ()
    level: Level | None = None
    dataset: str | None = None
    lang_pair: str | None = None

    def __post_init__(self) -> None:
        for role, names in self.columns.items():
            if role not in _NAMED_ROLES:
                raise UnknownNameError("role of a column", role, _NAMED_ROLES)
            if not isinstance(names, str) and role not in ("score", "reference"):
                raise OptionError(f"{role}: one column is expected, got {list(names)}")
        if self.level not in (None, *LEVELS):
            raise UnknownNameError("level", str(self.level), LEVELS)

    def named(self, role: str) -> tuple[str, ...]:
        """The columns that the caller named for a role."""
        names = self.columns.get(role, ())
        return (names,) if isinstance(names, str) else tuple(names)


@dataclass(slots=True)
class Records:
    """The rows of a TSV, CSV or JSONL file with their line numbers; `columns` grows where later JSON objects have more.

    `texts_only` says that every cell is a text or None, as in TSV.
    """

    name: str
    columns: dict[str, None]
    empty_is_missing: bool
    texts_only: bool
    rows: Iterator[tuple[int, Record]]
    cells: Iterator[tuple[int, Sequence[Text]]] | None = None

    def blocks(self) -> "Iterator[Block]":
        """The rows of a table as columns, a few thousand rows at a time, instead of one by one."""
        rows = self.cells or iter(())
        while some := list(islice(rows, _ROWS_OF_BLOCK)):
            numbers, cells = zip(*some, strict=True)
            yield Block(list(numbers), dict(zip(self.columns, map(list, zip(*cells, strict=True)), strict=True)))

    def place(self, number: int) -> str:
        return f"{self.name}:{number}"

    def text(self, record: Record, column: str | None, number: int) -> Text:
        """A text that may be empty."""
        value = None if column is None else record.get(column)
        if value is None or isinstance(value, str):
            return value
        self._refuse(value, column, number, "a text or null")

    def content(self, record: Record, column: str | None, number: int) -> Text:
        """A text that is missing where a cell of a plain TSV is empty."""
        text = self.text(record, column, number)
        return None if text == "" and self.empty_is_missing else text

    def identity(self, record: Record, column: str | None, number: int) -> Text:
        """A name or a whole number."""
        value = None if column is None else record.get(column)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self.content(record, column, number)

    def person(self, record: Record, column: str | None, number: int) -> Text:
        """The same for systems and raters, which are `NA` where nobody knows."""
        name = self.identity(record, column, number)
        return None if name == "NA" else name

    def score(self, record: Record, column: str, number: int) -> float:
        """A number, or NaN where it is missing."""
        value = record.get(column)
        if value is None:
            return math.nan
        if isinstance(value, str):
            return parse_score(value, self.place(number), column)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return parse_score(repr(value), self.place(number), column)
        self._refuse(value, column, number, "a number, or null where it is missing")

    def _refuse(self, value: object, column: str | None, number: int, expected: str) -> NoReturn:
        raise DataError(f"{self.place(number)}: {column!r} is {value!r:.60}, expected {expected}")


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of a table as columns, with the numbers of their lines."""

    numbers: list[int]
    columns: dict[str, list[Text]]

    def __len__(self) -> int:
        return len(self.numbers)

    def column(self, name: str | None) -> list[Text]:
        """The cells of a column; missing in all rows where there is no such column."""
        return [None] * len(self) if name is None else self.columns[name]

    def select(self, rows: Sequence[int]) -> "Block":
        """Some of the rows."""
        columns = {name: [cells[row] for row in rows] for name, cells in self.columns.items()}
        return Block([self.numbers[row] for row in rows], columns)


def parse_score(text: str, place: str, column: str) -> float:
    """A number; NaN for an empty cell, `None`, `NA`, `NaN` and `null`."""
    text = text.strip()
    if _NUMBER.fullmatch(text):
        value = float(text)
        if abs(value) <= _LARGEST_SCORE:
            return value
    elif text.lower() in _MISSING_NUMBERS:
        return math.nan
    raise DataError(
        f"{place}: {column!r} is {text!r:.60}, expected a number up to {_LARGEST_SCORE:g}, "
        "or an empty cell or None where it is missing"
    )


def open_records(source: Input) -> Records:
    """The rows of a file; JSONL is told from a table by its first character, and CSV from TSV by the lack of tabs."""
    if source.head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        columns: dict[str, None] = {}
        return Records(source.name, columns, False, False, _json_rows(source, columns))
    cells: Iterator[tuple[int, Sequence[Text]]]
    if is_csv(first_line(source)):
        (header, cells), escaped = csv.open_table(source), False
    else:
        table = open_table(source)
        header, cells, escaped = table.header, table.rows, table.escaped
    for column in header:
        if header.count(column) > 1:
            raise DataError(f"{source.name}:1: column {column!r} appears twice; remove or rename one of them")
    rows = ((number, dict(zip(header, row, strict=True))) for number, row in cells)
    return Records(source.name, dict.fromkeys(header), not escaped, True, rows, cells)


def first_line(source: Input) -> str:
    """The first line of an open file that is not empty, as far as its head goes."""
    text = source.head.decode("utf-8", "replace").removeprefix("\ufeff")
    return next((line for line in text.split("\n") if line.strip()), "").removesuffix("\r")


def is_csv(line: str) -> bool:
    """Whether a header has commas between its names, and not tabs."""
    return "\t" not in line and len(csv.header_of(line)) > 1


def _json_rows(source: Input, columns: dict[str, None]) -> Iterator[tuple[int, Record]]:
    for number, line in source.lines():
        if line and not line.isspace():
            record = jsonl.parse_line(line, f"{source.name}:{number}")
            columns.update(dict.fromkeys(record))
            yield number, record


class NewItem(NamedTuple):
    """An item to be collected."""

    hypothesis: Text
    references: tuple[str, ...] = ()
    source: Text = None
    system: Text = None
    segment: Text = None
    document: Text = None


@dataclass(slots=True)
class Plan:
    """Which column plays which part."""

    roles: dict[str, str]
    references: tuple[str, ...]
    reference_list: str | None
    scores: tuple[str, ...]
    rest: tuple[str, ...]

    @classmethod
    def make(cls, columns: Collection[str], options: Options, name: str, known_scores: Collection[str] = ()) -> "Plan":
        """By the caller's names first, then by the usual ones."""
        roles = {role: names[0] for role in options.columns if (names := options.named(role))}
        taken = {column for role in options.columns for column in options.named(role)}
        references = {} if options.named("reference") else _numbered(columns, taken, name)
        for column in columns:
            part = _ALIASES.get(column)
            if part is None or column in taken or part in options.columns:
                continue
            if part in roles:
                raise DataError(
                    f"{name}: {roles[part]!r} and {column!r} both hold the {part}; name one: columns={{{part!r}: …}}"
                )
            roles[part] = column
        scores = options.named("score") or tuple(column for column in columns if column in known_scores)
        used = {*roles.values(), *references.values(), *scores, *taken}
        has_list = "references" in columns and not references and not options.named("reference")
        rest = tuple(c for c in columns if c not in used and not (has_list and c == "references"))
        ordered = options.named("reference") or tuple(references[i] for i in sorted(references))
        return cls(roles, ordered, "references" if has_list else None, scores, rest)

    @staticmethod
    def check_named(columns: Collection[str], options: Options, name: str) -> None:
        """Refuse names of the caller that the file does not have."""
        for role in options.columns:
            for column in options.named(role):
                if column not in columns:
                    raise DataError(
                        f"{name}: no column {column!r} for {role}; columns: {', '.join(list(columns)[:20])}"
                    )

    def column(self, role: str) -> str | None:
        return self.roles.get(role)

    def read_item(
        self, records: Records, record: Record, number: int, output: str | None, system: str | None
    ) -> NewItem:
        """The item of a row, with the columns of its output and of the system that made it."""
        return NewItem(
            records.text(record, output, number),
            self.read_references(records, record, number),
            records.content(record, self.column("source"), number),
            records.person(record, system, number),
            records.identity(record, self.column("segment"), number),
            records.identity(record, self.column("document"), number),
        )

    def read_references(self, records: Records, record: Record, number: int) -> tuple[str, ...]:
        if self.reference_list is not None:
            cell = record.get(self.reference_list)
            if cell is None:
                return ()
            if not isinstance(cell, list) or not all(isinstance(text, str) for text in cell):
                raise DataError(f"{records.place(number)}: 'references' is {cell!r:.60}, expected a list of texts")
            return tuple(cell)
        texts = [records.content(record, column, number) for column in self.references]
        return tuple([text for text in texts if text is not None])


def _numbered(columns: Collection[str], taken: Collection[str], name: str) -> dict[int, str]:
    by_number: dict[int, str] = {}
    for column in columns:
        number = None if column in taken else reference_number(column)
        if number is not None:
            if number in by_number:
                raise DataError(
                    f"{name}: {by_number[number]!r} and {column!r} are the same; remove or rename one of them"
                )
            by_number[number] = column
    return by_number


def check_names(names: Iterable[Text]) -> None:
    """Refuse to write a system or rater that would be read as an unknown one."""
    if "NA" in names:
        raise DataError("a system or rater is called 'NA', which means unknown to readers; rename it")


def join_columns(parts: Iterable[Mapping[str, Sequence[Text]]]) -> dict[str, list[Text]]:
    """Tables one below the other; a column that one of them lacks is missing there."""
    columns: dict[str, list[Text]] = {}
    n_rows = 0
    for part in parts:
        n_part = len(next(iter(part.values())))
        for name in dict.fromkeys([*columns, *part]):
            column = columns.setdefault(name, [None] * n_rows)
            column.extend(part.get(name, [None] * n_part))
        n_rows += n_part
    return columns


def reference_columns(items: Items, rows: Iterable[int]) -> dict[str, list[Text]]:
    """The references of these items as columns `reference`, `reference_2` and so on."""
    own = [items.references[row] for row in rows]
    return {
        "reference" if i == 0 else f"reference_{i + 1}": [texts[i] if i < len(texts) else None for texts in own]
        for i in range(max(map(len, items.references), default=0))
    }


@dataclass(slots=True)
class Coder:
    """Numbers for names, in the order in which they come; −1 for None."""

    codes: dict[str, int] = field(default_factory=dict)

    def code(self, name: Text) -> int:
        return -1 if name is None else self.codes.setdefault(name, len(self.codes))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.codes)


@dataclass(slots=True)
class ItemList:
    """Collects items. Equal texts are kept once, since each source and reference stands in many rows."""

    hypothesis: list[Text] = field(default_factory=list)
    references: list[tuple[str, ...]] = field(default_factory=list)
    source: list[Text] = field(default_factory=list)
    system: list[Text] = field(default_factory=list)
    segment: list[Text] = field(default_factory=list)
    document: list[Text] = field(default_factory=list)
    _known: dict[object, int] = field(default_factory=dict)
    _shared: dict[object, object] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.hypothesis)

    def add(self, item: NewItem) -> int:
        """Add an item and give its number."""
        self.hypothesis.append(item.hypothesis)
        self.references.append(self._shared.setdefault(item.references, item.references))  # type: ignore[arg-type]
        self.source.append(self._once(item.source))
        self.system.append(self._once(item.system))
        self.segment.append(self._once(item.segment))
        self.document.append(self._once(item.document))
        return len(self.hypothesis) - 1

    def extend(self, other: "ItemList") -> None:
        """Add the items of another list."""
        once = self._shared.setdefault
        self.hypothesis += other.hypothesis
        self.references += [once(row, row) for row in other.references]  # type: ignore[misc]
        for name in ("source", "system", "segment", "document"):
            getattr(self, name).extend([once(text, text) for text in getattr(other, name)])

    def find(self, item: NewItem) -> int:
        """The number of the item that is the same in all, added if there is none yet."""
        number = self._known.get(item)
        if number is None:
            number = self._known[item] = self.add(item)
        return number

    def items(self, extra: Mapping[str, Sequence[Text]] | None = None) -> Items:
        return Items.build(
            self.hypothesis,
            References.by_segment(self.references),
            source=self.source,
            system=self.system,
            segment=self.segment,
            document=self.document,
            extra=extra,
        )

    def _once(self, text: Text) -> Text:
        return self._shared.setdefault(text, text)  # type: ignore[return-value]
