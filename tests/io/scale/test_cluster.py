"""What workers of a cluster do, without a cluster: rows of parts to sums, in any order."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")

import pyarrow as pa

import tertium
from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.scale import sums
from tertium.evaluation.scale.blocks import Totals
from tertium.evaluation.statistics import metrics_for
from tertium.io.scale import cluster
from tertium.io.scale.cluster import Cluster, Parts, score_parts
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

WHOLE = tertium.TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS, name="parts")
METRICS = ["bleu", "meteor"]


@given(st.lists(st.integers(0, 35_000), min_size=1, max_size=8))
def test_tasks_are_whole_blocks_that_cover_all_rows_once(sizes: Sequence[int]) -> None:
    ends = list(accumulate(sizes))
    pieces = [cluster._Place(f"{i}", 0, size) for i, size in enumerate(sizes)]
    starts = dict(zip(map(str, range(len(sizes))), [0, *ends], strict=False))
    rows = 0
    for task in cluster._tasks(pieces):
        assert rows % sums.SEGMENTS == 0
        for place in task:
            assert place.start < place.stop
            assert starts[place.path] + place.start == rows
            rows += place.stop - place.start
    assert rows == ends[-1]


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_sums_of_tasks_give_the_scores_of_the_whole(
    tmp_path: Path, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (sums, cluster):
        monkeypatch.setattr(module, "SEGMENTS", 4)
    bounds = [0, 1, 3, 14, 14, 29, 30]
    paths = []
    for start, stop in pairwise(bounds):
        if start < stop:
            paths.append(str(tmp_path / f"{start:02}.{format}"))
            tertium.write_test_set(WHOLE.part(start, stop), paths[-1])
    parts = Parts(tuple(paths), format, "parts", "parts")
    counted = cluster._counter(asdict(parts))(pa.table({"part": range(len(paths))}).to_batches())
    counts = {row["part"]: row["rows"] for batch in counted for row in batch.to_pylist()}
    assert [sum(counts[i]) for i in range(len(paths))] == [1, 2, 11, 15, 1]
    pieces = [cluster._Place(path, 0, sum(counts[i])) for i, path in enumerate(paths)]
    choice = metrics_for(METRICS, WHOLE)
    job = cluster._Job(
        parts, ("bleu", "meteor"), "nfc", "error", True, None, tuple(SYSTEMS), False, True, None, "parts"
    )  # fmt: skip
    tasks = cluster._task_table(cluster._tasks(pieces))
    batches = list(cluster._scorer(asdict(job))(tasks.to_batches()))
    totals = Totals(WHOLE.part(0, 0), choice, Scoring(), True)
    for block in cluster._in_order(pa.Table.from_batches(batches[::-1]), list(SYSTEMS), 2):
        totals.add(block)
    whole = tertium.score(WHOLE, metrics=METRICS, documents=True)
    assert totals.evaluation().to_json() == whole.to_json()


def test_a_part_with_other_columns_is_refused_by_its_worker(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"hypothesis": "a", "reference": "b"}\n', "utf-8")
    parts = Parts((str(path),), "jsonl", "parts", "parts")
    job = cluster._Job(parts, ("bleu",), "nfc", "error", False, None, ("neural",), False, False, None, "parts")
    tasks = cluster._task_table([[cluster._Place(str(path), 0, 1)]])
    with pytest.raises(DataError, match="there are other systems than before"):
        list(cluster._scorer(asdict(job))(tasks.to_batches()))


def test_metrics_that_do_not_travel_are_refused() -> None:
    def length(hypotheses: list[str], references: list[list[str]]) -> list[float]:
        return [len(text) for text in hypotheses]

    nowhere = Cluster("sparkle://nowhere", {})
    parts = Parts(("a.jsonl",), "jsonl", "parts", "parts")
    for metric, message in (("nist", "depends on all segments"), (length, "is a function, which does not travel")):
        with pytest.raises(OptionError, match=message):
            score_parts(parts, WHOLE, metrics_for(metric, WHOLE), nowhere)
