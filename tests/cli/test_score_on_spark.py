"""`--engine spark`: the workers' statistics give the same corpus scores, intervals and tests to the last digit."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS
from tests.support.types import Ran, Run, WriteTexts

pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")

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
    assert "--engine spark is for one Parquet file that holds a whole test set" in ran.err


def test_without_pyspark_or_java_the_message_says_what_to_do(
    tertium: Run, parquet: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "pyspark.sql", None)
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
