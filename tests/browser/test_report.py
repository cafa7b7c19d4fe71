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
