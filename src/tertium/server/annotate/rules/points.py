"""What is still open when somebody hands a sheet in."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tertium.errors import DataError
from tertium.server.annotate.rules.answers import Asked, Draft
from tertium.server.annotate.rules.network import Problem

_POINTS = {
    "no-root": "no-root",
    "undefined": "undefined",
    "unused": "unused",
    "draft-line": "draft-line",
    "empty-card": "undefined",
    "span-outside": "span",
}


def open_points(draft: Draft, shown: Sequence[tuple[str, list[str]]]) -> list[dict[str, Any]]:
    """Problems, references that are not covered, and sentences inside that must not be."""
    points = [{**asdict(p), "point": _POINTS.get(p.code, "draft-line")} for p in draft.built.problems]
    if draft.flat is None:
        if not any(point["point"] == "no-root" for point in points):
            empty = Problem(level="error", code="empty", what="the sheet has no sentence yet", do="write one")
            points.append({**asdict(empty), "point": "empty"})
        return points
    wanted = [(name, words, "not-covered") for name, words in shown]
    wanted += [(w.text, w.text.split(), "not-covered") for w in draft.document.watches if w.kind == "must"]
    for name, words, point in wanted:
        if not draft.contains(words):
            what = f"{name[:80]!r} is not covered{_distance(draft, words)}"
            problem = Problem(level="warning", code="not-covered", what=what, do="close the gaps, or give a reason")
            points.append({**asdict(problem), "point": point, "text": " ".join(words)})
    for watch in draft.document.watches:
        if watch.kind == "must_not" and draft.contains(watch.text.split()):
            what = f"“{watch.text[:80]}” must not be contained, but is"
            problem = Problem(level="warning", code="must-not", what=what, do="change the cards that let it in")
            points.append({**asdict(problem), "point": "must-not", "text": watch.text})
    return points


def _distance(draft: Draft, words: list[str]) -> str:
    try:
        answer = draft.answer(Asked("must", None, words))
    except DataError:
        return ""
    return f" ({answer.edits} {'edit' if answer.edits == 1 else 'edits'})" if answer.edits else ""
