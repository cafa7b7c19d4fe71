"""A network of correct translations as flat arrays: what the search of the core reads."""

from dataclasses import dataclass

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
