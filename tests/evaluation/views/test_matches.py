"""What was matched, edited and moved, as records."""

import json
from dataclasses import replace

from tertium.evaluation.views.explanations import COLUMNS
from tests.support.explanations import RICH, explained, of


def test_json_gives_back_what_the_metric_said() -> None:
    made = json.loads(of(RICH).to_json())
    (item,) = made["explanations"]
    assert (item["score"], item["reference_number"], item["references"]) == (0.5, 1, 1)
    assert item["links"][1] == {
        "hypothesis": 3,
        "hypothesis_length": 1,
        "reference": 2,
        "reference_length": 2,
        "kind": "paraphrase",
        "contribution": None,
        "probability": 0.31,
        "label": "table",
    }
    assert item["moves"][0]["before"] is None
    nothing = replace(RICH, score=float("nan"))
    assert json.loads(of(nothing).to_json())["explanations"][0]["score"] is None


def test_records_say_what_was_matched_edited_and_moved() -> None:
    (table,) = of(RICH).records()
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in table.records]
    kinds = [row["record"] for row in rows]
    assert kinds == ["score", *["match"] * 3, *["edit"] * 2, *["move"] * 2, "part"]
    phrase = rows[2]
    assert (phrase["kind"], phrase["hypothesis"], phrase["reference"]) == ("paraphrase", "sat", "was sitting")
    assert (phrase["hypothesis_place"], phrase["reference_place"], phrase["probability"]) == (4, 3, 0.31)
    assert [(row["kind"], row["hypothesis"], row["reference"]) for row in rows[4:6]] == [
        ("insertion", "one", None),
        ("deletion", None, "the"),
    ]
    assert rows[6]["hypothesis"] == "on the mat"
    assert (rows[8]["kind"], rows[8]["value"], rows[8]["note"]) == ("posterior", 0.25, "of the path")


def test_n_grams_are_records_too() -> None:
    (table,) = explained("the cats sat", "the cat sat", metrics=["bleu"]).records()
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in table.records if row[0] == "n-grams"]
    assert [(row["n"], row["matched"], row["in_hypothesis"]) for row in rows[:2]] == [(1, 2, 3), (2, 0, 2)]
