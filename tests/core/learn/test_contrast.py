"""The features of small changes against counting by hand, and alignment by plain recursion."""

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tests.core.batches import Row, Segments

N_WORDS = 7
CAPITAL, NEGATION, PUNCTUATION, FUNCTION = 2, 4, 8, 16
UNIT, BESIDE, FAR, LONGEST = 4.0, 2, 6, 3
SCRAMBLED, REPEATED = 0.3, 0.35
sentences = st.lists(st.integers(0, N_WORDS - 1), max_size=12)
keys = st.lists(st.integers(0, N_WORDS - 1), min_size=N_WORDS, max_size=N_WORDS)
numbers = st.lists(st.integers(-1, 2), min_size=N_WORDS, max_size=N_WORDS)
weights = st.lists(st.floats(0, 7.5), min_size=N_WORDS, max_size=N_WORDS)
kinds = st.lists(
    st.sampled_from([0, 0, 0, CAPITAL, NEGATION, PUNCTUATION, CAPITAL | FUNCTION]), min_size=N_WORDS, max_size=N_WORDS
)
lists = st.lists(st.sets(st.integers(0, N_WORDS - 1), max_size=2), min_size=N_WORDS, max_size=N_WORDS)


class Facts:
    def __init__(
        self, folded: Row, prefixes: Row, weight: list[float], kind: Row, number: Row, sets: list[list[set[int]]]
    ) -> None:
        self.folded, self.prefixes, self.kind, self.number = folded, prefixes, kind, number
        self.weight = [min(1.0, each / UNIT) for each in weight]
        self.opposites, self.others, self.synonyms = sets


def beyond(ours: Row, theirs: Row) -> int:
    return (Counter(ours) - Counter(theirs)).total()


def alone(ours: Row, theirs: Row) -> list[int]:
    """The words without a counterpart, in their order; those that come last have none."""
    left = Counter(theirs)
    found = []
    for word in ours:
        left[word] -= 1
        if left[word] < 0:
            found.append(word)
    return found


def aligned(ref: Row, hyp: Row) -> list[tuple[int, int]]:
    """Equal words that stand opposite each other: those at both ends, then the longest sequence of the rest."""
    first = 0
    while first < min(len(ref), len(hyp)) and ref[first] == hyp[first]:
        first += 1
    last = 0
    while last < min(len(ref), len(hyp)) - first and ref[-1 - last] == hyp[-1 - last]:
        last += 1
    r, h = ref[first : len(ref) - last], hyp[first : len(hyp) - last]

    @cache
    def longest(i: int, j: int) -> int:
        if i == len(r) or j == len(h):
            return 0
        return longest(i + 1, j + 1) + 1 if r[i] == h[j] else max(longest(i + 1, j), longest(i, j + 1))

    found, i, j = [], 0, 0
    while i < len(r) and j < len(h):
        if r[i] == h[j]:
            found.append((first + i, first + j))
            i, j = i + 1, j + 1
        elif longest(i + 1, j) >= longest(i, j + 1):
            i += 1
        else:
            j += 1
    ends = [(len(ref) - k, len(hyp) - k) for k in range(last, 0, -1)]
    return [(k, k) for k in range(first)] + found + ends


def expected(hyp: Row, ref: Row, facts: Facts) -> list[float]:
    hyp, ref = ([word for word in text if not facts.kind[word] & PUNCTUATION] for text in (hyp, ref))
    h, r = ([facts.folded[word] for word in text] for text in (hyp, ref))
    negations = [sum(facts.kind[word] & NEGATION > 0 for word in text) for text in (ref, hyp)]
    row = [float(max(0, negations[0] - negations[1])), float(max(0, negations[1] - negations[0]))]
    values = [[facts.number[word] for word in text if facts.number[word] >= 0] for text in (r, h)]
    row += both(beyond(*values), beyond(*reversed(values)))
    named = [
        [facts.prefixes[w] for w in text[1:] if facts.kind[w] & CAPITAL and not facts.kind[w] & FUNCTION]
        for text in (ref, hyp)
    ]
    letters = [[facts.prefixes[w] for w in text] for text in (ref, hyp)]
    row += both(beyond(named[0], letters[1]), beyond(named[1], letters[0]))
    missing, extra = alone(r, h), alone(h, r)
    row += [float(sum(bool(found[word] & set(extra)) for word in missing)) for found in (facts.opposites, facts.others)]
    return row + edits(hyp, ref, h, r, facts) + [scrambled(r, h), repeated(h, extra)]


