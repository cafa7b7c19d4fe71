"""Which n-grams of a text are in another, and where."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tertium.metrics.explanation import Excerpt
from tertium.metrics.matches import n_ngrams, starts, with_closest
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tertium.text.tokenizers import get

WORDS = st.lists(st.sampled_from("abc"), max_size=8)


@given(WORDS, st.lists(WORDS, max_size=3), st.integers(1, 3))
def test_places_are_as_many_as_clipped_counts(tokens: list[str], others: list[list[str]], n: int) -> None:
    def ngrams(words: list[str]) -> Counter[tuple[str, ...]]:
        return Counter(tuple(words[i : i + n]) for i in range(n_ngrams(words, n)))

    found = starts(tokens, others, n)
    most: Counter[tuple[str, ...]] = Counter()
    for other in others:
        most |= ngrams(other)
    assert Counter(tuple(tokens[i : i + n]) for i in found) == ngrams(tokens) & most
    assert list(found) == sorted(set(found))


def test_the_reference_that_shares_most_is_the_closest() -> None:
    pairing = Pairing.of(["the cat sat"], References.by_segment([["a dog", "the cat ran", "the cat sat"]]))
    excerpt = Excerpt.of(pairing, 0)
    hypothesis, references, closest = with_closest(excerpt, pairing.pool.tokens(get("none")), 2)
    assert hypothesis == ("the", "cat", "sat")
    assert references[closest] == hypothesis
