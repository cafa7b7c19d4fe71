"""Explanations as people and machines read them."""

import json
import re
from dataclasses import replace

from tertium.evaluation.views import explanations as module
from tertium.evaluation.views.explanations import COLUMNS
from tertium.results.characters import columns
from tests.support.explanations import RICH, explained, of


def test_words_stand_above_each_other() -> None:
    text = explained("on the mat sat the cat", "the cat sat on the old mat", metrics=["ter"]).to_text()
    rows = {line[:10].strip(): line for line in text.split("\n") if line.startswith(("hypothesis", "reference "))}
    assert columns(rows["hypothesis"]) > 20
    assert "D only in the reference" in text
    assert re.search(r"^1> words? .* goe?s? ", text, re.MULTILINE)
    assert "\x1b" not in text


def test_every_metric_is_explained_on_its_own_lines() -> None:
    text = explained("the cats sat", "the cat sat", "a cat sat down").to_text()
    for name in ("TER", "WER", "PER", "BLEU", "chrF2++", "NIST", "METEOR", "F-measure"):
        assert f"ours: {name} " in text
    assert "stem same stem" in text


def test_lines_stay_within_the_page() -> None:
    hypothesis = " ".join(f"word{i}" for i in range(300))
    reference = " ".join(f"word{i}" for i in range(5, 305))
    result = explained(hypothesis, reference, metrics=["ter", "bleu", "chrf"])
    lines = result.render("text", width=60).split("\n")
    rows = [line for line in lines if re.match(r"(hypothesis|reference|\d-grams)? +(word\d|\*|=)", line)]
    assert len(rows) > 100
    assert max(map(columns, rows)) <= 60


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


def test_the_description_names_every_column() -> None:
    assert module.__doc__
    first = [line.split("|")[1] for line in module.__doc__.splitlines() if line.startswith("| ")][1:]
    assert sorted(name.strip() for cell in first for name in cell.split(",")) == sorted(COLUMNS)


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
