"""X2: exams of three documents of rising difficulty, levels by our example of rules, in the form of Tables 4 and 5."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exam.files import read_rules
from tertium.exam.labelling.examples import Examples
from tertium.exam.labelling.validation import Validation
from tertium.exam.measures import (
    Retrieval,
    accuracy,
    at_least,
    bootstrap,
    commonest_level,
    level_shares,
)
from tertium.exam.rules import RuleTable
from tertium.exam.scale import LABELS, LEVELS, Level, as_level, level_number

TRIPLES = 30
DIFFICULTIES = ("2", "2+", "3")
SEED = 12345


@dataclass(frozen=True)
class Sitting:
    """An exam that a program sat: the rows of its passages, from the easiest."""

    candidate: str
    rows: tuple[int, ...]


def sittings(examples: Examples) -> list[Sitting]:
    """Thirty for each program; a document's difficulty is the other programs' points on it, in thirds."""
    rng = np.random.default_rng(SEED)
    found = []
    for candidate in np.unique(examples.candidates):
        own = np.flatnonzero(examples.candidates == candidate)
        others = [
            examples.points[(examples.passages == examples.passages[row]) & (examples.candidates != candidate)].mean()
            for row in own
        ]
        thirds = np.array_split(own[np.argsort(others, kind="stable")], len(DIFFICULTIES))
        for _ in range(TRIPLES):
            found.append(Sitting(str(candidate), tuple(int(rng.choice(third)) for third in thirds)))
    return found


def gold_levels(labels: Sequence[int], rules: RuleTable) -> tuple[Level, ...]:
    """The levels over all labels of the missing passage, and the next one where a label is one short.

    This makes sets of about two levels, as the paper's Table 4 has.
    """
    found = set(_levels(labels, rules))
    highest = max(map(level_number, found))
    for place, label in enumerate(labels):
        if label:
            better = [*labels[:place], label - 1, *labels[place + 1 :]]
            found |= {level for level in _levels(better, rules) if level_number(level) == highest + 1}
    return tuple(sorted(found, key=level_number))


def _levels(labels: Sequence[int], rules: RuleTable) -> tuple[Level, ...]:
    decision = rules.decide({name: LABELS[label] for name, label in zip(DIFFICULTIES, labels, strict=True)})
    return tuple(as_level(level, rules.name) for level in decision.levels)


@dataclass(frozen=True)
class Levels:
    """What came out for one set: Table 4's row, and Table 5's columns."""

    n: int
    shares: dict[Level, float]
    baseline: tuple[float, Retrieval]
    predicted: tuple[float, Retrieval]
    interval: tuple[float, float]
    """Of what prediction adds to the baseline's accuracy; programs are drawn again."""


def measure(examples: Examples, validation: Validation) -> Levels:
    """Levels from cross-validated labels, beside the commonest level for everyone."""
    rules = read_rules("example")
    exams = sittings(examples)
    gold = [gold_levels([int(validation.gold[row]) for row in one.rows], rules) for one in exams]
    predicted = [_levels([int(validation.predicted[row]) for row in one.rows], rules)[0] for one in exams]
    common = [commonest_level(gold)] * len(exams)
    gain = np.array([(p in g) - float(c in g) for p, c, g in zip(predicted, common, gold, strict=True)])
    return Levels(
        len(exams),
        level_shares(gold),
        (accuracy(common, gold), at_least(common, gold)),
        (accuracy(predicted, gold), at_least(predicted, gold)),
        bootstrap(lambda rows: float(gain[rows].mean()), [one.candidate for one in exams], np.random.default_rng(SEED)),
    )


__all__ = ["LEVELS", "Levels", "gold_levels", "measure", "sittings"]
