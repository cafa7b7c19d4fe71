"""Edit scripts as explanations."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tertium.metrics.edits import equal_words, read_script

WORDS = st.lists(st.integers(0, 3), max_size=7)


def script(hypothesis: list[int], reference: list[int]) -> _core.EditScript:
    ends = np.array([0, len(hypothesis), len(hypothesis) + len(reference)], np.int64)
    return _core.edit_script(_core.Batch(np.array(hypothesis + reference, np.int32), ends), 0, 1)


@given(WORDS, WORDS)
def test_every_word_is_linked_or_loose_and_edits_cost_the_distance(hypothesis: list[int], reference: list[int]) -> None:
    found = script(hypothesis, reference)
    edits = read_script(found, len(hypothesis))
    ours = [link.hypothesis for link in edits.links] + [one.start for one in edits.loose if one.side == "hypothesis"]
    theirs = [link.reference for link in edits.links] + [one.start for one in edits.loose if one.side == "reference"]
    assert (sorted(ours), sorted(theirs)) == (list(range(len(hypothesis))), list(range(len(reference))))
    for link in edits.links:
        assert (hypothesis[link.hypothesis] == reference[link.reference]) == (link.kind == "same")
    assert sum(part.value for part in edits.counted()) == np.count_nonzero(found.steps)


@given(WORDS, WORDS)
def test_equal_words_are_joined_as_often_as_both_have_them(hypothesis: list[int], reference: list[int]) -> None:
    words, others = list(map(str, hypothesis)), list(map(str, reference))
    links = equal_words(script(hypothesis, reference).steps, words, others)
    assert all(words[link.hypothesis] == others[link.reference] for link in links)
    assert len({link.reference for link in links}) == len(links)
    assert len(links) == sum(min(words.count(word), others.count(word)) for word in set(words))
