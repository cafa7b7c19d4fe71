"""What workers do with parts of n-best lists, without a cluster; `tests/cli/test_mbr_on_spark.py` has one."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")

import pyarrow as pa
import pyarrow.parquet as pq

from tertium.errors import DataError, OptionError
from tertium.io.scale.cluster import Cluster
from tertium.metrics import parse
from tertium.metrics.function import function_metric
from tertium.nbest.cluster import ListParts, _chooser, _counter, choose_parts
from tertium.nbest.forms.form import ReadOptions
from tertium.nbest.forms.formats import read_parts
from tertium.nbest.mbr import MBROptions, mbr

LISTS = [["the cat", "a cat", "cats"], ["it rains", "rain"], ["so", "so it is", "it is so", "is it"]]
HOW = MBROptions(method="prune", subsample=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "lists.jsonl"
    file.write_text("".join(f"{json.dumps({'candidates': texts})}\n" for texts in LISTS), "utf-8")
    return file


def job(target: Path, **more: Any) -> dict[str, Any]:
    values = {"reading": asdict(ReadOptions()), "metric": "chrf", "options": asdict(HOW), "n_best": 2}
    return {**values, "target": str(target), **more}


def batches(*rows: dict[str, Any]) -> "Iterator[pa.RecordBatch]":
    yield pa.RecordBatch.from_pylist(list(rows))


def test_a_worker_counts_and_chooses_as_one_machine_does(path: Path, tmp_path: Path) -> None:
    row = {"part": 4, "path": str(path), "first": 7}
    (counted,) = _counter(job(tmp_path))(batches(row))
    assert counted.to_pylist() == [{"part": 4, "lists": 3}]
    (done,) = _chooser(job(tmp_path))(batches(row))
    assert done.to_pylist() == [{"part": 4, "lists": 3}]
    rows = pq.read_table(tmp_path / "part-000000000007.parquet").to_pylist()
    here = mbr(LISTS, "chrf", options=HOW, first_list=7)
    best = [(one["list"], one["index"], one["score"], one["text"]) for one in rows if one["rank"] == 1]
    assert best == [(7 + i, choice.index, choice.utility, choice.text) for i, choice in enumerate(here)]
    assert [one["rank"] for one in rows if one["list"] == 9] in ([1], [1, 2])


def test_nothing_is_left_of_a_part_that_is_damaged(path: Path, tmp_path: Path) -> None:
    path.write_text(path.read_text("utf-8") + '{"candidates": []}\n', "utf-8")
    with pytest.raises(DataError, match=r"lists\.jsonl:4"):
        list(_chooser(job(tmp_path))(batches({"part": 0, "path": str(path), "first": 0})))
    assert [one.name for one in tmp_path.iterdir()] == ["lists.jsonl"]


def test_numbers_of_sentences_go_on_in_parts(tmp_path: Path) -> None:
    file = tmp_path / "b.nbest"
    file.write_text("7 ||| a b ||| lm= 1 ||| -1\n8 ||| c ||| lm= 1 ||| -1\n", "utf-8")
    (lists,) = read_parts([file], ReadOptions())
    assert list(lists) == [["a b"], ["c"]]


def test_metrics_that_do_not_travel_are_refused(path: Path, tmp_path: Path) -> None:
    @function_metric
    def length(hypotheses: list[str], references: list[list[str]]) -> list[float]:
        return [float(len(text)) for text in hypotheses]

    parts, nowhere = ListParts((str(path),), ReadOptions()), Cluster("sparkle://nowhere", {})
    with pytest.raises(OptionError, match="is a function"):
        choose_parts(parts, length, nowhere, str(tmp_path / "best"))
    with pytest.raises(OptionError, match="nist"):
        choose_parts(parts, parse("chrf"), nowhere, str(tmp_path), options=MBROptions(method="coarse:nist,2"))
