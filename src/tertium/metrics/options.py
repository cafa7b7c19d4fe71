"""Options of metrics: values from text and back, checked against the types of the dataclass fields."""

from collections.abc import Iterator
from dataclasses import Field, fields
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tertium.errors import OptionError

_TRUE, _FALSE = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@cache
def _types(owner: type) -> dict[str, Any]:
    return get_type_hints(owner)


def _alternatives(kind: Any) -> Iterator[Any]:
    if get_origin(kind) in (Union, UnionType):
        yield from get_args(kind)
    else:
        yield kind


def describe(owner: type, field: Field[Any]) -> str:
    """What values an option takes, for help texts and messages."""
    words = {int: "a whole number", float: "a number", bool: "yes or no", str: "a text", NoneType: "none"}
    parts = []
    for kind in _alternatives(_types(owner)[field.name]):
        choices = get_args(kind) if get_origin(kind) is Literal else ()
        parts.append(", ".join(map(str, choices)) if choices else words[kind])
    low, high = field.metadata.get("minimum"), field.metadata.get("maximum")
    limits = [f"at least {low:g}" if low is not None else "", f"at most {high:g}" if high is not None else ""]
    return " ".join([" or ".join(parts), " and ".join(filter(None, limits))]).strip()


def parse_value(owner: type, field: Field[Any], text: str) -> Any:
    """Turn text from the command line into the value of an option."""
    for kind in _alternatives(_types(owner)[field.name]):
        value = _convert(kind, text)
        if value is not _NO_VALUE:
            return value
    raise OptionError(f"option {field.name!r} cannot be {text!r}; it takes {describe(owner, field)}")


def _check_value(owner: type, field: Field[Any], value: Any) -> None:
    """Raise where a value is not of the field's type or outside its limits."""
    fits = any(_is_of(kind, value) for kind in _alternatives(_types(owner)[field.name]))
    low, high = field.metadata.get("minimum"), field.metadata.get("maximum")
    if fits and isinstance(value, int | float) and not isinstance(value, bool):
        fits = (low is None or value >= low) and (high is None or value <= high)
    if not fits:
        raise OptionError(f"option {field.name!r} cannot be {value!r}; it takes {describe(owner, field)}")


def check_options(thing: Any, name: str) -> None:
    """Raise where a field of a dataclass cannot be what it is; `name` says whose it is."""
    for field in fields(thing):
        try:
            _check_value(type(thing), field, getattr(thing, field.name))
        except OptionError as error:
            raise OptionError(f"{name}: {error}") from None


def format_value(value: Any) -> str:
    """The text that `parse_value` reads."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


_NO_VALUE = object()


def _convert(kind: Any, text: str) -> Any:
    if get_origin(kind) is Literal:
        return text if text in get_args(kind) else _NO_VALUE
    if kind is NoneType:
        return None if text.lower() == "none" else _NO_VALUE
    if kind is bool:
        return True if text.lower() in _TRUE else False if text.lower() in _FALSE else _NO_VALUE
    if kind is str:
        return text
    try:
        return kind(text)
    except ValueError:
        return _NO_VALUE


def _is_of(kind: Any, value: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    return type(value) is kind
