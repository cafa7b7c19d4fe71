"""Labels that several people and the machine gave to the same passages, side by side."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.errors import DataError
from tertium.exam.grading import Grade
from tertium.exam.scale import LABELS, Label, as_label, label_number
from tertium.exam.submissions import Labelled, Lines, table_rows

Work = tuple[str, str]
"""A candidate and a passage."""
NOT_TRANSLATED = label_number("NT", "NT")


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the machine said of a passage."""

    label: int
    label_set: tuple[int, ...]
    referred: bool


@dataclass(frozen=True)
class Gradings:
    """For each passage of each candidate the labels of people, by grader, and the machine's."""

    people: Mapping[Work, Mapping[str, int]]
    machine: Mapping[Work, Proposal]

    @classmethod
    def of(cls, labels: Iterable[Labelled], machine: Mapping[Work, Proposal] | None = None) -> "Gradings":
        """Labels without a grader's name are one person's.

        Raises:
            DataError: A grader labelled a passage twice.
        """
        people: dict[Work, dict[str, int]] = {}
        for one in labels:
            own = people.setdefault((one.candidate, one.passage), {})
            grader = one.grader or ""
            if grader in own:
                raise DataError(
                    f"grader {grader!r} labelled passage {one.passage!r} of candidate {one.candidate!r} twice; "
                    "leave one out"
                )
            own[grader] = label_number(one.label, one.passage)
        return cls(people, machine or {})

    @property
    def graders(self) -> tuple[str, ...]:
        return tuple(sorted({grader for own in self.people.values() for grader in own}))

    @property
    def candidates(self) -> tuple[str, ...]:
        return tuple(sorted({candidate for candidate, _ in self.people}))

    def translated(self) -> "Gradings":
        """Without passages that anybody, or a rule, called not translated: on these all agree, which flatters."""
        out = {work for work, own in self.people.items() if NOT_TRANSLATED in own.values()}
        out |= {work for work, one in self.machine.items() if one.label == NOT_TRANSLATED}
        return Gradings(
            {work: own for work, own in self.people.items() if work not in out},
            {work: one for work, one in self.machine.items() if work not in out},
        )


def proposals(grades: Iterable[Grade]) -> dict[Work, Proposal]:
    """What grading proposed, by passage."""
    return {
        (grade.candidate, part.passage): _proposal(part.label, part.label_set, part.refer)
        for grade in grades
        for part in grade.passages
    }


def parse_proposals(lines: Lines, name: str) -> dict[Work, Proposal]:
    """Proposals as `exam grade -f json` prints them, one candidate per line.

    Raises:
        DataError: A line is something else; says which.
    """
    found: dict[Work, Proposal] = {}
    for number, line in lines:
        if not line.strip():
            continue
        where = f"{name}:{number}"
        try:
            grade: Any = json.loads(line)
            parts = [(p["passage"], as_label(p["label"], where), p["label_set"], p["refer"]) for p in grade["passages"]]
            candidate = grade["candidate"]
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
            raise DataError(f"{where}: expected a grade, one per line, as `exam grade -f json` prints it") from None
        for passage, label, label_set, refer in parts:
            if not isinstance(label_set, list) or not all(one in LABELS for one in label_set):
                raise DataError(f"{where}: label_set: expected a list of labels")
            if (work := (str(candidate), str(passage))) in found:
                raise DataError(f"{where}: candidate {work[0]!r} has passage {work[1]!r} twice; leave one out")
            found[work] = _proposal(label, label_set, refer)
    if not found:
        raise DataError(f"{name}: there are no grades; give the output of `exam grade -f json`")
    return found


def parse_groups(lines: Lines, name: str) -> dict[str, dict[str, str]]:
    """A TSV of `candidate` and a column for each way to group people; by column the group of each candidate."""
    numbered = list(lines)
    header = numbered[0][1].split("\t") if numbered else []
    columns = tuple(column for column in header if column != "candidate")
    if len(set(header)) < len(header) or not columns:
        raise DataError(f"{name}:1: expected different columns: candidate, and one or more that say who belongs where")
    groups: dict[str, dict[str, str]] = {column: {} for column in columns}
    for number, row in table_rows(numbered, name, ("candidate",), columns):
        for column in columns:
            if row["candidate"] in groups[column]:
                raise DataError(f"{name}:{number}: candidate {row['candidate']!r} stands there twice; leave one out")
            if row[column]:
                groups[column][row["candidate"]] = row[column]
        if not any(row[column] for column in columns):
            groups[columns[0]].setdefault(row["candidate"], "")
    return {column: {who: group for who, group in own.items() if group} for column, own in groups.items()}


def _proposal(label: Label, label_set: Sequence[str], refer: Sequence[str]) -> Proposal:
    numbers = tuple(sorted(label_number(one, "label_set") for one in label_set))
    return Proposal(label_number(label, "label"), numbers, bool(refer))
