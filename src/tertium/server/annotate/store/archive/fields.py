"""What a row of a project's files may hold: its fields, their types, ids, times, numbers and names."""

import re
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Table

from tertium.errors import DataError
from tertium.server.annotate.rules.protocol import Annotators, Language, LeaseDays, Protocol, Sharing
from tertium.server.database import tables as t
from tertium.server.database.columns import ID, SHA, TIME
from tertium.text import tokenizers

_ID = re.compile(r"[0-9a-f]{32}")
_SHA = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LONGEST = {("segment_text", "text"): 20_000, ("remark", "text"): 2_000, ("remark", "card"): 64, ("remark", "alt"): 64}
# The shortest and the longest, for texts that are shown as names.
_NAMES: dict[tuple[str, str], tuple[int, int]] = {
    ("project", "name"): (1, 200),
    ("person", "name"): (1, 100),
    ("batch", "name"): (1, 200),
    ("segment", "external_id"): (1, 1_000),
    ("segment", "document"): (0, 1_000),
    ("segment_text", "name"): (1, 1_000),
    ("event", "edit_id"): (1, 64),
}
_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("segment", "state"): ("open", "discarded"),
    ("segment_text", "role"): ("source", "best", "reference", "held-out", "output"),
}
_FIRST = {("segment", "position"): 1, ("event", "seq"): 1, ("snapshot", "seq"): 1}
"""The smallest number, where it is not 0."""


class ProjectValues(msgspec.Struct, frozen=True):
    """What a project's settings may be, whoever writes them."""

    source_lang: Language
    target_lang: Language
    sharing: Sharing
    annotators_per_segment: Annotators
    lease_days: LeaseDays


class Fields:
    """The fields of a table's rows; of people, only who they are."""

    def __init__(self, table: Table) -> None:
        names = ("id", "name") if table is t.person else tuple(table.c.keys())
        self._table = table.name
        self._columns = {name: table.c[name] for name in names}
        self._kinds = {name: table.c[name].type.python_type for name in names}
        self._lengths: dict[str, int | None] = {name: getattr(table.c[name].type, "length", None) for name in names}

    def checked(self, row: Any, place: str) -> dict[str, Any]:
        """A row, if every field is what it must be.

        Raises:
            DataError: Says which is not.
        """
        if not isinstance(row, dict) or row.keys() != self._columns.keys():
            names = sorted(row.keys() ^ self._columns.keys()) if isinstance(row, dict) else []
            difference = f" (differs in {names[0][:40]!r})" if names else ""
            raise DataError(f"{place}: expected the fields {', '.join(self._columns)}{difference}")
        for key, value in row.items():
            if problem := self._problem(key, value):
                raise DataError(f"{place}: {key} is {str(value)[:40]!r}, {problem}")
        return row

    def _problem(self, key: str, value: Any) -> str | None:
        column, kind = self._columns[key], self._kinds[key]
        if value is None and column.nullable:
            return None
        if isinstance(value, bool) or not (isinstance(value, kind) or (kind is float and type(value) is int)):
            return f"expected {kind.__name__}"
        if isinstance(value, int):
            return self._number_problem(key, value)
        return self._text_problem(key, value) if isinstance(value, str) else None

    def _number_problem(self, key: str, value: int) -> str | None:
        first = _FIRST.get((self._table, key), 0)
        return None if first <= value < 2**31 else f"expected a number from {first} to {2**31 - 1}"

    def _text_problem(self, key: str, value: str) -> str | None:
        column, place = self._columns[key], (self._table, key)
        type_ = column.type
        length = self._lengths[key]
        if "\x00" in value or (length is not None and len(value) > length):
            return "which is too long, or has a NUL"
        if (column.primary_key or column.foreign_keys) and type_ is ID and not _ID.fullmatch(value):
            return "expected 32 hexadecimal digits"
        if type_ is SHA and not _SHA.fullmatch(value):
            return "expected 64 hexadecimal digits"
        if type_ is TIME and not _is_time(value):
            return "expected a time such as 2026-05-03T09:00:00.000Z"
        if place in _WORDS and value not in _WORDS[place]:
            return f"expected one of {', '.join(_WORDS[place])}"
        if place in _NAMES:
            shortest, longest = _NAMES[place]
            if not shortest <= len(value.strip()) <= longest or _CONTROL.search(value):
                return f"expected {shortest} to {longest} characters and no control character"
        if place in _LONGEST and len(value) > _LONGEST[place]:
            return f"expected at most {_LONGEST[place]:,} characters"
        if place == ("segment", "source_tokens") and not _is_words(value):
            return "expected a list of words"
        return None


def _is_time(text: str) -> bool:
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_words(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=list[str])
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def checked_project(row: Any, place: str) -> dict[str, Any]:
    """A project's row.

    Raises:
        DataError: Says what is wrong with it.
    """
    project = Fields(t.project).checked(row, place)
    try:
        msgspec.convert(project, ProjectValues)
        msgspec.json.decode(project["protocol"], type=Protocol)
    except (msgspec.DecodeError, RecursionError) as error:
        what = str(error).replace("`$.", "`")
        subject = next((name for name in ProjectValues.__struct_fields__ if name in what), "protocol")
        raise DataError(f"{place}: {subject}: {what}") from None
    if project["tokenizer"] not in tokenizers.names():
        raise DataError(f"{place}: there is no tokeniser {project['tokenizer'][:40]!r}")
    return project
