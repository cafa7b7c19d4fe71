"""Constituency trees in the bracketed notation of the Penn Treebank, such as `(S (NP (PRP I)) (VP (VBP see)))`."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from tertium.errors import DataError

_TOKEN = re.compile(r"[()]|[^\s()]+")
_ESCAPED = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "``": '"',
    "''": '"',
}
_DEEPEST = 2000


@dataclass(frozen=True, slots=True)
class Tree:
    """What is known of one tree: its words, how often each label occurs, and the parser's log-probability."""

    words: tuple[str, ...]
    labels: Mapping[str, int]
    log_probability: float | None = None

    @classmethod
    def read(cls, line: str, place: str) -> Self:
        """A line with one tree, before which the log-probability may stand; `place` is for messages.

        Labels lose what follows their first `-` or `=` (NP-SBJ is an NP). Where no tree has the label NPB, an NP
        without another one in it counts as one, as in Collins's parser.
        """
        before, bracket, rest = line.partition("(")
        if not bracket:
            raise DataError(f"{place}: {line[:40]!r} found, a tree such as (S (NP (PRP I)) (VP (VBP see))) expected")
        reader = _Reader(place)
        for token in _TOKEN.findall(bracket + rest):
            reader.take(token)
        words, labels = reader.finish()
        return cls(words, labels, _number(before.strip(), place))


def _number(text: str, place: str) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise DataError(f"{place}: {text[:40]!r} found before the tree, a log-probability or nothing expected")
    return value


class _Reader:
    """Reads brackets with a stack of its own, so that a deep tree cannot exhaust Python's."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.open: list[tuple[str, list[str]]] = []  # label, labels of inner nodes that matter (NP)
        self.words: list[str] = []
        self.labels: Counter[str] = Counter()
        self.base: int = 0
        self.is_label = False
        self.done = False

    def take(self, token: str) -> None:
        if self.done and token != ")":
            raise DataError(f"{self.place}: {token!r} found behind the tree, one tree per line expected")
        if token == "(":
            if len(self.open) >= _DEEPEST:
                raise DataError(f"{self.place}: brackets are more than {_DEEPEST} deep")
            self.open.append(("", []))
            self.is_label = True
        elif token == ")":
            self._close()
        elif self.is_label:
            self.open[-1] = (_plain(token), [])
            self.is_label = False
        else:
            self.words.append(_ESCAPED.get(token, token))

    def _close(self) -> None:
        if not self.open:
            raise DataError(f"{self.place}: a bracket is closed that was not opened")
        label, inside = self.open.pop()
        self.is_label = False
        if label:
            self.labels[label] += 1
        self.base += label == "NP" and not inside
        if self.open:
            self.open[-1][1].extend(["NP"] if label == "NP" or inside else [])
        else:
            self.done = True

    def finish(self) -> tuple[tuple[str, ...], dict[str, int]]:
        if self.open:
            raise DataError(f"{self.place}: {len(self.open)} brackets are not closed")
        if "NPB" not in self.labels and self.base:
            self.labels["NPB"] = self.base
        return tuple(self.words), dict(self.labels)


def _plain(label: str) -> str:
    return label if label.startswith("-") else re.split("[-=]", label, maxsplit=1)[0]
