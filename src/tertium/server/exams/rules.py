"""Exams as pure logic: the clock's arithmetic, what a grader marks, and how labels of people become one."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tertium.exam.scale import CATEGORIES, LABELS

HAND_IN_SECONDS = 5
"""How long after the end the server hands in: what arrived in time may still wait for its turn to be written."""
LONGEST_ANSWER = 20_000
LATE_EDITS, LATE_CHARACTERS = 3, 200_000
"""What is kept of a candidate after the end: edits for each sentence of the exam, and characters of all together."""

Role = Literal["first", "third", "repeat", "appeal"]
"""Why a grader labels a passage: as one of the first, because they disagreed, to show drift, because of an appeal."""

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$")]
Seconds = Annotated[int, Meta(ge=0, le=7 * 86_400)]


class ExamSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a manager sets, beside passages, rules and model."""

    minutes: Annotated[int, Meta(ge=1, le=7 * 24 * 60)] = 180
    opens: Moment | None = None
    closes: Moment | None = None
    instructions: Annotated[str, Meta(max_length=10_000)] = ""
    graders: Annotated[int, Meta(ge=1, le=2)] = 2
    """How many label a passage before anyone else may be asked."""
    repeats: Annotated[float, Meta(ge=0, le=1)] = 0.05
    """The share of passages that a grader is given a second time."""
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 12345


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A marked stretch of an answer: words from `start` up to `end` of a sentence, both counted from 0.

    An omission may have no words: `start` equals `end`.
    """

    sentence: Annotated[int, Meta(ge=0, le=10_000)]
    start: Annotated[int, Meta(ge=0, le=LONGEST_ANSWER)]
    end: Annotated[int, Meta(ge=0, le=LONGEST_ANSWER)]
    category: Annotated[str, Meta(max_length=200)]
    points: Annotated[float, Meta(ge=0, le=1_000)]
    note: Annotated[str, Meta(max_length=1_000)] = ""
    severity: Annotated[str, Meta(max_length=200)] | None = None
    """Where a rubric has prices for severities; the points are its price."""


_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff65"
    "\U0001f200-\U0001f2ff\U00020000-\U0003ffff]"
)
"""Signs of scripts that have no spaces between words: Thai, Lao, Burmese, Khmer, Chinese and Japanese."""


def word_places(text: str) -> list[tuple[int, int]]:
    """What graders can mark, from where to where: words between spaces, and single signs where there are no spaces.

    A sign keeps the marks above and below it.
    """
    places: list[tuple[int, int]] = []
    open_word = False
    for at, sign in enumerate(text):
        if sign.isspace():
            open_word = False
            continue
        follows = bool(places) and places[-1][1] == at
        if follows and (unicodedata.category(sign)[0] == "M" or (open_word and not _UNSPACED.match(sign))):
            places[-1] = (places[-1][0], at + 1)
        else:
            places.append((at, at + 1))
            open_word = not _UNSPACED.match(sign)
    return places


def marked_text(text: str, start: int, end: int) -> str:
    """What a mark from the word `start` up to `end` is on."""
    places = word_places(text)[start:end]
    return text[places[0][0] : places[-1][1]] if places else ""


def deadline(started: datetime, allowed_s: int, extra_s: int, closes: datetime | None) -> datetime:
    """When time is up. Extra time is added to the exam's window too, so that nobody loses it at its end."""
    end = started + timedelta(seconds=allowed_s + extra_s)
    return end if closes is None else min(end, closes + timedelta(seconds=extra_s))


def bad_mark(mark: Mark, sizes: Sequence[int], categories: Sequence[str] = CATEGORIES) -> str | None:
    """What is wrong with a mark on answers of so many words; None if nothing.

    Only omissions can be marked without words; where no category is called so, all.
    """
    if mark.category not in categories:
        return f"category {mark.category!r}, expected one of {', '.join(categories)}"
    if mark.sentence >= len(sizes):
        return f"sentence {mark.sentence + 1}, but the passage has {len(sizes)}"
    if not mark.start <= mark.end <= sizes[mark.sentence]:
        return f"words {mark.start} to {mark.end}, but sentence {mark.sentence + 1} has {sizes[mark.sentence]}"
    if mark.start == mark.end and mark.category != "omission" and "omission" in categories:
        return "only an omission can be marked without words"
    return None


def settled(labels: Sequence[str], needed: int, scale: Sequence[str] = LABELS) -> tuple[str, str] | None:
    """The label or result of a passage and how it was reached; None while somebody must still grade it.

    `labels` are of different graders in the order in which they were given, and of a scale from the best. Where the
    first disagree a third decides: with one of them, or, where all three differ, for the one in the middle.
    """
    first = labels[:needed]
    if len(first) < needed:
        return None
    if len(set(first)) == 1:
        return first[0], "one grader" if needed == 1 else "two graders agree"
    if len(labels) <= needed:
        return None
    third = labels[needed]
    if third in first:
        return third, "two graders disagreed, a third decided"
    middle = sorted(scale.index(label) for label in labels[: needed + 1])[1]
    what = "label" if tuple(scale) == LABELS else "result"
    return scale[middle], f"three graders differed: the {what} in the middle"


def total(marks: Sequence[Mark]) -> float:
    """The points of all marks."""
    return float(sum(mark.points for mark in marks))


def as_json(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """Marks as plain data."""
    return [
        {
            "sentence": mark.sentence,
            "start": mark.start,
            "end": mark.end,
            "category": mark.category,
            "points": float(mark.points),
            "note": mark.note,
        }
        | ({} if mark.severity is None else {"severity": mark.severity})
        for mark in marks
    ]
