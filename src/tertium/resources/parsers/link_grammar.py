"""Constituency trees of English by link-grammar, whose program `link-parser` is run over the texts."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from tertium.errors import DataError
from tertium.resources.parsers.trees import Tree

PROGRAM = "link-parser"
_LONGEST = 30  # words; a longer text is parsed in pieces, because time grows with the third power of the length
_BATCH = 500  # texts for one run of the program
_SECONDS = 60  # for one piece; what takes longer has no tree
_REMEMBERED = 50_000  # trees
# The program answers a change of a setting with a line, by which the answers to two texts are told apart.
_NEXT, _BETWEEN = "!limit=100", "limit set to 100"
_COST = re.compile(r"UNUSED=\s*(\d+)\s+DIS=\s*(-?[\d.]+)")
_SPECIAL = re.compile(r"[\x00-\x1f\x7f()\[\]{}]")


@dataclass(slots=True, eq=False)
class LinkGrammar:
    """Runs the program, and remembers what it said.

    A linkage has no probability; its cost (words left out and dear connections) with the sign turned stands for one.
    """

    program: str
    _known: dict[str, Tree] = field(default_factory=dict)

    @classmethod
    def find(cls) -> Self:
        """Raises where the program is not installed."""
        program = shutil.which(PROGRAM)
        if not program:
            raise DataError(
                f"trees by link-grammar need the program {PROGRAM}, which is not on the path; install it (Debian and "
                "Ubuntu: apt install link-grammar), or give bracketed trees in a file"
            )
        return cls(program)

    def trees(self, texts: Sequence[str]) -> list[Tree]:
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for begin in range(0, len(new), _BATCH):
            batch = new[begin : begin + _BATCH]
            pieces = [_pieces(text) for text in batch]
            answers = iter(self._ask([piece for own_pieces in pieces for piece in own_pieces]))
            for text, own_pieces in zip(batch, pieces, strict=True):
                self._known[text] = _joined([_tree(next(answers)) for _ in own_pieces])
        return [self._known[text] for text in texts]

    def _ask(self, pieces: Sequence[str]) -> list[str]:
        """What the program says about each piece."""
        if not pieces:
            return []
        settings = ("constituents=3", "graphics=0", "verbosity=1", "limit=100", f"timeout={_SECONDS}", "panic=0")
        done = subprocess.run(
            [self.program, "en", *(f"-{setting}" for setting in settings)],
            input="".join(f"{piece}\n{_NEXT}\n" for piece in pieces).encode(),
            capture_output=True,
            check=False,
        )
        # The first line of the kind answers the setting on the command line.
        answers = done.stdout.decode("utf-8", "replace").split(_BETWEEN)[1:-1]
        if done.returncode or len(answers) != len(pieces):
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise DataError(
                f"{self.program}: gave {len(answers)} answers to {len(pieces)} texts, exit code {done.returncode} "
                f"({said[-1] if said else 'it printed nothing'}); is its English dictionary installed?"
            )
        return answers


def _pieces(text: str) -> list[str]:
    """A text in pieces of about the same length, without what the program would take for a command or a bracket."""
    words = _SPECIAL.sub(" ", text).lstrip("!% ").split()
    if not words:
        return []
    n_pieces = -(-len(words) // _LONGEST)
    size = -(-len(words) // n_pieces)
    cut = (" ".join(words[i : i + size]).lstrip("!% ") for i in range(0, len(words), size))
    return [piece for piece in cut if piece]


def _tree(answer: str) -> Tree:
    """The first linkage of an answer; without one a tree without labels."""
    cost, line = _COST.search(answer), next(_bracketed(answer), None)
    if cost is None or line is None:
        return Tree((), {})
    try:
        tree = Tree.read(line, PROGRAM)
    except DataError:  # a bracket of the text's own, in a way the program does not tell from its own
        return Tree((), {})
    return Tree(tree.words, tree.labels, -(float(cost[1]) + float(cost[2])))


def _bracketed(answer: str) -> Iterator[str]:
    return (line for line in answer.splitlines() if line.startswith("("))


def _joined(trees: Sequence[Tree]) -> Tree:
    labels: Counter[str] = Counter()
    for tree in trees:
        labels.update(tree.labels)
    words = tuple(word for tree in trees for word in tree.words)
    return Tree(words, dict(labels), sum(tree.log_probability or 0.0 for tree in trees))
