"""Which column of a file that comes in has which role, as a person has said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tertium.errors import DataError

Role = Literal["best", "reference", "held-out", "output", "none"]
ROLES: tuple[Role, ...] = ("best", "reference", "held-out", "output", "none")
"""`none`: the column is left out."""
MOST_CHARACTERS = 20_000
"""Of a text."""

Text = tuple[str, str, str]
"""Name, role, text."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of texts beside the sources, with the role that its kind of file gives it."""

    name: str
    role: str
    texts: int


def columns_of(segments: Sequence[Mapping[str, Any]]) -> list[Column]:
    """The columns of segments that were read, in their order."""
    found: dict[str, list[Any]] = {}
    for row in segments:
        for name, role, _ in row["texts"]:
            found.setdefault(name, [role, 0])[1] += 1
    return [Column(name, role, number) for name, (role, number) in found.items()]


def refuse_unknown(columns: Iterable[Column], roles: Mapping[str, Role], file: str) -> None:
    """A wrong name would show annotators what they must not see.

    Raises:
        DataError: A role is for a column that is not there.
    """
    names = [column.name for column in columns]
    if missing := sorted(set(roles) - set(names)):
        there = f"its columns are {', '.join(names)}" if names else "it has sources alone"
        raise DataError(f"{file}: there is no column {missing[0][:60]!r}; {there}")


def texts_of(row: Mapping[str, Any], roles: Mapping[str, Role], file: str) -> tuple[Text, ...]:
    """The texts of a segment in the roles that they were given.

    Raises:
        DataError: A text or a name cannot be kept.
    """
    texts = [(name, roles.get(name, role), text) for name, role, text in row["texts"]]
    for text in (row["source"], *(text for _, _, text in texts)):
        if "\x00" in text or len(text) > MOST_CHARACTERS:
            raise DataError(
                f"{file}: segment {row['id']}: a text has a NUL, or more than {MOST_CHARACTERS:,} characters"
            )
    if any(name == "source" for name, _, _ in texts):
        raise DataError(f"{file}: a system is called 'source'; rename it")
    return tuple(text for text in texts if text[1] != "none")
