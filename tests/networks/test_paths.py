from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tertium.errors import DataError
from tertium.networks.expansion import distinct_count
from tertium.networks.limits import Limits
from tertium.networks.membership import contains
from tertium.networks.network import Card, Network
from tertium.networks.paths import Paths
from tests.support.networks import PREMIER, networks, sentences


def test_the_example_of_the_paper_has_60_paths() -> None:
    paths = Paths.of(PREMIER)
    assert paths.count == 60
    assert distinct_count(paths.flat) == 60
    assert len(set(map(tuple, paths.enumerate()))) == 60


@given(networks())
def test_listed_paths_are_the_sentences(network: Any) -> None:
    paths = Paths.of(network)
    listed = [tuple(path) for path in paths.enumerate()]
    assert set(listed) == set(sentences(network))
    assert sorted(listed) == sorted(tuple(paths.path(i)) for i in range(paths.count))
    assert len(listed) == paths.count
    assert paths.log10_count == pytest.approx(np.log10(paths.count))
    assert distinct_count(paths.flat) == len(set(listed))


@given(networks())
def test_shortest_and_longest_paths_are_sentences_of_that_length(network: Any) -> None:
    paths, said = Paths.of(network), sentences(network)
    for words, length, best in (
        (paths.shortest(), paths.shortest_length, min),
        (paths.longest(), paths.longest_length, max),
    ):
        assert tuple(words) in said
        assert len(words) == length == best(map(len, said))


def test_samples_are_uniform_over_paths_and_repeat_with_the_seed() -> None:
    network = Network("S", (Card.of("S", "a [X]", "b"), Card.of("X", "c", "d", "e")))
    paths = Paths.of(network)

    def draw(seed: Any) -> Any:
        rng = np.random.default_rng(seed)
        return [" ".join(paths.sample(rng)) for _ in range(2000)]

    counts = Counter(draw(7))
    assert set(counts) == {"a c", "a d", "a e", "b"}
    assert all(abs(count - 500) < 5 * np.sqrt(500 * 0.75) for count in counts.values())
    assert draw(7) == draw(7)
    assert draw(7) != draw(8)


@pytest.mark.parametrize("n", [1, 2, 3, 255, 256, 257, 10**30])
def test_numbers_below_are_below(n: int) -> None:
    from tertium.networks.paths import _below

    rng = np.random.default_rng(1)
    drawn = [_below(rng, n) for _ in range(200)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    assert n > 3 or set(drawn) == set(range(n))


def nested(n: int, *alternatives: str, last: tuple[str, ...] = ("x", "y")) -> Network:
    """Cards of which each contains the next; `+` in an alternative stands for it."""
    cards = [Card.of(f"C{i}", *(a.replace("+", f"[C{i + 1}]") for a in alternatives)) for i in range(n)]
    return Network("C0", (*cards, Card.of(f"C{n}", *last)))


def test_ten_thousand_nested_cards_are_no_problem() -> None:
    network = nested(10_000, "+ a", "+ b")
    paths = Paths.of(network)
    assert paths.count == 2**10_001
    assert paths.shortest_length == 10_001
    assert len(next(paths.enumerate())) == 10_001
    sample = paths.sample(np.random.default_rng(0))
    assert contains(paths.flat, sample)
    assert not contains(paths.flat, sample[:-1])


def test_more_paths_than_digits_are_refused_but_their_logarithm_is_there() -> None:
    paths = Paths.of(nested(40, "+ +"))
    assert paths.log10_count == pytest.approx(2**40 * np.log10(2))
    assert paths.shortest_length == 2**40
    for ask in (lambda: paths.count, paths.shortest, paths.longest, lambda: next(paths.enumerate())):
        with pytest.raises(DataError, match="the limit"):
            ask()
    assert distinct_count(paths.flat) is None
    assert not contains(paths.flat, ["x"])


def test_cards_without_words_that_nest_exponentially_are_refused() -> None:
    paths = Paths.of(nested(50, "+ +", last=("",)), Limits(words=1000))
    assert paths.count == 1
    with pytest.raises(DataError, match="the limit"):
        paths.shortest()
    with pytest.raises(DataError, match="the limit"):
        list(islice(paths.enumerate(), 2))
    assert contains(paths.flat, [])
