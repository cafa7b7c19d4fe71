"""HyTER's search beside composition and shortest path in pynini, on real lists and large networks, and how it grows."""

import csv
import gzip
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tools.flat_networks import slot_network

from bench.environment import of_children, output_of, tool
from bench.inputs import ROOT, Inputs
from bench.texts import accepted, files
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, size, within
from tertium.networks.flat import flatten, flatten_lists
from tertium.networks.paths import Paths
from tertium.networks.references import from_references
from tertium.networks.search import compile_network, network_statistics, rows_of
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.network import FlatNetwork

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
    return [*_lists(inputs), _beside_pynini(Task(9, number=number)), *_growth(number), *_real(inputs), *_memory()]


def _lists(inputs: Inputs) -> Iterator[Row]:
    """Accepted translations: of each list the first is the output."""
    lists = accepted(inputs.size(500, 40))
    outputs, others = [one[0] for one in lists], [one[1:] for one in lists]
    blocks = [line for one in others for line in (*one, "")]
    with files({"output.txt": outputs, "lists.txt": blocks}) as (hyp, networks):
        words = [tool("tertium"), "score", hyp, "--networks", networks, "-m", "hyter", "-j", "1", "--quiet"]
        command = Rival(lambda: output_of(words), clock=of_children)
        alternate(command, rounds=5)
    about = f"{len(lists)} lists of {min(map(len, others))} to {max(map(len, others))} translations from Tatoeba."
    note = f"The command with its start-up; the search without the making of networks; {about}"
    yield within("hyter on real lists, whole command", command.seconds, 0.2, duration, note)
    task = _ListTask.of(outputs, others)
    ours, theirs = _beside(partial(task.run, 1), Pynini(task, task.n_words).run, "HyTER on lists", len(lists), 3)
    yield faster("hyter on real lists, a search", "pynini", ours, theirs, None, note)


def _seconds(task: Task, window: int) -> float:
    """For one hypothesis."""
    ours = Rival(lambda: task.run(window), clock=time.process_time)
    alternate(ours, rounds=10)
    return ours.seconds / task.number


def _beside_pynini(task: Task) -> Row:
    ours, theirs = _beside(partial(task.run, 1), Pynini(task).run, "HyTER", task.number, 5)
    note = (
        "30 words against 10^9 paths. pynini's network with half of the edits is composed before; timed are the "
        "hypothesis with the others, composition and shortest path."
    )
    return faster("hyter on 10^9 paths, a search", "pynini", ours, theirs, 50, note)


def _beside(
    run: Callable[[], Any], peer: Callable[[], Any], what: str, number: int, rounds: int
) -> tuple[float, float]:
    """Seconds for one hypothesis; one pass takes less than a millisecond: too little to time."""
    ours, theirs = (Rival(partial(_several_times, one), clock=time.process_time) for one in (run, peer))
    alternate(ours, theirs, rounds=rounds)
    demand_same(f"{what} beside pynini", ours.value, theirs.value)
    return ours.seconds / (number * _PASSES), theirs.seconds / (number * _PASSES)


def _several_times(run: Callable[[], Any]) -> Any:
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


def _growth(number: int) -> Iterator[Row]:
    tasks = {f"10^{exponent}": Task(exponent, number=number) for exponent in (3, 6, 9, 20, 40)}
    bars = {1: None, 3: 1e-3, 5: 5e-3}
    for window, bar in bars.items():
        seconds = {paths: _seconds(task, window) for paths, task in tasks.items()}
        reached = None if bar is None else seconds["10^9"] < bar
        shown = "none" if bar is None else f"under {duration(bar)}"
        note = "A hypothesis of 30 words, by paths of the network; the bar is for 10^9."
        task = f"hyter, {'no moves' if window == 1 else f'window {window}'}"
        yield Row(task, "none", duration(max(seconds.values())), "", "", shown, reached, note, "s", seconds)


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
            run = partial(network_statistics, batch, np.array([i], np.int32), [network], window=window)
            ours = Rival(run, clock=time.process_time)
            alternate(ours, rounds=5)
            seconds.append(ours.seconds)
        note = (
            f"{len(found)} networks of 10^8 to 10^10 paths that `tertium network from-references` makes of ten "
            "references, the eleventh, of 24 to 36 words, as the hypothesis; the median."
        )
        rows.append(
            within(f"hyter on ten references, window {window}", float(np.median(seconds)), limit, duration, note)
        )
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
    note = f"Added by searches of 60 words in networks of 10^9 paths; the whole process has {size(all_of_it)}."
    return [within("hyter, window 5, memory", float(added), 100e6, size, note, "B")]


@dataclass(frozen=True)
class _ListTask:
    """Each list with words of its own, numbered from 0, as pynini's machines need few of them."""

    flats: list[FlatNetwork]
    hypotheses: list[list[int]]
    networks: list[Any]
    batch: Batch
    n_words: int

    @classmethod
    def of(cls, outputs: Sequence[str], lists: Sequence[Sequence[str]]) -> "_ListTask":
        flats = flatten_lists(lists)
        hypotheses = []
        for output, flat in zip(outputs, flats, strict=True):
            numbers = {word: number for number, word in enumerate(flat.words)}
            hypotheses.append([numbers.setdefault(word, len(numbers)) for word in output.split()])
        n_words = max(max(len(flat.words), *words) + 1 for flat, words in zip(flats, hypotheses, strict=True))
        names = PackedTexts.pack([f"{number:06}" for number in range(n_words)])
        return cls(
            flats, hypotheses, [compile_network(flat) for flat in flats], Batch(*rows_of(hypotheses), names), n_words
        )

    def run(self, window: int) -> Any:
        """The edits of each output."""
        numbers = np.arange(len(self.flats), dtype=np.int32)
        return network_statistics(self.batch, numbers, self.networks, window=window)[:, 0]
