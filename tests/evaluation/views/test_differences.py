"""Which words were taken out and put in."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tertium.evaluation.views.differences import differences

TEXTS = st.lists(st.sampled_from(["a", "b", "c", " ", "  "]), max_size=8).map("".join)


@given(TEXTS, TEXTS)
def test_stretches_are_the_texts_and_what_stays_is_the_same(before: str, after: str) -> None:
    old, new = differences(before, after)
    assert ("".join(one.text for one in old), "".join(one.text for one in new)) == (before, after)
    for side in (old, new):
        assert all(one.changed != other.changed for one, other in pairwise(side))


def test_words_and_the_spaces_between_two_changed_ones() -> None:
    old, new = differences("the old cat sat", "the very young cat sat")
    assert [one.text for one in old if one.changed] == ["old"]
    assert [one.text for one in new if one.changed] == ["very young"]
    assert not any(one.changed for one in differences("same text", "same text")[0])
