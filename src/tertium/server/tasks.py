"""What the worker process computes: pure functions from JSON values to JSON values."""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.flat import flatten
from tertium.networks.forms import typed
from tertium.networks.membership import contains
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.networks.search import closest
from tertium.networks.statistics import annotator_statistics
from tertium.networks.union import phrase_union, union
from tertium.server.domain.network import LIMITS, sound
from tertium.server.domain.sheet import document
from tertium.text.network import FlatNetwork

SAMPLED = 500
_RESAMPLES = 1000
_MOST_ENUMERATED = 20_000
_SECONDS_CELLS = 2e8


def run(kind: str, args: dict[str, Any]) -> dict[str, Any]:
    """One task by name."""
    return TASKS[kind](args)


def network_of(text: str) -> Network:
    return typed.parse(text.split("\n"), "network", LIMITS)[0].network


def distance(network: FlatNetwork, words: list[str]) -> float:
    """Edits for each word of the closest path."""
    return closest(words, network, limit=_SECONDS_CELLS).rate


def unite(args: dict[str, Any]) -> dict[str, Any]:
    """U or SPU of networks, its size, and how far held-out texts are."""
    networks = [network_of(text) for text in args["networks"]]
    joined = undecided = 0
    if args["kind"] == "spu":
        combined = phrase_union(networks, LIMITS)
        network, joined, undecided = combined.network, combined.joined, combined.undecided
    else:
        network = union(networks, LIMITS)
    paths = Paths.of(network, LIMITS)
    log10 = paths.log10_count
    flat = flatten(network)
    return {
        "log10": log10 if math.isfinite(log10) else None,
        "paths": str(paths.count) if log10 < LIMITS.digits else None,
        "joined": joined,
        "undecided": undecided,
        "held_out": [distance(flat, words) for words in args["held_out"]],
        "text": typed.write([Entry(None, network)]),
    }


def compare(args: dict[str, Any]) -> dict[str, Any]:
    """For each pair and direction: how much of one is in the other, and how far the rest is."""
    networks = {sheet: network_of(text) for sheet, text in args["networks"].items()}
    flats = {sheet: flatten(network) for sheet, network in networks.items()}
    rng = np.random.default_rng(args["seed"])
    pairs = []
    for one, network in networks.items():
        samples = _samples(Paths.of(network, LIMITS), rng)
        for other in networks:
            if other != one:
                pairs.append({"from": one, "to": other, **_pair(samples, flats[one], flats[other], rng)})
    ordered = list(networks.values())
    combined = phrase_union(ordered, LIMITS)
    held_out = args["held_out"]
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


def statistics(args: dict[str, Any]) -> dict[str, Any]:
    """What more annotators bring, as `tertium network stats` gives it."""
    annotators: list[list[Network]] = [[] for _ in range(args["annotators"])]
    sentences: list[list[list[str]]] = []
    for segment in args["segments"]:
        networks = list(_sound_networks(segment["docs"]))
        if len(networks) >= len(annotators):
            sentences.append(segment["held_out"])
            for column, network in zip(annotators, networks, strict=False):
                column.append(network)
    if not sentences:
        return {}
    if not any(sentences):
        sentences = []
    together = annotator_statistics(
        annotators,
        np.random.default_rng(args["seed"]),
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


def read_segments(args: dict[str, Any]) -> dict[str, Any]:
    """Segments of an uploaded file, by any reader of test sets."""
    from tertium.server.transfer.segments import segments_of_file

    return {"segments": segments_of_file(Path(args["path"]), args["format"], args["name"])}


def read_networks(args: dict[str, Any]) -> dict[str, Any]:
    """Networks of an uploaded file, in the form that people type; plain lists become cards."""
    from tertium.io import networks as reader
    from tertium.networks.factoring.factor import factor_entries
    from tertium.resources.store import function_words

    try:
        entries = reader.read_networks(args["path"], args["format"], limits=LIMITS)
    except DataError as error:
        raise DataError(str(error).replace(args["path"], args["name"])) from None
    if (args["format"] or reader.format_by_ending(args["path"])) == "plain":
        entries = factor_entries(entries, function_words(args["language"]), LIMITS)
    return {"networks": [[entry.id, typed.write([Entry(None, entry.network)])] for entry in entries]}


TASKS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "unite": unite,
    "compare": compare,
    "statistics": statistics,
    "read-segments": read_segments,
    "read-networks": read_networks,
}
