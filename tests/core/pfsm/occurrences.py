"""What the cut-off of features counts, slow and obvious: all configurations, and the edges that count as one.

The definition is in docs/explanation/pfsm.md. A step is a place of the lattice where a feature can fire on the way to
the end. Parts that several jumps share are the same part, so their steps count once:

* a jump from one place is one step, however far it goes;
* the part ahead of a jump is known by where it begins, not by the place that was jumped from;
* what is passed over between the jump back and the first substitution is known by the part ahead and its end;
* the first substitution behind the jump back is known by itself, the row where the part ahead begins and the landing;
* the rest of the gap is known by that first substitution alone;
* a relation inside a 2:2 block counts once for each block of a part, however it is entered.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tests.core.edit_problems import INSERT, JUMP_1, PARA_1_1, REMOVE, SIZES, START, STATES, WORD, Problem

NORMAL, AHEAD, GAP = range(3)
Key = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an edit sequence stands; `side` is 0 for jumps over the hypothesis, 1 for those over the reference.

    `at` are the words that were used up: of the sentence that goes on, and of that which is jumped over.
    """

    mode: int = NORMAL
    side: int = 0
    at: tuple[int, int] = (0, 0)  # of reference and hypothesis
    state: int = START
    start: int = 0
    landing: int = 0
    row: int = 0  # where the part ahead begins
    end: int = 0
    first: int = -1  # the first substitution in the gap


@dataclass(frozen=True, slots=True)
class Step:
    """From one place to another; the keys say which steps are one, of transitions and of relations."""

    to: Place
    key: Key
    relation: int = -1
    relation_key: Key = ()


@dataclass(frozen=True)
class Twin:
    """The lattice of a problem."""

    problem: Problem

    @cached_property
    def _leads(self) -> dict[Place, bool]:
        return {}

    def counts(self) -> NDArray[np.float64]:
        """On how many steps each transition and each relation is possible."""
        found: dict[tuple[int, Key], None] = {}
        places, seen = [Place()], {Place()}
        while places:
            place = places.pop()
            for step in self.steps(place):
                if not self._leads_on(step.to):
                    continue
                found[place.state * STATES + step.to.state, step.key] = None
                if step.relation >= 0:
                    found[STATES**2 + step.relation, step.relation_key] = None
                if step.to not in seen:
                    seen.add(step.to)
                    places.append(step.to)
        return np.bincount([column for column, _ in found], minlength=STATES**2 + 3).astype(np.float64)

    def _leads_on(self, place: Place) -> bool:
        """Whether the end can be reached."""
        known = self._leads
        if place not in known:
            whole = (self.problem.ref_length, self.problem.hyp_length)
            at_end = place.mode == NORMAL and place.at == whole
            known[place] = at_end or any(self._leads_on(step.to) for step in self.steps(place))
        return known[place]

    def steps(self, c: Place) -> Iterator[Step]:
        over, jumps = 1 - c.side, JUMP_1 + 3 * c.side  # which number of `at` is jumped over, and by which states
        if c.mode == GAP and c.at[over] == c.landing:
            to = Place(at=_with(c.at, over, c.end), state=jumps + 2)
            yield Step(to, self._key(c, to.state))
            return
        yield from self._edits(c, over, jumps)
        if c.mode == AHEAD and c.state != jumps:
            to = replace(c, mode=GAP, at=_with(c.at, over, c.start), end=c.at[over], state=jumps + 1)
            yield Step(to, self._key(c, to.state))
        if c.mode == NORMAL:
            yield from self._jumps(c)

    def _jumps(self, c: Place) -> Iterator[Step]:
        lengths = (self.problem.ref_length, self.problem.hyp_length)
        for side, allowed in enumerate((self.problem.over_hypothesis, self.problem.over_reference)):
            over, state = 1 - side, JUMP_1 + 3 * side
            for landing in range(c.at[over] + 1, min(c.at[over] + self.problem.max_jump, lengths[over] - 1) + 1):
                if allowed:
                    at = _with(c.at, over, landing)
                    to = Place(AHEAD, side, at, state, c.at[over], landing, c.at[1 - over])
                    yield Step(to, self._key(c, state))

    def _edits(self, c: Place, over: int, jumps: int) -> Iterator[Step]:
        landed = c.mode == AHEAD and c.state == jumps
        for state, use in ((REMOVE, (1, 0)), (INSERT, (0, 1))):
            along_gap = use[over] == 1
            if not landed and not (c.mode == GAP and c.first < 0 and along_gap):
                yield from self._edit(c, over, state, use, -1)
        for number, (ref, hyp, state) in enumerate(self.problem.substitutions):
            if (ref, hyp) == c.at:
                yield from self._edit(c, over, state, SIZES[state], number)

    def _edit(self, c: Place, over: int, state: int, use: tuple[int, int], number: int) -> Iterator[Step]:
        at = (c.at[0] + use[0], c.at[1] + use[1])
        if at[0] > self.problem.ref_length or at[1] > self.problem.hyp_length:
            return
        if c.mode == GAP and at[over] > c.landing:
            return
        if c.mode == AHEAD and 0 < self.problem.max_block < at[over] - c.landing:
            return
        first = number if c.mode == GAP and c.first < 0 else c.first
        key, to = self._key(c, state, number), replace(c, at=at, state=state, first=first)
        if WORD <= c.state <= PARA_1_1 and WORD <= state <= PARA_1_1:
            yield Step(to, key, self._relation(*c.at), key)
        elif use == (2, 2):
            yield Step(to, key, self._relation(c.at[0] + 1, c.at[1] + 1), (*self._part(to), number))
        else:
            yield Step(to, key)

    def _part(self, c: Place) -> Key:
        """The part of the lattice that a place belongs to."""
        if c.mode == NORMAL:
            return ("normal",)
        if c.mode == AHEAD:
            return ("ahead", c.side, c.row, c.landing)
        return ("gap", c.side, c.first)

    def _key(self, c: Place, state: int, number: int = -1) -> Key:
        """What a step from here to a state counts as."""
        if c.mode == GAP and c.first < 0:
            if number >= 0:
                return ("first", c.side, number, c.landing, c.row, c.state)
            return ("passed over", c.side, c.row, c.landing, c.at[c.side], c.end, c.state)
        return (*self._part(c), *c.at, c.state, state, number)

    def _relation(self, ref: int, hyp: int) -> int:
        codes = [
            relations[word] if 0 < word < len(relations) else 0
            for relations, word in ((self.problem.ref_relations, ref), (self.problem.hyp_relations, hyp))
        ]
        return (codes[0] - 1) // 2 if codes[0] and codes[0] == codes[1] else -1


def _with(at: tuple[int, int], which: int, value: int) -> tuple[int, int]:
    return (value, at[1]) if which == 0 else (at[0], value)
