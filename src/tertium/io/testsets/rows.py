"""Rows of a table (TSV, JSONL, Parquet) become a test set. What the columns are called is decided here, once.

| column                                     | holds                                                           |
|--------------------------------------------|-----------------------------------------------------------------|
| `hypothesis:NAME`                          | what system NAME said                                           |
| `hypotheses`                               | an object: system -> text                                       |
| `hypothesis`, `mt`                         | what the system of column `system` said, or the only system     |
| `system`                                   | whose output the row holds                                      |
| `post_edit:NAME`, `post_edits`, `post_edit` | what a human made of that output; named as hypotheses are       |
| `reference`, `ref`, `reference_2`, `ref_3` | one reference each                                              |
| `references`                               | a list of them                                                  |
| `source`, `src`                            | the source                                                      |
| `document`, `doc_id`, `doc`                | the document                                                    |
| `segment`, `seg_id`                        | what the segment is called within its document                  |
| `lang_pair`                                | the language pair; a test set has one                           |

Other columns are ignored. With a column `system` the layout is LONG: one row is one segment of one system. Rows with
the same document and segment id are the same segment and must agree in source and references; a system without a row
for a segment has no hypothesis there (None). Without segment ids the n-th row of a system (in a document) is the n-th
segment, and all systems need equally many. Without a column `system` the layout is WIDE: one row is one segment.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from tertium.errors import DataError
from tertium.io.columns import NAMED, NAMED_EDIT, SHOWN, Plan, holds_text, listed, make_plan
from tertium.io.testsets.layouts import Long, Row, Wide
from tertium.text.languages import standard_or_none
from tertium.text.testset import TestSet, Text

Where = Mapping[str, str]
Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of an open file with their numbers, read when they are asked for.

    `place` stands before the number of a row in messages. `header` has the names of the columns, where every row has
    the same. `empty_is_missing` says that an empty cell is a missing reference, source or id (never: hypothesis).
    """

    rows: Iterator[tuple[int, Record]]
    place: str
    header: Sequence[str] | None = None
    empty_is_missing: bool = False


def columns_of(test_set: TestSet) -> dict[str, list[Text] | tuple[Text, ...]]:
    """A test set as the columns of a wide table, by name; the inverse of reading one."""
    columns: dict[str, list[Text] | tuple[Text, ...]] = {}
    if test_set.language is not None:
        columns["lang_pair"] = [test_set.language] * len(test_set)
    if test_set.documents is not None:
        columns["document"] = test_set.documents
    if test_set.source is not None:
        columns["source"] = test_set.source
    for i in range(max(map(len, test_set.references), default=0)):
        name = "reference" if i == 0 else f"reference_{i + 1}"
        columns[name] = [refs[i] if i < len(refs) else None for refs in test_set.references]
    for system, texts in test_set.systems.items():
        columns[NAMED + system] = texts
    for system, texts in test_set.post_edits.items():
        columns[NAMED_EDIT + system] = texts
    if not any(map(holds_text, columns)):
        columns["reference"] = [None] * len(test_set)
    return columns


