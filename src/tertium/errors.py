"""Every error that Tertium raises on purpose.

* TertiumError
  - DataError         the data given is not what was announced; says where, what was found and what to do
  - UnknownNameError  no metric, tokeniser, format or option has that name
  - OptionError       an option has a value it cannot have
  - MissingExtraError an optional dependency is not installed; says which extra brings it
* LimitWarning        no error: some scores are approximate, because their segments are very long

Wrong calls from Python (a string where a list is due) are `TypeError` and `ValueError`, as everywhere.
"""

from collections.abc import Iterable

from tertium.keywords import near

_LONGEST = 2000  # characters of a message: what was found may be a whole file on one line


class TertiumError(Exception):
    """Catch this to catch all of them."""

    def __init__(self, *args: object) -> None:
        super().__init__(*(_shortened(arg) if isinstance(arg, str) else arg for arg in args))


def _shortened(message: str) -> str:
    """The message without its middle, if it is too long to be read: the place begins it, the advice ends it."""
    if len(message) <= _LONGEST:
        return message
    return f"{message[: _LONGEST // 2]} … {message[3 - _LONGEST // 2 :]}"


class LimitWarning(UserWarning):
    """A search ended at its limit, so that some scores are approximate; the command line shows it as a warning."""


class DataError(TertiumError):
    """The data given is not what was announced."""


class UnknownNameError(TertiumError):
    """A name that is in no register."""

    def __init__(self, kind: str, name: str, vocabulary: Iterable[str]) -> None:
        names = sorted(vocabulary)
        close = near(name, names)
        hint = f"; did you mean {close!r}?" if close else ""
        super().__init__(f"unknown {kind} {name!r}; known: {', '.join(names)}{hint}")


class OptionError(TertiumError):
    """An option with a value it cannot have."""


class MissingExtraError(TertiumError):
    """A part of Tertium that needs packages beyond the base installation."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs packages that are not installed; run: pip install 'tertium[{extra}]'")


def refuse_together(*options: tuple[str, object]) -> None:
    """Raise OptionError where options that exclude each other were given: their spellings, and their values."""
    names = [name for name, value in options if value]
    if len(names) > 1:
        raise OptionError(f"{' and '.join(names)} exclude each other; pass one of them")
