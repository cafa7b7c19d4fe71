"""What a rubric asks of graders, and what their marks come to: labels, bands by criterion, or points for errors."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.exam.files import RUBRICS, rubric_text
from tertium.exam.rubrics.rubric import BandRubric, PointRubric, Rubric, faults, kind_of, overall, scale_of
from tertium.exam.rules import Decision, Rule, RuleTable
from tertium.exam.scale import CATEGORIES, LABEL_NAMES, as_label
from tertium.server.errors import InvalidError
from tertium.server.exams.rules import Mark, total

_MOST_POINTS = 100
"""What a mark without a price may cost."""
_NAMES: dict[str, str] = {str(label): name for label, name in LABEL_NAMES.items()}


def examples() -> dict[str, dict[str, Any]]:
    """A rubric of each kind to begin with."""
    files = [json.loads(rubric_text(name)[0]) for name in ("example", *RUBRICS)]
    return {content.get("kind", "labels"): {"kind": "labels", **content} for content in files}


def described(rubric: Rubric, text: str) -> dict[str, Any]:
    """What pages show of a rubric; `content` is its file."""
    table = rubric.table if isinstance(rubric, BandRubric) else rubric
    rules = table.rules if isinstance(table, RuleTable) else ()
    return {
        "kind": kind_of(rubric),
        "name": rubric.name,
        "note": rubric.note,
        "passages": list(table.passages) if isinstance(table, RuleTable) else [],
        "rows": [{"cells": list(rule.cells), "level": rule.level} for rule in rules],
        "combinations": table.combinations if isinstance(table, RuleTable) else 0,
        "problems": len(faults(rubric)),
        "content": json.loads(text),
    }


def asked(rubric: Rubric) -> dict[str, Any]:
    """What the page of graders needs to ask."""
    criteria: list[dict[str, Any]] = []
    if isinstance(rubric, BandRubric):
        criteria = [
            {
                "name": name,
                "bands": [
                    {"band": band, "text": rubric.descriptions.get(name, {}).get(band, "")}
                    for band in rubric.table.grades
                ],
            }
            for name in rubric.table.passages
        ]
    prices = rubric.severities if isinstance(rubric, PointRubric) else {}
    return {
        "kind": kind_of(rubric),
        "name": rubric.name,
        "results": [{"id": one, "name": _NAMES.get(one, "")} for one in scale_of(rubric)],
        "criteria": criteria,
        "categories": list(categories(rubric)),
        "severities": [{"name": name, "points": points} for name, points in prices.items()],
        "limits": dict(rubric.limits) if isinstance(rubric, PointRubric) else {},
    }


def categories(rubric: Rubric) -> Sequence[str]:
    """What graders can mark."""
    return rubric.categories if isinstance(rubric, PointRubric) else CATEGORIES


def name_of(result: str) -> str:
    """A label in words; results have their names already."""
    return _NAMES.get(result, result)


def by_rule(rubric: Rubric) -> str:
    """What a passage comes to of which under half is translated."""
    return rubric.result(lowest_bands(rubric)) if isinstance(rubric, BandRubric) else scale_of(rubric)[-1]


def lowest_bands(rubric: Rubric) -> dict[str, str]:
    """The bands of such a passage; none where the rubric has none."""
    if not isinstance(rubric, BandRubric):
        return {}
    return dict.fromkeys(rubric.table.passages, rubric.table.grades[-1])


def verdict(
    rubric: Rubric, label: str | None, bands: Mapping[str, str], marks: Sequence[Mark], *, empty: bool
) -> tuple[str, dict[str, str]]:
    """What a grader's marks come to, and the bands that are kept; `empty` where under half is translated.

    Raises:
        InvalidError: Something is missing, or is not the rubric's.
    """
    for mark in marks:
        _check(rubric, mark)
    if kind_of(rubric) != "bands" and bands:
        raise InvalidError("the exam has no criteria with bands", "leave them out", field="bands")
    if isinstance(rubric, RuleTable):
        return _label(label, empty), {}
    if label is not None:
        raise InvalidError("the result follows from the marks", "leave the label out", field="label")
    own = _bands(rubric, bands, empty) if isinstance(rubric, BandRubric) else {}
    return result_of(rubric, own, total(marks), empty=empty), own


def result_of(rubric: BandRubric | PointRubric, bands: Mapping[str, str], points: float, *, empty: bool) -> str:
    """What a grader's bands or points come to."""
    if isinstance(rubric, BandRubric):
        return rubric.result(bands)
    return by_rule(rubric) if empty else rubric.result(points)


def decision_of(rubric: Rubric, passages: Mapping[str, Mapping[str, Any]]) -> Decision:
    """What settled passages, each with its level and label, come to together."""
    by_level = isinstance(rubric, RuleTable)
    return overall(rubric, {str(part["level"]) if by_level else id: part["label"] for id, part in passages.items()})


def rule_of(rubric: Rubric, bands: Mapping[str, str]) -> tuple[int, Rule] | None:
    """The rule that decided over bands, and its number."""
    if not isinstance(rubric, BandRubric) or not bands:
        return None
    number = rubric.table.decide(bands).rules[0]
    return number, rubric.table.rules[number - 1]


def meaning(rubric: Rubric, criterion: str, band: str) -> str:
    """What a rubric says that a band means."""
    return rubric.descriptions.get(criterion, {}).get(band, "") if isinstance(rubric, BandRubric) else ""


def _label(label: str | None, empty: bool) -> str:
    if label is None:
        raise InvalidError("there is no label", "give one", field="label")
    if empty and label != "NT":
        raise InvalidError(
            "under half of the sentences are translated, so the passage is NT by rule", "label it NT", field="label"
        )
    return as_label(label, "label")


def _bands(rubric: BandRubric, bands: Mapping[str, str], empty: bool) -> dict[str, str]:
    criteria, grades = rubric.table.passages, rubric.table.grades
    if empty:
        if bands and dict(bands) != lowest_bands(rubric):
            raise InvalidError(
                f"under half of the sentences are translated, so every criterion is {grades[-1]!r} by rule",
                "leave the bands out",
                field="bands",
            )
        return lowest_bands(rubric)
    if unknown := [name for name in bands if name not in criteria]:
        raise InvalidError(f"criterion {unknown[0]!r}", f"give bands for {', '.join(criteria)}", field="bands")
    if missing := [name for name in criteria if name not in bands]:
        raise InvalidError(f"criterion {missing[0]!r} has no band", "give it one", field="bands")
    if wrong := [band for band in bands.values() if band not in grades]:
        raise InvalidError(f"band {wrong[0]!r}", f"give one of {', '.join(grades)}", field="bands")
    return {name: bands[name] for name in criteria}


def _check(rubric: Rubric, mark: Mark) -> None:
    if not isinstance(rubric, PointRubric):
        if mark.severity is not None:
            raise InvalidError("mark: the exam has no severities", "leave it out")
        if mark.points > _MOST_POINTS:
            raise InvalidError(f"mark: {mark.points:g} points, expected up to {_MOST_POINTS}")
        return
    price = rubric.severities.get(mark.severity or "")
    if price is None:
        raise InvalidError(f"mark: severity {mark.severity!r}, expected one of {', '.join(rubric.severities)}")
    if mark.points != price:
        raise InvalidError(f"mark: {mark.points:g} points, but {mark.severity} costs {price:g}")
