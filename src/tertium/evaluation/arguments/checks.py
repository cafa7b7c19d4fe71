"""Checks of what callers from Python give; the messages name the argument."""

from collections.abc import Iterable


def check_choice(name: str, value: str, choices: Iterable[str]) -> None:
    """Raise where a value is none of the choices."""
    known = list(choices)
    if value not in known:
        raise ValueError(f"{name} is {value!r}; expected one of {', '.join(known)}")


def check_share(name: str, value: float) -> None:
    """Raise where a value does not lie between 0 and 1, both excluded."""
    if not 0 < value < 1:
        raise ValueError(f"{name} is {value!r}; expected a number between 0 and 1, such as 0.95")


def check_number(name: str, value: int, least: int) -> None:
    """Raise where a whole number is smaller than it may be."""
    if value < least:
        raise ValueError(f"{name} is {value!r}; expected a whole number of at least {least}")
