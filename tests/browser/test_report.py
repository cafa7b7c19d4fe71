"""The page of `tertium compare --html` in a browser: complete in one file, and readable by everyone."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import serious


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    command = [sys.executable, "-m", "tertium", "compare", "--sample", "-m", "bleu", "-m", "chrf", "--html", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path


def test_the_report_stands_alone(page: Any, report: Path) -> None:
    page.goto(report.as_uri())
    assert page.locator("table").count() > 0


def test_axe_finds_nothing_serious_in_the_report(page: Any, report: Path) -> None:
    page.goto(report.as_uri())
    assert serious(page) == []


@pytest.fixture(scope="module")
def large_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All metrics, buckets and examples with their explanations."""
    path = tmp_path_factory.mktemp("report") / "large.html"
    options = ["-m", "all", "--by", "length", "--samples", "50", "--swaps", "50", "--html", str(path), "-q"]
    subprocess.run([sys.executable, "-m", "tertium", "compare", "--sample", *options], check=True, capture_output=True)
    return path


@pytest.mark.parametrize("width", [1280, 412])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_does_not_scroll_sideways(page: Any, large_report: Path, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(large_report.as_uri())
    page.evaluate("() => document.querySelectorAll('details').forEach((part) => (part.open = true))")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert serious(page) == []


def test_the_keyboard_reaches_the_index_first(page: Any, large_report: Path) -> None:
    page.goto(large_report.as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('nav') !== null")
    page.keyboard.press("Enter")
    assert page.evaluate("() => location.hash") == "#scores"


def test_the_index_stays_in_sight(page: Any, large_report: Path) -> None:
    page.goto(large_report.as_uri())
    page.evaluate("() => window.scrollTo(0, 3000)")
    assert page.locator("nav").bounding_box()["y"] >= -1
