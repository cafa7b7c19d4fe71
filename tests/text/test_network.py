"""Networks as flat arrays, and the networks of many segments."""

from dataclasses import replace

import numpy as np

from tertium.networks.flat import flatten
from tertium.networks.network import Card, Network
from tertium.text.network import FlatNetwork, NetworkColumn


def flat(*sentences: str) -> FlatNetwork:
    return flatten(Network("S", (Card.of("S", *sentences),)))


RAIN, CATS = flat("it rains", "it pours"), flat("the cat", "a cat", "cats")


def test_the_digest_tells_networks_apart_by_what_a_search_reads() -> None:
    assert RAIN.digest() == flat("it rains", "it pours").digest()
    assert len({RAIN.digest(), CATS.digest(), flat("it rains", "it pours", "it").digest()}) == 3
    assert replace(RAIN, weights=RAIN.weights + 1).digest() != RAIN.digest()
    assert replace(RAIN, cards=("other",) * len(RAIN.cards)).digest() == RAIN.digest()


def test_words_follow_their_segments() -> None:
    words = np.arange(len(RAIN.words) + len(CATS.words), dtype=np.int32) + 10
    column = NetworkColumn.of([RAIN, None, CATS], words)
    n = len(RAIN.words)
    assert column.words_of(0).tolist() == words[:n].tolist()
    assert column.words_of(1).tolist() == []
    assert column.words_of(2).tolist() == words[n:].tolist()
    taken = column.take([2, 1, 2])
    assert taken.networks == (CATS, None, CATS)
    assert taken.words.tolist() == [*words[n:], *words[n:]]
    assert taken.words_of(2).tolist() == words[n:].tolist()
