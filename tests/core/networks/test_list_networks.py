"""Networks of lists against automata whose states are the sets of all that may follow."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core, _reference
from tertium.networks.search import rows_of
from tertium.text.arrays import PackedTexts

# Their bytes are not in the order of their numbers.
WORDS = ("d", "ä", "b", "", "aa", "a", "𝄞", "\uffff")
sentences = st.lists(st.integers(0, len(WORDS) - 1), max_size=6)
many_lists = st.lists(st.lists(sentences, min_size=1, max_size=8), max_size=4)


def made(lists: Any) -> list[tuple[list[str], list[tuple[bool, dict[int, int]]]]]:
    """The words and states of each list."""
    batch = _core.Batch(*rows_of([sentence for one in lists for sentence in one]))
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    networks = _core.list_networks(batch, ends, words=PackedTexts.pack(WORDS))
    bounds = [
        pairwise(part.tolist()) for part in (networks.word_offsets, networks.state_offsets, networks.label_offsets)
    ]
    found = []
    for number, (words, states, arcs) in enumerate(zip(*bounds, strict=True)):
        offsets = networks.arc_offsets[states[0] + number : states[1] + number + 1].tolist()
        labels, targets = (values[slice(*arcs)].tolist() for values in (networks.labels, networks.targets))
        own = [
            (bool(final), dict(zip(labels[first:last], targets[first:last], strict=True)))
            for final, (first, last) in zip(networks.final[slice(*states)].tolist(), pairwise(offsets), strict=True)
        ]
        found.append(([WORDS[row] for row in networks.words[slice(*words)].tolist()], own))
    return found


@given(many_lists)
def test_each_list_becomes_its_smallest_automaton(lists: Any) -> None:
    for (words, states), one in zip(made(lists), lists, strict=True):
        assert words == sorted({WORDS[word] for sentence in one for word in sentence})
        labelled = {tuple(words.index(WORDS[word]) for word in sentence) for sentence in one}
        assert states == _reference.smallest_automaton(labelled)


def test_what_does_not_fit_is_refused() -> None:
    batch = _core.Batch(*rows_of([[0], [len(WORDS)]]))
    words = PackedTexts.pack(WORDS)
    with pytest.raises(ValueError, match="a token of the sentences has no text"):
        _core.list_networks(batch, np.array([0, 2], np.int64), words=words)
    good = _core.Batch(*rows_of([[0], [1]]))
    with pytest.raises(ValueError, match="list 2 has no sentence"):
        _core.list_networks(good, np.array([0, 2, 2], np.int64), words=words)
    with pytest.raises(ValueError, match="lists: last offset is 1"):
        _core.list_networks(good, np.array([0, 1], np.int64), words=words)
