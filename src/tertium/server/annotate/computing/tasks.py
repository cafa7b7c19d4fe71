"""What processes compute for annotation: typed tasks, each with a pure function from it to a JSON value."""

import contextlib
import json
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from tertium.errors import DataError
from tertium.io import networks as reader
from tertium.networks.entry import Entry
from tertium.networks.factoring.factor import factor_entries
from tertium.networks.flat import flatten
from tertium.networks.forms import typed
from tertium.networks.membership import contains
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.networks.search import closest
from tertium.networks.statistics import annotator_statistics
from tertium.networks.union import Combined, phrase_union, union
from tertium.register import Register
from tertium.resources.store import function_words
from tertium.server.annotate.computing.live import LiveTask
from tertium.server.annotate.computing.segments import segments_of_file
from tertium.server.annotate.rules.network import LIMITS, sound
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.store.archive import reading
from tertium.server.jobs.processes import Limits
from tertium.text.network import FlatNetwork

SAMPLED = 500
_RESAMPLES = 1000
_MOST_ENUMERATED = 20_000
_SECONDS_CELLS = 2e8


class Unite(Struct, frozen=True, tag="unite"):
    """U or SPU of networks, its size, and how far held-out texts are."""

    kind: Literal["u", "spu"]
    networks: list[str]
    held_out: list[list[str]]

    def run(self) -> bytes:
        return _encoded(_unite(self))


class Compare(Struct, frozen=True, tag="compare"):
    """For each pair of networks and direction: how much of one is in the other, and how far the rest is."""

    networks: dict[str, str]
    """By sheet."""
    held_out: list[list[str]]
    seed: int

    def run(self) -> bytes:
        return _encoded(_compare(self))


class SegmentMaterial(Struct, frozen=True):
    """The documents that were handed in for a segment, as they are stored, and its held-out texts."""

    docs: list[str]
    held_out: list[list[str]]


class Statistics(Struct, frozen=True, tag="statistics"):
    """What more annotators bring, as `tertium network stats` gives it."""

    annotators: int
    segments: list[SegmentMaterial]
    seed: int

    def run(self) -> bytes:
        return _encoded(_statistics(self))


class ReadSegments(Struct, frozen=True, tag="read-segments"):
    """Segments of an uploaded file, by any reader of test sets."""

    path: str
    format: str | None
    name: str

    def run(self) -> bytes:
        return _encoded({"segments": segments_of_file(Path(self.path), self.format, self.name)})


class ReadNetworks(Struct, frozen=True, tag="read-networks"):
    """Networks of an uploaded file, in the form that people type; plain lists become cards."""

    path: str
    format: str | None
    name: str
    language: str

    def run(self) -> bytes:
        return _encoded(_read_networks(self))


class ReadProject(Struct, frozen=True, tag="read-project"):
    """A whole project from its zip, checked; its rows go to a file."""

    path: str
    name: str
    target: str
    renamed: dict[str, str]
    """Other ids for people."""

    def run(self) -> bytes:
        content = reading.read(Path(self.path), self.name, Path(self.target), self.renamed)
        return msgspec.json.encode(content)


Task = Unite | Compare | Statistics | ReadSegments | ReadNetworks | ReadProject | LiveTask
"""All that a process can be asked for."""

JOB = Limits(
    wall_seconds=600.0,
    cpu_seconds=120,
    memory_bytes=3 << 30,
    memory_variable="TERTIUM_WORKER_MEMORY",
    answer_bytes=1 << 30,
    advice="use smaller networks or files",
)
IMPORT = Limits(
    wall_seconds=600.0,
    cpu_seconds=300,
    memory_bytes=1 << 30,
    memory_variable="TERTIUM_IMPORT_MEMORY",
    answer_bytes=1 << 24,
    advice="import a smaller project",
)
"""For whole projects: strangers may have made them."""
LIVE = Limits(
    wall_seconds=20.0,
    memory_bytes=2 << 30,
    memory_variable="TERTIUM_PROCESS_MEMORY",
    answer_bytes=1 << 26,
    advice="make the sheet smaller",
)


