r"""Rubrics as small JSON files, and what must be true of one.

* `bands`: each passage gets a band for every criterion, from the best, and rules over the bands give a result.

      {"kind": "bands", "name": "...", "criteria": ["meaning", "language"], "bands": ["1", "2", "3", "4", "5"],
       "results": ["fail", "pass"], "rules": [[["2+", "2+"], "pass"], [["*", "*"], "fail"]],
       "texts": {"meaning": {"1": "all of it, with its nuances"}}}

* `points`: each error of a category costs points by its severity; a passage gets the best result whose limit it keeps.

      {"kind": "points", "name": "...", "categories": ["omission", "grammar"], "severities": {"minor": 1, "major": 4},
       "results": ["fail", "pass"], "limits": {"pass": 17}}

* `labels`: passages get SM to NT, and rules give the level of an exam, as in `tertium exam rules`; without a kind, too.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from typing import Any, Literal

from tertium.errors import DataError
from tertium.exam.rules import Decision, RuleTable, loaded, parse_rules, table_of, texts
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.controls import visible

_BANDS = {"kind", "name", "note", "criteria", "bands", "results", "rules", "texts"}
_POINTS = {"kind", "name", "note", "categories", "severities", "results", "limits"}
_MOST = 1000.0
Kind = Literal["labels", "bands", "points"]


@dataclass(frozen=True, repr=False)
class BandRubric(Result):
    """Criteria with bands, and rules over them."""

    heading = "Rubric"

    table: RuleTable
    descriptions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By criterion and band."""

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def note(self) -> str:
        return self.table.note

    @property
    def results(self) -> tuple[str, ...]:
        """From the lowest."""
        return self.table.results

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with it: gaps, contradictions, better bands with a worse result."""
        return tuple(problem.text for problem in self.table.faults)

    def tables(self) -> list[Block]:
        """The rules, and what the bands mean."""
        rows = tuple(
            (criterion, band, text)
            for criterion in self.table.passages
            for band, text in self.descriptions.get(criterion, {}).items()
        )
        meaning = Table((Column("criterion"), Column("band"), Column("means")), rows, "Bands", keys=2, wrap=True)
        return [*self.table.tables(), *([meaning] if rows else [])]

    def data(self) -> dict[str, Json]:
        """The table, and what bands mean."""
        return {
            "kind": "bands",
            **self.table.data(),
            "texts": {name: dict(own) for name, own in self.descriptions.items()},
        }

    def result(self, bands: Mapping[str, str]) -> str:
        """What bands by criterion give.

        Raises:
            DataError: A criterion is missing or unknown, or no rule fits.
        """
        if missing := [name for name in self.table.passages if name not in bands]:
            raise DataError(f"{self.name}: no band for criterion {missing[0]!r}")
        return self.table.decide(bands).levels[0]


@dataclass(frozen=True, repr=False)
class PointRubric(Result):
    """Categories of errors, what severities cost, and how many points each result allows."""

    heading = "Rubric"

    name: str
    note: str
    categories: tuple[str, ...]
    severities: Mapping[str, float]
    results: tuple[str, ...]
    """From the lowest, which has no limit."""
    limits: Mapping[str, float]

    @property
    def faults(self) -> tuple[str, ...]:
        """Results that cannot be reached, and limits that contradict one another."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        for result in self.results[1:]:
            if result not in self.limits:
                yield f"{result!r} has no limit, so that nothing decides it"
        if self.results[0] in self.limits:
            most = self.limits[self.results[0]]
            yield f"{self.results[0]!r} is the lowest result and has a limit: more points than {most:g} give none"
        limited = [result for result in self.results if result in self.limits]
        for worse, better in pairwise(limited):
            if self.limits[better] >= self.limits[worse]:
                more, fewer = self.limits[better], self.limits[worse]
                yield f"{better!r} allows {more:g} points and {worse!r}, which is lower, {fewer:g}"

    def tables(self) -> list[Block]:
        """Severities and limits."""
        severities = Table(
            (Column("severity"), Column("points", "general")), tuple(self.severities.items()), "Severities"
        )
        rows = tuple((result, self.limits.get(result)) for result in reversed(self.results))
        limits = Table((Column("result"), Column("points at most", "general", missing="any")), rows, "Results")
        lines = [
            *([visible(self.note)] if self.note else []),
            f"Categories: {', '.join(map(visible, self.categories))}.",
        ]
        lines += [f"  {fault}" for fault in self.faults]
        return [severities, limits, Paragraph("\n".join(lines))]

    def data(self) -> dict[str, Json]:
        """All of it."""
        return {
            "kind": "points",
            "name": self.name,
            "categories": list(self.categories),
            "severities": dict(self.severities),
            "results": list(self.results),
            "limits": dict(self.limits),
            "problems": list(self.faults),
        }

    def result(self, points: float) -> str:
        """The best result that allows these points."""
        return next((one for one in reversed(self.results[1:]) if points <= self.limits[one]), self.results[0])


