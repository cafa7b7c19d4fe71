"""What the columns of a table are called, and which of them plays which role in a row."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tertium.errors import DataError

# Names of columns that say what a row is about.
PLACES = {
    "document": "document",
    "doc_id": "document",
    "doc": "document",
    "segment": "segment",
    "seg_id": "segment",
    "system": "system",
    "lang_pair": "lang_pair",
}
OUTPUTS = {"hypothesis": "hypothesis", "mt": "hypothesis"}
ROLES = {
    **OUTPUTS,
    "hypotheses": "hypotheses",
    "post_edit": "post_edit",
    "post_edits": "post_edits",
    "references": "references",
    "source": "source",
    "src": "source",
    **PLACES,
}
_REFERENCE = re.compile(r"ref(?:erence)?(?:_([0-9]{1,4}))?")
NAMED, NAMED_EDIT = "hypothesis:", "post_edit:"
SHOWN = 20


def is_known(column: str) -> bool:
    """Whether a column of this name means something here."""
    return column in ROLES or column.startswith((NAMED, NAMED_EDIT)) or reference_number(column) is not None


def reference_number(column: str) -> int | None:
    """Which reference a column of this name holds, from 1; None if none."""
    match = _REFERENCE.fullmatch(column)
    return None if match is None else int(match[1] or 1)


def holds_text(column: str) -> bool:
    """Whether a column of this name holds hypotheses, references or sources."""
    return is_known(column) and ROLES.get(column) not in ("document", "segment", "system", "lang_pair")


@dataclass(frozen=True, slots=True)
class Plan:
    """Which column plays which role in rows with these columns."""

    named: tuple[tuple[str, str], ...]
    named_edits: tuple[tuple[str, str], ...]
    references: tuple[str, ...]
    reference_list: str | None
    hypothesis: str | None
    hypotheses: str | None
    post_edit: str | None
    post_edits: str | None
    system: str | None
    source: str | None
    document: str | None
    segment: str | None
    lang_pair: str | None


def make_plan(columns: tuple[str, ...], place: str) -> Plan:
    roles: dict[str, str] = {}
    named: dict[str, str] = {}
    edits: dict[str, str] = {}
    references: dict[int, str] = {}
    seen: set[str] = set()
    for column in columns:
        reference = reference_number(column)
        clash = None
        if reference is not None:
            clash = references.get(reference)
            references[reference] = column
        elif column.startswith(NAMED):
            clash = column if column in named else None
            named[column] = column.removeprefix(NAMED)
        elif column.startswith(NAMED_EDIT):
            clash = column if column in edits else None
            edits[column] = column.removeprefix(NAMED_EDIT)
        elif column in ROLES:
            clash = roles.get(ROLES[column])
            roles[ROLES[column]] = column
        if clash is not None:
            twice = f"column {column!r} appears twice" if column in seen else f"{clash!r} and {column!r} are the same"
            raise DataError(f"{place}: {twice}; remove or rename one of them")
        seen.add(column)
    _check_hypotheses(roles, named, place)
    _check_post_edits(roles, edits, place)
    if references and "references" in roles:
        raise DataError(f"{place}: references stand both in 'references' and in {references[min(references)]!r}")
    return Plan(
        tuple(named.items()),
        tuple(edits.items()),
        tuple(references[i] for i in sorted(references)),
        roles.get("references"),
        roles.get("hypothesis"),
        roles.get("hypotheses"),
        roles.get("post_edit"),
        roles.get("post_edits"),
        roles.get("system"),
        roles.get("source"),
        roles.get("document"),
        roles.get("segment"),
        roles.get("lang_pair"),
    )


def _check_hypotheses(roles: Mapping[str, str], named: Mapping[str, str], place: str) -> None:
    ways = [roles[role] for role in ("hypothesis", "hypotheses") if role in roles] + list(named)[:1]
    if "system" in roles and ways != [roles.get("hypothesis")]:
        ways_given = listed(ways) or "none of them"
        raise DataError(
            f"{place}: with a column 'system' a row holds one hypothesis, in 'hypothesis'; found {ways_given}; remove "
            "'system' if a row holds the outputs of all systems"
        )
    if len(ways) > 1:
        raise DataError(f"{place}: hypotheses are given in different ways ({listed(ways)}); keep one of them")


def _check_post_edits(roles: Mapping[str, str], named: Mapping[str, str], place: str) -> None:
    ways = [roles[role] for role in ("post_edit", "post_edits") if role in roles] + list(named)[:1]
    if len(ways) > 1:
        raise DataError(f"{place}: post-edits are given in different ways ({listed(ways)}); keep one of them")
    if ways and "post_edit" not in roles and "system" in roles:
        raise DataError(f"{place}: with a column 'system' a row holds one post-edit, in 'post_edit'; found {ways[0]}")
    if "post_edit" in roles and "hypothesis" not in roles:
        raise DataError(
            f"{place}: 'post_edit' belongs to 'hypothesis', which is not there; with the outputs of several systems in "
            "one row give post_edit:NAME"
        )


def listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
