"""The search in networks against all strings and all orders, by both engines."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.flat_networks import flat_network, slot_network

from tertium import _core, _reference
from tertium.errors import DataError, OptionError
from tertium.networks.search import ClosestPath, closest, closest_tokens, compile_network, network_statistics, rows_of
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.network import FlatNetwork
from tests.support.random_networks import doubling_network, plain, random_network

COSTS = ("word", "block", "free")
ENGINES = ("dp", "astar", "either")
MOST_STRINGS = 60


def few_strings(random: Random, *, doubling: bool = False) -> tuple[FlatNetwork, list[Any]]:
    """A random network whose strings can all be looked at, and the strings."""
    while True:
        weighted = random.random() < 0.3
        if doubling:
            flat = doubling_network(random, random.randint(2, 5), weighted=weighted)
        else:
            flat = random_network(random, n_cards=random.randint(1, 5), weighted=weighted)
        strings = _reference.network_strings(plain(flat))
        if len(strings) <= MOST_STRINGS:
            return flat, strings


def hypothesis_for(random: Random, n_words: int = 5, longest: int = 6) -> list[int]:
    return [random.randrange(n_words) for _ in range(random.randint(0, longest))]


def search(flat: FlatNetwork, ids: list[int], *, small: int = 64, **options: Any) -> ClosestPath:
    words = PackedTexts.pack([*flat.words, "zzz"])
    return closest_tokens(np.array(ids, np.int32), compile_network(flat, small=small), words, **options)


def demand_whole_script(path: ClosestPath, hypothesis: list[int], weight: float, window: int, cost: str) -> None:
    """The edits take every word once, in a legal order, give the path, and cost what is said."""
    taken = [edit.word for edit in path.edits if edit.word is not None]
    assert sorted(taken) == list(range(len(hypothesis)))
    assert [edit.place for edit in path.edits if edit.place is not None] == list(range(len(path.tokens)))
    left = list(range(len(hypothesis)))
    for word in taken:
        assert word < left[0] + window
        left.remove(word)
    for edit in path.edits:
        if edit.word is not None and edit.place is not None:
            same = hypothesis[edit.word] == path.tokens[edit.place]
            assert edit.kind == ("keep" if same else "substitute")
        else:
            assert edit.kind == ("missing" if edit.word is None else "extra")
    edits = sum(edit.kind != "keep" for edit in path.edits)
    assert path.cost == pytest.approx(weight + edits + (0 if cost == "free" else path.moves))


def demand_real_cards(path: ClosestPath, flat: FlatNetwork) -> None:
    """Inside each card stand words and cards that one of its arcs has."""
    inside = [
        set(flat.labels[flat.arc_offsets[a] : flat.arc_offsets[b]].tolist())
        for a, b in zip(flat.first_states[:-1], flat.first_states[1:], strict=True)
    ]
    stack: list[tuple[int, int]] = []
    spans = dict.fromkeys(range(len(path.tokens)), 0)
    for used in path.cards:
        while len(stack) > used.depth:
            stack.pop()
        assert len(stack) == used.depth
        if stack:
            assert -1 - used.card in inside[stack[-1][0]]
            assert used.stop <= stack[-1][1]
        stack.append((used.card, used.stop))
        spans |= dict.fromkeys(range(used.start, used.stop), used.card)
    for place, card in spans.items():
        assert path.tokens[place] in inside[card]


@settings(max_examples=300)
@given(seed=st.integers(0, 2**32), doubling=st.booleans(), small=st.sampled_from([0, 3, 64]))
def test_the_closest_path_is_that_of_all_strings_and_all_orders(seed: int, doubling: bool, small: int) -> None:
    random = Random(seed)
    flat, strings = few_strings(random, doubling=doubling)
    weights = {tuple(words): weight for words, weight in strings}
    hypothesis = hypothesis_for(random, longest=5 if doubling else 6)
    for window in random.sample(range(1, 7), 3):
        for cost in COSTS:
            wanted = _reference.closest_path(hypothesis, plain(flat), window=window, move_cost=cost)
            for engine in ENGINES:
                path = search(flat, hypothesis, small=small, window=window, move_cost=cost, engine=engine)
                assert path.cost == pytest.approx(wanted.cost)
                assert (list(path.tokens), path.moves) == (wanted.words, wanted.moves)
                demand_whole_script(path, hypothesis, weights[path.tokens], window, cost)
                demand_real_cards(path, flat)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), window=st.integers(1, 4), cost=st.sampled_from(COSTS))
def test_both_engines_agree_on_networks_of_many_paths(seed: int, window: int, cost: str) -> None:
    random = Random(seed)
    slots = [[[random.randrange(30) for _ in range(random.randint(1, 3))] for _ in range(3)] for _ in range(8)]
    flat = slot_network(slots, 30)
    best = [word for alternatives in slots for word in random.choice(alternatives)]
    hypothesis = [word for word in best if random.random() > 0.1] + hypothesis_for(random, 30, 2)
    ours, other = (search(flat, hypothesis, window=window, move_cost=cost, engine=engine) for engine in ENGINES[:2])
    assert (ours.cost, ours.tokens, ours.edits) == (other.cost, other.tokens, other.edits)


def test_long_and_short_keys_give_the_same_path() -> None:
    # The width of the numbers depends on the lengths; words that match nothing make a text long without changing it.
    random = Random(5)
    slots = [[[random.randrange(40) for _ in range(random.randint(1, 3))] for _ in range(3)] for _ in range(12)]
    hypothesis = [word for alternatives in slots for word in alternatives[0]][3:]
    short = search(slot_network(slots, 41), hypothesis, window=2)
    for extra in (100, 3_000):
        flat = slot_network([*slots, *([[[40]]] * extra)], 41)
        long = search(flat, hypothesis + [40] * extra, window=2)
        assert (long.cost, long.tokens[: len(short.tokens)]) == (short.cost, short.tokens)


def test_long_texts_are_searched_near_the_diagonal() -> None:
    words = list(range(20_000))
    flat = slot_network([[[word]] for word in words], 20_000)
    hypothesis = [*words[:5_000], 3, *words[5_002:]]
    path = search(flat, hypothesis)
    assert (path.cost, path.count("substitute"), path.count("missing")) == (2, 1, 1)


def test_of_equal_costs_the_longest_path_counts_then_the_first_by_its_words() -> None:
    flat = flat_network([[[(0, 1, 0.0), (1, 2, 0.0), (3, 2, 0.0), (2, 2, 0.0)], [(4, 2, 0.0)], []]], [[0, 0, 1]], 5)
    for engine in ENGINES:
        assert search(flat, [4], engine=engine).tokens == (0, 4)
        assert search(flat, [5], engine=engine).tokens == (1,)


def test_order_of_words_is_that_of_their_texts() -> None:
    flat = flat_network([[[(0, 1, 0.0), (1, 1, 0.0)], []]], [[False, True]], 2, words=["b", "a"])
    for engine in ENGINES:
        assert closest(["c"], flat, engine=engine).tokens == (1,)


def test_an_empty_hypothesis_costs_the_shortest_path() -> None:
    flat = flat_network([[[(0, 1, 0.0), (1, 2, 0.0)], [(2, 2, 0.0)], []]], [[False, False, True]], 3)
    for window in (1, 3, 6):
        path = search(flat, [], window=window)
        assert (path.cost, path.tokens) == (1, (1,))


def test_rows_count_what_the_paths_show_for_any_number_of_threads() -> None:
    random = Random(11)
    flats = [random_network(random) for _ in range(60)]
    hypotheses = [hypothesis_for(random) for _ in flats]
    batch = Batch(*rows_of(hypotheses), PackedTexts.pack([f"w{i:06d}" for i in range(6)]))
    networks = [compile_network(flat) for flat in flats]
    numbers = np.arange(len(flats), dtype=np.int32)
    table = network_statistics(batch, numbers, networks, window=3, threads=1)
    for row, flat, hypothesis in zip(table.tolist(), flats, hypotheses, strict=True):
        path = search(flat, hypothesis, window=3)
        counts = [path.count(kind) for kind in ("extra", "missing", "substitute")]
        assert row == [path.cost, len(path.tokens), *counts, path.moves]
    assert network_statistics(batch, numbers, networks, window=3, threads=3).tobytes() == table.tobytes()


def test_plain_references_are_further_paths() -> None:
    flat = flat_network([[[(0, 1, 0.0)], [(-2, 2, 0.0)], []], [[(1, 1, 0.0), (2, 1, 0.0)], []]], [[0, 0, 1], [0, 1]], 3)
    words = PackedTexts.pack(["a", "b", "c", "d", "e"])
    one_each = Batch(*rows_of([[0], [1], [2]]), words)
    paths = Batch(*rows_of([[3, 4, 3], [4]]), words)
    network = compile_network(flat, one_each, paths)
    found = {tuple(row): closest_tokens(np.array(row, np.int32), network, words) for row in ([0, 2], [3, 4], [4])}
    assert {row: (path.cost, path.tokens) for row, path in found.items()} == {
        (0, 2): (0, (0, 2)),
        (3, 4): (1, (3, 4, 3)),
        (4,): (0, (4,)),
    }
    alone = compile_network(None, None, Batch(*rows_of([[], [3, 4]]), words))
    assert closest_tokens(np.array([3], np.int32), alone, words).tokens == (3, 4)
    assert closest_tokens(np.array([], np.int32), alone, words).cost == 0


def test_a_word_may_stand_for_no_token_or_several() -> None:
    flat = flat_network([[[(0, 1, 0.5), (1, 1, 0.0)], [(2, 2, 0.0)], []]], [[False, False, True]], 3)
    words = PackedTexts.pack(["a", "b", "c"])
    network = compile_network(flat, Batch(*rows_of([[], [0, 1, 2], [2]]), words))
    for engine in ENGINES:
        path = closest_tokens(np.array([2], np.int32), network, words, engine=engine)
        assert (path.cost, path.tokens) == (0.5, (2,))
        path = closest_tokens(np.array([0, 2, 2], np.int32), network, words, engine=engine)
        assert (path.cost, path.tokens) == (1, (0, 1, 2, 2))


def nested_network(depth: int) -> FlatNetwork:
    """Each card is `a [next card] b`."""
    cards = [[[(0, 1, 0.0)], [(-2 - card, 2, 0.0)], [(1, 3, 0.0)], []] for card in range(depth - 1)]
    return flat_network([*cards, [[(2, 1, 0.0)], []]], [*([[0, 0, 0, 1]] * (depth - 1)), [0, 1]], 3)


def test_cards_may_be_nested_deeply_and_have_many_alternatives() -> None:
    path = search(nested_network(10_000), [0] * 5 + [2] + [1] * 5)
    assert (path.cost, len(path.tokens), path.cards[-1].depth) == (2 * 9_994, 19_999, 9_999)
    many = flat_network([[[(word, 1, 0.0) for word in range(100_000)], []]], [[False, True]], 100_000)
    assert search(many, [99_999, 5]).tokens == (5,)


def test_cards_that_double_at_every_level_do_not_cost_more_than_their_size() -> None:
    random = Random(3)
    flat = doubling_network(random, 150, n_words=40)  # about 2^150 paths
    hypothesis = hypothesis_for(random, 40, 25)
    assert search(flat, hypothesis).cost >= 10
    with pytest.raises(DataError, match=r"too large for a hypothesis of \d+ words with a window of 6.*at most 1e\+06"):
        search(flat, hypothesis, window=6, limit=1e6)
    with pytest.raises(DataError, match="nodes without coming to an end; use the engine dp"):
        search(flat, hypothesis, engine="astar", limit=1e6)


def test_paths_too_long_to_write_are_refused() -> None:
    cards = [[[(-2 - card, 1, 0.0)], [(-2 - card, 2, 0.0)], []] for card in range(40)]
    flat = flat_network([*cards, [[(0, 1, 0.0)], []]], [*([[0, 0, 1]] * 40), [0, 1]], 1)
    with pytest.raises(DataError, match="the shortest path of a network has more than 4 million words"):
        search(flat, [0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"targets": [0, 2, 2]}, "an arc must lead to a higher state of the same card"),
        ({"targets": [1, 9, 2]}, "an arc must lead to a higher state of the same card"),
        ({"labels": [0, -1, 1]}, "a card may only use cards of higher numbers"),
        ({"labels": [0, -9, 1]}, "a card may only use cards of higher numbers"),
        ({"labels": [0, 7, 1]}, "label 7 is not a word"),
        ({"weights": [0.0, -1.0, 0.0]}, "weights must lie between 0 and 10000"),
        ({"weights": [0.0, float("nan"), 0.0]}, "weights must lie between 0 and 10000"),
        ({"weights": [0.0]}, "labels, targets and weights must have the same length"),
        ({"final": [0, 0, 0]}, "it has no path"),
        ({"first_states": [0, 2]}, "first_states must start at 0 and end at the number of states"),
        ({"first_states": [0, 3, 3]}, "every card needs a state"),
        ({"arc_offsets": [0, 1, 2]}, "arc_offsets must have one entry more than states"),
    ],
)
def test_arrays_that_break_the_layout_are_refused(change: dict[str, list[float]], message: str) -> None:
    arrays = {
        "first_states": [0, 3],
        "final": [0, 0, 1],
        "arc_offsets": [0, 1, 3, 3],
        "labels": [0, 1, 1],
        "targets": [1, 2, 2],
        "weights": [0.0, 0.0, 0.0],
        **change,
    }
    types = {"final": np.uint8, "arc_offsets": np.int64, "weights": np.float64}
    flat = FlatNetwork(
        words=("a", "b"),
        cards=("S",),
        **{name: np.array(values, types.get(name, np.int32)) for name, values in arrays.items()},
    )
    with pytest.raises(DataError, match=message):
        compile_network(flat)


def test_wrong_arguments_are_refused() -> None:
    flat = slot_network([[[0]]], 1)
    with pytest.raises(OptionError, match="the window cannot be 7; it takes a whole number from 1"):
        closest(["a"], flat, window=7)
    network, words = compile_network(flat), PackedTexts.pack([])
    with pytest.raises(ValueError, match="a token of the network has no text"):
        _core.closest_path(
            np.zeros(0, np.int32), network, words=words, window=1, move_cost="word", engine="dp", limit=1e9
        )
    with pytest.raises(DataError, match="neither a card nor a plain reference"):
        compile_network(None)