Rubric = BandRubric | PointRubric | RuleTable


def parse_rubric(text: str, name: str) -> Rubric:
    """A rubric from JSON.

    Raises:
        DataError: Something is missing or of the wrong kind.
    """
    content = loaded(text, name)
    match content.get("kind", "labels"):
        case "labels":
            return parse_rules(json.dumps({key: value for key, value in content.items() if key != "kind"}), name)
        case "bands":
            return _bands(content, name)
        case "points":
            return _points(content, name)
        case other:
            raise DataError(f"{name}: kind {other!r}, expected bands, points or labels")


def kind_of(rubric: Rubric) -> Kind:
    """Which of the three kinds it is."""
    match rubric:
        case BandRubric():
            return "bands"
        case PointRubric():
            return "points"
        case RuleTable():
            return "labels"


def scale_of(rubric: Rubric) -> tuple[str, ...]:
    """What a passage can have, from the best: a label, or a result."""
    return rubric.grades if isinstance(rubric, RuleTable) else tuple(reversed(rubric.results))


def overall(rubric: Rubric, passages: Mapping[str, str]) -> Decision:
    """What a whole exam comes to: by rules over labels, or the lowest of the results of its passages.

    `passages` has labels by level, or results by passage; where a level is missing several may be possible.
    """
    if isinstance(rubric, RuleTable):
        return rubric.decide(passages)
    return Decision((min(passages.values(), key=rubric.results.index),), ())


def faults(rubric: Rubric) -> tuple[str, ...]:
    """What is wrong with any kind of rubric."""
    return tuple(one.text for one in rubric.faults) if isinstance(rubric, RuleTable) else rubric.faults


def _fields(content: Mapping[str, Any], name: str, needed: set[str], allowed: set[str]) -> None:
    if missing := sorted(needed - set(content)):
        raise DataError(f"{name}: {missing[0]!r} is missing; give it")
    if unknown := sorted(set(content) - allowed):
        raise DataError(f"{name}: unknown field {unknown[0]!r}; known: {', '.join(sorted(allowed))}")


def _bands(content: Mapping[str, Any], name: str) -> BandRubric:
    _fields(content, name, {"criteria", "bands", "results", "rules"}, _BANDS)
    criteria = texts(content["criteria"], f"{name}: criteria", "criteria")
    bands = texts(content["bands"], f"{name}: bands", "bands, from the best")
    results = texts(content["results"], f"{name}: results", "results, from the lowest")
    if len(bands) ** len(criteria) > 100_000:
        raise DataError(
            f"{name}: {len(bands)} bands for {len(criteria)} criteria are too many to check; leave some out"
        )
    descriptions = content.get("texts", {})
    if not isinstance(descriptions, dict):
        raise DataError(f"{name}: texts: expected an object of criteria")
    for criterion, own in descriptions.items():
        if criterion not in criteria or not isinstance(own, dict):
            raise DataError(f"{name}: texts: {criterion!r}, expected an object for one of {', '.join(criteria)}")
        for band, text in own.items():
            if band not in bands or not isinstance(text, str):
                raise DataError(f"{name}: texts: {criterion}: {band!r}, expected a text for one of {', '.join(bands)}")
    return BandRubric(table_of(content, name, criteria, bands, results), descriptions)


def _points(content: Mapping[str, Any], name: str) -> PointRubric:
    _fields(content, name, {"categories", "severities", "results", "limits"}, _POINTS)
    results = texts(content["results"], f"{name}: results", "results, from the lowest")
    limits = _numbers(content["limits"], f"{name}: limits")
    if unknown := [result for result in limits if result not in results]:
        raise DataError(f"{name}: limits: result {unknown[0]!r}, expected one of {', '.join(results)}")
    severities = _numbers(content["severities"], f"{name}: severities")
    if not severities:
        raise DataError(f"{name}: severities: there are none; give one or more")
    categories = texts(content["categories"], f"{name}: categories", "categories")
    return PointRubric(
        str(content.get("name", name)), str(content.get("note", "")), categories, severities, results, limits
    )


def _numbers(value: Any, where: str) -> dict[str, float]:
    if not isinstance(value, dict):
        raise DataError(f"{where}: {type(value).__name__}, expected an object of numbers")
    for key, number in value.items():
        if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number):
            raise DataError(f"{where}: {key!r}: {number!r}, expected a number")
        if not 0 <= number <= _MOST:
            raise DataError(f"{where}: {key!r}: {number:g}, expected a number from 0 to {_MOST:g}")
    return {str(key): float(number) for key, number in value.items()}
