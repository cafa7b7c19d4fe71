"""The command line of unbabel-comet: its arguments, its lines, its JSON."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import run_here
from tests.support.neural import ENCODER, GOLDENS, golden, triples

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
ROWS = [row for row in triples() if row["mt"].strip() == row["mt"] and row["mt"]]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    paths = {}
    for name in ("src", "mt", "ref"):
        paths[name] = str(tmp_path / f"{name}.txt")
        Path(paths[name]).write_text("".join(f"{row[name]}\n" for row in ROWS), "utf-8")
    for model in ("regression", "xcomet", "unified-qe"):
        shutil.copytree(GOLDENS / "comet" / model, tmp_path / model)
        shutil.copytree(ENCODER, tmp_path / model / "encoder")
        paths[model] = str(tmp_path / model)
    return paths


def wanted(name: str, way: str, part: str = "scores") -> list[Any]:
    found = golden("comet", name)[way][part]
    return [value for row, value in zip(triples(), found, strict=True) if row in ROWS]


def test_lines_are_those_of_the_original(files: dict[str, str]) -> None:
    call = ["comet-score", "-s", files["src"], "-t", files["mt"], files["ref"], "-r", files["ref"]]
    ran = run_here(*call, "--model", files["regression"], "--gpus", "0", "--batch_size", "8")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    exact = wanted("regression", "src+ref")
    assert len(lines) == 2 * len(ROWS) + 2
    for number, score in enumerate(exact):
        assert lines[2 * number] == f"{files['mt']}\tSegment {number}\tscore: {score:.4f}"
        assert lines[2 * number + 1].startswith(f"{files['ref']}\tSegment {number}\tscore: ")
    assert lines[-2] == f"{files['mt']}\tscore: {sum(exact) / len(exact):.4f}"
    alone = run_here(*call, "--model", files["regression"], "--only_system", "--quiet")
    assert (alone.stdout.splitlines(), alone.stderr) == (lines[-2:], "")


def test_json_has_texts_scores_and_spans(files: dict[str, str], tmp_path: Path) -> None:
    target = tmp_path / "scores.json"
    call = ["-s", files["src"], "-t", files["mt"], "-r", files["ref"], "--model", files["xcomet"]]
    ran = run_here("comet-score", *call, "--to_json", str(target))
    assert ran.stdout.endswith(f"Predictions saved in: {target}.\n"), ran.stderr
    rows = json.loads(target.read_text("utf-8"))[files["mt"]]
    assert [row["COMET"] for row in rows] == pytest.approx(wanted("xcomet", "src+ref"), abs=1e-5)
    spans = wanted("xcomet", "src+ref", "spans")
    assert any(spans)
    for row, told, own in zip(rows, spans, ROWS, strict=True):
        assert (row["src"], row["mt"], row["ref"]) == (own["src"].strip(), own["mt"], own["ref"].strip())
        assert [{**e, "confidence": 0} for e in row.get("errors", [])] == [{**e, "confidence": 0} for e in told]


def test_models_without_references_need_none(files: dict[str, str]) -> None:
    call = ["comet-score", "-s", files["src"], "-t", files["mt"]]
    ran = run_here(*call, "--model", files["unified-qe"], "--only_system")
    exact = wanted("unified-qe", "src")
    assert ran.stdout == f"{files['mt']}\tscore: {sum(exact) / len(exact):.4f}\n", ran.stderr
    ran = run_here(*call, "--model", files["regression"])
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "requires -r/--references" in ran.stderr


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["-d", "wmt20:de-en"], "--sacrebleu_dataset is not supported; read the test set by `tertium score"),
        (["--enable-context"], "--enable-context is not supported"),
        (["--model_storage_path", "x"], "--model takes the folder itself"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_what_is_not_supported_is_refused(more: list[str], why: str, files: dict[str, str]) -> None:
    ran = run_here("comet-score", "-s", files["src"], "-t", files["mt"], "--model", files["unified-qe"], *more)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert why in ran.stderr


def test_files_of_different_lengths_are_refused(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("one\n", "utf-8")
    short = str(tmp_path / "short.txt")
    ran = run_here("comet-score", "-s", files["src"], "-t", short, "--model", files["unified-qe"])
    assert ran.returncode == 1
    assert re.search(rf"short\.txt: 1 lines, and .*src\.txt has {len(ROWS)}; expected as many", ran.stderr)
    assert run_here("comet-score").stdout.startswith("Usage: tertium comet-score -s SOURCES -t OUTPUT")
