import subprocess
import sys

import pytest

from tertium.errors import OptionError, UnknownNameError
from tertium.results.base import FORMATS, Result
from tests.report.samples import comparison, evaluation


@pytest.mark.parametrize("format", [*FORMATS])
@pytest.mark.parametrize("result", [evaluation(), comparison()], ids=["evaluation", "comparison"])
def test_every_format_names_every_system_and_ends_its_last_line(result: Result, format: str) -> None:
    text = result.render(format)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(name in text for name in ("harbour", "meadow", "quarry", "lantern"))


def test_width_is_the_number_of_digits() -> None:
    assert "34.460 [33.100, 35.870]" in evaluation().render("text", 3)
    assert "34 [33, 36]" in evaluation().render("text", 0)
    assert r"\textbf{34.46}" in evaluation().render("latex", 2)


def test_machines_get_full_precision_whatever_the_width() -> None:
    assert evaluation().render("tsv", 0) == evaluation().render("tsv", 9)
    assert evaluation().render("json", 0) == evaluation().render("json", 9)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UnknownNameError,
        match=r"unknown format 'jsn'; known: csv, .*, markdown, text, tsv; did you mean 'json'",
    ):
        evaluation().render("jsn")


@pytest.mark.parametrize("width", [-1, 18])
def test_an_impossible_width_is_refused(width: int) -> None:
    with pytest.raises(OptionError, match=f"width is {width}; expected a number of decimal places from 0 to 17"):
        evaluation().render("text", width)


def test_reports_do_not_import_what_starts_slowly() -> None:
    code = (
        "import sys; before = set(sys.modules); import tertium.evaluation.results, tertium.report.comparison.html;"
        "print(sorted({'scipy', 'rich', 'jinja2', 'matplotlib'} & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
