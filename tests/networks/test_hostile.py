"""Networks that are made to hurt: they are handled or refused, with little work."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tertium.errors import DataError
from tertium.networks.flat import flatten
from tertium.networks.forms import fst, typed
from tertium.networks.forms import json as jsonform
from tertium.networks.network import Card, Network
from tertium.networks.paths import Paths
from tertium.networks.union import phrase_union, union
from tests.support.effort import counted

# Inputs have up to 100,000 items; what grew with the square of their number would make more than 10⁸ calls.
CALLS = 6_000_000


@contextmanager
def fast() -> Iterator[None]:
    with counted() as effort:
        yield
    assert effort.calls < CALLS


def test_a_hundred_thousand_alternatives() -> None:
    text = "[S] = " + " | ".join(f"word{i} x" for i in range(100_000))
    with fast():
        (entry,) = typed.parse([text], "f")
    with fast():
        flat = flatten(entry.network)
        assert Paths(flat).count == 100_000
    # All alternatives end alike, and the automaton is small.
    assert len(flat.final) == 3


def test_a_card_name_of_a_megabyte_is_refused_without_repeating_it() -> None:
    name = "N" * 1_000_000
    for parse in (
        lambda: typed.parse([f"[{name}] = x"], "f"),
        lambda: typed.parse([f"[S] = [{name}]"], "f"),
        lambda: jsonform.parse(f'{{"root": "{name}", "cards": {{"{name}": [["x"]]}}}}', "f"),
        lambda: jsonform.parse(f'{{"root": "S", "cards": {{"S": [["[{name}]"]]}}}}', "f"),
    ):
        with fast(), pytest.raises(DataError, match=r"1,000,000 characters") as caught:
            parse()
        assert len(str(caught.value)) < 300


def test_a_cycle_through_a_thousand_cards_is_shown_in_short() -> None:
    lines = [f"[C{i}] = x [C{(i + 1) % 1000}]" for i in range(1000)]
    with fast(), pytest.raises(DataError, match=r"contains itself: \[C0\] → .* → \[C0\]") as caught:
        typed.parse(lines, "f")
    assert len(str(caught.value)) < 400


def test_ten_thousand_nested_cards_are_read_written_and_united() -> None:
    lines = [f"[C{i}] = [C{i + 1}] a | b" for i in range(10_000)] + ["[C10000] = x"]
    with fast():
        (entry,) = typed.parse(lines, "f")
    with fast():
        assert typed.parse(typed.write([entry]).splitlines(), "f") == [entry]
    with fast():
        assert jsonform.parse(jsonform.write([entry]), "f") == [entry]
    with fast():
        assert union([entry.network, entry.network]).id == entry.network.id


def test_exponential_nesting_is_refused_where_it_would_have_to_be_written_out() -> None:
    cards = [Card.of(f"C{i}", f"[C{i + 1}] [C{i + 1}]") for i in range(100)]
    network = Network("C0", (*cards, Card.of("C100", "x", "y")))
    entries = typed.parse(typed.write([typed.Entry(None, network)]).splitlines(), "f")  # type: ignore[attr-defined]
    with fast(), pytest.raises(DataError, match="the limit"):
        fst.write(entries)


def test_deep_and_wide_automata_become_cards_without_recursion() -> None:
    chain = [f"{i} {i + 1} w w" for i in range(20_000)] + ["20000"]
    sausage = [f"{i} {i + 1} {w} {w}" for i in range(5_000) for w in ("a", "b")] + ["5000"]
    with fast():
        (entry,) = fst.parse(chain, "f")
        assert Paths.of(entry.network).shortest_length == 20_000
    with fast():
        (entry,) = fst.parse(sausage, "f")
        assert Paths.of(entry.network).count == 2**5_000


def test_many_cards_of_one_span_are_refused() -> None:
    cards = tuple(Card.of(f"C{i}", f"w{i}", span=(0, 1)) for i in range(1000))
    network = Network("S", (Card.of("S", *(f"[C{i}]" for i in range(1000))), *cards))
    with fast(), pytest.raises(DataError, match="pairs of cards have the same span"):
        phrase_union([network, network])
