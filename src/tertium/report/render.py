"""One way from a result to a text: `render(result, format)`, whatever kind of result it is."""

from collections.abc import Callable
from typing import Any

from tertium.errors import OptionError
from tertium.register import Register

_MOST_PLACES = 17  # more than a float holds


def _renderers(kind: str, places: int, functions: dict[str, str]) -> tuple[int, Register[Callable[..., str]]]:
    """The formats of one kind of result: `module:function` below `tertium.report`, imported when they are used."""
    return places, Register("format", {f"tertium.report.{kind}.{target}": [name] for name, target in functions.items()})


# Decimal places by default and formats, by the name of the result's class: results are not imported for it.
_KINDS = {
    "Explanations": _renderers(
        "explanation",
        1,
        {
            "text": "text:render_explanations",
            "json": "json:render_explanations_json",
            "html": "html:explanations_page",
        },
    ),
}
# These round to the decimal places asked for; all others keep full precision.
_ROUNDED = ("text", "latex")


def formats(result: type) -> list[str]:
    """The formats of a kind of result."""
    return list(_KINDS[result.__name__][1])


def render(result: Any, format: str, width: int | None = None) -> str:
    """A result in one format, each line ended by a newline.

    Args:
        result: What `score`, `compare`, `study` or `explain` gave.
        format: `text` for people, `tsv` and `json` for machines, `latex` for papers, `html` for a page of its own.
        width: Decimal places in `text` and `latex`; the others always have full precision.

    Raises:
        UnknownNameError: There is no such format for this kind of result.
        OptionError: The width is not between 0 and 17.
    """
    if type(result).__name__ not in _KINDS:
        raise TypeError(f"expected a result of {', '.join(_KINDS)}, got {type(result).__name__}")
    places, renderers = _KINDS[type(result).__name__]
    if width is not None and not 0 <= width <= _MOST_PLACES:
        raise OptionError(f"width is {width}; expected a number of decimal places from 0 to {_MOST_PLACES}")
    renderer = renderers.get(format)
    return renderer(result, places if width is None else width) if format in _ROUNDED else renderer(result)
