"""`tertium doctor`: a model beside the scores of its original."""

import json
from pathlib import Path

import pytest

from tests.support.command import run_here
from tests.support.neural import comet_spec, golden, triples

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
SCORES = golden("comet", "regression")["src+ref"]["scores"]


def rows(more: float = 0.0) -> list[dict[str, object]]:
    return [{**row, "COMET": score + more} for row, score in zip(triples(), SCORES, strict=True)]


def write(path: Path, content: object) -> str:
    path.write_text(json.dumps(content), "utf-8")
    return str(path)


def test_scores_of_the_original_agree(tmp_path: Path) -> None:
    ran = run_here("doctor", comet_spec("regression"), "--expect", write(tmp_path / "a.json", {"mt.txt": rows()}))
    assert ran.returncode == 0, ran.stderr
    assert "The scores agree: they differ by up to" in ran.stdout
    assert f"segments:         {len(SCORES)}" in ran.stdout
    cited = {"source": "unbabel-comet 2.2.7, seed 1", "segments": rows()}
    ran = run_here("doctor", comet_spec("regression"), "--expect", write(tmp_path / "b.json", cited), "-f", "json")
    told = json.loads(ran.stdout)
    assert told["agrees"] is True
    assert told["origin"] == "unbabel-comet 2.2.7, seed 1"
    assert told["farthest"] < 1e-5


def test_scores_of_something_else_do_not(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", rows(0.25))
    ran = run_here("doctor", comet_spec("regression"), "--expect", path)
    assert ran.returncode == 3
    assert "The scores do not agree: they differ by up to 0.25, and 0.001 is allowed." in ran.stdout
    assert run_here("doctor", comet_spec("regression"), "--expect", path, "--tolerance", "0.3").returncode == 0


def test_without_scores_it_says_what_the_model_is() -> None:
    ran = run_here("doctor", comet_spec("referenceless"))
    assert ran.returncode == 0, ran.stderr
    assert "referenceless_regression" in ran.stdout
    assert "Nothing says what its scores should be: pass --expect FILE." in ran.stdout


def test_a_model_that_is_not_there_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run_here("doctor", "bleurt")
    assert ran.returncode == 1
    assert "bleurt needs a model" in ran.stderr
