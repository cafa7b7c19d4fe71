"""A network of correct translations as flat arrays: what the search of the core reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.text.arrays import Ids, Offsets


@dataclass(frozen=True, slots=True, eq=False)
class FlatNetwork:
    """Cards, each an acyclic automaton over words and other cards. Card 0 is the root.

    The states of card c are `first_states[c]` to `first_states[c + 1]`, and the first of them is where it starts.
    The arcs of state s are `arc_offsets[s]` to `arc_offsets[s + 1]`; an arc leads to a higher state of the same card.
    A label at or above 0 is the number of a word in `words`; a label below 0 is the card `-1 - label`, whose number
    is higher than that of the card it stands in. So nothing can go in circles.
    """

    words: tuple[str, ...]
    cards: tuple[str, ...]
    first_states: Ids
    final: NDArray[np.uint8]
    """For each state, whether its card may end there."""
    arc_offsets: Offsets
    labels: Ids
    targets: Ids
    weights: NDArray[np.float64]
    """The cost of taking an arc; 0 for all where alternatives are not weighted."""

    def digest(self) -> bytes:
        """A hash of all that a search reads."""
        from hashlib import sha256  # late: few metrics read networks

        digest = sha256("\0".join(self.words).encode("utf-8", "surrogatepass"))
        for array in (self.first_states, self.final, self.arc_offsets, self.labels, self.targets, self.weights):
            digest.update(array.size.to_bytes(8, "little") + array.tobytes())
        return digest.digest()


@dataclass(frozen=True, slots=True, eq=False)
class NetworkColumn:
    """The networks of some segments, None where there is none, and their words as rows of a pool of texts.

    The words of segment i are the rows `words[offsets[i]:offsets[i + 1]]`.
    """

    networks: tuple[FlatNetwork | None, ...]
    words: Ids
    offsets: Offsets

    @classmethod
    def of(cls, networks: Sequence[FlatNetwork | None], words: Ids) -> Self:
        """From networks whose words, one network after the other, are these rows."""
        lengths = (len(network.words) if network else 0 for network in networks)
        return cls(tuple(networks), words, np.fromiter(accumulate(lengths, initial=0), np.int64, len(networks) + 1))

    def words_of(self, segment: int) -> Ids:
        """The rows of the words of one segment's network."""
        return self.words[self.offsets[segment] : self.offsets[segment + 1]]

    def take(self, segments: Sequence[int]) -> Self:
        """Some segments, counted from 0, in this order; one may stand there often."""
        rows = [self.words_of(segment) for segment in segments]
        return type(self).of([self.networks[segment] for segment in segments], np.concatenate(rows))
