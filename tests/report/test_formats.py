import subprocess
import sys
from typing import Any

import pytest

from tertium.errors import OptionError, UnknownNameError
from tertium.evaluation.results import Comparison
from tertium.report.render import formats, render

from .samples import comparison, evaluation


@pytest.mark.parametrize("format", formats(Comparison))
@pytest.mark.parametrize("result", [evaluation(), comparison()], ids=["evaluation", "comparison"])
def test_every_format_names_every_system_and_ends_its_last_line(result: Any, format: Any) -> None:
    text = render(result, format)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(name in text for name in ("harbour", "meadow", "quarry", "lantern"))


def test_width_is_the_number_of_digits() -> None:
    assert "34.460 [33.100, 35.870]" in render(evaluation(), "text", 3)
    assert "34 [33, 36]" in render(evaluation(), "text", 0)
    assert r"\textbf{34.46}" in render(evaluation(), "latex", 2)


def test_machines_get_full_precision_whatever_the_width() -> None:
    assert render(evaluation(), "tsv", 0) == render(evaluation(), "tsv", 9)
    assert render(evaluation(), "json", 0) == render(evaluation(), "json", 9)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown format 'jsn'; known: csv, html, json, latex, text, tsv; did you mean 'json'"
    ):
        render(evaluation(), "jsn")


@pytest.mark.parametrize("width", [-1, 18])
def test_an_impossible_width_is_refused(width: int) -> None:
    with pytest.raises(OptionError, match=f"width is {width}; expected a number of decimal places from 0 to 17"):
        render(evaluation(), "text", width)


def test_reports_do_not_import_what_starts_slowly() -> None:
    code = (
        "import sys; before = set(sys.modules); import tertium.report.render, tertium.report.comparison.html;"
        "print(sorted({'scipy', 'rich', 'jinja2', 'matplotlib'} & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