def _encoded(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()


def network_of(text: str) -> Network:
    return typed.parse(text.split("\n"), "network", LIMITS)[0].network


def distance(network: FlatNetwork, words: list[str]) -> float:
    """Edits for each word of the closest path."""
    return closest(words, network, limit=_SECONDS_CELLS).rate


_UNIONS: Register[Callable[[list[Network]], Combined]] = Register("union of networks")


@_UNIONS.named("u")
def _by_sentence(networks: list[Network]) -> Combined:
    return Combined(union(networks, LIMITS), 0, 0)


@_UNIONS.named("spu")
def _by_phrase(networks: list[Network]) -> Combined:
    return phrase_union(networks, LIMITS)


def _unite(task: Unite) -> dict[str, Any]:
    networks = [network_of(text) for text in task.networks]
    united = _UNIONS.get(task.kind)(networks)
    network = united.network
    paths = Paths.of(network, LIMITS)
    log10 = paths.log10_count
    flat = flatten(network)
    return {
        "log10": log10 if math.isfinite(log10) else None,
        "paths": str(paths.count) if log10 < LIMITS.digits else None,
        "joined": united.joined,
        "undecided": united.undecided,
        "apart": _apart(networks) if task.kind == "spu" and not united.joined else None,
        "held_out": [distance(flat, words) for words in task.held_out],
        "text": typed.write([Entry(None, network)]),
    }


def _apart(networks: list[Network]) -> str:
    """Why SPU has joined no cards."""
    spans = [{span for name in network.order() if (span := network[name].span)} for network in networks]
    if len({network.id for network in networks}) == 1:
        return "equal"
    if sum(map(bool, spans)) < 2:
        return "no-spans"
    common = any(one & other for one, other in combinations(spans, 2))
    return "no-common-sentence" if common else "no-common-span"


def _compare(task: Compare) -> dict[str, Any]:
    networks = {sheet: network_of(text) for sheet, text in task.networks.items()}
    flats = {sheet: flatten(network) for sheet, network in networks.items()}
    rng = np.random.default_rng(task.seed)
    pairs = []
    for one, network in networks.items():
        samples = _samples(Paths.of(network, LIMITS), rng)
        for other in networks:
            if other != one:
                pairs.append({"from": one, "to": other, **_pair(samples, flats[one], flats[other], rng)})
    ordered = list(networks.values())
    combined = phrase_union(ordered, LIMITS)
    held_out = task.held_out
    marginal = [
        [distance(flatten(union(ordered[:n], LIMITS)), words) for words in held_out] for n in range(1, len(ordered) + 1)
    ]
    return {
        "pairs": pairs,
        "u": {"log10": _log10(union(ordered, LIMITS))},
        "spu": {"log10": _log10(combined.network), "joined": combined.joined, "undecided": combined.undecided},
        "marginal": [float(np.mean(row)) if row else None for row in marginal],
    }


def _log10(network: Network) -> float | None:
    value = Paths.of(network, LIMITS).log10_count
    return value if math.isfinite(value) else None


def _samples(paths: Paths, rng: np.random.Generator) -> list[list[str]]:
    if paths.log10_count >= LIMITS.digits:
        return []
    if paths.count <= SAMPLED:
        return [paths.path(number) for number in range(paths.count)]
    return [paths.sample(rng) for _ in range(SAMPLED)]


def _pair(samples: list[list[str]], one: FlatNetwork, other: FlatNetwork, rng: np.random.Generator) -> dict[str, Any]:
    if not samples:
        return {"contained": None, "distance": None, "interval": None, "common_paths": None, "sampled": 0}
    distances = np.array([distance(other, words) for words in samples])
    draws = rng.integers(0, len(distances), (_RESAMPLES, len(distances)))
    low, high = np.quantile(distances[draws].mean(axis=1), [0.025, 0.975])
    paths = Paths(one, LIMITS)
    common = None
    if paths.log10_count < math.log10(_MOST_ENUMERATED):
        sentences = {tuple(words) for words in paths.enumerate()}
        common = str(sum(contains(other, list(words)) for words in sentences))
    inside = [contains(other, words) for words in samples]
    return {
        "contained": float(np.mean(inside)),
        "distance": float(distances.mean()),
        "interval": [float(low), float(high)],
        "common_paths": common,
        "sampled": len(samples),
    }


def _statistics(task: Statistics) -> dict[str, Any]:
    annotators: list[list[Network]] = [[] for _ in range(task.annotators)]
    sentences: list[list[list[str]]] = []
    for segment in task.segments:
        networks = list(_sound_networks(segment.docs))
        if len(networks) >= len(annotators):
            sentences.append(segment.held_out)
            for column, network in zip(annotators, networks, strict=False):
                column.append(network)
    if not sentences:
        return {}
    if not any(sentences):
        sentences = []
    together = annotator_statistics(
        annotators,
        np.random.default_rng(task.seed),
        sentences=sentences or None,
        distance=(lambda network, words: distance(flatten(network), list(words))) if sentences else None,
        limits=LIMITS,
    )
    return {
        "one": together.one,
        "unions": list(together.unions),
        "phrase_union": together.phrase_union,
        "distances": list(together.distances) if together.distances is not None else None,
    }


def _sound_networks(docs: Sequence[str]) -> Iterator[Network]:
    for doc in docs:
        with contextlib.suppress(DataError):  # handed in without a sentence
            yield sound(document.decode(doc))


def _read_networks(task: ReadNetworks) -> dict[str, Any]:
    try:
        entries = reader.read_networks(task.path, task.format, limits=LIMITS)
    except DataError as error:
        raise DataError(str(error).replace(task.path, task.name)) from None
    if (task.format or reader.format_by_ending(task.path)) == "plain":
        entries = factor_entries(entries, function_words(task.language), LIMITS)
    return {"networks": [[entry.id, typed.write([Entry(None, entry.network)])] for entry in entries]}
