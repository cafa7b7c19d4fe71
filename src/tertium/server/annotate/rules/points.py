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


def open_points(draft: Draft, shown: Sequence[tuple[str, list[str]]], words: int = 0) -> list[dict[str, Any]]:
    """Problems, references that are not covered, and sentences inside that must not be.

    And, where the sentence has so many words that spans count, that no card has any of them.
    """
    points = [{**asdict(p), "point": _POINTS.get(p.code, "draft-line")} for p in draft.built.problems]
    if draft.flat is None:
        if not any(point["point"] == "no-root" for point in points):
            empty = Problem(level="error", code="empty", what="the sheet has no sentence yet", do="write one")
            points.append({**asdict(empty), "point": "empty"})
        return points
    cards = [card for card in draft.document.cards if card.id != draft.document.root]
    if words and cards and not any(card.span for card in cards):
        what = f"0 of {words} words of the source have a card"
        do = "say which words cards stand for: without it they join with nobody's (SPU)"
        problem = Problem(level="warning", code="no-spans", what=what, do=do)
        points.append({**asdict(problem), "point": "span"})
    demands = [(name, text, "not-covered") for name, text in shown]
    demands += [(w.text, w.text.split(), "not-covered") for w in draft.document.watches if w.kind == "must"]
    for name, text, point in demands:
        if not draft.contains(text):
            what = f"{name[:80]!r} is not covered{_distance(draft, text)}"
            problem = Problem(level="warning", code="not-covered", what=what, do="close the gaps, or give a reason")
            points.append({**asdict(problem), "point": point, "text": " ".join(text)})
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
