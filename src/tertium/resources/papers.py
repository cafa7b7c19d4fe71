"""Papers that metrics come from, as BibTeX: how to cite what a score was computed by."""

import re
from functools import cache

from tertium.data import PAPERS

_ENTRY = re.compile(r"^@\w+\{(?P<key>[^,]+),\n.*?^\}$", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^\s+(?P<name>\w+)\s*= \{(?P<value>.*)\},$", re.MULTILINE)
_COMMAND = re.compile(r"\\(?:[`'^\"~=.]|[a-z](?=\{))")
_LETTERS = {r"{\ss}": "ß", r"{\'c}": "ć", r"{\'o}": "ó", r"{\v{s}}": "š"}


@cache
def _entries() -> dict[str, str]:
    text = PAPERS.read_text("utf-8")
    return {found["key"]: found[0] for found in _ENTRY.finditer(text)}


def bibtex(key: str) -> str:
    """The entry of a paper."""
    return _entries()[key]


def short(key: str) -> str:
    """A paper as a text names it: Papineni et al. (2002)."""
    fields = {found["name"]: found["value"] for found in _FIELD.finditer(bibtex(key))}
    names = [_plain(author).split(",")[0] for author in fields["author"].split(" and ")]
    people = names[0] if len(names) == 1 else f"{names[0]} & {names[1]}" if len(names) == 2 else f"{names[0]} et al."
    return f"{people} ({fields['year']})"


def _plain(text: str) -> str:
    """Without the commands and braces of TeX."""
    for command, letter in _LETTERS.items():
        text = text.replace(command, letter)
    return _COMMAND.sub("", text).replace("{", "").replace("}", "")
