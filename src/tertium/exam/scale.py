"""The two scales of an exam: labels of passages and levels of candidates."""

from typing import Literal, get_args

from tertium.errors import DataError

Label = Literal["SM", "MM", "IM", "HM", "NT"]
LABELS: tuple[Label, ...] = get_args(Label)
"""From the best: successfully, mostly, intermittently and hardly matches; not translated."""

LABEL_NAMES: dict[Label, str] = {
    "SM": "Successfully Matches",
    "MM": "Mostly Matches",
    "IM": "Intermittently Matches",
    "HM": "Hardly Matches",
    "NT": "Not Translated",
}

Level = Literal["0", "0+", "1", "1+", "2", "2+", "3", "3+"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""ILR levels of translation, from the lowest."""

PASSAGE_LEVELS = ("2", "2+", "3", "4")
"""The difficulty of the passages of an exam, as the agencies of the paper set them."""

CATEGORIES = (
    "mistranslation",
    "word choice",
    "omission",
    "addition",
    "spelling",
    "grammar",
    "register/tone",
    "meaning distortion",
)
"""What graders mark, as the paper lists it."""

POINTS = (1, 2, 4, 8, 16)
"""What one marked error can cost; a grader may write another number."""


def label_number(text: str, where: str) -> int:
    """The place of a label on the scale, 0 for the best."""
    for number, label in enumerate(LABELS):
        if text.strip().upper() == label:
            return number
    raise DataError(f"{where}: label {text!r}, expected one of {', '.join(LABELS)}")


def as_label(text: str, where: str) -> Label:
    """A label as it is written."""
    return LABELS[label_number(text, where)]


def as_level(text: str, where: str) -> Level:
    """A level as it is written."""
    for level in LEVELS:
        if text.strip() == level:
            return level
    raise DataError(f"{where}: level {text!r}, expected one of {', '.join(LEVELS)}")


def level_number(level: str) -> int:
    """The place of a level on the scale, 0 for the lowest."""
    return LEVELS.index(as_level(level, "level"))
