"""Files of constituency trees that somebody made, one tree a line."""

from pathlib import Path

from tertium.resources.parsers import read_lines
from tertium.text.parses import text_key
from tertium.text.trees import Tree


def read_trees(*paths: Path) -> dict[str, Tree]:
    """Trees by the characters of their words. Empty lines are passed over; of equal sentences the first counts."""
    trees: dict[str, Tree] = {}
    for path in paths:
        for number, line in read_lines(path):
            if line.strip():
                tree = Tree.read(line, f"{path}:{number}")
                trees.setdefault(text_key(tree.words), tree)
    return trees
