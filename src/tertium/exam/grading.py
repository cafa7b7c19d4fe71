"""What the machine proposes for an exam: labels, levels, how sure it is, and what people must look at.

A proposal is plain data, and the same model, rules, passages and answers always give the same bytes.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np

from tertium.errors import DataError
from tertium.exam.labelling.model import Factor, GradingModel
from tertium.exam.labelling.promise import promises
from tertium.exam.labelling.uncertainty import HALF, label_sets, resample
from tertium.exam.passages import Exam, Passage
from tertium.exam.rules import RuleTable
from tertium.exam.scale import LABELS, Label, Level, as_level, level_number
from tertium.exam.submissions import Submission
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.arrays import Floats
from tertium.text.controls import visible

_DIGITS = 6  # sums of floats may differ in their last digits between machines
_WEIGHED = 8
_NT: Label = "NT"
_BEST: Label = LABELS[0]


@dataclass(frozen=True, slots=True)
class PassageGrade:
    """The proposal for one passage."""

    passage: str
    level: str
    label: Label
    label_set: tuple[Label, ...]
    """Holds the right label nine times in ten, on texts like the training data."""
    shares: Mapping[str, float]
    """How often each label is proposed when sentences are drawn again."""
    translated: float
    distance: float
    features: tuple[float, ...]
    weighed: tuple[tuple[str, float], ...]
    """What moved the proposal most: towards errors above 0, away from them below."""
    refer: tuple[str, ...]
    """Why people must look at it; empty where nothing speaks against the proposal."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The proposal for one candidate. It never fails anyone: people decide."""

    candidate: str
    exam: str
    model: str
    rules: str
    passages: tuple[PassageGrade, ...]
    levels: tuple[Level, ...]
    """What the rules give for the proposed labels; several where a passage is missing."""
    level_set: tuple[Level, ...]
    """What they give for all labels in the sets."""
    level_shares: Mapping[str, float]
    decided_by: tuple[int, ...]
    """Numbers of the rules, from 1."""
    refer: tuple[str, ...]

    def as_json(self) -> str:
        """One line, the same for the same grade."""
        return canonical(asdict(self))


@dataclass(frozen=True, slots=True, repr=False)
class Grades(Result):
    """The proposals for all candidates. As JSON one per line; the same grades give the same bytes."""

    json_lines = True
    heading = "Proposed grades"

    grades: tuple[Grade, ...]
    checks: tuple[str, ...] = ()
    """What the model's sets promise, and how that was checked."""

    def tables(self) -> list[Block]:
        """One candidate per row, then why people must look at some."""
        columns = (
            Column("candidate"),
            Column("level"),
            Column("set at 90 %"),
            Column("labels by passage"),
            Column("refer to people"),
        )
        rows = (
            (
                grade.candidate,
                " or ".join(grade.levels),
                " ".join(grade.level_set),
                " ".join(f"{p.level}:{p.label}" for p in grade.passages),
                bool(grade.refer),
            )
            for grade in self.grades
        )
        referred = sum(bool(grade.refer) for grade in self.grades)
        note = f"{referred} of {len(self.grades)} are referred to people. These are proposals: people decide."
        reasons = (f"  {visible(grade.candidate)}: {reason}" for grade in self.grades for reason in grade.refer)
        return [Table(columns, tuple(rows), wrap=True), Paragraph("\n".join((*self.checks, note, *reasons)))]

    def records(self) -> list[Table]:
        """All that the rules gave, and the labels and sets of labels of each passage."""
        columns = ("candidate", "levels", "level_set", "rules", "labels", "label_sets", "refer")
        rows = (
            (
                grade.candidate,
                " ".join(grade.levels),
                " ".join(grade.level_set),
                ",".join(map(str, grade.decided_by)),
                " ".join(f"{p.passage}={p.label}" for p in grade.passages),
                " ".join(f"{p.passage}={'/'.join(p.label_set)}" for p in grade.passages),
                "; ".join(grade.refer) or None,
            )
            for grade in self.grades
        )
        return [Table(tuple(map(Column, columns)), tuple(rows))]

    def data(self) -> list[Json]:
        """The grades one after the other."""
        return [json.loads(grade.as_json()) for grade in self.grades]


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def grade(
    exam: Exam,
    submissions: Sequence[Submission],
    model: GradingModel,
    rules: RuleTable,
    *,
    n_samples: int = 1000,
    seed: int = 12345,
) -> Iterator[Grade]:
    """A proposal for each candidate, in the order of their first answers. A passage without any answer is NT."""
    parts: dict[str, list[PassageGrade]] = {s.candidate: [] for s in submissions}
    submissions = [*submissions, *_skipped(exam, submissions)]
    for passage in exam.passages:
        own = [s for s in submissions if s.passage == passage.id]
        if own:
            rows = model.features.rows(passage, [s.answers for s in own])
            for s, part in zip(own, _passage_grades(passage, own, rows, model, n_samples, seed), strict=True):
                parts[s.candidate].append(part)
    for candidate, grades in parts.items():
        yield _decide(candidate, exam, model, rules, grades)


def _skipped(exam: Exam, submissions: Sequence[Submission]) -> Iterator[Submission]:
    """For each candidate the passages of the exam that have no answer, as such."""
    answered = {(submission.candidate, submission.passage) for submission in submissions}
    for candidate in dict.fromkeys(submission.candidate for submission in submissions):
        for passage in exam.passages:
            if (candidate, passage.id) not in answered:
                yield Submission(candidate, passage.id, (None,) * len(passage))


