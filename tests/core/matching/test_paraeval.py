"""ParaEval's matching beside a slow twin."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments, long_rows
from tests.core.matching.test_matching import N_WORDS, Knowledge, lexicon_of, tree, tree_nodes

MEASURES = ["precision", "recall", "f1"]
Phrase = tuple[int, ...]
Entries = list[tuple[Phrase, Phrase]]

words = st.integers(0, N_WORDS - 1)
sentences = st.lists(words, max_size=7)
references = st.lists(sentences, min_size=1, max_size=3)
phrases = st.lists(words, min_size=1, max_size=3).map(tuple)
any_entries = st.lists(st.tuples(phrases, phrases), max_size=8, unique=True)
sets = st.lists(st.lists(phrases, min_size=1, max_size=4, unique=True), max_size=3)
measures = st.sampled_from(MEASURES)


def entries_of(groups: list[list[Phrase]]) -> Entries:
    """Each phrase of a set beside each of the same set, itself too."""
    return sorted({(one, other) for group in groups for one in group for other in group})


def statistics(
    segments: Segments, entries: Entries, measure: str, *, optimal: bool = False, least: int = 1, threads: int = 1
) -> np.ndarray:
    return _core.paraeval_statistics(
        segments.pairs,
        Knowledge(entries=entries).lexicon(),
        measure=measure,
        optimal=optimal,
        min_words=least,
        threads=threads,
    )


def numbers(hyp: Row, refs: list[Row], entries: Entries, measure: str, optimal: bool, least: int) -> list[float]:
    return statistics(Segments.of((hyp, refs)), entries, measure, optimal=optimal, least=least)[0].tolist()


def twin(hyp: Row, refs: list[Row], entries: Entries, measure: str, optimal: bool, least: int) -> list[float]:
    lists = [(list(one), list(other)) for one, other in entries]
    return _reference.paraeval(hyp, refs, lists, measure=measure, optimal=optimal, min_words=least)


@given(
    hyp=sentences,
    refs=references,
    entries=any_entries,
    measure=measures,
    optimal=st.booleans(),
    least=st.integers(1, 3),
)
@settings(max_examples=300)
@example([0, 1, 2], [[3, 4]], [((3,), (0, 1)), ((3, 4), (1, 2))], "f1", True, 1)
def test_numbers_are_those_of_the_twin(
    hyp: Row, refs: list[Row], entries: Entries, measure: str, optimal: bool, least: int
) -> None:
    assert numbers(hyp, refs, entries, measure, optimal, least) == twin(hyp, refs, entries, measure, optimal, least)


@given(hyp=sentences, refs=references, groups=sets, measure=measures, optimal=st.booleans())
@settings(max_examples=300)
def test_sets_are_as_good_as_all_their_pairs_and_as_the_twin(
    hyp: Row, refs: list[Row], groups: list[list[Phrase]], measure: str, optimal: bool
) -> None:
    entries = entries_of(groups)
    assert numbers(hyp, refs, entries, measure, optimal, 1) == twin(hyp, refs, entries, measure, optimal, 1)
    segments = Segments.of((hyp, refs))
    found = _core.paraeval_statistics(segments.pairs, grouped(groups), measure=measure, optimal=optimal, min_words=1)
    assert found.tolist() == statistics(segments, entries, measure, optimal=optimal).tolist()


def grouped(groups: list[list[Phrase]]) -> _core.Lexicon:
    """A lexicon whose phrases name their groups, numbered behind the phrases."""
    nodes = tree_nodes(entries_of(groups))
    rows = [[len(nodes) + g for g, group in enumerate(groups) if node in group] for node in nodes]
    targets = np.array([group for row in rows for group in row], np.uint32)
    return lexicon_of(
        **{
            **tree(entries_of(groups)),
            "entry_offsets": np.cumsum([0, *map(len, rows)]).astype(np.uint32),
            "targets": targets,
            "probabilities": np.ones(len(targets), np.float32),
        },
        table_words=np.arange(N_WORDS, dtype=np.int32),
    )


@given(hyp=sentences, refs=references)
def test_without_a_table_precision_is_that_of_clipped_unigrams(hyp: Row, refs: list[Row]) -> None:
    n_hyp, _, matched, _, by_phrase, _ = numbers(hyp, refs, [], "precision", False, 1)
    assert [n_hyp, matched] == [len(hyp), _reference.bleu(hyp, refs, 1)[2]]
    assert by_phrase == 0


@given(refs=references, groups=sets, measure=measures, optimal=st.booleans(), least=st.integers(1, 3))
def test_a_hypothesis_equal_to_a_reference_is_matched_whole(
    refs: list[Row], groups: list[list[Phrase]], measure: str, optimal: bool, least: int
) -> None:
    hyp = refs[-1]
    n_hyp, n_ref, hyp_matched, ref_matched, *_ = numbers(hyp, refs, entries_of(groups), measure, optimal, least)
    assert hyp_matched == n_hyp
    if measure != "precision":
        assert ref_matched == n_ref


@given(hyp=sentences, refs=references, entries=any_entries, measure=measures, data=st.data())
def test_the_order_of_references_does_not_matter(
    hyp: Row, refs: list[Row], entries: Entries, measure: str, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(refs))
    for optimal in (False, True):
        assert numbers(hyp, refs, entries, measure, optimal, 1) == numbers(hyp, shuffled, entries, measure, optimal, 1)


def value(row: list[float], measure: str) -> float:
    precision, recall = (row[2 + i] / row[i] if row[i] else float(row[1 - i] == 0) for i in (0, 1))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}[measure]


@given(hyp=sentences, refs=references, entries=any_entries, measure=measures)
def test_the_optimal_search_is_never_worse(hyp: Row, refs: list[Row], entries: Entries, measure: str) -> None:
    greedy, optimal = (numbers(hyp, refs, entries, measure, search, 1) for search in (False, True))
    assert value(optimal, measure) >= value(greedy, measure)


def test_the_optimal_search_finds_two_phrases_where_the_greedy_takes_a_longer_one() -> None:
    entries: Entries = [((5,), (1, 2, 3)), ((4,), (0, 1)), ((3,), (2, 3))]
    # The longest phrase leaves word 0 alone, and the other two need a reference word each.
    assert numbers([0, 1, 2, 3], [[4, 3, 5]], entries, "precision", False, 1)[2] == 3
    assert numbers([0, 1, 2, 3], [[4, 3, 5]], entries, "precision", True, 1)[2] == 4


def test_a_set_is_clipped_at_its_members_in_one_reference() -> None:
    entries = entries_of([[(0,), (1,), (2,)]])
    assert numbers([0, 1, 2], [[2, 3]], entries, "precision", False, 1)[2] == 1
    assert numbers([0, 1, 2], [[2, 3], [1]], entries, "precision", False, 1)[2] == 1
    assert numbers([0, 1, 2], [[2, 0]], entries, "precision", False, 1)[2] == 2


@given(
    hyp=long_rows(0, 60, [N_WORDS]),
    refs=st.lists(long_rows(0, 60, [N_WORDS]), min_size=1, max_size=3),
    entries=any_entries,
    measure=measures,
    optimal=st.booleans(),
)
@settings(max_examples=60)
def test_links_add_up_to_the_statistics(
    hyp: Row, refs: list[Row], entries: Entries, measure: str, optimal: bool
) -> None:
    segments = Segments.of((hyp, refs), ([0], [[0]]), (hyp, refs))
    lexicon = Knowledge(entries=entries).lexicon()
    found = _core.paraeval_links(segments.pairs, lexicon, measure=measure, optimal=optimal)
    rows, offsets, chosen = found.rows, found.offsets, found.references
    table = statistics(segments, entries, measure, optimal=optimal, threads=3)
    for i, (words_of_hyp, words_of_refs) in enumerate(segments.texts()):
        links = rows[offsets[i] : offsets[i + 1]].tolist()
        taken: set[tuple[int, int]] = set()
        for reference, other, start, length, at, n in links:
            phrase, there = tuple(words_of_hyp[start : start + length]), tuple(words_of_refs[reference][at : at + n])
            assert (phrase != there) == bool(other)
            assert (there, phrase) in entries or (phrase == there and length == 1)
            places = {(reference, j) for j in range(at, at + n)}
            assert not places & taken
            taken |= places
        assert table[i, 2] == len({k for _, _, start, length, _, _ in links for k in range(start, start + length)})
        assert table[i, 3] == sum(1 for reference, _ in taken if reference == chosen[i])
        assert table[i, 1] == len(words_of_refs[chosen[i]])


def test_threads_do_not_matter() -> None:
    rng = np.random.default_rng(5)
    rows = [rng.integers(N_WORDS, size=12).tolist() for _ in range(600)]
    segments = Segments.of(*[(row, [other]) for row, other in zip(rows[::2], rows[1::2], strict=True)])
    entries = entries_of([[(0,), (1, 2)], [(3, 4), (5,), (0, 0)]])
    one, three = (statistics(segments, entries, "f1", optimal=True, threads=threads) for threads in (1, 3))
    assert one.tobytes() == three.tobytes()


def test_wrong_arguments_are_refused() -> None:
    segments = Segments.of(([0], [[1]]))
    lexicon = Knowledge(entries=[((0,), (1,))]).lexicon()
    with pytest.raises(ValueError, match="no measure is called 'f2'"):
        _core.paraeval_statistics(segments.pairs, lexicon, measure="f2")
    with pytest.raises(ValueError, match="min_words"):
        _core.paraeval_statistics(segments.pairs, lexicon, measure="f1", min_words=0)
    with pytest.raises(ValueError, match="lexicon: there are fewer"):
        _core.paraeval_statistics(Segments.of(([9], [[1]])).pairs, lexicon, measure="f1")
