"""Segment scores in files, written block by block."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.errors import OptionError
from tertium.evaluation.scale.blocks import score_blocks
from tertium.io.scale.segment_files import segment_file
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

WHOLE = tertium.TestSet.build(
    {"a\tb": SYSTEMS["rules"], "c": [None, *SYSTEMS["neural"][1:]]}, REFERENCES, documents=DOCUMENTS
)


def written(path: Path, whole: tertium.TestSet = WHOLE) -> tertium.Evaluation:
    with segment_file(path) as each:
        blocks = (whole.part(start, start + 7) for start in range(0, len(whole), 7))
        skip = tertium.Scoring(missing="skip")
        return score_blocks(blocks, metrics=["bleu", "chrf"], scoring=skip, segments=True, each=each)


def expected(result: tertium.Evaluation) -> list[list[object]]:
    columns = [row.scores[m].segments for row in result.systems for m in (0, 1)]
    return [
        [
            row.system,
            i + 1,
            DOCUMENTS[i],
            *(None if np.isnan(v) else v for v in (columns[2 * s][i], columns[2 * s + 1][i])),
        ]
        for i in range(len(DOCUMENTS))
        for s, row in enumerate(result.systems)
    ]


def test_tsv(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv.gz"
    result = written(path)
    header, *lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert header == "system\tsegment\tdocument\tBLEU\tchrF2"
    rows = [line.split("\t") for line in lines]
    assert [
        [cells[0].replace("\\t", "\t"), int(cells[1]), cells[2], *(float(v) if v else None for v in cells[3:])]
        for cells in rows
    ] == expected(result)


def test_jsonl(tmp_path: Path) -> None:
    result = written(tmp_path / "scores.jsonl")
    records = [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text().splitlines()]
    assert list(records[0]) == ["system", "segment", "document", "BLEU", "chrF2"]
    assert [list(record.values()) for record in records] == expected(result)


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed (extra parquet)")
    result = written(tmp_path / "scores.parquet")
    table = parquet.read_table(tmp_path / "scores.parquet")
    assert table.column_names == ["system", "segment", "document", "BLEU", "chrF2"]
    assert [list(record.values()) for record in table.to_pylist()] == expected(result)


def test_no_file_is_left_where_scoring_fails(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    with pytest.raises(tertium.DataError), segment_file(path) as each:
        score_blocks([WHOLE.part(1, 9), WHOLE.part(0, 1)], metrics="bleu", each=each)
    assert not list(tmp_path.iterdir())


def test_an_ending_without_a_format_is_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(OptionError, match=r"expected one of \.tsv, \.jsonl, \.ndjson, \.parquet, \.pq"),
        segment_file("x.txt"),
    ):
        pass
