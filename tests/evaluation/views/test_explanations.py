"""Explanations as people and machines read them."""

import json
import re

from tertium.evaluation.views import explanations as module
from tertium.evaluation.views.explanations import COLUMNS
from tests.support.explanations import RICH, explained, of


def test_every_metric_is_explained_on_its_own_lines() -> None:
    text = explained("the cats sat", "the cat sat", "a cat sat down").to_text()
    for name in ("TER", "WER", "PER", "BLEU", "chrF2++", "NIST", "METEOR", "F-measure"):
        assert f"ours: {name} " in text
    assert "stem same stem" in text


def test_the_description_names_every_column() -> None:
    assert module.__doc__
    first = [line.split("|")[1] for line in module.__doc__.splitlines() if line.startswith("| ")][1:]
    assert sorted(name.strip() for cell in first for name in cell.split(",")) == sorted(COLUMNS)


def test_everything_that_a_metric_says_is_shown() -> None:
    text = of(RICH).to_text()
    assert text.startswith("set, segment 1 of 1, ours: M 0.5")
    for line in (
        "para paraphrase; entailment entailment; I only in the hypothesis; D only in the reference",
        '1> words 1-3 "on the mat" go to the end (jump)',
        '2> word 6 "cat" goes before word 4 "sat"',
        'sitting: "was sitting"',
        '  place (seen 3 times): "sitting on the mat"',
        "The best of 12 paths.",
        "signature  m",
    ):
        assert line in text, line
    assert re.search(r"posterior +0\.250 +of the path", text)


def test_n_grams_are_shown_with_what_they_are_worth() -> None:
    text = explained("the cats sat", "the cat sat", metrics=["bleu"]).to_text()
    assert re.search(r"word n-grams +matched +hypothesis +reference\n", text)
    assert re.search(r"\n +1 +2 +3 +3\n", text)
    nist = explained("the cats sat", "the cat sat", metrics=["nist"]).to_text()
    assert re.search(r"word n-grams +matched +hypothesis +reference +worth\n", nist)


def test_records_have_every_kind_with_its_own_columns() -> None:
    (table,) = explained("on the mat the big cat sat", "the cat sat on the mat", metrics=["ter", "chrf"]).records()
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in table.records]
    assert {row["record"] for row in rows} == {"score", "match", "edit", "move", "n-grams", "part"}
    scores = [row for row in rows if row["record"] == "score"]
    assert [(row["metric"], row["higher_is_better"], row["reference_number"]) for row in scores] == [
        ("TER", False, 1),
        ("chrF2", True, 1),
    ]
    (move,) = (row for row in rows if row["record"] == "move")
    assert (move["hypothesis"], move["hypothesis_place"]) == ("on the mat", 1)
    (edit,) = (row for row in rows if row["record"] == "edit")
    assert (edit["kind"], edit["hypothesis"], edit["reference"]) == ("insertion", "big", None)


def test_data_count_references_from_1_and_words_from_0() -> None:
    data = json.loads(of(RICH).to_json())
    assert (data["test_set"], data["n_segments"]) == ("set", 1)
    (item,) = data["explanations"]
    assert (item["system"], item["reference_number"], item["references"], item["cards"][0]["start"]) == (
        "ours",
        1,
        1,
        2,
    )
