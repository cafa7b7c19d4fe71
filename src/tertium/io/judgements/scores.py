"""Scores in a table (TSV, CSV or JSONL): one row is one score of one output, and named columns say what is what.

Without names from the caller these columns are known: those of `io.testsets.rows` for texts and ids; `dataset` and
`lang_pair` (or `lp`); `score`, and `score_kind`, which describes it; `rater`, `annotator` or `judge`; and as further
scores those of `SCORES`. All others are kept as extra columns of the items.

With a column of raters, rows that agree in all texts and names are one item with several ratings, and its score is
their mean. Without one, each row is an item of its own, as repeated rows are repeated judgements.

Scores of whole systems (`level="system"`, or a `score_kind` that starts with SYSTEM-LEVEL) stand on all rows of the
system and must be the same on all of them; likewise those of documents.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

import numpy as np

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.judgements.cells import (
    UNKNOWN,
    Block,
    Coder,
    ItemList,
    Level,
    Options,
    Plan,
    Record,
    Records,
    check_names,
    join_columns,
    open_records,
    parse_score,
    reference_columns,
)
from tertium.io.testsets.tsv import write_table
from tertium.meta.judgements import (
    DocumentJudgements,
    Items,
    JudgementGroup,
    Ratings,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tertium.text.arrays import Floats
from tertium.text.testset import Text

# Columns that hold scores: what kind they are of, and whether lower is better there.
SCORES: Mapping[str, tuple[str, bool]] = {
    "score": ("score", False),
    "hter": ("hter", True),
    "da_sqm_score": ("da_sqm", False),
    "da_raw_mean": ("da_raw", False),
    "score_raw": ("da_raw", False),
    "n_errors": ("errors", True),
}
# What a description begins with, and the short name of the kind.
_KINDS = (("da-sqm", "da_sqm"), ("da", "da"), ("-mqm", "mqm"), ("fraction of judges accepting", "acceptance"))
_SYSTEM_LEVEL = "SYSTEM-LEVEL"
# Extra columns that hold names, which documents are judged by, and no texts.
_NAMES = frozenset(["domain"])


TakeTexts = Callable[[str, str, Items], bool]
"""Takes some items with their texts, of a data set and a language pair, and says whether all but texts is kept."""


def read(source: Input, options: Options, take_texts: TakeTexts | None = None) -> list[JudgementGroup]:
    records = open_records(source)
    groups: dict[tuple[str, str], _Group] = {}
    plan: Plan | None = None
    n_columns = 0
    if records.cells is not None:
        plan = Plan.make(records.columns, options, source.name, SCORES)
        if plan.column("rater") is None and plan.reference_list is None:  # each row is an item of its own
            return _by_columns(records, source.stem, plan, options, take_texts)
        plan = None
    if take_texts is not None:
        raise DataError(
            f"{source.name}: texts can be left out of memory (--work) only where a table (TSV, CSV) has one row for "
            "each output: without a column of raters, and not as JSON; leave --work out"
        )
    for number, record in records.rows:
        if plan is None or len(records.columns) > n_columns:
            plan = Plan.make(records.columns, options, source.name, SCORES)
            n_columns = len(records.columns)
            if records.texts_only:
                _check(plan, records, options)
        dataset = options.dataset or records.identity(record, plan.column("dataset"), number) or source.stem
        lang_pair = options.lang_pair or records.identity(record, plan.column("lang_pair"), number) or UNKNOWN
        group = groups.get((dataset, lang_pair))
        if group is None:
            group = groups[dataset, lang_pair] = _Group(dataset, lang_pair, records)
        group.add(number, record, plan)
    if plan is None:
        raise DataError(f"{source.name}: there are no rows, expected at least one")
    # A JSON object may lack keys that others have, so only now all are known.
    _check(plan, records, options)
    return [group.finish(plan, options) for group in groups.values()]


def _by_columns(
    records: Records, stem: str, plan: Plan, options: Options, take_texts: TakeTexts | None
) -> list[JudgementGroup]:
    """The groups of a table without raters."""
    groups: dict[tuple[str, str], _Group] = {}
    for block in records.blocks():
        if not groups:
            _check(plan, records, options)
        datasets = block.column(None if options.dataset else plan.column("dataset"))
        pairs = block.column(None if options.lang_pair else plan.column("lang_pair"))
        rows: dict[tuple[Text, Text], list[int]] = {}
        for row, key in enumerate(zip(datasets, pairs, strict=True)):
            rows.setdefault(key, []).append(row)
        for (dataset, pair), own in rows.items():
            named = (options.dataset or dataset or stem, options.lang_pair or pair or UNKNOWN)
            group = groups.get(named)
            if group is None:
                group = groups[named] = _Group(*named, records, take_texts)
            group.add_block(block if len(own) == len(block) else block.select(own), plan)
    if not groups:
        raise DataError(f"{records.name}: there are no rows, expected at least one")
    return [group.finish(plan, options) for group in groups.values() if len(group.items)]


def _check(plan: Plan, records: Records, options: Options) -> None:
    Plan.check_named(records.columns, options, records.name)
    if plan.scores and plan.column("hypothesis") is None and plan.column("system") is None:
        raise DataError(
            f"{records.name}: scores in {plan.scores[0]!r}, but no column says of what; found "
            f"{', '.join(records.columns)}; expected 'hypothesis' or 'system', or name it: columns={{'hypothesis': …}}"
        )
    if not plan.scores and not plan.references and plan.reference_list is None:
        raise DataError(
            f"{records.name}: no column holds scores or references; found {', '.join(records.columns)}; expected "
            "'score', or name it: columns={'score': …}"
        )


@dataclass(slots=True)
class _Group:
    """The rows of one data set and language pair: the items, and for each row its item, rater and scores."""

    dataset: str
    lang_pair: str
    records: Records
    take_texts: TakeTexts | None = None
    items: ItemList = field(default_factory=ItemList)
    raters: Coder = field(default_factory=Coder)
    descriptions: Coder = field(default_factory=Coder)
    numbers: list[int] = field(default_factory=list)
    item: list[int] = field(default_factory=list)
    rater: list[int] = field(default_factory=list)
    description: list[int] = field(default_factory=list)
    values: dict[str, list[float]] = field(default_factory=dict)
    extra: dict[str, list[Text]] = field(default_factory=dict)
    parsed: dict[str, dict[Text, float]] = field(default_factory=dict)
    n_columns: int = 0

    def add(self, number: int, record: Record, plan: Plan) -> None:
        records = self.records
        rater = plan.column("rater")
        n_items = len(self.items)
        item = plan.read_item(records, record, number, plan.column("hypothesis"), plan.column("system"))
        self.item.append(self.items.add(item) if rater is None else self.items.find(item))
        self.rater.append(self.raters.code(records.person(record, rater, number)))
        self.description.append(self.descriptions.code(records.text(record, plan.column("kind"), number) or ""))
        for column in plan.scores:
            cells = self.values.setdefault(column, [])
            cells.extend([np.nan] * (len(self.numbers) - len(cells)))
            cells.append(records.score(record, column, number))
        self.numbers.append(number)
        if len(self.items) > n_items:
            for column in plan.rest:
                texts = self.extra.setdefault(column, [])
                texts.extend([None] * (n_items - len(texts)))
                value = record.get(column)
                texts.append(_as_text(value) if value != "" or not records.empty_is_missing else None)

    def add_block(self, block: Block, plan: Plan) -> None:
        """Add rows of a table, each of which is an item of its own."""
        records, n_items = self.records, len(self.items)

        def content(role: str, missing: str = "") -> list[Text]:
            cells = block.column(plan.column(role))
            if not records.empty_is_missing and not missing:
                return cells
            absent = {missing, "" if records.empty_is_missing else missing}
            return [None if cell in absent else cell for cell in cells]

        n = len(block)
        new = ItemList(
            block.column(plan.column("hypothesis")),
            self._references(block, plan),
            content("source"),
            content("system", "NA"),
            content("segment"),
            content("document"),
        )
        if self.take_texts:
            if not self.take_texts(self.dataset, self.lang_pair, new.items()):
                return
            _forget_texts(new)
        self.items.extend(new)
        self.item += range(n_items, n_items + n)
        self.rater += [-1] * n
        self.description += [self.descriptions.code(text or "") for text in block.column(plan.column("kind"))]
        for column in plan.scores:
            cells = self.values.setdefault(column, [])
            numbers = self.parsed.setdefault(column, {None: np.nan})
            for number, text in zip(block.numbers, block.columns[column], strict=True):
                value = numbers.get(text)
                if value is None and text is not None:
                    value = numbers[text] = parse_score(text, records.place(number), column)
                cells.append(np.nan if value is None else value)
        self.numbers += block.numbers
        for column in plan.rest if not self.take_texts else _NAMES & set(plan.rest):
            texts = block.columns[column]
            self.extra.setdefault(column, []).extend(
                [text or None for text in texts] if records.empty_is_missing else texts
            )

    def _references(self, block: Block, plan: Plan) -> list[tuple[str, ...]]:
        columns = [block.columns[column] for column in plan.references]
        if not columns:
            return [()] * len(block)
        rows = zip(*columns, strict=True)
        if self.records.empty_is_missing:
            return [tuple([text for text in row if text]) for row in rows]
        return [tuple([text for text in row if text is not None]) for row in rows]

    def finish(self, plan: Plan, options: Options) -> JudgementGroup:
        n = len(self.items)
        extra = {name: texts + [None] * (n - len(texts)) for name, texts in self.extra.items()}
        items = self.items.items(extra)
        segments: list[SegmentScores] = []
        documents: list[DocumentJudgements] = []
        systems: list[SystemJudgements] = []
        for column in plan.scores:
            for description, rows in self._parts(column):
                kind, sign = _kind(column, description, options)
                level = options.level or ("system" if description.startswith(_SYSTEM_LEVEL) else "segment")
                values = self._values(column)[rows] * sign + 0.0  # never −0.0
                if level == "segment":
                    segments.append(self._segment_scores(items, values, rows, kind, description, plan))
                else:
                    keys, scores = self._repeated(items, values, rows, level, column)
                    names = tuple(system for system, _ in keys)
                    if level == "system":
                        systems.append(SystemJudgements(items, names, scores, kind, description))
                    else:
                        parts = tuple(document for _, document in keys)
                        documents.append(DocumentJudgements(items, names, parts, scores, kind, description))
        tables = ScoreTables(tuple(segments), tuple(documents), tuple(systems))
        return JudgementGroup(self.dataset, self.lang_pair, items, tables)

    def _values(self, column: str) -> Floats:
        cells = self.values.get(column, [])
        return np.array(cells + [np.nan] * (len(self.numbers) - len(cells)), dtype=np.float64)

    def _parts(self, column: str) -> list[tuple[str, np.ndarray[tuple[int], np.dtype[np.int64]]]]:
        """The rows of each description; further score columns are described by their names and have no parts."""
        everything = np.arange(len(self.numbers))
        if column != "score" and len(self.values) > 1:
            return [] if np.isnan(self._values(column)).all() else [("", everything)]
        codes = np.array(self.description)
        return [(text, everything[codes == code]) for code, text in enumerate(self.descriptions.names)]

    def _segment_scores(
        self,
        items: Items,
        values: Floats,
        rows: np.ndarray[tuple[int], np.dtype[np.int64]],
        kind: str,
        text: str,
        plan: Plan,
    ) -> SegmentScores:
        item = np.array(self.item, dtype=np.int64)[rows]
        if plan.column("rater") is None:
            scores = np.full(len(items), np.nan)
            scores[item] = values
            return SegmentScores(items, scores, kind, text)
        present = ~np.isnan(values)
        rater = np.array(self.rater, dtype=np.int32)[rows]
        ratings = Ratings(item[present], rater[present], values[present], self.raters.names)
        return SegmentScores.from_ratings(items, ratings, kind, text)

    def _repeated(
        self, items: Items, values: Floats, rows: Iterable[int], level: Level, column: str
    ) -> tuple[list[tuple[str, str]], Floats]:
        """Scores that stand on many rows, once for each system or document of a system."""
        seen: dict[tuple[str, str], tuple[float, int]] = {}
        for value, row in zip(values.tolist(), rows, strict=True):
            item, number = self.item[row], self.numbers[row]
            system = items.system[item]
            document = items.document[item] if level == "document" else ""
            if system is None or document is None:
                missing = "system" if system is None else "document"
                raise DataError(
                    f"{self.records.place(number)}: a score of a whole {level}, but the row names no {missing}"
                )
            key = (system, document)
            value_before, first = seen.setdefault(key, (value, number))
            if np.isnan(value_before):
                seen[key] = (value, number)
            elif value != value_before and not np.isnan(value):
                raise DataError(
                    f"{self.records.place(number)}: {column!r} of {level} {' '.join(filter(None, key))!r} is {value}, "
                    f"but {value_before} at {self.records.place(first)}; a score of a whole {level} is the same on all "
                    "its rows; pass level='segment' if these are scores of segments"
                )
        return list(seen), np.array([score for score, _ in seen.values()], dtype=np.float64)


def _forget_texts(items: ItemList) -> None:
    """Leave texts out. Where no id tells segments apart, digests of source and references do."""
    texts = zip(items.segment, items.source, items.references, strict=True)
    items.source = [_digest((source, *row)) if segment is None else None for segment, source, row in texts]
    items.hypothesis, items.references = [None] * len(items), [()] * len(items)


def _digest(texts: tuple[Text, ...]) -> Text:
    """The same for the same texts; None where there are none."""
    if not any(texts):
        return None
    return hashlib.blake2b(repr(texts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _kind(column: str, description: str, options: Options) -> tuple[str, int]:
    """A short name for the kind of a score column, and −1 if its values must be negated."""
    if options.named("score"):
        return column, -1 if column in options.lower_is_better else 1
    kind, lower_is_better = SCORES[column]
    if column == "score":
        text = description.removeprefix(_SYSTEM_LEVEL).strip().lower()
        if re.fullmatch(r"\w+", text):
            kind = text
        else:
            default = re.split(r"[^\w-]", text, maxsplit=1)[0] or kind
            kind = next((name for start, name in _KINDS if text.startswith(start)), default)
    return kind, -1 if lower_is_better or column in options.lower_is_better else 1


def _as_text(value: object) -> Text:
    return value if value is None or isinstance(value, str) else str(value)


def write(groups: Iterable[JudgementGroup], stream: BinaryIO, kind: str | None = None) -> None:
    """Write the segment scores of one kind (the first, if not said): a row for each item, or for each rating.

    Raises DataError where a group has none.
    """
    write_table(join_columns(_columns(group, group.segment_scores(kind)) for group in groups), stream)


def _columns(group: JudgementGroup, scores: SegmentScores) -> dict[str, list[Text]]:
    items = group.items
    if scores.ratings is None:
        rows, values, raters = list(range(len(items))), scores.scores.tolist(), None
    else:
        rows, values, raters = _rating_rows(scores.ratings, len(items))
    n = len(values)
    columns: dict[str, list[Text]] = {
        "dataset": [group.dataset] * n,
        "lang_pair": [group.lang_pair] * n,
        "doc_id": [items.document[i] for i in rows],
        "seg_id": [items.segment[i] for i in rows],
        "system": [items.system[i] for i in rows],
        "source": [items.source[i] for i in rows],
    }
    check_names(columns["system"])
    columns |= reference_columns(items, rows)
    columns["hypothesis"] = [items.hypothesis[i] for i in rows]
    columns["score"] = [None if np.isnan(value) else repr(value) for value in values]
    columns["score_kind"] = [scores.description or scores.kind] * n
    if raters is not None:
        check_names(raters)
        columns["rater"] = raters
    for name, cells in items.extra.items():
        if name not in columns and name not in SCORES:
            columns[name] = [cells[i] for i in rows]
    return columns


def _rating_rows(ratings: Ratings, n_items: int) -> tuple[list[int], list[float], list[Text]]:
    """Item, value and rater of each row, in the order of the items; an item without a rating has a row too."""
    unrated = np.setdiff1d(np.arange(n_items), ratings.item)
    rows = np.concatenate((ratings.item, unrated))
    values = np.concatenate((ratings.value, np.full(len(unrated), np.nan)))
    codes = np.concatenate((ratings.rater, np.full(len(unrated), -1)))
    order = np.argsort(rows, kind="stable")
    names = (*ratings.raters, None)
    return rows[order].tolist(), values[order].tolist(), [names[code] for code in codes[order].tolist()]
