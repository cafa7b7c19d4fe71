"""Which words were taken out and put in."""

from dataclasses import dataclass

from tertium.evaluation.views.wordiff import unmatched
from tertium.text.words import units, words


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words and spaces, all changed or all kept."""

    text: str
    changed: bool


def differences(before: str, after: str) -> tuple[list[Stretch], list[Stretch]]:
    """Both texts in stretches; what is marked in the first was taken out, in the second put in."""
    old, new = words(before), words(after)
    return _stretches(before, unmatched(old, new)), _stretches(after, unmatched(new, old))


def _stretches(text: str, marks: list[bool]) -> list[Stretch]:
    stretches: list[Stretch] = []
    i = 0
    for unit in units(text):
        if unit.isspace():
            changed = 0 < i < len(marks) and marks[i - 1] and marks[i]
        else:
            changed = marks[i]
            i += 1
        if stretches and stretches[-1].changed == changed:
            stretches[-1] = Stretch(stretches[-1].text + unit, changed)
        else:
            stretches.append(Stretch(unit, changed))
    return stretches
