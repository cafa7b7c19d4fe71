"""The substitutions of the edit automaton, beside their definition on all matches."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tests.core.batches import Row, Segments
from tests.core.edit_problems import (
    BEGINNING,
    FUNCTION,
    LEMMA,
    PARA_1_1,
    PARA_1_2,
    PARA_2_1,
    PARA_2_2,
    PUNCTUATION,
    SYNONYM,
    WORD,
    WORD_2,
)
from tests.core.matching.test_matching import N_WORDS, PARAPHRASE, SAME, STEM, Knowledge, knowledge, sentences

flags = st.lists(st.integers(0, 2), min_size=N_WORDS, max_size=N_WORDS)
first_letters: st.SearchStrategy[list[int]] = st.one_of(
    st.just([]), st.lists(st.integers(-1, 2), min_size=N_WORDS, max_size=N_WORDS)
)
NO_BEGINNINGS = np.zeros(0, np.int32)
Places = list[tuple[int, int, int]]


class Wanted(NamedTuple):
    """Which substitutions are looked for."""

    synonyms: bool
    paraphrases: bool
    blocks: bool


wanteds = st.builds(Wanted, st.booleans(), st.booleans(), st.booleans())


def by_definition(
    known: Knowledge, kinds: list[int], beginnings: list[int], hyp: Row, ref: Row, wanted: Wanted
) -> Places:
    single: dict[tuple[int, int], int] = {}
    found: set[tuple[int, int, int]] = set()
    # The words at the end keep equal sentences from being short-cut; no match touches them.
    for kind, i, m, j, n in known.matches([*hyp, -1], [*ref, -2]):
        if kind == PARAPHRASE and wanted.paraphrases and m <= 2 and n <= 2 and (m, n) != (1, 1):
            if hyp[i : i + m] != ref[j : j + n]:
                found.add((j, i, {(1, 2): PARA_2_1, (2, 1): PARA_1_2, (2, 2): PARA_2_2}[m, n]))
        elif kind == SAME:
            single.setdefault((j, i), (WORD, PUNCTUATION, FUNCTION)[kinds[ref[j]]])
        elif kind == STEM:
            single.setdefault((j, i), LEMMA)
        elif kind == PARAPHRASE and wanted.paraphrases and (m, n) == (1, 1):
            single.setdefault((j, i), PARA_1_1)
        elif kind not in (SAME, STEM, PARAPHRASE) and wanted.synonyms:
            single.setdefault((j, i), SYNONYM)
    for j, i in ((j, i) for j in range(len(ref)) for i in range(len(hyp)) if beginnings):
        if beginnings[ref[j]] == beginnings[hyp[i]] >= 0:
            single.setdefault((j, i), BEGINNING)
    found |= {(*place, state) for place, state in single.items()}
    if wanted.blocks:
        found |= {
            (j, i, state - WORD + WORD_2)
            for (j, i), state in single.items()
            if state <= PUNCTUATION and single.get((j + 1, i + 1)) == state
        }
    return sorted(found)


@given(knowledge, flags, first_letters, sentences, sentences, wanteds)
def test_substitutions_are_those_of_the_definition(
    known: Knowledge, kinds: list[int], beginnings: list[int], hyp: Row, ref: Row, wanted: Wanted
) -> None:
    known = Knowledge(known.stems, known.sets, known.entries)
    marks, letters = np.array(kinds, np.uint8), np.array(beginnings, np.int32)
    found = _core.find_substitutions(
        Segments.of((hyp, [ref, hyp])).pairs,
        known.lexicon(),
        kinds=marks,
        beginnings=letters,
        **wanted._asdict(),
        least_probability=0.0,
    )
    first, second = (found.ids[start:stop].reshape(-1, 3).tolist() for start, stop in pairwise(found.offsets))
    lexicon = Knowledge([*known.stems, -1, -2], [*known.sets, set(), set()], known.entries, list(range(N_WORDS + 2)))
    assert [tuple(row) for row in first] == by_definition(lexicon, kinds, beginnings, hyp, ref, wanted)
    assert [tuple(row) for row in second] == by_definition(lexicon, kinds, beginnings, hyp, hyp, wanted)


def substitutions(segments: Segments, known: Knowledge, **options: Any) -> list[int]:
    given = {
        "kinds": np.zeros(N_WORDS, np.uint8),
        "beginnings": NO_BEGINNINGS,
        "synonyms": False,
        "paraphrases": False,
        "blocks": False,
        "least_probability": 0.0,
        **options,
    }
    return _core.find_substitutions(segments.pairs, known.lexicon(), **given).ids.tolist()


def test_paraphrases_below_a_probability_are_left_out() -> None:
    known = Knowledge(entries=[((0,), (1, 2))])
    segments = Segments.of(([1, 2], [[0]]))
    assert substitutions(segments, known, paraphrases=True, least_probability=0.4) == [0, 0, PARA_1_2]
    assert substitutions(segments, known, paraphrases=True, least_probability=0.6) == []


def test_flags_have_to_be_there_for_every_word() -> None:
    segments = Segments.of(([1], [[5]]))
    with pytest.raises(ValueError, match="fewer numbers than words"):
        substitutions(segments, Knowledge(), kinds=np.zeros(5, np.uint8))
    with pytest.raises(ValueError, match="beginnings: there are fewer numbers than words"):
        substitutions(segments, Knowledge(), beginnings=np.zeros(5, np.int32))


@given(st.lists(st.text("a1.,!$_é中\u0301\0", max_size=4), max_size=5))
def test_words_of_punctuation_have_no_letter_and_no_number(words: list[str]) -> None:
    from unicodedata import category

    expected = [bool(word) and all(category(c)[0] in "PS" for c in word) for word in words]
    assert _core.punctuation_words(_core.pack(words)).tolist() == expected
