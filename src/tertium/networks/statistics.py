"""What the paper tells about networks: paths, cards, reuse, and what each further annotator adds."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

import numpy as np

from tertium.errors import DataError
from tertium.networks.expansion import distinct_count
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.networks.union import phrase_union, union

Distance = Callable[[Network, Sequence[str]], float]
"""The length-normalised distance of a sentence from a network: what the search of the core gives."""


@dataclass(frozen=True, slots=True)
class NetworkStatistics:
    """One network in numbers."""

    cards: int
    alternatives: int
    references: int
    """How often a card stands in another."""
    reused: int
    """Cards that stand in more than one place."""
    depth: int
    """How deep cards are nested; 1 if the root has none."""
    shortest: int
    longest: int
    log10_paths: float
    paths: int | None
    """None where the number has more digits than the limit."""
    sentences: int | None
    """Different sentences; None where they cannot be counted within the limit."""

    @property
    def reuse(self) -> float:
        """How often a card other than the root is used, on average."""
        return self.references / (self.cards - 1) if self.cards > 1 else 0.0


def network_statistics(network: Network, limits: Limits = DEFAULT) -> NetworkStatistics:
    """Describe one network; cards that the root does not lead to are left out."""
    names = network.order()
    uses = dict.fromkeys(names, 0)
    depths = dict.fromkeys(names, 1)
    for name in reversed(names):
        for inner in network[name].references():
            uses[inner] += 1
            depths[name] = max(depths[name], depths[inner] + 1)
    paths = Paths.of(network, limits)
    countable = paths.log10_count < limits.digits
    return NetworkStatistics(
        cards=len(names),
        alternatives=sum(len(network[name].alternatives) for name in names),
        references=sum(uses.values()),
        reused=sum(count > 1 for count in uses.values()),
        depth=depths[network.root],
        shortest=paths.shortest_length,
        longest=paths.longest_length,
        log10_paths=paths.log10_count,
        paths=paths.count if countable else None,
        sentences=distinct_count(paths.flat, limits) if countable else None,
    )


@dataclass(frozen=True, slots=True)
class AnnotatorStatistics:
    """Networks of several annotators for the same segments. Medians are over segments, as logarithms to base 10."""

    one: float
    """Median of the paths of one annotator's network."""
    unions: tuple[float, ...]
    """Median of the paths of the union of 2, 3, ... annotators, chosen at random for each segment."""
    phrase_union: float
    """Median of the paths of the source-phrase-level union of all."""
    distances: tuple[float, ...] | None
    """Mean distance of the independent sentences from 1, 2, 3, ... annotators' union, where sentences are given."""


def annotator_statistics(
    annotators: Sequence[Sequence[Network]],
    rng: np.random.Generator,
    *,
    sentences: Sequence[Sequence[Sequence[str]]] | None = None,
    distance: Distance | None = None,
    limits: Limits = DEFAULT,
) -> AnnotatorStatistics:
    """What more annotators bring.

    Args:
        annotators: For each annotator the network of each segment.
        rng: Chooses which annotators are taken where not all are.
        sentences: For each segment translations that were made independently, as words.
        distance: How far a sentence is from a network; needed with sentences.
        limits: Sizes that are refused beyond.
    """
    if not annotators or not annotators[0] or len({len(networks) for networks in annotators}) != 1:
        sizes = ", ".join(str(len(networks)) for networks in annotators)
        raise DataError(
            f"annotators have networks for {sizes or 'no'} segments; expected the same number, at least one"
        )
    if (sentences is None) != (distance is None):
        raise ValueError("sentences and distance go together")
    segments = list(zip(*annotators, strict=True))
    orders = [rng.permutation(len(annotators)) for _ in segments]
    unions = [
        [union([networks[i] for i in order[:n]], limits) for networks, order in zip(segments, orders, strict=True)]
        for n in range(1, len(annotators) + 1)
    ]
    sizes_of = [[Paths.of(network, limits).log10_count for network in row] for row in unions]
    single = [Paths.of(network, limits).log10_count for networks in annotators for network in networks]
    together = [Paths.of(phrase_union(networks, limits).network, limits).log10_count for networks in segments]
    return AnnotatorStatistics(
        one=median(single),
        unions=tuple(median(row) for row in sizes_of[1:]),
        phrase_union=median(together),
        distances=None
        if sentences is None or distance is None
        else tuple(coverage(row, sentences, distance) for row in unions),
    )


def coverage(networks: Sequence[Network], sentences: Sequence[Sequence[Sequence[str]]], distance: Distance) -> float:
    """The mean distance of each segment's sentences from its network; 0 if all are contained."""
    matches = [
        distance(network, sentence) for network, texts in zip(networks, sentences, strict=True) for sentence in texts
    ]
    return fmean(matches) if matches else math.nan
