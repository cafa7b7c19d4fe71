"""Every error that Tertium raises on purpose.

* TertiumError
  - DataError         the data given is not what was announced; says where, what was found and what to do
  - UnknownNameError  no metric, tokeniser, format or option has that name
  - OptionError       an option has a value it cannot have
  - MissingExtraError an optional dependency is not installed; says which extra brings it

Wrong calls from Python (a string where a list is due) are `TypeError` and `ValueError`, as everywhere.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class TertiumError(Exception):
    """Catch this to catch all of them."""


class DataError(TertiumError):
    """The data given is not what was announced."""


class UnknownNameError(TertiumError):
    """A name that is in no register."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        close = get_close_matches(name, names, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        super().__init__(f"unknown {kind} {name!r}; known: {', '.join(names)}{hint}")


class OptionError(TertiumError):
    """An option with a value it cannot have."""


class MissingExtraError(TertiumError):
    """A part of Tertium that needs packages beyond the base installation."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs packages that are not installed; run: pip install 'tertium[{extra}]'")
