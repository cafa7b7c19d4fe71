r"""What graders marked, and the results that follow.

A TSV with a header: `candidate passage grader`, and by the kind of rubric `criterion band`, `category severity` (one
row for each error; both empty where a passage was graded and has none), or `label`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tertium.errors import DataError
from tertium.exam.rubrics.rubric import BandRubric, Kind, PointRubric, Rubric, kind_of
from tertium.exam.rules import RuleTable
from tertium.exam.submissions import Lines, table_rows
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.numbers import counted
from tertium.results.table import Block, Column, Paragraph, Table

Row = Mapping[str, str]
Unit = tuple[str, str]
"""A candidate and a passage; no passage where all of an exam has one result."""
_PLACES = ("candidate", "passage", "grader")
COLUMNS: dict[Kind, tuple[str, ...]] = {
    "bands": ("criterion", "band"),
    "points": ("category", "severity"),
    "labels": ("label",),
}
"""What a row of each kind has beside its candidate, passage and grader."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What graders came to, one by one, and together."""

    candidate: str
    passage: str
    by_grader: Mapping[str, str]
    points: Mapping[str, float]
    result: str | None
    """None where one more grader must decide."""


@dataclass(frozen=True, repr=False)
class Outcomes(Result):
    """The results of all candidates by a rubric."""

    heading = "Results by a rubric"

    rubric: str
    outcomes: tuple[Outcome, ...]

    def tables(self) -> list[Block]:
        """One candidate's passage per row, or one candidate where the whole exam has one result."""
        graders = sorted({grader for one in self.outcomes for grader in one.by_grader})
        with_passage = any(one.passage for one in self.outcomes)
        columns = (
            Column("candidate"),
            *([Column("passage")] if with_passage else []),
            *(Column(grader or "grader", missing="-", key=f"grader {grader}") for grader in graders),
            Column("result", missing="one more grader must decide"),
        )
        rows = tuple(
            (
                one.candidate,
                *([one.passage] if with_passage else []),
                *(_shown(one, grader) for grader in graders),
                one.result,
            )
            for one in self.outcomes
        )
        open_ones = sum(one.result is None for one in self.outcomes)
        note = f"{counted(len(self.outcomes), 'result')} by {self.rubric}; {open_ones} need one more grader."
        return [Table(columns, rows, keys=1 + with_passage), Paragraph(note)]

    def data(self) -> dict[str, Json]:
        """All results with the points behind them."""
        return {
            "rubric": self.rubric,
            "results": [
                {
                    "candidate": one.candidate,
                    "passage": one.passage or None,
                    "by_grader": dict(one.by_grader),
                    "points": dict(one.points),
                    "result": one.result,
                }
                for one in self.outcomes
            ],
        }


def parse_marks(lines: Lines, name: str, rubric: Rubric) -> Outcomes:
    """The results that marks lead to.

    Raises:
        DataError: A mark is not one of the rubric's, stands there twice, or one is missing; says in which line.
    """
    needed = (*_PLACES, *COLUMNS[kind_of(rubric)])
    rows = [(f"{name}:{number}", row) for number, row in table_rows(lines, name, needed, ())]
    if not rows:
        raise DataError(f"{name}: there are no marks; give one or more")
    match rubric:
        case BandRubric():
            found = _by_bands(rows, rubric)
        case PointRubric():
            found = _by_points(rows, rubric)
        case RuleTable():
            found = _by_labels(rows, rubric)
    return Outcomes(rubric.name, tuple(_joined(found, rubric.results)))


Found = Iterator[tuple[Unit, str, str, float | None]]
"""A unit, its grader, the result, and the points where there are some."""


