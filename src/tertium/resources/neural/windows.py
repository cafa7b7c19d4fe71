"""Texts that are longer than an encoder can take: how many there were, and how to read them to their end."""

from collections.abc import Sequence
from dataclasses import dataclass, field

_SHOWN = 60


@dataclass(slots=True, eq=False)
class Cuts:
    """The texts that did not fit."""

    limit: int
    windows: bool
    names: dict[str, None] = field(default_factory=dict)

    def add(self, name: str) -> None:
        self.names[name] = None

    def look(self, sizes: Sequence[int], room: int, most: int, separators: int, name: str) -> None:
        """Remember an input of several texts that is cut, or one of whose texts is."""
        cut = [min(size, room) for size in sizes]
        if cut != list(sizes) or sum(cut) + 2 + separators * (len(sizes) - 1) > most:
            self.add(name)

    def text(self) -> str | None:
        """What a user should know; None where everything fits."""
        if not self.names:
            return None
        first = next(iter(self.names))
        shown = first if len(first) <= _SHOWN else f"{first[: _SHOWN - 1]}…"
        many = len(self.names)
        done = "read in overlapping windows" if self.windows else "cut there, as the original does"
        advice = "" if self.windows else "; the option windows=yes reads them to their end"
        return (
            f"{many:,} {'text is' if many == 1 else 'texts are'} longer than the model's {self.limit} pieces and "
            f"{'was' if many == 1 else 'were'} {done} (the first: {shown!r}){advice}"
        )


def windows(ids: list[int], room: int, cuts: Cuts, name: str) -> list[list[int]]:
    """A text as what fits: whole, cut, or in parts that overlap by half."""
    if len(ids) <= room:
        return [ids]
    cuts.add(name)
    if not cuts.windows:
        return [ids[:room]]
    return [ids[start : start + room] for start in _starts(len(ids), room)]


def joint_windows(texts: list[list[int]], room: int, cuts: Cuts, name: str) -> list[tuple[int, list[list[int]]]]:
    """Texts that stand in one input, in the same share of each, and where the part of the first begins."""
    total = sum(map(len, texts))
    if total <= room:
        return [(0, texts)]
    cuts.add(name)
    size = room / total
    steps = max(2, -int(-(1 - size) // (size / 2)) + 1)
    found = []
    for step in range(steps):
        begin = (1 - size) * step / (steps - 1)
        parts = [ids[int(begin * len(ids)) : int(begin * len(ids)) + int(size * len(ids))] for ids in texts]
        found.append((int(begin * len(texts[0])), parts))
    return found


def _starts(length: int, room: int) -> list[int]:
    """Where windows begin: each half a window behind the one before, the last one ends with the text."""
    step = max(1, room // 2)
    return [*range(0, length - room, step), length - room]