@dataclass(slots=True)
class Rows:
    """Takes rows one by one and makes the test set.

    Args:
        name: The file, for messages.
        only_system: What to call a system that has no name in the rows.
        place: Gives the place of row `number` for messages.
        where: Keep only rows with these values in these columns.
        empty_is_missing: An empty cell says that there is no reference, source or id (never: no hypothesis).
    """

    name: str
    only_system: str
    place: Callable[[int], str]
    where: Where = field(default_factory=dict)
    empty_is_missing: bool = False
    _plans: dict[tuple[str, ...], Plan] = field(default_factory=dict)
    _segments: Wide | Long | None = None
    _pairs: dict[str, None] = field(default_factory=dict)
    _values: dict[str, dict[str, None]] = field(default_factory=dict)
    _taken: int = 0

    def announce(self, columns: Iterable[str]) -> None:
        """Say which columns every row has; for formats with a header."""
        plan = self._plan(tuple(columns), 0)
        segments = self._layout(plan, 0)
        if isinstance(segments, Wide):
            segments.add_systems([system for _, system in plan.named])
            if plan.hypothesis is not None:
                segments.add_systems([self.only_system])
            segments.has_document |= plan.document is not None
        segments.has_source |= plan.source is not None

    def add(self, number: int, record: Mapping[str, object]) -> None:
        """Take row `number`; raises DataError where it contradicts itself or an earlier one."""
        plan = self._plan(tuple(record), number)
        if self.where and not self._chosen(record):
            return
        segments = self._layout(plan, number)
        row = self._row(plan, number, record)
        if row.lang_pair is not None:
            self._pairs[row.lang_pair] = None
        segments.has_source |= plan.source is not None
        segments.add(row)

    @property
    def n_segments(self) -> int:
        """How many segments there are since the last block; they can be taken where each row is a segment."""
        return len(self._segments.numbers) if isinstance(self._segments, Wide) else 0

    def blocks(self, records: Iterable[tuple[int, Record]], size: int | None) -> Iterator[TestSet]:
        """The test set of all rows, in blocks of `size` segments where each row is a segment; at least one."""
        for number, record in records:
            if size is not None and self.n_segments >= size:
                yield self._take()
            self.add(number, record)
        if self.n_segments or not self._taken:
            yield self._take()

    def _take(self) -> TestSet:
        """The test set of the rows so far, which go."""
        test_set = replace(self.test_set(), first=self._taken)
        self._taken += len(test_set)
        if self._segments is not None:
            self._segments.clear()
        return test_set

    def test_set(self) -> TestSet:
        """The test set of the rows."""
        self._check_where()
        if len(self._pairs) > 1:
            first = next(iter(self._pairs))
            raise DataError(
                f"{self.name}: {len(self._pairs)} language pairs in one file ({listed(self._pairs)}); a test set has "
                f"one: choose it with --where lang_pair={first} (in Python: where={{'lang_pair': '{first}'}})"
            )
        if self._segments is None:
            raise DataError(f"{self.name}: there are no rows, expected at least one")
        language = standard_or_none(next(iter(self._pairs), None))
        return replace(self._segments.test_set(self.name), language=language)

    def _plan(self, columns: tuple[str, ...], number: int) -> Plan:
        plan = self._plans.get(columns)
        if plan is None:
            plan = self._plans[columns] = make_plan(columns, self.place(number) if number else self.name)
        return plan

    def _layout(self, plan: Plan, number: int) -> Wide | Long:
        if self._segments is None:
            self._segments = Wide(self.place) if plan.system is None else Long(self.place)
        elif isinstance(self._segments, Wide) != (plan.system is None):
            here, there = ("has no", "have one") if plan.system is None else ("has a", "have none")
            raise DataError(
                f"{self.place(number)}: the row {here} 'system', but the rows before {there}; "
                "write all rows in the same layout: one row for each system and segment, or one for each segment"
            )
        return self._segments

    def _chosen(self, record: Mapping[str, object]) -> bool:
        belongs = True
        for column, expected in self.where.items():
            value = _plain_value(record.get(column))
            if value is not None and column in record:
                seen = self._values.setdefault(column, {})
                if len(seen) <= SHOWN:
                    seen[value] = None
            belongs = belongs and value == expected
        return belongs

    def _check_where(self) -> None:
        headers = dict.fromkeys(column for columns in self._plans for column in columns)
        for column in self.where:
            if headers and column not in headers:
                raise DataError(f"{self.name}: no column {column!r} to choose rows by; columns: {listed(headers)}")
        chosen_none = self._segments is None or not self._segments.numbers
        if self.where and chosen_none:
            conditions = ", ".join(f"{column}={value}" for column, value in self.where.items())
            seen = "; ".join(f"{column}: {listed(self._values.get(column, {}))}" for column in self.where)
            raise DataError(f"{self.name}: no row has {conditions}; the file has {seen}")

    def _row(self, plan: Plan, number: int, record: Mapping[str, object]) -> Row:
        source = None if plan.source is None else self._text(record, plan.source, number)
        return Row(
            number,
            self._hypotheses(plan, number, record),
            self._references(plan, number, record),
            None if self.empty_is_missing and not source else source,
            None if plan.document is None else self._identity(record, plan.document, number),
            None if plan.segment is None else self._identity(record, plan.segment, number),
            None if plan.lang_pair is None else self._identity(record, plan.lang_pair, number),
            self._post_edits(plan, number, record),
        )

    def _hypotheses(self, plan: Plan, number: int, record: Mapping[str, object]) -> dict[str, Text]:
        if plan.system is not None and plan.hypothesis is not None:
            system = self._identity(record, plan.system, number)
            if not system:
                raise DataError(f"{self.place(number)}: the row names no system; fill in the column 'system'")
            return {system: self._text(record, plan.hypothesis, number)}
        if plan.hypothesis is not None:
            return {self.only_system: self._text(record, plan.hypothesis, number)}
        if plan.hypotheses is not None and record[plan.hypotheses] is not None:
            cell = record[plan.hypotheses]
            if not isinstance(cell, dict):
                self._refuse_type(cell, plan.hypotheses, number, "an object that maps systems to texts")
            return {system: self._text(cell, system, number) for system in cell}
        return {system: self._text(record, column, number) for column, system in plan.named}

    def _post_edits(self, plan: Plan, number: int, record: Mapping[str, object]) -> dict[str, Text]:
        if plan.post_edit is not None:
            system = self.only_system if plan.system is None else self._identity(record, plan.system, number)
            edits = {system or "": self._text(record, plan.post_edit, number)}
        elif plan.post_edits is not None and record[plan.post_edits] is not None:
            cell = record[plan.post_edits]
            if not isinstance(cell, dict):
                self._refuse_type(cell, plan.post_edits, number, "an object that maps systems to texts")
            edits = {system: self._text(cell, system, number) for system in cell}
        else:
            edits = {system: self._text(record, column, number) for column, system in plan.named_edits}
        # Nobody edits an output until nothing is left, so that an empty cell is one that nobody filled.
        return {system: text or None for system, text in edits.items()} if self.empty_is_missing else edits

    def _references(self, plan: Plan, number: int, record: Mapping[str, object]) -> tuple[str, ...]:
        texts = [self._text(record, column, number) for column in plan.references]
        if plan.reference_list is not None and record[plan.reference_list] is not None:
            cell = record[plan.reference_list]
            if not isinstance(cell, list):
                self._refuse_type(cell, plan.reference_list, number, "a list of texts")
            texts = [self._text({plan.reference_list: text}, plan.reference_list, number) for text in cell]
        if self.empty_is_missing:
            return tuple([text for text in texts if text])
        return tuple([text for text in texts if text is not None])

    def _text(self, record: Mapping[str, object], column: str, number: int) -> Text:
        value = record[column]
        if value is None or isinstance(value, str):
            return value
        self._refuse_type(value, column, number, "a text or null")

    def _identity(self, record: Mapping[str, object], column: str, number: int) -> Text:
        value = record[column]
        if isinstance(value, str):
            return None if self.empty_is_missing and value == "" else value
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        self._refuse_type(value, column, number, "a text or a whole number")

    def _refuse_type(self, value: object, column: str, number: int, expected: str) -> NoReturn:
        raise DataError(f"{self.place(number)}: {column!r} is {_kind(value)}, expected {expected}")


def _plain_value(value: object) -> Text:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if value is None or isinstance(value, str) else str(value)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    for kind, name in (((int, float), "a number"), (str, "a text"), (list, "a list"), (dict, "an object")):
        if isinstance(value, kind):
            return name
    return "null" if value is None else f"of type {type(value).__name__}"
