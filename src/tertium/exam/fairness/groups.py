"""Whether groups of candidates are treated alike: by the machine, and by single passages.

*Standardised differences* compare what the machine says with what people say, group by group, in standard deviations
of all labels. *Differential functioning* asks of each passage whether members of a group do worse on it than others who
do as well on the other passages: Mantel's test for ordered labels, and the mean difference weighted by the group
(Dorans and Schmitt 1991). Groups of few candidates say nothing and give people away: they are named and not shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc  # type: ignore[import-untyped, unused-ignore]

from tertium.evaluation.significance import holm
from tertium.exam.fairness.gradings import Gradings
from tertium.exam.measures import bootstrap
from tertium.text.arrays import Floats

SMALLEST = 20
"""Fewer candidates than these are no group to speak of."""
FAR = 0.15
"""Standard deviations by which the machine may differ from people in a group (the usual bound for scoring programs)."""
_SAMPLES = 500


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """How much better a group does than all others by people, and how much more lenient the machine is to it."""

    column: str
    group: str
    n: int
    people: float
    people_interval: tuple[float, float]
    machine: float | None
    machine_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class PassageDifference:
    """Of one passage and one group: candidates who are as good elsewhere, compared here."""

    column: str
    group: str
    passage: str
    n: int
    effect: float
    """The group's advantage in standard deviations of the passage's labels."""
    p: float
    """Of Mantel's test, corrected for the number of passages and groups (Holm)."""


@dataclass(frozen=True)
class GroupStudy:
    """All differences, and the groups that are too small to be shown, with their number of candidates."""

    differences: tuple[GroupDifference, ...]
    passages: tuple[PassageDifference, ...]
    hidden: tuple[tuple[str, str], ...]
    smallest: int


def group_study(
    gradings: Gradings, groups: Mapping[str, Mapping[str, str]], rng: np.random.Generator, smallest: int = SMALLEST
) -> GroupStudy:
    """Every group of every column against all other candidates of that column."""
    merits = _merits(gradings)
    differences, passages, hidden = [], [], []
    for column, of_candidate in groups.items():
        for group in sorted(set(of_candidate.values())):
            members = [who for who in gradings.candidates if of_candidate.get(who) == group]
            others = [who for who in gradings.candidates if of_candidate.get(who) not in (None, group)]
            if min(len(members), len(others)) < smallest:
                hidden.append((column, group))
                continue
            differences.append(_difference(column, group, members, others, gradings, rng))
            passages += _passages(column, group, members, others, merits)
    corrected = holm([one.p for one in passages]) if passages else []
    tested = [
        PassageDifference(one.column, one.group, one.passage, one.n, one.effect, float(p))
        for one, p in zip(passages, corrected, strict=True)
    ]
    return GroupStudy(tuple(differences), tuple(tested), tuple(hidden), smallest)


def mantel(of_group: Sequence[Floats], of_others: Sequence[Floats]) -> float:
    """The p-value of Mantel's test: within strata, have both sides the same mean score?"""
    surplus = variance = 0.0
    for own, rest in zip(of_group, of_others, strict=True):
        every = np.concatenate([own, rest])
        n = len(every)
        if not len(own) or not len(rest):
            continue
        surplus += own.sum() - len(own) * every.mean()
        variance += len(own) * len(rest) / (n * n * (n - 1)) * (n * (every**2).sum() - every.sum() ** 2)
    return float(chdtrc(1, surplus**2 / variance)) if variance > 0 else 1.0


def _merits(gradings: Gradings) -> dict[str, dict[str, float]]:
    """By passage, then candidate: the mean of people's labels, the more the better."""
    merits: dict[str, dict[str, float]] = {}
    for (candidate, passage), own in gradings.people.items():
        merits.setdefault(passage, {})[candidate] = -float(np.mean(list(own.values())))
    return merits


def _difference(
    column: str, group: str, members: Sequence[str], others: Sequence[str], gradings: Gradings, rng: np.random.Generator
) -> GroupDifference:
    rows = [(who, -np.mean(list(own.values())), work) for work, own in gradings.people.items() for who in work[:1]]
    inside, here = set(members), set(members) | set(others)
    rows = [row for row in rows if row[0] in here]
    merit = np.array([row[1] for row in rows], float)
    own = np.array([row[0] in inside for row in rows])
    spread = float(merit.std(ddof=1)) or 1.0
    who = [row[0] for row in rows]

    def between(picks: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
        mine = own[picks]
        if mine.all() or not mine.any():
            return 0.0
        return float((merit[picks][mine].mean() - merit[picks][~mine].mean()) / spread)

    every = np.arange(len(rows))
    interval = bootstrap(between, who, rng, n_samples=_SAMPLES)
    machine, machine_interval = None, None
    both = [
        (row[0], -gradings.machine[row[2]].label - row[1])
        for row in rows
        if row[0] in inside and row[2] in gradings.machine
    ]
    if both:
        lenience = np.array([one[1] for one in both], float)

        def lenient(picks: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
            return float(lenience[picks].mean() / spread)

        machine = lenient(np.arange(len(both)))
        machine_interval = bootstrap(lenient, [one[0] for one in both], rng, n_samples=_SAMPLES)
    return GroupDifference(column, group, len(members), between(every), interval, machine, machine_interval)


def _passages(
    column: str, group: str, members: Sequence[str], others: Sequence[str], merits: Mapping[str, Mapping[str, float]]
) -> list[PassageDifference]:
    found = []
    for passage, merit in merits.items():
        sides: list[dict[float, list[float]]] = [{}, {}]
        for side, people in zip(sides, (members, others), strict=True):
            for who in people:
                elsewhere = [own[who] for other, own in merits.items() if other != passage and who in own]
                if who in merit and elsewhere:
                    side.setdefault(round(float(np.mean(elsewhere)), 6), []).append(merit[who])
        if not sides[0] or not sides[1]:
            continue
        strata = sorted({*sides[0], *sides[1]})
        own, rest = ([np.array(side.get(stratum, []), float) for stratum in strata] for side in sides)
        shared = [(a, b) for a, b in zip(own, rest, strict=True) if len(a) and len(b)]
        n = sum(len(a) for a, _ in shared)
        spread = float(np.concatenate([*own, *rest]).std(ddof=1)) or 1.0
        effect = sum(len(a) * (a.mean() - b.mean()) for a, b in shared) / n / spread if n else 0.0
        found.append(PassageDifference(column, group, passage, n, float(effect), mantel(own, rest)))
    return found
