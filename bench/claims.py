"""Figures of speed and memory that pages claim, held to what was measured.

    python -m bench.claims           write them anew from results.json, as `make bench` does at its end

A claim is `<!-- bench: TASK -->about 4,000 pairs/s<!-- end -->`: its figure is that of the task in
`bench/results.json`, the worst one of all texts, with two digits and rounded to promise less than was measured.
`core h` are the hours of one core for a billion pairs at that speed.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench.page import FIGURES

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])

CLAIM = re.compile(r"<!-- bench: (?P<task>[^\n]+?) -->(?P<text>[^<]*)<!-- end -->")
FIGURE = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?)(?P<space>\s*)(?P<unit>µs|ms|s|GB|MB|kB|×|pairs/s|core h)(?!\w)")
_CORE_HOURS = 1e9 / 3600
_SCALES = {"µs": 1e-6, "ms": 1e-3, "s": 1.0, "GB": 1e9, "MB": 1e6, "kB": 1e3, "×": 1.0, "pairs/s": 1.0, "core h": 1.0}
_MEASURES = {"pairs/s": {"pairs/s", "core h"}, "×": {"×"}, "s": {"µs", "ms", "s"}, "B": {"GB", "MB", "kB"}}


@dataclass(frozen=True, slots=True)
class Claim:
    """What a page says of a task."""

    page: Path
    task: str
    text: str

    def kept(self, figures: Mapping[str, Any]) -> str | None:
        """Why the claim does not hold; None where it does."""
        found, task = FIGURE.search(self.text), figures.get(self.task)
        if task is None:
            return f"{self.task!r} is no task of results.json"
        if found is None or found["unit"] not in _MEASURES[task["unit"]]:
            return f"{self.text!r} is no figure in {task['unit']}"
        number = float(found["number"].replace(",", ""))
        claimed = _CORE_HOURS / number if found["unit"] == "core h" else number * _SCALES[found["unit"]]
        worst = task["worst"]
        holds = claimed <= worst * (1 + 1e-9) if more_is_better(task["unit"]) else claimed >= worst * (1 - 1e-9)
        return None if holds else f"claims {found[0]}, measured was {worst:g} at worst"


def more_is_better(unit: str) -> bool:
    """Speeds and ratios; times and sizes are the other way."""
    return unit in ("pairs/s", "×")


def claims(pages: "list[Path]" = PAGES) -> Iterator[Claim]:
    """All claims of these pages."""
    for page in pages:
        for found in CLAIM.finditer(page.read_text("utf-8")):
            yield Claim(page, found["task"], found["text"])


def figures() -> dict[str, Any]:
    """What the last run measured, by task."""
    held: dict[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    return held


def updated(text: str, measured: Mapping[str, Any]) -> str:
    """A page with the figures of these measurements."""

    def claim(found: re.Match[str]) -> str:
        task = measured.get(found["task"])
        if task is None:
            return found[0]
        text = FIGURE.sub(partial(_anew, task), found["text"], count=1)
        return f"<!-- bench: {found['task']} -->{text}<!-- end -->"

    return CLAIM.sub(claim, text)


def _anew(task: Mapping[str, Any], figure: re.Match[str]) -> str:
    worst, unit, space = task["worst"], task["unit"], figure["space"]
    if figure["unit"] == "core h":
        return modest(_CORE_HOURS / worst, "core h", space)
    return modest(worst, unit, space)


def modest(value: float, unit: str, space: str = " ") -> str:
    """A figure with two digits that promises less than was measured."""
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    turn = math.floor if more_is_better(unit) else math.ceil
    rounded = turn(value / step * (1 + (1e-9 if more_is_better(unit) else -1e-9))) * step
    units = _NAMES[unit]
    shown = next((name for name in units if rounded >= _SCALES[name] * (1 - 1e-9)), units[-1])
    scale = _SCALES[shown]
    return f"{float(f'{rounded / scale:.2g}'):,.12g}{space}{shown}"


_NAMES = {"core h": ["core h"], "pairs/s": ["pairs/s"], "×": ["×"], "s": ["s", "ms", "µs"], "B": ["GB", "MB", "kB"]}


def write() -> None:
    """Bring the pages up to what results.json says."""
    measured = figures()
    for page in PAGES:
        text = page.read_text("utf-8")
        if (new := updated(text, measured)) != text:
            page.write_text(new, "utf-8")


if __name__ == "__main__":
    write()
