"""Google's MQM TSV: one row is one error that one rater marked, or the note that there is none.

Columns: `system doc doc_id seg_id rater source target category severity`; newer files have `docSegId` and `globalSegId`
and a last column `metadata`. The error is marked by `<v>…</v>` in the target or the source. A row of severity
`no-error` says that the rater looked and found nothing; rows of severity `HOTW-test` (planted errors that keep raters
awake) are left out. Outputs without any row were not rated.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import BinaryIO

import numpy as np

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.judgements.cells import UNKNOWN, Coder, ItemList, NewItem, Options, Record, Records, open_records
from tertium.io.testsets.tsv import write_table
from tertium.meta.judgements import ErrorSpans, JudgementGroup, ScoreTables, Side
from tertium.text.testset import Text

REQUIRED = ("system", "rater", "source", "target", "category", "severity")
_SEGMENT = ("seg_id", "globalSegId", "global_seg_id")
_DOCUMENT = ("doc", "document")
_SEVERITIES = frozenset({"critical", "major", "minor", "neutral", "trivial"})
_NO_ERROR = "no-error"
_PLANTED = "hotw-test"
_MARK = re.compile(r"</?v>")


def read(source: Input, options: Options) -> list[JudgementGroup]:
    records = open_records(source)
    errors = _Errors(records)
    for number, record in records.rows:
        if not errors.rated:
            _check(records)
        errors.add(number, record)
    if not len(errors.items):
        raise DataError(f"{source.name}: there are no rows, expected at least one")
    spans = errors.spans()
    group = JudgementGroup(options.dataset or source.stem, options.lang_pair or UNKNOWN, spans.items, spans=spans)
    if not {severity.lower() for severity in spans.severity} - {"major", "minor", "neutral"}:
        # Other severities have no agreed weight; the caller gives one to `spans.scores`.
        group = JudgementGroup(group.dataset, group.lang_pair, spans.items, ScoreTables((spans.scores(),)), spans=spans)
    return [group]


def _check(records: Records) -> None:
    missing = [column for column in REQUIRED if column not in records.columns]
    if missing:
        raise DataError(
            f"{records.name}:1: no column {missing[0]!r}; found {', '.join(records.columns)}; expected "
            "system, doc, doc_id, seg_id, rater, source, target, category, severity"
        )


@dataclass(slots=True)
class _Errors:
    records: Records
    items: ItemList = field(default_factory=ItemList)
    raters: Coder = field(default_factory=Coder)
    rated: dict[tuple[int, int], None] = field(default_factory=dict)
    item: list[int] = field(default_factory=list)
    rater: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    side: list[Side | None] = field(default_factory=list)
    text: list[Text] = field(default_factory=list)
    category: list[str] = field(default_factory=list)
    severity: list[str] = field(default_factory=list)

    def add(self, number: int, record: Record) -> None:
        records = self.records
        severity = (records.text(record, "severity", number) or "").strip()
        plain = severity.lower().replace("_", "-").replace(" ", "-")
        if plain == _PLANTED:
            return
        target, marked = self._unmark(record, "target", number)
        source, marked_source = self._unmark(record, "source", number)
        item = self.items.find(
            NewItem(
                target,
                source=source,
                system=records.identity(record, "system", number),
                segment=self._first(record, _SEGMENT, number),
                document=self._first(record, _DOCUMENT, number),
            )
        )
        rater = self.raters.code(records.identity(record, "rater", number))
        self.rated[item, rater] = None
        if plain == _NO_ERROR:
            return
        if plain not in _SEVERITIES:
            raise DataError(
                f"{records.place(number)}: severity {severity!r}, expected one of "
                f"{', '.join(sorted(_SEVERITIES))}, {_NO_ERROR} or {_PLANTED}, in any case"
            )
        self.item.append(item)
        self.rater.append(rater)
        self.category.append(records.text(record, "category", number) or "")
        self.severity.append(severity)
        self._mark("hypothesis" if marked else "source", target if marked else source, marked or marked_source)

    def spans(self) -> ErrorSpans:
        rated = np.array(list(self.rated), dtype=np.int64).reshape(-1, 2)
        return ErrorSpans(
            self.items.items(),
            np.array(self.item, dtype=np.int64),
            np.array(self.rater, dtype=np.int32),
            np.array(self.start, dtype=np.int64),
            np.array(self.end, dtype=np.int64),
            tuple(self.side),
            tuple(self.text),
            tuple(self.category),
            tuple(self.severity),
            self.raters.names,
            rated[:, 0],
            rated[:, 1].astype(np.int32),
        )

    def _mark(self, side: Side, text: Text, span: tuple[int, int] | None) -> None:
        start, end = span or (-1, -1)
        self.start.append(start)
        self.end.append(end)
        self.side.append(side if span else None)
        self.text.append(text[start:end] if span and text is not None else None)

    def _unmark(self, record: Record, column: str, number: int) -> tuple[str, tuple[int, int] | None]:
        """A text without its marks, and where they were."""
        text = self.records.text(record, column, number) or ""
        if "<v>" not in text and "</v>" not in text:
            return text, None
        if _MARK.findall(text) != ["<v>", "</v>"]:
            raise DataError(
                f"{self.records.place(number)}: {column!r} has the marks {' '.join(_MARK.findall(text))}, expected one "
                "<v> and one </v> after it; write one row for each error"
            )
        before, inside, after = _MARK.split(text)
        return before + inside + after, (len(before), len(before) + len(inside))

    def _first(self, record: Record, columns: Iterable[str], number: int) -> Text:
        for column in columns:
            if column in record:
                return self.records.identity(record, column, number)
        return None


def write(groups: Iterable[JudgementGroup], stream: BinaryIO) -> None:
    """Write the errors of one group; raises DataError where there are several or it has none."""
    annotated = [group for group in groups if group.spans is not None]
    if len(annotated) != 1 or annotated[0].spans is None:
        raise DataError(f"{len(annotated)} groups with errors, expected one: Google's MQM TSV names no language pair")
    spans = annotated[0].spans
    items = spans.items
    rows: list[tuple[Text, ...]] = []
    with_errors: dict[tuple[int, int], list[int]] = {}
    for i, key in enumerate(zip(spans.item.tolist(), spans.rater.tolist(), strict=True)):
        with_errors.setdefault(key, []).append(i)
    names = (*spans.raters, None)
    for item, rater in zip(spans.rated_item.tolist(), spans.rated_rater.tolist(), strict=True):
        ids = (items.system[item], items.document[item], items.segment[item], names[rater])
        for i in with_errors.get((item, rater), [-1]):
            target, source = items.hypothesis[item], items.source[item]
            if i < 0:
                rows.append((*ids, source, target, "No-error", "No-error"))
                continue
            start, end = int(spans.start[i]), int(spans.end[i])
            if spans.side[i] == "hypothesis":
                target = _marked(target, start, end)
            elif spans.side[i] == "source":
                source = _marked(source, start, end)
            rows.append((*ids, source, target, spans.category[i], spans.severity[i]))
    header = ("system", "doc", "seg_id", "rater", "source", "target", "category", "severity")
    write_table({name: [row[i] for row in rows] for i, name in enumerate(header)}, stream)


def _marked(text: Text, start: int, end: int) -> str:
    text = text or ""
    if _MARK.search(text):
        raise DataError(f"a text has a mark of its own ({_MARK.findall(text)[0]}), which would be read as an error's")
    return f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"
