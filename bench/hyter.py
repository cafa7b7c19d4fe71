"""HyTER's search: beside composition and shortest path in pynini, the figures of the paper, and how it grows."""

import csv
import gzip
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tools.flat_networks import slot_network

from bench.inputs import ROOT, Inputs
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within
from tertium.networks.flat import flatten
from tertium.networks.paths import Paths
from tertium.networks.references import from_references
from tertium.networks.search import compile_network, network_statistics, rows_of
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.network import FlatNetwork

# What a search without moves took in pynini 2.1.6 on 30 slots, seen once; quoted where pynini is not installed.
_PYNINI_QUOTED = 3.2e-3
# Seconds for a sentence in the paper, section 3: networks of one annotator (about 10^6 paths) and of all (10^11).
_PAPER = {(1, 6): 0.030, (1, 11): 0.285, (3, 6): 0.143, (3, 11): 1.5, (5, 6): 0.533, (5, 11): 8.0}
_N_WORDS = 400
_PASSES = 20


@dataclass(frozen=True)
class Task:
    """Slots of three alternatives of one or two words, and a translation with errors for each such network."""

    exponent: int  # of the paths: 10^exponent
    length: int = 30
    number: int = 40

    @cached_property
    def slots(self) -> list[list[list[list[int]]]]:
        random = Random(1000 * self.exponent + self.length)
        n_slots = max(1, round(self.exponent / np.log10(3)))
        return [
            [
                [[random.randrange(_N_WORDS) for _ in range(random.choice([1, 1, 1, 2]))] for _ in range(3)]
                for _ in range(n_slots)
            ]
            for _ in range(self.number)
        ]

    @cached_property
    def hypotheses(self) -> list[list[int]]:
        random = Random(self.exponent)
        found = []
        for slots in self.slots:
            words = [word for alternatives in slots for word in random.choice(alternatives)]
            words = [random.randrange(_N_WORDS) if random.random() < 0.2 else word for word in words]
            for _ in range(len(words) // 10):
                at = random.randrange(max(1, len(words) - 2))
                words[at : at + 2] = words[at : at + 2][::-1]
            words += [random.randrange(_N_WORDS) for _ in range(self.length - len(words))]
            found.append(words[: self.length])
        return found

    @cached_property
    def flats(self) -> list[Any]:
        return [slot_network(slots, _N_WORDS) for slots in self.slots]

    @cached_property
    def networks(self) -> list[Any]:
        return [compile_network(flat) for flat in self.flats]

    @cached_property
    def batch(self) -> Batch:
        return Batch(*rows_of(self.hypotheses), PackedTexts.pack(self.flats[0].words))

    @property
    def arcs(self) -> int:
        return round(sum(len(flat.labels) for flat in self.flats) / len(self.flats))

    def run(self, window: int) -> Any:
        numbers = np.arange(self.number, dtype=np.int32)
        return network_statistics(self.batch, numbers, self.networks, window=window)[:, 0]


def hyter(inputs: Inputs) -> list[Row]:
    """All rows on HyTER."""
    number = inputs.size(40, 5)
    return [
        *_beside_pynini(Task(9, number=number)),
        *_under_limits(Task(9, number=number)),
        *_beside_the_paper(number),
        *_growth(number),
        *_real(inputs),
        *_memory(),
    ]


def _seconds(task: Task, window: int) -> float:
    """For one hypothesis."""
    ours = Rival(lambda: task.run(window))
    alternate(ours, rounds=10)
    return ours.seconds / task.number


def _beside_pynini(task: Task) -> list[Row]:
    name = "HyTER, no moves, 10^9 paths"
    if find_spec("pynini") is None:
        seconds = _seconds(task, 1)
        note = "pynini is not installed here: its time is an earlier figure on networks of 30 slots."
        return [
            Row(
                name,
                "pynini",
                duration(seconds),
                f"{duration(_PYNINI_QUOTED)} quoted",
                f"({_PYNINI_QUOTED / seconds:.0f}×)",
                "50×",
                None,
                note,
            )
        ]
    peer = Pynini(task)
    ours, theirs = (Rival(partial(_several_times, run)) for run in (partial(task.run, 1), peer.run))
    alternate(ours, theirs, rounds=5)
    demand_same("HyTER beside pynini", ours.value, theirs.value)
    note = (
        "One hypothesis of 30 words. The network with half of the edits is composed before the clock starts; timed are "
        "the hypothesis with the other half, their composition and the shortest path, which also gives the words. "
        f"Ours gives words, edits and their counts. A round goes {_PASSES} times over {task.number} networks."
    )
    n = task.number * _PASSES
    return [faster(name, "pynini", ours.seconds / n, theirs.seconds / n, 50, note)]


def _several_times(run: Callable[[], Any]) -> Any:
    """One pass takes less than a millisecond: too little to time."""
    return [run() for _ in range(_PASSES)][-1]


class Pynini:
    """Edits in two halves, as OpenFst does them best: any word to a sign for an edit, and the sign to any word."""

    def __init__(self, task: Any, n_words: int = _N_WORDS) -> None:
        pynini: Any = import_module("pynini")

        self._pynini = pynini
        self._other, self._more = n_words + 1, n_words + 2
        words = range(1, n_words + 1)
        same = [(word, word, 0.0) for word in words]
        signs = [(word, self._other, 0.5) for word in words] + [(word, 0, 1.0) for word in words]
        self._left = self._one_state([*same, *signs, (0, self._more, 0.5)]).arcsort("ilabel")
        back = [(sign, word, 0.5) for sign in (self._other, self._more) for word in words]
        right = self._one_state([*same, *back]).arcsort("olabel")
        self._networks = [
            pynini.compose(right, self._acceptor(flat).arcsort("ilabel")).arcsort("ilabel") for flat in task.flats
        ]
        self._lines = [self._line(words) for words in task.hypotheses]

    def run(self) -> list[float]:
        pynini = self._pynini
        found = []
        for line, network in zip(self._lines, self._networks, strict=True):
            edited = pynini.compose(line, self._left).arcsort("olabel")
            best = pynini.shortestpath(pynini.compose(edited, network))
            found.append(sum(float(str(arc.weight)) for state in best.states() for arc in best.arcs(state)))
        return found

    def _one_state(self, arcs: Sequence[tuple[int, int, float]]) -> Any:
        fst = self._pynini.Fst()
        fst.add_state()
        fst.set_start(0)
        fst.set_final(0)
        for before, after, weight in arcs:
            fst.add_arc(0, self._pynini.Arc(before, after, weight, 0))
        return fst

    def _line(self, words: Sequence[int]) -> Any:
        fst = self._pynini.Fst()
        fst.add_states(len(words) + 1)
        fst.set_start(0)
        fst.set_final(len(words))
        for place, word in enumerate(words):
            fst.add_arc(place, self._pynini.Arc(word + 1, word + 1, 0, place + 1))
        return fst

    def _acceptor(self, flat: Any) -> Any:
        fst = self._pynini.Fst()
        fst.add_states(len(flat.final))
        fst.set_start(0)
        for state, final in enumerate(flat.final.tolist()):
            if final:
                fst.set_final(state)
            for arc in range(flat.arc_offsets[state], flat.arc_offsets[state + 1]):
                label = int(flat.labels[arc]) + 1
                fst.add_arc(state, self._pynini.Arc(label, label, 0, int(flat.targets[arc])))
        return fst


def _under_limits(task: Task) -> list[Row]:
    note = "One hypothesis of 30 words against a network of 10^9 paths."
    return [
        within(f"HyTER, window {window}, 10^9 paths", _seconds(task, window), limit, duration, note)
        for window, limit in ((3, 1e-3), (5, 5e-3))
    ]


def _beside_the_paper(number: int) -> list[Row]:
    note = "The paper's time for a sentence, on its machine and its networks of about as many paths; quoted."
    tasks = {exponent: Task(exponent, number=number) for exponent in (6, 11)}
    return [
        faster(
            f"HyTER, window {window}, 10^{exponent} paths",
            "HyTER (paper)",
            _seconds(tasks[exponent], window),
            quoted,
            50,
            note,
        )
        for (window, exponent), quoted in _PAPER.items()
    ]


def _growth(number: int) -> list[Row]:
    rows = []
    for exponent in (3, 6, 9, 20, 40):
        task = Task(exponent, number=number)
        rows.append(_grown(f"HyTER, 10^{exponent} paths, {task.arcs} arcs", task))
    for length in (10, 20, 40, 80):
        rows.append(_grown(f"HyTER, 10^9 paths, {length} words", Task(9, length=length, number=number)))
    return rows


def _grown(name: str, task: Task) -> Row:
    seconds = " / ".join(duration(_seconds(task, window)) for window in (1, 3, 5))
    note = "How the time of one hypothesis grows: without moves, with window 3, with window 5. 30 words if not said."
    return Row(name, "none", seconds, "", "", "none", None, note)


def _real(inputs: Inputs) -> list[Row]:
    """Networks made of ten references each, with the eleventh as the hypothesis."""
    file = ROOT.parent / "shared/data/multiref/multiref_wmt14_en-de_en-fr_11refs.tsv.gz"
    if not file.exists():
        return []
    found = list(islice(_recombined(file), inputs.size(8, 2)))
    words = sorted({word for flat, hypothesis in found for word in (*flat.words, *hypothesis)})
    numbers = {word: number for number, word in enumerate(words)}
    batch = Batch(
        *rows_of([[numbers[word] for word in hypothesis] for _, hypothesis in found]), PackedTexts.pack(words)
    )
    networks = [
        compile_network(flat, Batch(*rows_of([[numbers[word]] for word in flat.words]), batch.words))
        for flat, _ in found
    ]
    rows = []
    for window, limit in ((1, None), (3, 1e-3), (5, 5e-3)):
        seconds = []
        for i, network in enumerate(networks):
            ours = Rival(partial(network_statistics, batch, np.array([i], np.int32), [network], window=window))
            alternate(ours, rounds=5)
            seconds.append(ours.seconds)
        note = (
            f"{len(found)} networks of 10^8 to 10^10 paths that `tertium network from-references` makes of ten "
            "references, the eleventh, of 24 to 36 words, as the hypothesis; the median, and the slowest in brackets. "
            "Their cards are used in many places: written out, they would be hundreds of times as large."
        )
        middle = float(np.median(seconds))
        shown = f"{duration(middle)} ({duration(max(seconds))})"
        bar = "none" if limit is None else f"under {duration(limit)}"
        reached = None if limit is None else middle < limit
        rows.append(Row(f"HyTER, window {window}, real, 10^9 paths", "none", shown, "", "", bar, reached, note))
    return rows


def _recombined(file: Path) -> Iterator[tuple[FlatNetwork, list[str]]]:
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            texts = [text.split() for name, text in row.items() if name.startswith("reference") and text]
            if not 24 <= len(texts[0]) <= 36:
                continue
            network = from_references(texts[1:])
            if 1e8 <= Paths.of(network).count <= 1e10:
                yield flatten(network), texts[0]


# What a search adds to the memory of a process that has everything loaded. Linux forgets the peak on request.
_PEAK = """
import re, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from bench.hyter import Task
def status(name):
    return 1024 * int(re.search(rf"{name}:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
task = Task(9, length=60, number=5)
task.networks, task.batch
Path("/proc/self/clear_refs").write_text("5")
before = status("VmRSS")
task.run(5)
print(status("VmHWM") - before, status("VmHWM"))
"""


def _memory() -> list[Row]:
    if not Path("/proc/self/clear_refs").exists():
        return []
    words = [sys.executable, "-c", _PEAK, str(ROOT)]
    added, all_of_it = map(int, subprocess.run(words, check=True, capture_output=True, text=True).stdout.split())
    note = f"Added by searches of 60 words in networks of 10^9 paths; the whole process has {_mb(all_of_it)}."
    return [within("HyTER, memory, window 5", float(added), 100e6, _mb, note)]


def _mb(n_bytes: float) -> str:
    return f"{n_bytes / 1e6:.1f} MB"
