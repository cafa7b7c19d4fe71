"""Figures on pages are those that were measured.

A part of a page between `<!-- bench: PATTERN -->` and `<!-- end -->` quotes bench/RESULTS.md: every time, rate, size
and ratio in it stands, to the digit, in a task there whose name the pattern matches, or in the note of one.

A page of results stands beside a file of its figures (experiments/kept.py): its tables are those of the file, and what
its text says of figures is what its tables say, or is declared as quoted.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from experiments import kept
from experiments.exam import page as exam_page

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


def test_the_page_on_exams_is_what_its_figures_give() -> None:
    results = json.loads((ROOT / "docs/results/exam.json").read_text("utf-8"))
    assert "\n".join(exam_page.lines(results)) + "\n" == (ROOT / "docs/results/exam.md").read_text("utf-8")


# Pages that experiments make; that on exams is made from its figures as a whole.
RESULTS = sorted(path for path in kept.RESULTS.glob("*.md") if path.stem != "exam")


def figures_of(page: Path) -> kept.Kept:
    file = page.with_suffix(".json")
    assert file.exists(), (
        f"{file.name} is missing: let the experiment write the page, or run python -m experiments.kept"
    )
    return dict(json.loads(file.read_text("utf-8")))


@pytest.mark.parametrize("page", RESULTS, ids=[page.stem for page in RESULTS])
def test_the_tables_of_a_page_of_results_are_those_that_were_kept(page: Path) -> None:
    assert kept.tables(page.read_text("utf-8")) == figures_of(page)["tables"], "run the experiment instead of editing"


@pytest.mark.parametrize("page", RESULTS, ids=[page.stem for page in RESULTS])
def test_what_a_page_of_results_says_of_figures_is_what_its_tables_say(page: Path) -> None:
    text, figures = page.read_text("utf-8"), figures_of(page)
    assert kept.unexplained(text, figures) == []
    # What is quoted no longer should not hide a figure that is wrong later.
    assert set(figures["quoted"]) <= set(kept.figures(text))


@pytest.mark.parametrize("page", RESULTS, ids=[page.stem for page in RESULTS])
def test_a_page_says_which_of_its_metrics_have_changed_since(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == kept.since(text, kept.changed(figures_of(page))), "run python -m experiments.kept --since"


def test_a_page_whose_figures_are_wrong_is_found() -> None:
    page = "# A\n\nMade.\n\nBLEU has .25, or 25 %, the paper .31.\n\n| metric | r |\n|---|---:|\n| BLEU | **0.250** |\n"
    found = kept.figures_of(page, ["bleu"], [".31"])
    assert found["tables"] == [{"section": "A", "header": ["metric", "r"], "rows": [["BLEU", "**0.250**"]]}]
    assert kept.unexplained(page, found) == []
    assert kept.unexplained(page.replace(".25,", ".26,"), found) == [".26"]
    assert json.loads(kept.dumped(found)) == found
    assert kept.changed(found) == []
    old = {**found, "signatures": {"bleu": "bleu|tok:other"}}
    assert kept.changed(old) == ["bleu"]
    noted = kept.since(page, ["bleu"])
    assert "`bleu` has other rules" in noted
    assert kept.since(noted, ["bleu"]) == noted
    assert kept.since(noted, []) == page


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
