"""Every kind of result in every format: nothing acts on a terminal, machines get all, people ten lines."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.evaluation.runs import RunPair, RunsComparison, RunScores, SystemRuns
from tertium.metrics import parse
from tertium.nbest.weights import Weights
from tertium.results.base import ENDINGS, FORMATS, Result
from tertium.tuning.goal import Goal
from tertium.tuning.results import Iteration, Tuning

EVIL = "a\x1b[31m|b\x9b & <i>\u202e"
"""A name with escapes, bars, markup and a sign that turns text around."""


def runs(name: str) -> Result:
    scores = RunScores("BLEU", "bleu|v:1", True, (34.25, 35.5), 0.5)
    systems = (SystemRuns(name, (1.0, 0.5), (scores,)), SystemRuns("b", (1.0, 1.0), (scores,)))
    return RunsComparison(name, 10, systems, (RunPair(name, "b", "BLEU", 0.125, 0.25),), 1000, 100, 1)


def weights(name: str) -> Weights:
    return Weights({name: 0.5, "lm": 1 / 3}, metric="bleu", signature="bleu|v:1", seed=7)


def tuning(name: str) -> Result:
    comparison = runs(name)
    assert isinstance(comparison, RunsComparison)
    iteration = Iteration(1, weights(name), weights(name), 3, 5, 30.25, 31.5, 0.98, 0.125)
    return Tuning(
        weights=weights(name),
        method="mert",
        score=31.5,
        start_score=30.25,
        length_ratio=0.98,
        climbs=((30.25, 31.5),),
        goal=Goal.of([parse("bleu")], None),
        held_out=(29.0, 30.0),
        notes=(f"about {name}",),
        iterations=(iteration,),
        stopped="no weight moved",
        runs=(comparison,),
    )


KINDS: dict[str, Callable[[str], Result]] = {
    "runs": runs,
    "weights": weights,
    "tuning": tuning,
}
PRINTED = sorted({*FORMATS} - {"html"})


def acts(text: str) -> bool:
    return re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text) is not None


@pytest.fixture(params=KINDS)
def result(request: pytest.FixtureRequest) -> Result:
    return KINDS[request.param](EVIL)


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_no_format_has_characters_that_act(result: Result, format: str) -> None:
    text = result.render(format)
    assert text.endswith("\n")
    assert not acts(text)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_text_names_what_it_is_about(result: Result, width: int) -> None:
    text = "".join(piece.text for piece in result.pieces(width=width))
    assert r"\x1b[31m" in text.replace("\n", "")
    assert not acts(text)


def test_json_is_the_data(result: Result) -> None:
    assert json.loads(result.to_json()) == json.loads(json.dumps(result.to_dict()))


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_do_not_depend_on_names(kind: str) -> None:
    """What stands in the tables for machines stays in its cell, whatever the names are."""
    evil, plain = (KINDS[kind](name).to_tsv() for name in (EVIL, "plain"))
    assert [len(line.split("\t")) for line in evil.split("\n")] == [len(line.split("\t")) for line in plain.split("\n")]


def test_csv_has_the_cells_of_tsv(result: Result) -> None:
    rows = [line.split("\t") for line in result.to_tsv().splitlines() if line]
    assert [row for row in csv.reader(io.StringIO(result.to_csv())) if row] == rows


def test_data_frames_have_the_records(result: Result) -> None:
    pytest.importorskip("pandas")
    for number, table in enumerate(result.records()):
        frame = result.to_pandas(number)
        assert len(frame) == len(table.records)
        assert list(frame.columns) == [column.key or column.name for column in table.columns]


def test_a_page_loads_nothing(result: Result) -> None:
    page = result.to_html()
    assert page.startswith("<!doctype html>")
    assert "<i>" not in page
    assert "<i>" not in result._repr_html_()


def test_the_representation_has_at_most_ten_lines(result: Result) -> None:
    assert repr(result).startswith(f"<{type(result).__name__}>\n")
    assert len(repr(result).splitlines()) <= 10


@pytest.mark.parametrize("ending", ENDINGS)
def test_saved_is_rendered(result: Result, ending: str, tmp_path: Path) -> None:
    result.save(tmp_path / f"result{ending}")
    assert (tmp_path / f"result{ending}").read_text("utf-8") == result.render(ENDINGS[ending])
