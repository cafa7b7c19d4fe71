"""Distances to networks that other programs found."""

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tools.flat_networks import slot_network

from tertium.networks.search import closest, compile_network, network_statistics, rows_of
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.network import FlatNetwork
from tests.support.random_networks import random_network


@pytest.mark.shared
def test_distances_are_those_of_five_variants_of_openfst(shared: Path) -> None:
    with gzip.open(shared / "golden" / "slot_networks.json.gz") as file:
        cases = json.load(file)
    flats = [slot_network(case["slots"], 400) for case in cases]
    batch = Batch(*rows_of([case["hypothesis"] for case in cases]), PackedTexts.pack(flats[0].words))
    networks = [compile_network(flat) for flat in flats]
    table = network_statistics(batch, np.arange(len(cases), dtype=np.int32), networks)
    assert len(cases) == 200
    assert table[:, 0].tolist() == [case["distance"] for case in cases]


def test_distances_are_those_of_composition_and_shortest_path_in_pynini() -> None:
    pynini = pytest.importorskip("pynini", reason="pynini is not installed; it is an oracle for this test only")

    def acceptor(flat: FlatNetwork) -> Any:
        """The cards as one automaton, by replacing each by what it stands for, the innermost first."""
        cards: dict[int, Any] = {}
        for card in range(len(flat.cards) - 1, -1, -1):
            first, end = int(flat.first_states[card]), int(flat.first_states[card + 1])
            whole = pynini.Fst()
            whole.add_states(end - first)
            whole.set_start(0)
            for state in range(first, end):
                if flat.final[state]:
                    whole.set_final(state - first)
                for arc in range(int(flat.arc_offsets[state]), int(flat.arc_offsets[state + 1])):
                    label, target = int(flat.labels[arc]), int(flat.targets[arc]) - first
                    if label >= 0:
                        whole.add_arc(state - first, pynini.Arc(label + 1, label + 1, 0, target))
                    else:
                        _insert(pynini, whole, cards[-1 - label], state - first, target)
            cards[card] = whole
        return cards[0]

    random = Random(17)
    for number in range(25):
        if number % 2:
            slots = [[[random.randrange(60) for _ in range(random.randint(1, 3))] for _ in range(4)] for _ in range(25)]
            flat = slot_network(slots, 60)
            hypothesis = [word for alternatives in slots for word in random.choice(alternatives)][2::]
            hypothesis = [random.randrange(60) if random.random() < 0.2 else word for word in hypothesis]
        else:
            flat = random_network(random, n_cards=6, n_states=12, n_words=12)
            hypothesis = [random.randrange(12) for _ in range(random.randint(1, 15))]
        n_words = len(flat.words)
        edits = _edit_transducer(pynini, n_words)
        line = pynini.Fst()
        line.add_states(len(hypothesis) + 1)
        line.set_start(0)
        line.set_final(len(hypothesis))
        for place, word in enumerate(hypothesis):
            line.add_arc(place, pynini.Arc(word + 1, word + 1, 0, place + 1))
        network = acceptor(flat)
        lattice = pynini.compose(pynini.compose(line, edits).arcsort("olabel"), network.arcsort("ilabel"))
        wanted = float(str(pynini.shortestdistance(lattice, reverse=True)[0]))
        assert closest([flat.words[word] for word in hypothesis], flat).cost == wanted


def _insert(pynini: Any, whole: Any, part: Any, source: int, target: int) -> None:
    """Put a copy of an automaton between two states."""
    offset = whole.num_states()
    whole.add_states(part.num_states())
    whole.add_arc(source, pynini.Arc(0, 0, 0, offset + part.start()))
    for state in part.states():
        for arc in part.arcs(state):
            whole.add_arc(offset + state, pynini.Arc(arc.ilabel, arc.olabel, 0, offset + arc.nextstate))
        if part.final(state) != pynini.Weight.zero("tropical"):
            whole.add_arc(offset + state, pynini.Arc(0, 0, 0, target))


def _edit_transducer(pynini: Any, n_words: int) -> Any:
    """One state: keep for nothing, any other edit for 1."""
    edits = pynini.Fst()
    edits.add_state()
    edits.set_start(0)
    edits.set_final(0)
    for a in range(1, n_words + 1):
        edits.add_arc(0, pynini.Arc(a, 0, 1, 0))
        edits.add_arc(0, pynini.Arc(0, a, 1, 0))
        for b in range(1, n_words + 1):
            edits.add_arc(0, pynini.Arc(a, b, 0 if a == b else 1, 0))
    return edits
