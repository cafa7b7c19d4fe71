"""TERp's edits beside a slow twin, and Porter's stems beside a plain reading of his paper."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments
from tests.core.matching.test_matching import N_WORDS, Knowledge

MATCH, INSERTION, DELETION, SUBSTITUTION, STEM, SYNONYM, PHRASE = range(7)
SHIFTS = ["none", "exact", "relaxed-words", "relaxed"]
TER = (0.0, 1.0, 1.0, 1.0, 999.0, 999.0, 1.0)
TERPA = (0.0, 0.26, 1.43, 1.56, 0.0, 0.0, 0.56)

words = st.integers(0, N_WORDS - 1)
sentences = st.lists(words, max_size=9)
costs = st.sampled_from([TER, TERPA, (0.0, 0.5, 0.9, 1.6, 0.9, 0.2, 0.7), (0.25, 1.0, 0.75, 1.0, 0.5, 0.5, 0.125)])
classes = st.lists(st.integers(0, 3), min_size=N_WORDS, max_size=N_WORDS)
Table = list[tuple[tuple[int, ...], tuple[int, ...]]]
phrases = st.lists(words, min_size=1, max_size=2).map(tuple)
entries = st.lists(st.tuples(phrases, phrases), max_size=3, unique=True).map(
    lambda pairs: [(source, target) for source, target in pairs if source != target]
)


def knowledge(stems: list[int], synonyms: list[int], table: Table) -> Knowledge:
    return Knowledge(stems, [{group} for group in synonyms], table)


def arguments(
    segments: Segments,
    known: Knowledge,
    stop: list[int],
    paid: tuple[float, ...],
    phrase: float,
    beam: float,
    shifts: str,
) -> dict[str, Any]:
    return {
        "pairs": segments.pairs,
        "lexicon": known.lexicon(),
        "stop_words": np.array(stop, np.uint8),
        "costs": paid,
        "phrase": (phrase, 0.0, 0.0, 0.0),
        "least_phrase": 0.0,
        "beam": beam,
        "shifts": shifts,
    }


def twin(
    hyp: Row,
    ref: Row,
    known: tuple[list[int], list[int], list[int]],
    priced: list[tuple[list[int], list[int], float]],
    paid: tuple[float, ...],
    beam: float,
    shifts: int,
) -> list[float]:
    stems, synonyms, stop = known
    return _reference.terp(
        hyp,
        ref,
        stems=stems,
        synonyms=synonyms,
        stop_words=stop,
        phrases=priced,
        costs=list(paid),
        beam=beam,
        shifts=shifts,
        max_size=10,
        max_distance=50,
    )


@given(
    hyp=sentences,
    ref=sentences,
    stems=classes,
    synonyms=classes,
    stop=st.lists(st.integers(0, 1), min_size=N_WORDS, max_size=N_WORDS),
    table=entries,
    paid=costs,
    phrase=st.sampled_from([0.0, 0.3, 2.0]),
    beam=st.sampled_from([0.0, 2.0, 35.0]),
    shifts=st.integers(0, 3),
)
@example([0, 1], [1, 2], list(range(6)), list(range(6)), [0] * 6, [], TER, 0.0, 20.0, 1)
def test_edits_are_those_of_the_twin(
    hyp: Row,
    ref: Row,
    stems: list[int],
    synonyms: list[int],
    stop: list[int],
    table: Table,
    paid: tuple[float, ...],
    phrase: float,
    beam: float,
    shifts: int,
) -> None:
    segments = Segments.of((hyp, [ref]))
    known = knowledge(stems, synonyms, table)
    found = _core.terp_statistics(**arguments(segments, known, stop, paid, phrase, beam, SHIFTS[shifts]))
    priced = [(list(source), list(target), phrase) for source, target in table]
    expected = twin(hyp, ref, (stems, synonyms, stop), priced, paid, beam, shifts)
    assert found[0, 1] == len(ref)
    np.testing.assert_allclose(found[0, [0, *range(2, 10)]], expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_long_sentences_with_few_words_are_those_of_the_twin(seed: int) -> None:
    random = np.random.default_rng(seed)
    ref = random.integers(0, N_WORDS, 30).tolist()
    hyp = np.roll(ref, 7).tolist()[: 20 + seed]
    stems = [0, 0, 1, 2, 3, 4]
    synonyms = [0, 1, 2, 2, 3, 4]
    stop = [0, 1, 0, 1, 0, 0]
    for paid, shifts in ((TER, 1), (TERPA, 2)):
        segments = Segments.of((hyp, [ref]))
        found = _core.terp_statistics(
            **arguments(segments, knowledge(stems, synonyms, []), stop, paid, 0.0, 20.0, SHIFTS[shifts])
        )
        expected = twin(hyp, ref, (stems, synonyms, stop), [], paid, 20.0, shifts)
        np.testing.assert_allclose(found[0, [0, *range(2, 10)]], expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_paraphrases_across_the_seams_of_a_shift_are_those_of_the_twin(seed: int) -> None:
    random = np.random.default_rng(seed)
    ref = random.integers(0, N_WORDS, 18).tolist()
    hyp = [*ref[12:], *ref[3:9], *ref[:3], *ref[9:12]]
    phrases = {tuple(random.integers(0, N_WORDS, random.integers(1, 4)).tolist()) for _ in range(24)}
    table = [(source, target) for source in sorted(phrases) for target in sorted(phrases) if source != target][seed::3]
    known = (list(range(N_WORDS)), list(range(N_WORDS)), [0] * N_WORDS)
    for price in (0.0, 0.4):
        shared = arguments(
            Segments.of((hyp, [ref])), knowledge(*known[:2], table), known[2], TERPA, price, 35.0, "relaxed"
        )
        found = _core.terp_statistics(**shared)
        priced = [(list(source), list(target), price) for source, target in table]
        expected = twin(hyp, ref, known, priced, TERPA, 35.0, 3)
        np.testing.assert_allclose(found[0, [0, *range(2, 10)]], expected, rtol=0, atol=1e-12)


@given(hyp=sentences, refs=st.lists(sentences, min_size=1, max_size=3), table=entries, stems=classes, paid=costs)
def test_an_alignment_tells_where_the_cost_comes_from(
    hyp: Row,
    refs: list[Row],
    table: Table,
    stems: list[int],
    paid: tuple[float, ...],
) -> None:
    segments = Segments.of((hyp, refs))
    known = knowledge(stems, list(range(N_WORDS)), table)
    shared = arguments(segments, known, [0] * N_WORDS, paid, 0.4, 35.0, "relaxed")
    ((cost, length, *counts),) = _core.terp_statistics(**shared).tolist()
    alignments = _core.terp_alignments(**shared)
    steps, shifts, order = alignments.steps, alignments.shifts, alignments.orders.ids
    ref = refs[alignments.references[0]]
    assert length == np.mean([len(words) for words in refs])
    assert sorted(order.tolist()) == list(range(len(hyp)))
    assert counts[:6] == [(steps[:, 0] == edit).sum() for edit in range(1, 7)]
    assert counts[6:] == [len(shifts), shifts[:, 1].sum()]
    assert steps[:, 2].sum() == len(hyp)
    assert steps[:, 4].sum() == len(ref)
    shifted = [hyp[place] for place in order]
    for edit, hyp_start, _, ref_start, _ in steps:
        if edit == MATCH:
            assert shifted[hyp_start] == ref[ref_start]
        if edit == STEM:
            assert stems[shifted[hyp_start]] == stems[ref[ref_start]]
    prices = [*paid[:6], 0.4]
    assert cost == pytest.approx(sum(prices[edit] for edit in steps[:, 0]) + paid[6] * len(shifts))


def test_shifts_lead_from_the_old_order_to_the_new_one() -> None:
    segments = Segments.of(([3, 0, 1, 2], [[0, 1, 2, 3]]))
    shared = arguments(segments, Knowledge(), [0] * N_WORDS, TER, 0.0, 20.0, "exact")
    alignments = _core.terp_alignments(**shared)
    assert (alignments.steps[:, 0] == MATCH).all()
    assert alignments.orders.ids.tolist() == [1, 2, 3, 0]
    assert alignments.shifts.tolist() == [[0, 1, 4]]


def test_the_paraphrases_of_the_reference_count_and_not_those_of_the_hypothesis() -> None:
    known = Knowledge(entries=[((0, 1), (2,))])
    shared = arguments(Segments.of(([2], [[0, 1]]), ([0, 1], [[2]])), known, [0] * N_WORDS, TERPA, 0.1, 35.0, "relaxed")
    rows = _core.terp_statistics(**shared)
    assert rows[0, 0] == pytest.approx(0.1)
    assert rows[1, 7] == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("costs", (0.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0), "costs"),
        ("stop_words", np.zeros(1, np.uint8), "stop_words"),
        ("shifts", "far", "no rule for shifts is called 'far'"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(name: str, value: object, message: str) -> None:
    shared = arguments(Segments.of(([1], [[2]])), Knowledge(), [0] * N_WORDS, TER, 0.0, 20.0, "exact")
    shared[name] = value
    with pytest.raises(ValueError, match=message):
        _core.terp_statistics(**shared)


def form(text: str) -> str:
    """Letters as c (consonant) and v (vowel); y is a vowel behind a consonant."""
    kinds = ""
    for letter in text:
        vowel = letter in "aeiou" or (letter == "y" and kinds[-1:] == "c")
        kinds += "v" if vowel else "c"
    return kinds


def measure(text: str) -> int:
    return len(re.findall("v+c+", form(text)))


def short(text: str) -> bool:
    return form(text)[-3:] == "cvc" and text[-1] not in "wxy"


STEP_2 = "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize"
STEP_2 += " ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log"
STEP_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"


def replaced(word: str, rules: str) -> str:
    pairs = [rule.split(":") for rule in rules.split()]
    suffix, ending = max((pair for pair in pairs if word.endswith(pair[0])), key=lambda p: len(p[0]), default=("", ""))
    rest = word[: len(word) - len(suffix)]
    return rest + ending if suffix and measure(rest) > 0 else word


def porter(word: str) -> str:
    if len(word) < 3:
        return word
    word = re.sub(r"(ss|i)es$|(?<=[^s])s$", lambda m: m[1] or "", word)
    if word.endswith("eed"):
        word = word[:-1] if measure(word[:-3]) > 0 else word
    elif (cut := re.sub("(ed|ing)$", "", word)) != word and "v" in form(cut):
        word = cut
        if re.search("(at|bl|iz)$", word):
            word += "e"
        elif re.search(r"(.)\1$", word) and form(word)[-1] == "c":
            word = word if word[-1] in "lsz" else word[:-1]
        elif measure(word) == 1 and short(word):
            word += "e"
    if word.endswith("y") and "v" in form(word[:-1]):
        word = word[:-1] + "i"
    word = replaced(replaced(word, STEP_2), STEP_3)
    suffix = max((s for s in STEP_4.split() if word.endswith(s)), key=len, default="")
    rest = word[: len(word) - len(suffix)]
    if suffix and measure(rest) > 1 and (suffix != "ion" or rest[-1] in "st"):
        word = rest
    if word.endswith("e") and (measure(word) > 1 or (measure(word) == 1 and not short(word[:-1]))):
        word = word[:-1]
    return word[:-1] if word.endswith("ll") and measure(word) > 1 else word


endings = st.sampled_from(
    [*re.findall(r"[a-z]+(?=:|$| )", f"{STEP_2} {STEP_3} {STEP_4}"), "ing", "ed", "s", "es", "y", ""]
)
made_up = st.tuples(
    st.text("abcdeilnorstuyz", min_size=1, max_size=6), endings, st.sampled_from(["", "s", "ed", "ing"])
)


@given(st.lists(made_up.map("".join), min_size=1, max_size=20))
def test_porter_stems_are_those_of_the_paper(made: list[str]) -> None:
    stems = _core.porter_stems(_core.pack(made))
    assert [_core.text_at(stems, row) for row in range(len(made))] == [porter(word) for word in made]


@pytest.mark.parametrize(
    ("word", "stem"),
    [("relational", "relat"), ("caresses", "caress"), ("ponies", "poni"), ("hopping", "hop"), ("sky", "sky"),
     ("happy", "happi"), ("controll", "control"), ("archaeology", "archaeolog"), ("as", "as"), ("été", "été")],
)  # fmt: skip
def test_porter_stems_of_known_words(word: str, stem: str) -> None:
    assert _core.text_at(_core.porter_stems(_core.pack([word])), 0) == stem
