"""What users of sacreBLEU type is answered with its spelling here, and the spelling works."""

import re
import shlex

import pytest

from tertium.cli.habits import SPELLINGS
from tests.support.types import Run

SAMPLE = ["--sample", "-q"]


@pytest.mark.parametrize("name", [name for names in SPELLINGS for name in names])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_an_option_of_sacrebleu_is_answered(tertium: Run, command: str, name: str) -> None:
    if command == "score" and name in ("-b", "--score-only"):
        pytest.skip("score has this one")
    ran = tertium(command, name, "1", *SAMPLE)
    assert ran.code == 2
    assert f"{name} is spelled " in ran.err
    assert "`tertium sacrebleu` takes sacreBLEU's own arguments" in ran.err


@pytest.mark.parametrize(
    "spelling", sorted({spelling for spelling in SPELLINGS.values() if re.match(r"-m '|--", spelling)})
)
def test_the_spelling_works(tertium: Run, spelling: str) -> None:
    value = "none" if "tok=" in spelling else "floor" if "smooth=" in spelling else "2"
    if "smooth_value" in spelling:
        spelling = spelling.replace("smooth_value", "smooth=floor,smooth_value")
    ran = tertium("score", *SAMPLE, *shlex.split(spelling.format(value)))
    assert ran.code == 0, ran.err


def test_what_follows_two_dashes_is_a_file(tertium: Run) -> None:
    assert "-tok is spelled" not in tertium("score", "-m", "bleu", "-r", "x", "--", "-tok").err


def test_a_metric_in_the_place_of_a_file_is_noticed(tertium: Run) -> None:
    ran = tertium("score", "-m", "bleu", "chrf", "-r", "x.txt")
    assert "chrf: no such file; if the metric is meant, put commas between metrics: -m bleu,chrf" in ran.err
