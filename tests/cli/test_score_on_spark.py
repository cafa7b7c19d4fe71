"""`--engine spark`: the workers' statistics give the same corpus scores, intervals and tests to the last digit."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS
from tests.support.types import Ran, Run, WriteTexts

pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")

import pyarrow.parquet

from tertium.engines import spark
from tertium.io.testsets.formats import write_test_set
from tertium.io.testsets.parquet import write
from tertium.text.testset import TestSet
from tests.support.clusters import SMALL, cluster, needs_spark

# NIST needs the whole test set, so that it is computed where the command runs.
METRICS = "bleu,chrf,ter,meteor,nist"
SETTINGS = [part for key, value in SMALL.items() for part in ("--spark-conf", f"{key}={value}")]


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "testset.parquet"
    with path.open("wb") as stream:
        write(TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS), stream)
    return path


def page(ran: Ran) -> dict[str, Any]:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_scores_segments_and_intervals_are_those_of_one_machine(tertium: Run, parquet: Path) -> None:
    needs_spark()
    arguments = ("score", parquet, "-m", METRICS, "--segments", "--documents", "--confidence", "-f", "json")
    here = page(tertium(*arguments))
    assert page(tertium(*arguments, "--engine", "spark", "--master", "local[2]", *SETTINGS)) == here


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_parts_have_the_scores_of_one_machine(tertium: Run, tmp_path: Path, format: str) -> None:
    needs_spark()
    folder = tmp_path / "parts"
    folder.mkdir()
    whole = TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS)
    repeated = whole.select(list(range(30)) * 400)  # more than one block
    for number, (start, stop) in enumerate([(0, 3), (3, 11_000), (11_000, 12_000)]):
        write_test_set(repeated.part(start, stop), folder / f"part-{number}.{format}")
    arguments = ("score", folder, "-m", "bleu,chrf,meteor", "--documents", "-f", "json")
    here = page(tertium(*arguments, "--segments-to", tmp_path / "scores.jsonl"))
    there = ("--engine", "spark", "--master", "local[2]", *SETTINGS)
    assert page(tertium(*arguments, *there, "--segments-to", tmp_path / "scores")) == here
    parts = sorted((tmp_path / "scores").iterdir())
    rows = [row for part in parts for row in pyarrow.parquet.read_table(part).to_pylist()]
    assert rows == [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text("utf-8").splitlines()]


def test_what_parts_cannot_have_is_refused_before_the_cluster_is_asked(tertium: Run, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    part = folder / "a.jsonl"
    part.write_text('{"hypothesis": "a", "reference": "b"}\n', "utf-8")
    nowhere = ("--engine", "spark", "--master", "sparkle://nowhere")
    for options, message in (
        (("--confidence",), "--engine spark with parts and --confidence"),
        (("--segments",), "--engine spark with parts and --segments"),
        (("-m", "nist"), "nist depends on all segments at once"),
    ):
        ran = tertium("score", folder, *options, *nowhere)
        assert ran.code == 2
        assert message in ran.err
    part.rename(folder / "a.tsv")
    ran = tertium("score", folder, *nowhere)
    assert "--engine spark reads parts in parquet or jsonl, found tsv" in ran.err


def test_tests_on_a_cluster_are_those_of_one_machine(tertium: Run, parquet: Path, tmp_path: Path) -> None:
    needs_spark()
    arguments = ("compare", parquet, "-m", "bleu,ter", "-f", "json")
    here = page(tertium(*arguments))
    with cluster(tmp_path / "cluster") as (master, _):
        assert page(tertium(*arguments, "--engine", "spark", "--master", master, *SETTINGS)) == here


def test_other_files_than_parquet_are_refused(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    (lines,) = texts(hyp=["one", "two"])
    table = tmp_path / "testset.tsv"
    table.write_text("system\thypothesis\treference\na\tb\tc\n", encoding="utf-8")
    ran = tertium("score", table, "--engine", "spark")
    assert ran.code == 2
    assert "--engine spark reads Parquet, found tsv; write the test set as Parquet" in ran.err
    ran = tertium("score", lines, "-r", lines, "--engine", "spark")
    assert ran.code == 2
    assert "--engine spark is for a test set in one Parquet file, or for parts of one" in ran.err


def test_without_pyspark_or_java_the_message_says_what_to_do(
    tertium: Run, parquet: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(spark, "find_spec", lambda name: None if name == "pandas" else find_spec(name))
        ran = tertium("score", parquet, "--engine", "spark")
    assert ran.code == 1
    assert "pip install 'tertium[spark]'" in ran.err
    pytest.importorskip("pyspark", reason="PySpark is not installed (dependency group cluster)")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    ran = tertium("score", parquet, "--engine", "spark")
    assert ran.code == 2
    assert "needs Java 17 or newer" in ran.err
    assert "or leave --engine out" in ran.err


def test_a_damaged_file_is_refused_before_the_cluster_is_asked(tertium: Run, parquet: Path) -> None:
    parquet.write_bytes(parquet.read_bytes()[:200])
    ran = tertium("score", parquet, "--engine", "spark", "--master", "sparkle://nowhere")
    assert ran.code == 1
    assert "cannot be read as Parquet" in ran.err
