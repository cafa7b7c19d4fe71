"""Networks in numbers."""

from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.networks.expansion import distinct_count
from tertium.networks.flat import flatten
from tertium.networks.network import Card, Network
from tertium.networks.paths import Paths
from tertium.networks.statistics import annotator_statistics, coverage, network_statistics
from tertium.networks.union import phrase_union
from tests.support.networks import PREMIER, sentences

FIRST = Network("S", (Card.of("S", "[X] y", span=(0, 2)), Card.of("X", "a", "b", span=(0, 1))))
SECOND = Network("S", (Card.of("S", "[X] z", span=(0, 2)), Card.of("X", "b", "c", span=(0, 1))))


def test_statistics_of_the_example_of_the_paper() -> None:
    found = network_statistics(PREMIER)
    assert (found.cards, found.alternatives, found.references, found.reused, found.depth) == (5, 13, 9, 3, 3)
    assert (found.shortest, found.longest, found.paths, found.sentences) == (4, 9, 60, 60)
    assert found.reuse == 9 / 4
    assert found.log10_paths == pytest.approx(np.log10(60))


def test_what_each_annotator_adds() -> None:
    third = Network("S", (Card.of("S", "[X] y", "u", "v", "w", "x", span=(0, 2)), Card.of("X", "b", span=(0, 1))))
    annotators = [[FIRST, FIRST], [SECOND, SECOND], [third, third]]
    given_sentences = [[["a", "y"], ["q"]], [["u"]]]

    def distance(network: Any, words: Any) -> Any:
        return 0.0 if tuple(words) in sentences(network) else 1.0

    found = annotator_statistics(annotators, np.random.default_rng(1), sentences=given_sentences, distance=distance)
    assert found.one == pytest.approx(np.log10(2))
    assert len(found.unions) == 2
    assert found.one < found.unions[0] <= found.unions[1] == pytest.approx(np.log10(9))
    everything = phrase_union([FIRST, SECOND, third]).network
    assert found.phrase_union == pytest.approx(Paths.of(everything).log10_count)
    assert distinct_count(flatten(everything)) == len(sentences(everything))
    assert len(found.distances) == 3
    assert found.distances[2] == coverage([everything] * 2, given_sentences, distance) == pytest.approx(1 / 3)


def test_annotators_of_different_segments_are_refused() -> None:
    with pytest.raises(DataError, match="networks for 1, 2 segments"):
        annotator_statistics([[FIRST], [FIRST, SECOND]], np.random.default_rng(1))