def scrambled(r: Row, h: Row) -> float:
    shared = (Counter(r) & Counter(h)).total()
    return above(shared - len(aligned(r, h)), max(len(r), len(h)), SCRAMBLED)


def repeated(h: Row, extra: Row) -> float:
    counts = Counter(h)
    return above(sum(counts[word] > 1 for word in extra), len(h), REPEATED)


def above(part: int, whole: int, limit: float) -> float:
    return max(0.0, part / whole - limit) / (1 - limit) if whole else 0.0


def both(missing: int, extra: int) -> list[float]:
    return [float(missing), float(extra), float(min(missing, extra))]


def edits(hyp: Row, ref: Row, h: Row, r: Row, facts: Facts) -> list[float]:
    row, near = [0.0] * 11, [0.0] * 11
    pairs = aligned(r, h)
    anchors = [(-1, -1), *pairs, (len(r), len(h))]
    equal = set(pairs)
    differ = [max(k - i, m - j) - 1 for (i, j), (k, m) in pairwise(anchors)]
    for ((i, j), (k, m)), own in zip(pairwise(anchors), differ, strict=True):
        gone, come = range(i + 1, k), range(j + 1, m)
        sure = beside(i, j, equal, -1, (-1, -1)) * beside(k, m, equal, 1, (len(r), len(h)))
        if gone or come:
            for column, value in edit([ref[n] for n in gone], [hyp[n] for n in come], i < 0, j < 0, facts).items():
                row[column] += sure * value
                near[column] += max(0.0, 1 - (sum(differ) - own) / FAR) * value
    return [*row, float(exchanged(r, h, [facts.kind[word] & FUNCTION > 0 for word in ref])), *near]


def exchanged(r: Row, h: Row, function: list[bool]) -> bool:
    """Whether two words, or two times two, have changed places, and no other; two of them are no function words."""
    if len(r) != len(h):
        return False
    places = [i for i, (one, other) in enumerate(zip(r, h, strict=True)) if one != other]
    half = len(places) // 2
    swapped = [h[i] for i in places] == [r[i] for i in [*places[half:], *places[:half]]]
    telling = any(not function[i] and not function[j] for i, j in zip(places[:half], places[half:], strict=False))
    return len(places) in (2, 4) and swapped and telling


def clash(gone: Row, come: Row, facts: Facts) -> bool:
    if len(gone) != 1 or len(come) != 1:
        return False
    one, other = facts.folded[gone[0]], facts.folded[come[0]]
    return other in facts.opposites[one] or other in facts.others[one]


def edit(gone: Row, come: Row, ref_begins: bool, hyp_begins: bool, facts: Facts) -> dict[int, float]:
    """The columns of an edit that stands alone, counted from the first of them, and their values."""
    counts = [sum(facts.kind[word] & NEGATION > 0 for word in text) for text in (gone, come)]
    if counts[0] != counts[1] and not clash(gone, come, facts):
        function = all(facts.kind[word] & (NEGATION | FUNCTION) for word in (*gone, *come))
        return {0: float(function and max(len(gone), len(come)) <= LONGEST)}
    if gone and come and len(gone) + len(come) > 2:
        return {}
    if not gone or not come:
        return {9 + (not gone): min(LONGEST, sum(facts.weight[word] for word in gone or come))}
    (old,), (new,) = gone, come
    numbers = [facts.number[facts.folded[word]] for word in (old, new)]
    named = [
        facts.kind[word] & CAPITAL and not facts.kind[word] & FUNCTION and not begins
        for word, begins in ((old, ref_begins), (new, hyp_begins))
    ]
    one, other = facts.folded[old], facts.folded[new]
    weight = min(facts.weight[old], facts.weight[new])
    cases: list[tuple[bool, dict[int, float]]] = [
        (min(numbers) >= 0, {1: float(numbers[0] != numbers[1])}),
        (other in facts.opposites[one], {3: 1.0}),
        (other in facts.others[one], {4: 1.0, 5: weight}),
        (facts.prefixes[old] == facts.prefixes[new], {7: 1.0}),
        (all(named), {2: 1.0}),
        (bool(facts.synonyms[one] & facts.synonyms[other]), {8: 1.0}),
        (True, {6: weight}),
    ]
    return next(columns for holds, columns in cases if holds)


