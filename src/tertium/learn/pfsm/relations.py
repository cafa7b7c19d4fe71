"""Relations of words that a parser finds, as the edit automaton reads them: one code for each word."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tertium.learn.pfsm.automaton import relation_codes
from tertium.resources.parsers import dependencies as parsers
from tertium.resources.parsers.dependencies import Parser
from tertium.text.arrays import Batch, Ids

Codes = NDArray[np.uint8]


@lru_cache(maxsize=4)
def parser_of(choice: str, language: str) -> Parser:
    """A parser by its choice; a pipeline takes a second to open, so it stays open."""
    return parsers.find(choice, language)


# The systems of a test set share their batch, and so the parses of its references.
@lru_cache(maxsize=4)
def relations_of(batch: Batch, choice: str, language: str) -> "Relations":
    """The relations of a batch, of which nothing is parsed yet."""
    return Relations(
        batch, parser_of(choice, language), np.zeros(len(batch.ids), np.uint8), np.zeros(len(batch), np.bool_)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Relations:
    """Parses texts of a batch when they are asked for, each once."""

    batch: Batch
    parser: Parser
    _codes: Codes
    _parsed: NDArray[np.bool_]

    def codes(self, rows: Ids) -> Codes:
        """One code for each id of the batch; those of texts outside `rows` may be missing (0)."""
        new = [int(row) for row in np.unique(rows) if not self._parsed[row]]
        offsets = self.batch.offsets
        for row, parse in zip(new, self.parser.parse([self.batch.tokens(row) for row in new]), strict=True):
            heads = [head + 1 for head in parse.heads]
            self._codes[offsets[row] : offsets[row + 1]] = relation_codes(heads, parse.labels)
            self._parsed[row] = True
        return self._codes
