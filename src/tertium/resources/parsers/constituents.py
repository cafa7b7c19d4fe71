"""Where constituency trees come from: files that somebody made, or Debian's link-grammar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from tertium.errors import DataError
from tertium.resources.parsers.dependencies import read_lines
from tertium.resources.parsers.link_grammar import LinkGrammar
from tertium.resources.parsers.trees import Tree
from tertium.text.parses import text_key

LINK_GRAMMAR = "link-grammar"


class TreeSource(Protocol):
    """Gives the tree of each text."""

    def trees(self, texts: Sequence[str]) -> list[Tree]:
        """One tree for each text; a text that cannot be parsed has one without labels."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadTrees:
    """Trees of files, found by the characters of their words, because tokenisers differ."""

    by_text: Mapping[str, Tree]

    @classmethod
    def read(cls, *paths: Path) -> Self:
        """One tree per line. Empty lines are passed over; of equal sentences the first counts."""
        tree_of: dict[str, Tree] = {}
        for path in paths:
            for number, line in read_lines(path):
                if line.strip():
                    tree = Tree.read(line, f"{path}:{number}")
                    tree_of.setdefault(text_key(tree.words), tree)
        return cls(tree_of)

    def trees(self, texts: Sequence[str]) -> list[Tree]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Tree:
        key = text_key([text])
        if not key:
            return Tree((), {})
        if key not in self.by_text:
            raise DataError(f"there is no tree of {text[:80]!r}; give one for every hypothesis and reference")
        return self.by_text[key]


def find_trees(choice: str) -> TreeSource:
    """The source that a choice names: `link-grammar`, or files joined by +."""
    if choice == LINK_GRAMMAR:
        return LinkGrammar.find()
    return ReadTrees.read(*map(Path, choice.split("+")))
