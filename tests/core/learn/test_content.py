"""The features of content against counting by hand, word for word."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tests.core.batches import Row, Segments

N_WORDS = 6
NUMBER, CAPITAL, NEGATION, PUNCTUATION, FUNCTION, QUOTE, UNKNOWN, RARE, FOREIGN = (1 << i for i in range(9))
sentences = st.lists(st.integers(0, N_WORDS - 1), max_size=9)
keys = st.lists(st.integers(0, N_WORDS - 1), min_size=N_WORDS, max_size=N_WORDS)
weights = st.lists(st.floats(0, 7.5), min_size=N_WORDS, max_size=N_WORDS)
kinds = st.lists(st.integers(0, 511), min_size=N_WORDS, max_size=N_WORDS)


def share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


def alone(ours: Row, theirs: Row, key: Row) -> list[int]:
    """Places of the words without a counterpart."""
    left = Counter(key[word] for word in theirs)
    places = []
    for i, word in enumerate(ours):
        if left[key[word]]:
            left[key[word]] -= 1
        else:
            places.append(i)
    return places


def prf(hyp: Row, ref: Row, key: Row, weight: Sequence[float]) -> list[float]:
    shares = []
    for ours, theirs in ((hyp, ref), (ref, hyp)):
        lost = alone(ours, theirs, key)
        matched = math.fsum(weight[word] for i, word in enumerate(ours) if i not in lost)
        shares.append(share(matched, math.fsum(weight[word] for word in ours)))
    return [*shares, share(2 * shares[0] * shares[1], sum(shares))]


def ngrams(text: Row, folded: Row, n: int) -> Counter[tuple[int, ...]]:
    plain = [folded[word] for word in text]
    return Counter(tuple(plain[i : i + n]) for i in range(len(plain) - n + 1))


def expected(hyp: Row, ref: Row, folded: Row, prefixes: Row, weight: Sequence[float], kind: Row) -> list[float]:
    """One row, column by column."""
    extra, missing = alone(hyp, ref, folded), alone(ref, hyp, folded)
    lost = [math.fsum(weight[text[i]] for i in places) for text, places in ((hyp, extra), (ref, missing))]
    row = prf(hyp, ref, folded, weight) + prf(hyp, ref, prefixes, weight)
    row += [
        share(lost[1], len(ref)),
        share(lost[0], len(hyp)),
        share(lost[0], len(extra)),
        share(lost[1], len(missing)),
    ]
    for bit in (NUMBER, CAPITAL, NEGATION, PUNCTUATION, FUNCTION):
        for text, places in ((ref, missing), (hyp, extra)):
            of_kind = [i for i, word in enumerate(text) if kind[word] & bit and not (bit == CAPITAL and i == 0)]
            row.append(share(len(set(of_kind) & set(places)), len(of_kind)))
    for n in (1, 2, 3):
        ours, theirs = ngrams(hyp, folded, n), ngrams(ref, folded, n)
        repeated = sum(max(0, count - max(1, theirs[ngram])) for ngram, count in ours.items())
        row.append(share(repeated, ours.total()))
    matched = len(hyp) - len(extra)
    same = (Counter(hyp) & Counter(ref)).total()
    ends = [folded[text[-1]] if text and kind[text[-1]] & PUNCTUATION else -1 for text in (hyp, ref)]
    quotes = [sum(kind[word] & QUOTE > 0 for word in text) for text in (hyp, ref)]
    row += [share(matched - same, matched), float(ends[0] == ends[1]), share(abs(quotes[0] - quotes[1]), max(quotes))]
    row.append(share(sum(kind[hyp[i]] & FOREIGN > 0 for i in extra), len(hyp)))
    ratio = math.log((len(hyp) + 1) / (len(ref) + 1))
    row += [ratio, abs(ratio), max(0.0, -ratio), math.log(len(ref) + 1)]
    for text, bit in ((hyp, UNKNOWN), (ref, UNKNOWN), (hyp, RARE)):
        row.append(share(sum(kind[word] & bit > 0 for word in text), len(text)))
    ours, theirs = ngrams(hyp, folded, 2), ngrams(ref, folded, 2)
    common = (ours & theirs).total()
    return [*row, share(common, ours.total()), share(common, theirs.total())]


@given(sentences, st.lists(sentences, min_size=1, max_size=3), keys, keys, weights, kinds)
def test_columns_are_those_counted_by_hand(
    hyp: Row, refs: list[Row], folded: Row, prefixes: Row, weight: list[float], kind: Row
) -> None:
    # Words that are the same in lowercase weigh the same.
    weight = [weight[folded[word]] for word in range(N_WORDS)]
    table = _core.content_features(
        Segments.of((hyp, refs)).pairs,
        folded=np.array(folded, np.int32),
        prefixes=np.array(prefixes, np.int32),
        weights=np.array(weight),
        kinds=np.array(kind, np.uint16),
    )
    wanted = [expected(hyp, ref, folded, prefixes, weight, kind) for ref in refs]
    assert table == pytest.approx(np.array(wanted), abs=1e-9)


def test_facts_that_do_not_fit_the_words_are_refused() -> None:
    pairs = Segments.of(([0, 1, 2], [[0, 1]])).pairs
    ids, weight, kind = np.zeros(3, np.int32), np.ones(3), np.zeros(3, np.uint16)
    for folded, prefixes, given_weights, given_kinds, message in (
        (ids[:2], ids, weight, kind, "2 folded ids, 3 prefixes, 3 weights and 3 kinds for 3 words"),
        (ids, ids, weight[:2], kind, "2 weights"),
        (ids + 3, ids, weight, kind, "folded: row 3"),
        (ids, ids - 1, weight, kind, "prefixes: row -1"),
        (ids, ids, weight * math.nan, kind, "finite numbers that are not negative"),
        (ids, ids, -weight, kind, "finite numbers that are not negative"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.content_features(pairs, folded=folded, prefixes=prefixes, weights=given_weights, kinds=given_kinds)
