"""Pairwise preferences in a table (TSV, CSV or JSONL): one row is one judgement.

Columns: `hyp_a`, `hyp_b` and `preference` (`>` a is better, `<` b is better, `=` tie) must be there; `system_a`,
`system_b`, `judge`, `ranking_id`, `dataset`, `lang_pair` and the columns of `io.testsets.rows` for segment, document,
source and references may be. Repeated rows are repeated judgements and are all kept. An output is one item however
often it was judged.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import BinaryIO

import numpy as np

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.judgements.cells import (
    UNKNOWN,
    Coder,
    ItemList,
    Options,
    Plan,
    Record,
    Records,
    check_names,
    join_columns,
    open_records,
    reference_columns,
)
from tertium.io.testsets.tsv import write_table
from tertium.meta.judgements import JudgementGroup, Preferences
from tertium.text.testset import Text

REQUIRED = ("hyp_a", "hyp_b", "preference")
_SIGNS = {">": 1, "<": -1, "=": 0}
_SYMBOLS = {sign: symbol for symbol, sign in _SIGNS.items()}


@dataclass(slots=True)
class PairList:
    """Collects preferences and the items they are about."""

    dataset: str
    lang_pair: str
    items: ItemList = field(default_factory=ItemList)
    judges: Coder = field(default_factory=Coder)
    rankings: Coder = field(default_factory=Coder)
    a: list[int] = field(default_factory=list)
    b: list[int] = field(default_factory=list)
    preference: list[int] = field(default_factory=list)
    judge: list[int] = field(default_factory=list)
    ranking: list[int] = field(default_factory=list)

    def add(self, a: int, b: int, preference: int, judge: Text, ranking: Text) -> None:
        self.a.append(a)
        self.b.append(b)
        self.preference.append(preference)
        self.judge.append(self.judges.code(judge))
        self.ranking.append(self.rankings.code(ranking))

    def group(self) -> JudgementGroup:
        items = self.items.items()
        preferences = Preferences(
            items,
            np.array(self.a, dtype=np.int64),
            np.array(self.b, dtype=np.int64),
            np.array(self.preference, dtype=np.int8),
            np.array(self.judge, dtype=np.int32),
            np.array(self.ranking, dtype=np.int32),
            self.judges.names,
            self.rankings.names,
        )
        return JudgementGroup(self.dataset, self.lang_pair, items, preferences=preferences)


def read(source: Input, options: Options) -> list[JudgementGroup]:
    records = open_records(source)
    groups: dict[tuple[str, str], PairList] = {}
    reader: _Reader | None = None
    for number, record in records.rows:
        if reader is None or len(records.columns) > reader.n_columns:
            reader = _Reader(records, _plan(records, options, source.name, number), len(records.columns))
        dataset, lang_pair = reader.names(record, number)
        names = (options.dataset or dataset or source.stem, options.lang_pair or lang_pair or UNKNOWN)
        group = groups.get(names)
        if group is None:
            group = groups[names] = PairList(*names)
        reader.add(group, number, record)
    if not groups:
        raise DataError(f"{source.name}: there are no rows, expected at least one")
    Plan.check_named(records.columns, options, source.name)
    return [group.group() for group in groups.values()]


def _plan(records: Records, options: Options, name: str, number: int) -> Plan:
    missing = [column for column in REQUIRED if column not in records.columns]
    if missing:
        raise DataError(
            f"{records.place(number)}: no column {missing[0]!r}; found {', '.join(records.columns)}; expected "
            f"{', '.join(REQUIRED)}"
        )
    return Plan.make(records.columns, options, name)


@dataclass(slots=True)
class _Reader:
    records: Records
    plan: Plan
    n_columns: int
    _segment: tuple[str, ...] = field(init=False)
    # Cells as they are stand for the item they mean: most rows repeat outputs, and need no second parsing.
    _items: dict[object, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = (self.plan.column(role) for role in ("segment", "document", "source"))
        self._segment = (*(part for part in parts if part is not None), *self.plan.references)

    def names(self, record: Record, number: int) -> tuple[Text, Text]:
        identity = self.records.identity
        return (
            identity(record, self.plan.column("dataset"), number),
            identity(record, self.plan.column("lang_pair"), number),
        )

    def add(self, group: PairList, number: int, record: Record) -> None:
        symbol = record.get("preference")
        sign = _SIGNS.get(symbol) if isinstance(symbol, str) else None
        if sign is None:
            raise DataError(
                f"{self.records.place(number)}: 'preference' is {symbol!r:.60}, expected > (a is better), "
                "< (b is better) or ="
            )
        segment = (id(group), *map(record.get, self._segment)) if self.records.texts_only else ()
        group.add(
            self._item(group, number, record, "hyp_a", "system_a", segment),
            self._item(group, number, record, "hyp_b", "system_b", segment),
            sign,
            self.records.person(record, self.plan.column("rater"), number),
            self.records.identity(record, "ranking_id", number),
        )

    def _item(
        self, group: PairList, number: int, record: Record, output: str, system: str, segment: tuple[object, ...]
    ) -> int:
        key = (record.get(output), record.get(system), segment) if segment else None
        place = None if key is None else self._items.get(key)
        if place is None:
            records, plan = self.records, self.plan
            place = group.items.find(plan.read_item(records, record, number, output, system))
            if key is not None:
                self._items[key] = place
        return place


def write(groups: Iterable[JudgementGroup], stream: BinaryIO) -> None:
    """Write one row for each judgement; raises DataError for a group without preferences."""
    write_table(join_columns(_columns(group) for group in groups), stream)


def _columns(group: JudgementGroup) -> dict[str, list[Text]]:
    pairs, items = group.preferences, group.items
    if pairs is None:
        raise DataError(f"{group.name} has no pairwise preferences to write")
    a, b = pairs.a.tolist(), pairs.b.tolist()
    n = len(pairs)
    columns: dict[str, list[Text]] = {
        "lang_pair": [group.lang_pair] * n,
        "doc_id": [items.document[i] for i in a],
        "seg_id": [items.segment[i] for i in a],
        "source": [items.source[i] for i in a],
    }
    columns |= reference_columns(items, a)
    check_names((*items.system, *pairs.judges))
    columns |= {
        "hyp_a": [items.hypothesis[i] for i in a],
        "hyp_b": [items.hypothesis[i] for i in b],
        "system_a": [items.system[i] for i in a],
        "system_b": [items.system[i] for i in b],
        "judge": [(*pairs.judges, None)[code] for code in pairs.judge.tolist()],
        "preference": [_SYMBOLS[sign] for sign in pairs.preference.tolist()],
        "dataset": [group.dataset] * n,
        "ranking_id": [(*pairs.rankings, None)[code] for code in pairs.ranking.tolist()],
    }
    return columns