def _by_bands(rows: Sequence[tuple[str, Row]], rubric: BandRubric) -> Found:
    bands: dict[tuple[Unit, str], dict[str, str]] = {}
    for where, row in rows:
        own = bands.setdefault(_key(row), {})
        if row["criterion"] not in rubric.table.passages:
            raise DataError(f"{where}: criterion {row['criterion']!r}, expected {', '.join(rubric.table.passages)}")
        if row["band"] not in rubric.table.grades:
            raise DataError(f"{where}: band {row['band']!r}, expected one of {', '.join(rubric.table.grades)}")
        if row["criterion"] in own:
            raise DataError(
                f"{where}: {row['grader']!r} gave criterion {row['criterion']!r} a band before; leave one out"
            )
        own[row["criterion"]] = row["band"]
    for (unit, grader), own in bands.items():
        if missing := [one for one in rubric.table.passages if one not in own]:
            raise DataError(
                f"{grader!r} gave candidate {unit[0]!r} no band for {missing[0]!r} of passage {unit[1]!r}; add the row"
            )
        yield unit, grader, rubric.result(own), None


def _by_points(rows: Sequence[tuple[str, Row]], rubric: PointRubric) -> Found:
    points: dict[tuple[Unit, str], float] = {}
    for where, row in rows:
        points.setdefault(_key(row), 0.0)
        if not row["category"] and not row["severity"]:
            continue
        if row["category"] not in rubric.categories:
            raise DataError(f"{where}: category {row['category']!r}, expected one of {', '.join(rubric.categories)}")
        if row["severity"] not in rubric.severities:
            raise DataError(f"{where}: severity {row['severity']!r}, expected one of {', '.join(rubric.severities)}")
        points[_key(row)] += rubric.severities[row["severity"]]
    for (unit, grader), total in points.items():
        yield unit, grader, rubric.result(total), total


def _by_labels(rows: Sequence[tuple[str, Row]], rubric: RuleTable) -> Found:
    labels: dict[tuple[str, str], dict[str, str]] = {}
    for where, row in rows:
        own = labels.setdefault((row["candidate"], row["grader"]), {})
        if row["passage"] not in rubric.passages:
            raise DataError(f"{where}: passage {row['passage']!r}, expected one of {', '.join(rubric.passages)}")
        if row["label"] not in rubric.grades:
            raise DataError(f"{where}: label {row['label']!r}, expected one of {', '.join(rubric.grades)}")
        if row["passage"] in own:
            raise DataError(f"{where}: {row['grader']!r} labelled passage {row['passage']!r} before; leave one out")
        own[row["passage"]] = row["label"]
    for (candidate, grader), own in labels.items():
        if missing := [one for one in rubric.passages if one not in own]:
            raise DataError(
                f"{grader!r} gave candidate {candidate!r} no label for passage {missing[0]!r}; add the row, NT if "
                "nothing was translated"
            )
        yield (candidate, ""), grader, rubric.decide(own).levels[0], None


def _joined(found: Found, scale: Sequence[str]) -> Iterator[Outcome]:
    results: dict[Unit, dict[str, str]] = {}
    points: dict[Unit, dict[str, float]] = {}
    for unit, grader, result, total in found:
        results.setdefault(unit, {})[grader] = result
        if total is not None:
            points.setdefault(unit, {})[grader] = total
    for unit, by_grader in results.items():
        yield Outcome(*unit, by_grader, points.get(unit, {}), together(tuple(by_grader.values()), scale))


def together(results: Sequence[str], scale: Sequence[str]) -> str | None:
    """What most graders say, or, where three or more differ, what is in the middle of the scale.

    None where one more must decide: two graders differ, or two in the middle do.
    """
    counts = Counter(results).most_common(2)
    if len(counts) == 1 or counts[0][1] > counts[1][1]:
        return counts[0][0]
    ordered = sorted(results, key=scale.index)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return low if low == high else None


def _key(row: Row) -> tuple[Unit, str]:
    return (row["candidate"], row["passage"]), row["grader"]


def _shown(outcome: Outcome, grader: str) -> str | None:
    if grader not in outcome.by_grader:
        return None
    points = outcome.points.get(grader)
    return outcome.by_grader[grader] + ("" if points is None else f" ({points:g})")
