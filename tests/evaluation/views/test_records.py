import codecs
import math
import re
from typing import Any

import numpy as np
from hypothesis import given, settings

from tertium.evaluation.differences.results import Contrast
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.evaluation.views import records as module
from tertium.evaluation.views.records import COLUMNS
from tests.report.samples import comparison, evaluation, hostile_comparison, hostile_comparisons


def records(text: str) -> list[dict[str, str]]:
    header, *lines = text.removesuffix("\n").split("\n")
    names = header.split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines]


def unescaped(cell: str) -> str:
    """What the module's description says, the other way round."""
    if cell == r"\e":
        return ""
    return re.sub(
        r"\\(\\|t|n|r|x[0-9a-f]{2}|u[0-9a-f]{4})",
        lambda match: codecs.decode(match[0], "unicode_escape"),
        cell,
    )


def test_the_description_names_every_column_in_order() -> None:
    first = [line.split("|")[1] for line in module.__doc__.splitlines() if line.startswith("| ")][1:]
    described = [name.strip() for cell in first for name in cell.split(",")]
    assert sorted(described) == sorted(COLUMNS)


def test_scores_have_full_precision_and_their_signature() -> None:
    score = MetricScore("BLEU", np.float64(1 / 3), "bleu|x", True, (0.1, 0.2 + 0.1))
    made = records(Evaluation("t", 7, (SystemScores("s", (score,)),), 0, 0.95, 100).to_tsv())
    assert made == [
        dict.fromkeys(COLUMNS, "")
        | {
            "record": "score",
            "test_set": "t",
            "metric": "BLEU",
            "system": "s",
            "score": "0.3333333333333333",
            "low": "0.1",
            "high": "0.30000000000000004",
            "higher_is_better": "true",
            "signature": "bleu|x",
            "segments": "7",
            "confidence": "0.95",
            "samples": "100",
            "seed": "0",
        }
    ]


def test_a_comparison_has_every_kind_of_record() -> None:
    made = comparison()
    rows = records(made.to_tsv())
    counts = {kind: sum(row["record"] == kind for row in rows) for kind in ("score", "test", "rank", "contrast")}
    assert counts == {"score": 12, "test": len(made.tests), "rank": 12, "contrast": 3}
    assert [row["cluster"] for row in rows if row["record"] == "rank"] == list("112311231234")
    tie = next(row for row in rows if row["record"] == "test")
    assert (tie["p"], tie["p_holm"], tie["better"], tie["alpha"]) == ("0.184", "0.184", "", "0.05")


def test_segments_and_documents_are_records() -> None:
    rows = records(evaluation(segments=True, documents=True).to_tsv())
    assert sum(row["record"] == "segment" for row in rows) == 4 * 3 * 2
    assert sum(row["record"] == "document" for row in rows) == 4 * 3 * 2
    one = next(row for row in rows if row["record"] == "segment")
    assert (one["system"], one["segment"], one["score"]) == ("harbour", "1", "34.46")


def test_an_empty_text_is_not_an_absent_one() -> None:
    rows = records(comparison().to_tsv())
    empty = next(row for row in rows if row["segment"] == "240")
    assert (empty["hypothesis_b"], empty["source"]) == (r"\e", "")


@settings(deadline=None)
@given(hostile_comparisons)
def test_every_line_has_the_stated_columns(result: Any) -> None:
    text = result.to_tsv()
    text.encode("utf-8")
    assert {line.count("\t") + 1 for line in text.removesuffix("\n").split("\n")} == {len(COLUMNS)}
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in re.sub("[\t\n]", "", text))


@settings(deadline=None)
@given(hostile_comparisons)
def test_texts_and_numbers_can_be_read_back(result: Any) -> None:
    row = records(result.to_tsv())[-1]
    item: Contrast = result.contrasts[0]
    assert unescaped(row["hypothesis_b"]) == item.hypothesis_b
    assert unescaped(row["source"]) == item.source
    assert tuple(unescaped(text) for text in row["references"].split(" ||| ")) == item.references
    score = float(row["score"])
    assert score == item.score_a or (math.isnan(score) and math.isnan(item.score_a))


def test_bars_inside_a_reference_do_not_part_it() -> None:
    row = records(hostile_comparison(["x", "y"], "a ||| b |||| c").to_tsv())[-1]
    assert [unescaped(text) for text in row["references"].split(" ||| ")] == ["a ||| b |||| c", "y"]
