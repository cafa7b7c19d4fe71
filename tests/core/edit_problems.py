"""Small problems for the edit automaton, as its kernel and its twins read them."""

from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import batch_of

STATES = _core.EDIT_STATES
START, REMOVE, INSERT, WORD, LEMMA, PUNCTUATION, SYNONYM, FUNCTION, BEGINNING = range(9)
PARA_1_1, PARA_1_2, PARA_2_1, PARA_2_2, WORD_2, LEMMA_2, PUNCTUATION_2 = range(9, 16)
JUMP_1, JUMP_2, JUMP_3, REF_JUMP_1, REF_JUMP_2, REF_JUMP_3 = range(16, 22)
SIZES = {
    **dict.fromkeys((WORD, LEMMA, PUNCTUATION, SYNONYM, FUNCTION, BEGINNING, PARA_1_1), (1, 1)),
    PARA_1_2: (1, 2),
    PARA_2_1: (2, 1),
    **dict.fromkeys((PARA_2_2, WORD_2, LEMMA_2, PUNCTUATION_2), (2, 2)),
}
ALL_COLUMNS = np.arange(STATES * STATES + 3, dtype=np.int32)
NO_BYTES, NO_OFFSETS = np.zeros(0, np.uint8), np.zeros(0, np.int64)


@dataclass(frozen=True)
class Problem:
    """One pair and one machine."""

    ref_length: int
    hyp_length: int
    substitutions: list[tuple[int, int, int]]
    transitions: list[float] = field(default_factory=lambda: [0.0] * STATES**2, repr=False)
    relations: tuple[float, float, float] = (0.0, 0.0, 0.0)
    ref_relations: list[int] = field(default_factory=list)
    hyp_relations: list[int] = field(default_factory=list)
    max_jump: int = 0
    max_block: int = 0
    over_hypothesis: bool = True
    over_reference: bool = True

    def pairs(self) -> _core.EditPairs:
        related = bool(self.ref_relations or self.hyp_relations)
        return _core.EditPairs(
            ref_lengths=np.array([self.ref_length], np.int32),
            hyp_lengths=np.array([self.hyp_length], np.int32),
            substitutions=batch_of([[number for row in self.substitutions for number in row]]),
            ref_relations=np.array(self.ref_relations, np.uint8),
            ref_relation_offsets=np.array([0, len(self.ref_relations)], np.int64) if related else NO_OFFSETS,
            hyp_relations=np.array(self.hyp_relations, np.uint8),
            hyp_relation_offsets=np.array([0, len(self.hyp_relations)], np.int64) if related else NO_OFFSETS,
        )

    def machine(self) -> _core.EditMachine:
        return _core.EditMachine(
            np.array(self.transitions, np.float64),
            relations=self.relations,
            max_jump=self.max_jump,
            max_block=self.max_block,
            over_hypothesis=self.over_hypothesis,
            over_reference=self.over_reference,
        )

    def twin(self) -> _reference.EditProblem:
        problem = _reference.EditProblem()
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            setattr(problem, name, list(value) if isinstance(value, tuple) else value)
        return problem


def matches(ref: str, hyp: str) -> list[tuple[int, int, int]]:
    """Words are letters; equal ones match."""
    return [(i, j, WORD) for i, a in enumerate(ref) for j, b in enumerate(hyp) if a == b]


@st.composite
def problems(draw: st.DrawFn, max_words: int = 4, max_substitutions: int = 6, max_weight: float = 2.0) -> Problem:
    """Pairs with substitutions of every kind anywhere, relations, jumps of any reach over one side or both."""
    m, n = draw(st.integers(0, max_words)), draw(st.integers(0, max_words))
    legal = [
        (i, j, state) for state, (a, b) in SIZES.items() for i in range(m - a + 1) for j in range(n - b + 1)
    ]  # fmt: skip
    chosen = draw(st.lists(st.sampled_from(legal), max_size=max_substitutions, unique=True)) if legal else []
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    related, codes = draw(st.booleans()), st.integers(0, 6)
    return Problem(
        m,
        n,
        sorted(chosen),
        rng.uniform(-max_weight, max_weight, STATES**2).tolist(),
        tuple(rng.uniform(-1, 1, 3).tolist()),
        draw(st.lists(codes, min_size=m, max_size=m)) if related else [],
        draw(st.lists(codes, min_size=n, max_size=n)) if related else [],
        max_jump=draw(st.sampled_from([0, 1, 2, 5, 10])),
        max_block=draw(st.sampled_from([0, 0, 1, 2])),
        over_hypothesis=draw(st.booleans()),
        over_reference=draw(st.booleans()),
    )


def random_problem(rng: np.random.Generator, max_words: int = 4) -> Problem:
    """The same without Hypothesis, for many at once: most have jumps over both sides, and many matches."""
    m, n = (int(size) for size in rng.integers(0, max_words + 1, 2))
    legal = [(i, j, s) for s, (a, b) in SIZES.items() for i in range(m - a + 1) for j in range(n - b + 1)]
    chosen = sorted({legal[i] for i in rng.integers(len(legal), size=rng.integers(1, 9))}) if legal else []
    related = bool(rng.integers(2))
    return Problem(
        m,
        n,
        chosen,
        rng.uniform(-2, 2, STATES**2).tolist(),
        tuple(rng.uniform(-1, 1, 3).tolist()),
        rng.integers(0, 7, m).tolist() if related else [],
        rng.integers(0, 7, n).tolist() if related else [],
        max_jump=int(rng.choice([0, 1, 2, 3, 5, 10])),
        max_block=int(rng.choice([0, 0, 0, 1, 2])),
        over_hypothesis=bool(rng.random() < 0.8),
        over_reference=bool(rng.random() < 0.8),
    )
