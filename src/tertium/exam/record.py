"""A record of an exam: a log with the passages, rules, model, answers and grades in it, which anyone can check.

Entries of these kinds are read here: `exam`, `rules`, `model` (the file in base64), `sampling` (seed and number of
samples, where they are not the usual ones), `answer` (a passage of a candidate) and `grade`. Others, such as marks,
labels and appeals of people, are only checked for being unchanged.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from tertium.errors import TertiumError
from tertium.exam.chain import Damage, LogEntry, damages, extended
from tertium.exam.files import model_of_bytes
from tertium.exam.grading import Grade, canonical, grade
from tertium.exam.labelling.model import GradingModel
from tertium.exam.passages import Exam, parse_exam, write_exam
from tertium.exam.rules import RuleTable, parse_rules, write_rules
from tertium.exam.submissions import Submission
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.numbers import counted
from tertium.results.table import Block, Column, Facts, Paragraph, Table
from tertium.text.controls import visible


@dataclass(frozen=True, slots=True)
class LogCheck:
    """A log that was checked: its entries and grades, its head, and what is wrong with it."""

    name: str
    entries: int
    grades: int
    head: str | None
    damages: tuple[Damage, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Verification(Result):
    """What checking logs found."""

    heading = "Verification"

    logs: tuple[LogCheck, ...]

    def tables(self) -> list[Block]:
        """What each log holds, then what is wrong with them."""
        if not self.logs:
            return [Paragraph("There are no exams.")]
        return [block for log in self.logs for block in _blocks(log)]

    def records(self) -> list[Table]:
        """One log per row, then one problem per row where there are some."""
        columns = (Column("log"), Column("entries", "count"), Column("grades", "count"), Column("head"))
        logs = Table(columns, tuple((log.name, log.entries, log.grades, log.head) for log in self.logs))
        rows = tuple((log.name, damage.where, damage.what) for log in self.logs for damage in log.damages)
        problems = Table((Column("log"), Column("where"), Column("problem")), rows, "Problems", keys=2)
        return [logs, problems] if rows else [logs]

    def data(self) -> dict[str, Json]:
        """All logs with their problems."""
        return {"logs": [asdict(log) | {"damages": [asdict(damage) for damage in log.damages]} for log in self.logs]}


def _blocks(log: LogCheck) -> list[Block]:
    clean = f"clean, {counted(log.grades, 'grade')} given again with the same bytes"
    state = counted(len(log.damages), "problem") if log.damages else clean
    items = (("log:", log.name), ("state:", state), ("entries:", str(log.entries)), ("head:", log.head or "-"))
    problems = "\n".join(f"{visible(damage.where)}: {visible(damage.what)}" for damage in log.damages)
    facts = Facts(items, indent=0, fold=False)
    return [facts, Paragraph(problems, fold=False)] if problems else [facts]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How sentences were drawn again when grades were proposed."""

    samples: int = 1000
    seed: int = 12345


def check_log(name: str, entries: Sequence[LogEntry], damages: Iterable[Damage]) -> LogCheck:
    """What there is to say about a log."""
    grades = sum(entry.kind == "grade" for entry in entries)
    return LogCheck(name, len(entries), grades, entries[-1].hash if entries else None, tuple(damages))


def record(
    exam: Exam,
    submissions: Sequence[Submission],
    model: bytes,
    rules: RuleTable,
    grades: Sequence[Grade],
    at: str,
    sampling: Sampling = Sampling(),
) -> list[LogEntry]:
    """The log of a grading: everything that is needed to do it again, then the grades."""
    parts: list[tuple[str, str, Any]] = [
        ("exam", exam.name, write_exam(exam)),
        ("rules", rules.name, write_rules(rules)),
        ("model", grades[0].model if grades else "", base64.b64encode(model).decode()),
    ]
    if sampling != Sampling():
        parts.append(("sampling", "", asdict(sampling)))
    parts += [("answer", f"{s.candidate}/{s.passage}", asdict(s)) for s in submissions]
    parts += [("grade", one.candidate, json.loads(one.as_json())) for one in grades]
    entries: list[LogEntry] = []
    for kind, name, body in parts:
        last = entries[-1] if entries else None
        entries.append(extended(last, at=at, actor="tertium exam grade", kind=kind, object=name, body=body))
    return entries


def verify(entries: Sequence[LogEntry], head: str | None = None) -> Iterator[Damage]:
    """What is wrong with a record: changed entries, and grades that grading again does not give."""
    broken = list(damages(entries, head))
    yield from broken
    if not broken:
        yield from _regraded(entries)


def _regraded(entries: Sequence[LogEntry]) -> Iterator[Damage]:
    """Grade again from what the log holds; every grade must have the same bytes."""
    held: dict[str, Any] = {}
    answers: dict[str, Submission] = {}
    for entry in entries:
        where = f"entry {entry.seq} (grade of {entry.object})"
        if entry.kind in ("exam", "rules", "model", "sampling"):
            held[entry.kind] = entry.body
        elif entry.kind == "answer":
            answers[entry.object] = Submission(**{**entry.body, "answers": tuple(entry.body["answers"])})
        elif entry.kind == "grade":
            own = [s for s in answers.values() if s.candidate == entry.object]
            try:
                again = regrade(held, own)
            except (TertiumError, KeyError, TypeError, ValueError) as error:
                yield Damage(where, f"cannot be given again: {error}")
                continue
            if canonical(json.loads(again.as_json())) != canonical(entry.body):
                yield Damage(where, "grading again gives something else")


def regrade(held: dict[str, Any], answers: Sequence[Submission]) -> Grade:
    """The grade that stored passages, rules and model give to a candidate's answers."""
    exam, rules, model = _parsed(held["exam"], held["rules"], held["model"])
    sampling = Sampling(**held.get("sampling", {}))
    return next(grade(exam, answers, model, rules, n_samples=sampling.samples, seed=sampling.seed))


@lru_cache(maxsize=2)
def _parsed(exam: str, rules: str, model: str) -> tuple[Exam, RuleTable, GradingModel]:
    """Read once for all candidates, who mostly have the same."""
    return parse_exam(exam, "exam"), parse_rules(rules, "rules"), model_of_bytes(base64.b64decode(model))
