"""Figures on pages of results are those that were measured.

A page of results stands beside a file of its figures (papers/figures.py): its tables are those of the file, and what
its text says of figures is what its tables say, or is declared as quoted.
"""

import json
import re
from pathlib import Path

import pytest

from papers import figures as kept
from papers.exam import page as exam_page
from tertium import metrics

ROOT = Path(__file__).parents[2]


def test_the_page_on_exams_is_what_its_figures_give() -> None:
    results = json.loads((ROOT / "papers/results/exam.json").read_text("utf-8"))
    assert "\n".join(exam_page.lines(results)) + "\n" == (ROOT / "papers/results/exam.md").read_text("utf-8")


# Pages that papers make; that on exams is made from its figures as a whole.
RESULTS = sorted(path for path in kept.RESULTS.glob("*.md") if path.stem != "exam")


def figures_of(page: Path) -> kept.Kept:
    file = page.with_suffix(".json")
    assert file.exists(), f"{file.name} is missing: let the experiment write the page, or run python -m papers.figures"
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
    assert text == kept.since(text, kept.changed(figures_of(page))), "run python -m papers.figures --since"


# Pages that show no metric of the register, and what they show.
WITHOUT_METRICS = {"exam": "models that grade", "untried": "rankers that were trained for the page"}


@pytest.mark.parametrize("page", RESULTS, ids=[page.stem for page in RESULTS])
def test_a_page_has_the_signatures_of_what_ran(page: Path) -> None:
    text, ran = page.read_text("utf-8"), figures_of(page)["signatures"]
    assert text == kept.with_signatures(text, ran), "let the experiment write the page"
    assert bool(ran) == (page.stem not in WITHOUT_METRICS)
    # A metric that is named in code, with or without options, is one of them.
    names = {spec.partition("(")[0] for spec in ran}
    body = text.partition("<!-- signatures -->")[0]
    cells = re.findall(r"^\| `([a-z+]+)(?:\([^`]*\))?` \|", body, re.MULTILINE)
    assert {name for name in cells if name in metrics.names()} - names <= LABELS.get(page.stem, set())


# Groups of features that are called like metrics.
LABELS = {"beer": {"meteor", "terp"}}


def test_signatures_stand_at_the_end_of_a_page_once() -> None:
    page = kept.with_signatures("# A\n\nMade.\n", {"bleu": "bleu|tok:13a", "chrf": "chrf|nc:6"})
    assert page.endswith("* `bleu`: `bleu|tok:13a`\n* `chrf`: `chrf|nc:6`\n")
    assert kept.with_signatures(page, {"bleu": "bleu|tok:13a", "chrf": "chrf|nc:6"}) == page
    assert kept.with_signatures(page, {}) == "# A\n\nMade.\n"


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
