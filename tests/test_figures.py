"""Speeds on pages are those that were measured.

A part of a page between `<!-- bench: PATTERN -->` and `<!-- end -->` quotes bench/RESULTS.md: every time, rate, size
and ratio in it stands, to the digit, in a task there whose name the pattern matches, or in the note of one.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
QUANTITY = re.compile(r"\d[\d.,]*(?:\s*(?:µs|ms|s|GB|MB|×)(?![\w])|\s+pairs(?:/s| a second))")
PART = re.compile(r"<!-- bench: (?P<pattern>[^\n]+?) -->(?P<text>.*?)<!-- end -->", re.DOTALL)


def quantities(text: str) -> set[str]:
    return {" ".join(found.split()).replace("pairs a second", "pairs/s") for found in QUANTITY.findall(text)}


def parts() -> Iterator[tuple[str, str, str]]:
    for page in PAGES:
        for found in PART.finditer(page.read_text("utf-8")):
            yield str(page.relative_to(ROOT)), found["pattern"], found["text"]


def measured(results: str, pattern: str) -> set[str]:
    """What tasks and their notes hold, section by section."""
    found: set[str] = set()
    for section in results.split("\n## ")[1:]:
        rows = [line for line in section.splitlines() if line.startswith("|")]
        tasks = [line for line in rows if re.search(pattern, line.split("|")[1])]
        notes = {line.split("|")[-2].strip() for line in tasks} - {""}
        lines = [line for line in section.splitlines() if any(line.startswith(note) for note in notes)]
        for line in [*tasks, *lines]:
            found |= quantities(line)
    return found


PARTS = list(parts())


def test_pages_with_speeds_are_looked_at() -> None:
    pages = {page for page, _, _ in PARTS}
    assert pages >= {f"docs/explanation/{name}.md" for name in ("beer", "hyter", "paraeval", "pfsm", "terp")}


@pytest.mark.parametrize(("page", "pattern", "text"), PARTS, ids=[f"{page}: {pattern}" for page, pattern, _ in PARTS])
def test_quoted_figures_are_those_of_the_benchmarks(page: str, pattern: str, text: str) -> None:
    quoted = quantities(text)
    assert quoted
    assert quoted <= measured((ROOT / "bench" / "RESULTS.md").read_text("utf-8"), pattern), page


def test_a_figure_that_is_not_there_is_found() -> None:
    results = "\n## a\n\n| HyTER, x | none | 20 µs / 1.5 s | | | | | (1) |\n\n(1) 29,722 pairs a second.\n(2) 7 ms\n"
    assert measured(results, "HyTER") == {"20 µs", "1.5 s", "29,722 pairs/s"}
    assert quantities("takes 21 µs, or 30\npairs a second; 1,400× more") == {"21 µs", "30 pairs/s", "1,400×"}
