"""Scores that an original gave: the JSON that comet-score writes, or a table in TSV."""

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any

from tertium.errors import DataError
from tertium.io.files import FilePath, open_input
from tertium.meta.checkup import ExpectedScore, ExpectedScores

_SCORE_NAMES = ("score", "COMET")
_FORMS = (
    "expected the JSON of `comet-score --to_json`, JSON with `source` (where the scores are from) and `segments` "
    "(objects with src, mt, ref, score), or TSV with columns mt, score and, where the metric reads them, src and ref"
)


def read_expected_scores(path: FilePath) -> ExpectedScores:
    """The segments of a file with their scores."""
    with open_input(path) as file:
        lines = [line for _, line in file.lines()]
    text = "\n".join(lines)
    try:
        if text.lstrip()[:1] in ("{", "["):
            origin, rows = _of_json(json.loads(text))
        else:
            origin, rows = "", list(_of_table(lines))
        segments = tuple(_segment(number, row) for number, row in enumerate(rows, 1))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(f"{path}: {error}; {_FORMS}") from error
    if not segments:
        raise DataError(f"{path}: there are no segments; {_FORMS}")
    return ExpectedScores(origin or str(path), segments)


def _of_json(content: Any) -> tuple[str, list[Any]]:
    if isinstance(content, list):
        return "", content
    if isinstance(content.get("segments"), list):
        return str(content.get("source", "")), content["segments"]
    rows = [row for rows in content.values() for row in rows]
    return "", rows


def _of_table(lines: list[str]) -> Iterator[dict[str, str]]:
    header = lines[0].split("\t") if lines else []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise ValueError(f"line {number} has {len(cells)} columns, and the header {len(header)}")
        yield dict(zip(header, cells, strict=True))


def _segment(number: int, row: Any) -> ExpectedScore:
    score = next((row[name] for name in _SCORE_NAMES if name in row), None)
    if score is None or "mt" not in row:
        raise ValueError(f"segment {number} has no {'score' if score is None else 'mt'}")
    value = float(score)
    if not isfinite(value):
        raise ValueError(f"segment {number}: the score {score!r} is not a finite number")
    return ExpectedScore(str(row["mt"]), row.get("src"), row.get("ref"), value)