def _passage_grades(
    passage: Passage,
    submissions: Sequence[Submission],
    rows: Floats,
    model: GradingModel,
    n_samples: int,
    seed: int,
) -> Iterator[PassageGrade]:
    values = model.features.values(rows.sum(axis=1))
    factors: dict[Factor, list[str | None]] = {"passage": [passage.id] * len(submissions)}
    best = model.scores(values, factors).argmax(axis=1)
    sets = label_sets(model, values, factors)
    old, new = promises(model)
    breach = (old if passage.id in model.passages else new).breach
    distances = model.distance(values)
    for i, submission in enumerate(submissions):
        rng = np.random.default_rng(_seed(seed, submission))
        shares = resample(model, rows[i], {"passage": passage.id}, rng, n_samples).shares
        yield _passage_grade(
            passage,
            submission,
            LABELS[model.labels[int(best[i])]],
            tuple(LABELS[label] for label in sets[i]),
            {LABELS[label]: round(share, _DIGITS) for label, share in shares.items() if share},
            round(float(distances[i]), _DIGITS),
            values[i],
            model,
            breach,
        )


def _passage_grade(
    passage: Passage,
    submission: Submission,
    label: Label,
    label_set: tuple[Label, ...],
    shares: Mapping[str, float],
    distance: float,
    values: Floats,
    model: GradingModel,
    breach: str | None,
) -> PassageGrade:
    refer = []
    if submission.translated < HALF:
        label, label_set, shares = _NT, (_NT,), {_NT: 1.0}
        share = "under half" if submission.translated else "nothing"
        refer.append(f"{share} of the passage is translated: NT by rule")
    elif label != _BEST and model.features.is_accepted(values):
        refer.append(f"every sentence is an accepted translation: {_BEST} by rule, where the model says {label}")
        label, label_set = _BEST, tuple(one for one in LABELS if one in {_BEST, *label_set})
    if len(label_set) > 1:
        refer.append(f"more than one label is possible: {', '.join(label_set)}")
    if distance > model.reach:
        refer.append("the text is unlike the training data")
    if breach is not None:
        refer.append(breach)
    return PassageGrade(
        passage.id,
        passage.level,
        label,
        label_set,
        shares,
        round(submission.translated, _DIGITS),
        distance,
        tuple(round(float(value), _DIGITS) for value in values),
        _weighed(model, values, label),
        tuple(refer),
    )


def _weighed(model: GradingModel, values: Floats, label: Label) -> tuple[tuple[str, float], ...]:
    """The features that moved the proposal most."""
    z = model.standardised(values)
    if model.kind == "ordinal":
        parts = z * model.weights[0]
    else:
        number = LABELS.index(label)
        row = model.labels.index(number) if number in model.labels else 0
        parts = z * (model.weights[row] - model.weights.mean(axis=0))
    order = np.argsort(-np.abs(parts), kind="stable")[:_WEIGHED]
    return tuple((model.features.names[i], round(float(parts[i]), _DIGITS)) for i in order)


def _decide(candidate: str, exam: Exam, model: GradingModel, rules: RuleTable, grades: Sequence[PassageGrade]) -> Grade:
    by_level: dict[str, PassageGrade] = {}
    for part in grades:
        if part.level in by_level:
            raise DataError(f"{exam.name}: two passages are of level {part.level!r}; rules need one of each")
        by_level[part.level] = part
    decision = rules.decide({level: part.label for level, part in by_level.items()})
    widest = rules.decide({level: part.label_set for level, part in by_level.items()})
    refer = [f"passage {part.passage}: {reason}" for part in grades for reason in part.refer]
    missing = [level for level in rules.passages if level not in by_level]
    if missing and len(decision.levels) > 1:
        refer.append(f"more than one level is possible without a passage of level {', '.join(missing)}")
    return Grade(
        candidate,
        exam.name,
        model.digest,
        digest(canonical(asdict_rules(rules))),
        tuple(grades),
        tuple(as_level(level, rules.name) for level in decision.levels),
        tuple(as_level(level, rules.name) for level in widest.levels),
        _level_shares(rules, by_level),
        decision.rules,
        tuple(refer),
    )


def _level_shares(rules: RuleTable, grades: Mapping[str, PassageGrade]) -> dict[str, float]:
    """How probable each level is when sentences are drawn again; of several possible levels each gets its part."""
    totals: dict[str, float] = {}
    for combination in product(*(part.shares.items() for part in grades.values())):
        labels: Any = {level: label for level, (label, _) in zip(grades, combination, strict=True)}
        levels = rules.decide(labels).levels
        share = float(np.prod([part for _, part in combination])) / len(levels)
        for level in levels:
            totals[level] = totals.get(level, 0.0) + share
    return {level: round(totals[level], _DIGITS) for level in sorted(totals, key=level_number)}


def asdict_rules(rules: RuleTable) -> dict[str, Any]:
    """A table of rules as plain data."""
    return {"passages": list(rules.passages), "rules": [[list(rule.cells), rule.level] for rule in rules.rules]}


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def _seed(seed: int, submission: Submission) -> list[int]:
    """A random seed of a candidate's passage, the same whoever else is graded."""
    content = hashlib.sha256(canonical([submission.candidate, submission.passage]).encode()).digest()
    return [seed, int.from_bytes(content[:8], "big")]