def beside(i: int, j: int, equal: set[tuple[int, int]], step: int, end: tuple[int, int]) -> float:
    """How many equal words there are in one direction from a place, as a share of enough."""
    n = 0
    while (i, j) in equal:
        i, j, n = i + step, j + step, n + 1
    return 1.0 if (i, j) == end else min(n, FAR) / FAR * (n >= BESIDE)


@given(
    sentences,
    st.lists(sentences, min_size=1, max_size=3),
    keys,
    keys,
    weights,
    kinds,
    numbers,
    st.tuples(lists, lists, lists),
)
def test_columns_are_those_counted_by_hand(
    hyp: Row,
    refs: list[Row],
    folded: Row,
    prefixes: Row,
    weight: list[float],
    kind: Row,
    number: Row,
    sets: tuple[list[set[int]], list[set[int]], list[set[int]]],
) -> None:
    table = _core.contrast_features(
        Segments.of((hyp, refs)).pairs,
        folded=np.array(folded, np.int32),
        prefixes=np.array(prefixes, np.int32),
        weights=np.array(weight),
        kinds=np.array(kind, np.uint16),
        numbers=np.array(number, np.int32),
        opposites=packed(sets[0]),
        others=packed(sets[1]),
        synonyms=packed(sets[2]),
    )
    wanted = [expected(hyp, ref, Facts(folded, prefixes, weight, kind, number, list(sets))) for ref in refs]
    assert table == pytest.approx(np.array(wanted), abs=1e-9)


def packed(rows: list[set[int]]) -> _core.Batch:
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    return _core.Batch(np.array([i for row in rows for i in sorted(row)], np.int32), offsets)


@given(sentences, keys, weights, kinds, numbers, st.tuples(lists, lists, lists))
def test_a_text_against_itself_has_nothing(
    text: Row, prefixes: Row, weight: list[float], kind: Row, number: Row, sets: tuple[list[set[int]], ...]
) -> None:
    table = _core.contrast_features(
        Segments.of((text, [text])).pairs,
        folded=np.arange(N_WORDS, dtype=np.int32),
        prefixes=np.array(prefixes, np.int32),
        weights=np.array(weight),
        kinds=np.array(kind, np.uint16),
        numbers=np.array(number, np.int32),
        opposites=packed(sets[0]),
        others=packed(sets[1]),
        synonyms=packed(sets[2]),
    )
    assert not table.any()


def test_facts_that_do_not_fit_the_words_are_refused() -> None:
    pairs = Segments.of(([0, 1, 2], [[0, 1]])).pairs
    ids, rows = np.zeros(3, np.int32), packed([set(), set(), set()])
    right = {
        **dict.fromkeys(("folded", "prefixes", "numbers"), ids),
        **{"weights": np.ones(3), "kinds": np.zeros(3, np.uint16)},
        **dict.fromkeys(("opposites", "others", "synonyms"), rows),
    }
    assert _core.contrast_features(pairs, **right).shape == (1, 35)
    for name, wrong, message in (
        ("folded", ids[:2], "at least one for each of 3 words"),
        ("synonyms", packed([set()]), "at least one for each of 3 words"),
        ("folded", ids + 3, "folded: row 3"),
        ("prefixes", ids - 1, "prefixes: row -1"),
        ("numbers", ids - 2, "numbers: expected -1 or a number below that of words"),
        ("weights", -np.ones(3), "finite numbers that are not negative"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.contrast_features(pairs, **{**right, name: wrong})
