"""What people read on pages, by name: `en/pages.json` for templates, `en/browser.json` for the browser code.

A message may hold {names} of values and, where `rich` shows it, <em>, <strong>, <code> and <kbd>. One that depends on a
number has the forms `one` and `other`, chosen by the value `n`. A translation is a folder with the same two files.
"""

import json
import re
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from tertium.io.files import open_input

_NAME = re.compile(r"\{(\w+)\}")
_TAG = re.compile(r"&lt;(/?(?:em|strong|code|kbd))&gt;")


@cache
def catalogue(part: str, language: str = "en") -> dict[str, str | dict[str, str]]:
    """The messages of a part: `pages` or `browser`."""
    with open_input(Path(__file__).parent / language / f"{part}.json") as source:
        messages: dict[str, str | dict[str, str]] = json.loads("".join(source.text_blocks()))
    return messages


def text(key: str, **values: object) -> str:
    """A message with values put in."""
    return _NAME.sub(lambda name: _shown(values[name[1]]), _message(key, values))


def rich(key: str, **values: object) -> Markup:
    """A message in which some words are set off; values are escaped, unless they are markup of a template."""
    marked = _TAG.sub(r"<\1>", str(escape(_message(key, values))))
    return Markup(_NAME.sub(lambda name: str(escape(_shown(values[name[1]]))), marked))


def _shown(value: object) -> str:
    if isinstance(value, Markup):
        return value
    return f"{value:,}" if isinstance(value, int) else str(value)


def _message(key: str, values: dict[str, object]) -> str:
    message = catalogue("pages")[key]
    if isinstance(message, str):
        return message
    return message["one" if values["n"] == 1 else "other"]
