"""Every kind of result in every format: nothing acts on a terminal, machines get all, people ten lines."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.evaluation.runs import RunPair, RunsComparison, RunScores, SystemRuns
from tertium.exam.chain import Damage
from tertium.exam.features import FeatureValues
from tertium.exam.grading import Grade, Grades, PassageGrade
from tertium.exam.record import LogCheck, Verification
from tertium.exam.rules import parse_rules
from tertium.exam.validation import Validations
from tertium.learn.data import DataSize
from tertium.learn.description import Description
from tertium.learn.model import Figure, Model, TrainedOn
from tertium.learn.svm.training import GridPoint, SvmTraining
from tertium.learn.trainer import Training
from tertium.meta.roc import roc_curve
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


def features(name: str) -> Result:
    return FeatureValues((f"{name} as a whole", "1-gram precision"), ((name, "p1", (0.5, 1 / 3)),))


def grades(name: str) -> Result:
    part = PassageGrade("p1", "2", "MM", ("MM", "IM"), {"MM": 1.0}, 1.0, 0.5, (0.25,), ((name, 0.5),), ("unlike",))
    return Grades((Grade(name, name, "m", "r", (part,), ("2",), ("2", "2+"), {"2": 1.0}, (1,), (f"{name}: x",)),))


def rules(name: str) -> Result:
    return replace(parse_rules('{"passages": ["2"], "rules": [[["SM"], "2"]]}', name), note=name)


def validations(name: str) -> Result:
    return Validations((0, 0, 1), {"document": {"exact": 2 / 3, "set size": 1.5}}, name)


def verification(name: str) -> Result:
    return Verification((LogCheck(name, 83, 20, "ab" * 32, (Damage(f"entry of {name}", "is not there"),)),))


def model(name: str) -> Model:
    trained = (TrainedOn(name, "ab" * 32, ("de-en",), 1204),)
    figures = (Figure(name, "average", "tau", 0.123456, 1204), Figure(name, "de-en", "tau", None, 0))
    return Model(
        "beer",
        ("char.1", "char.2", name),
        np.array([0.5, -0.25, 1 / 3]),
        options={"tok": name},
        training=trained,
        figures=figures,
        note=name,
    )


def description(name: str) -> Result:
    return Description(model(name))


def training(name: str) -> Result:
    groups = {"char": ("char.1", "char.2"), name: (name,)}
    return Training("beer", model(name), groups, (DataSize(name, "train", 1204, 7, 0),), 7, 0.25, (name,), name)


def svm_training(name: str) -> Result:
    grid = tuple(GridPoint(c, 5.0, 0.5 + c / 100, 0.5, 0.75, 0.625, 12) for c in (1.0, 10.0))
    curve = roc_curve(np.array([0.5, 1.0]), np.array([0.25]))
    return SvmTraining(model(name), grid, grid[1], curve, (), 10, 20, 7, 0.25, {"tau": [0.5, float("nan")]}, name)


KINDS: dict[str, Callable[[str], Result]] = {
    "runs": runs,
    "weights": weights,
    "tuning": tuning,
    "features": features,
    "grades": grades,
    "rules": rules,
    "validations": validations,
    "verification": verification,
    "description": description,
    "training": training,
    "svm training": svm_training,
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
    text = result.to_json()
    if isinstance(result, Grades):  # one per line
        text = f"[{','.join(text.splitlines())}]"
    assert json.loads(text) == json.loads(json.dumps(result.to_dict()))


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
