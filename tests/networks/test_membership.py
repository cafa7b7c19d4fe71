"""Whether a network contains a sentence."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tertium.networks.membership import contains
from tests.support.networks import networks, sentences


@given(networks(), st.lists(st.sampled_from("abcde"), max_size=6))
def test_contains_is_membership(network: Any, words: Any) -> None:
    said = sentences(network)
    assert contains(network, words) == (tuple(words) in said)
    for sentence in list(said)[:20]:
        assert contains(network, sentence)
