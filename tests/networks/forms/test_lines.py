"""Networks as plain lines of sentences."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.forms import lines as plain
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
