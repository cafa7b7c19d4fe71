"""The edit automaton with jumps beside an enumeration of all sequences and a lattice in logarithms."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import batch_of
from tests.core.edit_problems import (
    ALL_COLUMNS,
    INSERT,
    JUMP_1,
    JUMP_2,
    JUMP_3,
    NO_BYTES,
    NO_OFFSETS,
    PUNCTUATION_2,
    REF_JUMP_1,
    REF_JUMP_2,
    REF_JUMP_3,
    REMOVE,
    SIZES,
    START,
    STATES,
    WORD,
    Problem,
    matches,
    problems,
    random_problem,
)  # fmt: skip

JUMPS = {REF_JUMP_1: JUMP_1, REF_JUMP_2: JUMP_2, REF_JUMP_3: JUMP_3}
STATE_WEIGHTS = {REMOVE: -1.0, INSERT: -0.8, WORD: 0.6, JUMP_1: -0.5, JUMP_2: -0.1, JUMP_3: 0.2}
PAIR_WEIGHTS = {(WORD, WORD): 0.4, (REMOVE, INSERT): -0.3, (WORD, JUMP_2): 0.25}


def worked(ref: str, hyp: str, max_jump: int = 0, over_reference: bool = True) -> Problem:
    """The weights of the worked examples; the first edit has the weight of its state only."""
    transitions = np.zeros((STATES, STATES))
    for source in range(STATES):
        for target in range(STATES):
            state = JUMPS.get(target, target)
            transitions[source, target] = STATE_WEIGHTS.get(state, 0) + PAIR_WEIGHTS.get((source, state), 0)
    return Problem(
        len(ref),
        len(hyp),
        matches(ref, hyp),
        transitions.reshape(-1).tolist(),
        max_jump=max_jump,
        over_reference=over_reference,
    )


@pytest.mark.parametrize(
    ("problem", "sequences", "score"),
    [
        (worked("a", "a"), 3, 0.746628),
        (worked("a", "b"), 2, -1.245645),
        (worked("ab", "ab"), 11, 1.812374),
        (worked("ab", "ba"), 8, -0.320653),
        (worked("ab", "ba", 1, over_reference=False), 9, 1.276292),
        (worked("ab", "ba", 1), 10, 1.862680),
        (worked("abc", "cab", 2), 40, 3.035726),
        (worked("abcd", "cdab", 2), 158, 4.173231),
        (worked("", ""), 1, 0.0),
        (worked("a", ""), 1, -1.0),
    ],
)
def test_worked_examples_come_out(problem: Problem, sequences: int, score: float) -> None:
    assert _core.edit_scores(problem.pairs(), problem.machine())[0] == pytest.approx(score, abs=1e-6)
    free = Problem(
        problem.ref_length, problem.hyp_length, problem.substitutions, max_jump=problem.max_jump,
        over_reference=problem.over_reference,
    )  # fmt: skip
    assert np.exp(_core.edit_scores(free.pairs(), free.machine())[0]) == pytest.approx(sequences)
    assert _reference.edits_by_enumeration(problem.twin()).sequences == sequences


def test_the_best_sequence_of_a_swap_is_one_jump() -> None:
    problem = worked("ab", "ba", 1)
    best = _core.best_edits(problem.pairs(), problem.machine())
    assert [JUMPS.get(state, state) for state in best.steps[:, 0].tolist()] == [JUMP_1, WORD, JUMP_2, WORD, JUMP_3]
    assert best.weights.sum() == pytest.approx(1.05)
    assert best.offsets.tolist() == [0, 5]


def counted(problem: Problem, *, arcs: bool = False) -> tuple[float, np.ndarray]:
    result = _core.edit_counts(problem.pairs(), problem.machine(), ALL_COLUMNS, arcs=arcs)
    return float(result.scores[0]), result.counts[0]


def replayed(problem: Problem) -> float:
    """The weight of the best sequence, after a check that it consumes both sentences in the way it says."""
    best = _core.best_edits(problem.pairs(), problem.machine())
    steps, weights = best.steps, best.weights
    known = set(problem.substitutions)
    ref_words, hyp_words = [], []
    before = START
    for (state, ref, hyp), weight in zip(steps.tolist(), weights, strict=True):
        bare = problem.transitions[before * STATES + state]
        assert abs(weight - bare) <= max(map(abs, problem.relations)) + 1e-12
        if state == REMOVE:
            ref_words.append(ref)
        elif state == INSERT:
            hyp_words.append(hyp)
        elif state < JUMP_1:
            assert (ref, hyp, state) in known
            n_ref, n_hyp = SIZES[state]
            ref_words += range(ref, ref + n_ref)
            hyp_words += range(hyp, hyp + n_hyp)
        before = state
    assert sorted(ref_words) == list(range(problem.ref_length))
    assert sorted(hyp_words) == list(range(problem.hyp_length))
    return float(weights.sum())


def equal_to(problem: Problem, expected: _reference.EditResult) -> None:
    score, counts = counted(problem)
    assert score == pytest.approx(expected.score, abs=1e-9)
    assert _core.edit_scores(problem.pairs(), problem.machine())[0] == pytest.approx(expected.score, abs=1e-9)
    np.testing.assert_allclose(counts, expected.counts, atol=1e-9)
    posteriors = _core.edit_posteriors(problem.pairs(), problem.machine())
    np.testing.assert_allclose(posteriors, expected.posteriors, atol=1e-9)
    assert replayed(problem) == pytest.approx(expected.best, abs=1e-9)


@settings(max_examples=100)
@given(problems())
@example(worked("abcd", "cdab", 2))
@example(worked("aab", "baa", 2))
def test_sums_counts_posteriors_and_best_equal_those_of_all_sequences(problem: Problem) -> None:
    equal_to(problem, _reference.edits_by_enumeration(problem.twin()))


def test_two_thousand_random_pairs_equal_all_their_sequences() -> None:
    rng = np.random.default_rng(11)
    for _ in range(2000):
        problem = random_problem(rng)
        equal_to(problem, _reference.edits_by_enumeration(problem.twin()))


@settings(max_examples=80)
@given(problems(max_words=8, max_substitutions=30))
def test_larger_pairs_equal_the_lattice_of_all_configurations(problem: Problem) -> None:
    equal_to(problem, _reference.edits_by_lattice(problem.twin()))


@settings(max_examples=60)
@given(problems(max_words=6, max_substitutions=12, max_weight=95))
def test_weights_that_leave_the_range_of_a_double_are_computed_all_the_same(problem: Problem) -> None:
    expected = _reference.edits_by_lattice(problem.twin())
    score, counts = counted(problem)
    assert score == pytest.approx(expected.score, rel=1e-9, abs=1e-9)
    np.testing.assert_allclose(counts, expected.counts, atol=1e-9)
    assert replayed(problem) == pytest.approx(expected.best, rel=1e-9, abs=1e-9)


@settings(max_examples=100)
@given(problems(max_words=5))
def test_without_jumps_every_edge_of_the_lattice_is_counted_once(problem: Problem) -> None:
    plain = Problem(problem.ref_length, problem.hyp_length, problem.substitutions)
    _, edges = counted(plain, arcs=True)
    assert edges[: STATES * STATES].sum() == _reference.edits_by_lattice(plain.twin()).edges


@given(problems(max_words=6, max_substitutions=12))
def test_counts_are_the_gradient_of_the_score(problem: Problem) -> None:
    _, counts = counted(problem)
    direction = np.random.default_rng(5).normal(size=STATES * STATES)
    step = 1e-5

    def moved(by: float) -> float:
        transitions = (np.array(problem.transitions) + by * direction).tolist()
        other = Problem(**{**problem.__dict__, "transitions": transitions})
        return float(_core.edit_scores(other.pairs(), other.machine())[0])

    slope = (moved(step) - moved(-step)) / (2 * step)
    assert counts[: STATES * STATES] @ direction == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("words", [300, 2000])
def test_long_pairs_without_matches_have_the_known_number_of_sequences(words: int) -> None:
    from math import lgamma

    problem = Problem(words, words, [])
    expected = lgamma(2 * words + 1) - 2 * lgamma(words + 1)
    assert _core.edit_scores(problem.pairs(), problem.machine())[0] == pytest.approx(expected, rel=1e-12)


def test_what_a_double_cannot_hold_gives_the_same_counts() -> None:
    rng = np.random.default_rng(3)
    words = rng.integers(60, size=70)
    hyp = np.concatenate([words[30:50], words[:30], words[50:]])
    subs = [(i, j, WORD) for i in range(70) for j in range(70) if words[i] == hyp[j]]
    weights = rng.uniform(-0.3, 0.3, (STATES, STATES))
    plain = Problem(70, 70, subs, weights.reshape(-1).tolist(), max_jump=10)
    score, counts = counted(plain)
    # The same amount for every word that is consumed changes no probability.
    for by in (6.0, -9.0):
        moved = weights.copy()
        moved[:, [REMOVE, INSERT, WORD]] += by * np.array([1, 1, 2])
        wide = Problem(70, 70, subs, moved.reshape(-1).tolist(), max_jump=10)
        other_score, other_counts = counted(wide)
        assert other_score == pytest.approx(score + by * 140, rel=1e-12)
        np.testing.assert_allclose(other_counts, counts, atol=1e-9)
        assert replayed(wide) == pytest.approx(replayed(plain) + by * 140)


def test_threads_change_nothing() -> None:
    rng = np.random.default_rng(1)
    lengths = rng.integers(0, 12, (200, 2)).astype(np.int32)
    rows = [
        [(i, j, WORD) for i in range(m) for j in range(n) if rng.random() < 0.2] for m, n in lengths.tolist()
    ]  # fmt: skip
    pairs = _core.EditPairs(
        ref_lengths=np.ascontiguousarray(lengths[:, 0]),
        hyp_lengths=np.ascontiguousarray(lengths[:, 1]),
        substitutions=batch_of([[number for substitution in row for number in substitution] for row in rows]),
        ref_relations=NO_BYTES,
        ref_relation_offsets=NO_OFFSETS,
        hyp_relations=NO_BYTES,
        hyp_relation_offsets=NO_OFFSETS,
    )
    machine = _core.EditMachine(rng.uniform(-1, 1, STATES**2), relations=(0.0, 0.0, 0.0), max_jump=5)
    counts = [_core.edit_counts(pairs, machine, ALL_COLUMNS, threads=threads) for threads in (1, 4)]
    best = [_core.best_edits(pairs, machine, threads=threads) for threads in (1, 4)]
    for name, (one, four) in (("scores", counts), ("counts", counts), ("steps", best), ("weights", best)):
        np.testing.assert_array_equal(getattr(one, name), getattr(four, name))
    np.testing.assert_array_equal(best[0].offsets, best[1].offsets)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"substitutions": [(0, 0, 3), (0, 0, 3)]}, "not sorted"),
        ({"substitutions": [(0, 2, 3)]}, "beyond the end"),
        ({"substitutions": [(1, 1, PUNCTUATION_2)]}, "beyond the end"),
        ({"substitutions": [(0, 0, JUMP_1)]}, "not a substitution"),
        ({"substitutions": [(0, 0, 1)]}, "not a substitution"),
        ({"transitions": [0.0] * 3}, "expected 484 weights"),
        ({"transitions": [float("nan")] * STATES**2}, "is not between"),
        ({"transitions": [101.0] * STATES**2}, "is not between"),
        ({"ref_relations": [0, 7], "hyp_relations": [0, 0]}, "no such number"),
        ({"ref_relations": [0], "hyp_relations": [0, 0]}, "one relation for each word"),
        ({"max_jump": -1}, "max_jump"),
    ],
)
def test_broken_arrays_are_refused(change: dict[str, Any], message: str) -> None:
    problem = Problem(**{**Problem(2, 2, [(0, 0, 3)]).__dict__, **change})
    with pytest.raises(ValueError, match=message):
        _core.edit_scores(problem.pairs(), problem.machine())


@given(st.integers(-5, 600))
def test_only_known_columns_are_counted(column: int) -> None:
    problem = Problem(1, 1, [])
    columns = np.array([column], np.int32)
    if 0 <= column < STATES * STATES + 3:
        assert _core.edit_counts(problem.pairs(), problem.machine(), columns).counts.shape == (1, 1)
    else:
        with pytest.raises(ValueError, match="no transition"):
            _core.edit_counts(problem.pairs(), problem.machine(), columns)
