"""Networks as automata, as OpenFst prints them."""

import re
from typing import Any

import pytest
from hypothesis import given

from tertium.errors import DataError
from tertium.networks.forms import fst
from tests.networks.forms.texts import files, lines
from tests.support.networks import costs, networks, sentences


@given(files(networks(costs=costs)))
def test_automata_keep_sentences_and_costs(entries: Any) -> None:
    read = fst.parse(lines(fst.write(entries)), "f")
    assert len(read) == len(entries)
    for one, other in zip(entries, read, strict=True):
        assert sentences(other.network) == pytest.approx(sentences(one.network))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: there are no arcs"),
        ("0 1 a a\n1 0 b b\n1", "f:1: the automaton has a cycle"),
        ("0 1 a a", "f:1: the automaton accepts nothing"),
        ("0 1 a b\n1", "f:1: input 'a' and output 'b' differ"),
        ("0 x a a\n", "f:1: found 'x', expected the number of a state"),
        ("0 1 a a -1\n1", "f:1: cost '-1', expected a number from 0"),
        ("0 1 a a 1 2\n1", "f:1: 6 columns, expected source, target"),
    ],
)
def test_what_is_wrong_in_automata_is_said(text: str, message: str) -> None:
    with pytest.raises(DataError, match="^" + re.escape(message)):
        fst.parse(text.split("\n"), "f")


def test_automata_are_read_with_and_without_outputs_costs_and_symbols() -> None:
    said = {("a", "b"): 0.5}
    for text in ("0 1 a a\n1 2 b b 0.5\n2", "0 1 a\n1 2 b 0.5\n2", "0 1 a 0.25\n1 2 b 0.25\n2", "0 1 a\n1 2 b\n2 0.5"):
        (entry,) = fst.parse(text.split("\n"), "f")
        assert sentences(entry.network) == said
    symbols = fst.parse_symbols(["<eps> 0", "a 1", "b 2"], "s")
    (entry,) = fst.parse(["0 1 1 1", "1 2 0 0", "2 3 2 2 0.5", "3"], "f", symbols)
    assert sentences(entry.network) == said
