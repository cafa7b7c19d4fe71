"""Networks as plain lines of sentences."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.flat import flatten
from tertium.networks.forms import lines as plain
from tertium.networks.limits import Limits
from tests.networks.forms.texts import lines
from tests.support.networks import networks, sentences

sentence = st.lists(st.sampled_from(["a", "the", "cat", "mat", "sat", ",", "old"]), max_size=6)


@given(st.lists(sentence, min_size=1, max_size=4))
def test_a_strict_network_contains_nothing_else(references: Any) -> None:
    said = sentences(plain.strict([" ".join(words) for words in references]))
    assert set(said) == {tuple(words) for words in references}


@given(networks())
def test_plain_files_keep_sentences(network: Any) -> None:
    said = sentences(network)
    if () in said:
        with pytest.raises(DataError, match="the empty sentence"):
            plain.write([Entry(None, network)])
    else:
        (read,) = plain.parse(lines(plain.write([Entry(None, network)])), "f")
        assert sentences(read.network) == said


def test_a_file_of_lists_becomes_the_arrays_of_its_networks() -> None:
    text = ["\ufeffa b", "  a   c ", "a b", "\t", "", "b\u00a0c", ""]
    flat = plain.parse_flat(text, "f")
    assert [entry.id for entry in flat] == [None, None]
    for made, entry in zip(flat, plain.parse(text, "f"), strict=True):
        assert made.network.digest() == flatten(entry.network).digest()


def test_what_is_too_large_is_refused_in_the_same_words() -> None:
    small = Limits(alternatives=2, symbols=4)
    for text in (["a", "b", "c"], ["a b c d e"]):
        with pytest.raises(DataError) as as_cards:
            plain.parse(text, "f", small)
        with pytest.raises(DataError, match=re.escape(str(as_cards.value))):
            plain.parse_flat(text, "f", small)
    with pytest.raises(DataError, match="f: there are no references"):
        plain.parse_flat(["", " "], "f")
    # Nothing is too large that is so by its letters, or by what it says twice.
    assert len(plain.parse_flat(["aaaaaaaaaa", "b", "b", "b"], "f", small)) == 1
