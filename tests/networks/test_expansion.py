"""Cards that are expanded: common sentences, and how many there are."""

from typing import Any

from hypothesis import given

from tertium.networks.expansion import Expansion, distinct_count, intersects
from tertium.networks.flat import flatten
from tertium.networks.limits import Limits
from tests.support.networks import PREMIER, networks, sentences


@given(networks(), networks())
def test_intersects_means_a_sentence_in_common(one: Any, other: Any) -> None:
    expected = bool(set(sentences(one)) & set(sentences(other)))
    assert intersects(Expansion(flatten(one)), 0, Expansion(flatten(other)), 0) == expected


def test_a_number_of_sentences_that_takes_too_many_states_is_unknown() -> None:
    assert distinct_count(flatten(PREMIER), Limits(states=5)) is None
