"""`tertium train`: judgements in, a model and a report out."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.judgements import pair_rows, score_rows
from tests.support.types import Run


@pytest.fixture
def pairs(tmp_path: Path) -> Any:
    path = tmp_path / "pairs.tsv"
    path.write_text(pair_rows(), "utf-8")
    return path


@pytest.fixture
def scores(tmp_path: Path) -> Any:
    path = tmp_path / "scores.tsv"
    path.write_text(score_rows() + score_rows("fr-en", 1).split("\n", 1)[1], "utf-8")
    return path


def test_a_model_is_trained_described_and_used(tertium: Run, pairs: Any, tmp_path: Path) -> None:
    model = tmp_path / "mine.model"
    ran = tertium("train", "beer", "--judgements", pairs, "--min-pairs", 1, "-o", model, "--note", "a test")
    assert ran.code == 0, ran.err
    assert "rr de-en  train" in ran.out
    assert "wmt14-tau" in ran.out
    assert "char.1.precision" in ran.out
    assert ran.out.split()[-3:] == ["written", "to", str(model)]
    assert "ranking: 3 pairs" in ran.err
    shown = tertium("train", "show", model)
    assert re.search("^note: +a test$", shown.out, re.MULTILINE)
    assert "pairs.tsv" in shown.out
    scored = tertium("score", "--sample", "-m", f"beer(model={model})", "-f", "json")
    assert scored.code == 0, scored.err
    assert "model:mine@" in json.loads(scored.out)["systems"][0]["scores"][0]["signature"]


def test_the_report_as_json_says_everything(tertium: Run, scores: Any) -> None:
    ran = tertium("train", "bleur", "--judgements", scores, "--dev", scores, "--folds", "2", "-f", "json", "-q")
    assert ran.code == 0, ran.err
    assert ran.err == ""
    page = json.loads(ran.out)
    assert page["trainer"] == "bleur"
    assert page["output"] is None
    assert {"2 folds", "train", "dev"} == {figure["data"] for figure in page["figures"]}
    assert len(page["weights"]) == 18
    assert [part["use"] for part in page["training"]] == ["train", "dev"]
    assert page["training"][0]["lang_pairs"] == ["de-en", "fr-en"]


def test_options_of_a_trainer_are_options_of_its_command(tertium: Run, scores: Any) -> None:
    ran = tertium(
        "train", "beer", "--judgements", scores, "--matches", "exact", "--tok", "none", "--min-pairs", 1, "-f", "json"
    )
    assert json.loads(ran.out)["options"] == {
        "features": "beer", "matches": "exact", "paraphrases": "none", "tok": "none",
    }  # fmt: skip
    help_text = tertium("train", "beer", "--help").out
    assert "--min-difference" in help_text
    assert "--unlabelled" in help_text


def test_n_best_lists_adapt_a_model(tertium: Run, pairs: Any, tmp_path: Path) -> None:
    lists = tmp_path / "lists.tsv"
    rows = [(0, "the cat sat", "the cat sat on the mat"), (0, "the cat sat on mats", "the cat sat on the mat")]
    rows += [(1, "a dog", "a dog barked"), (1, "a dog barked at it", "a dog barked"), (1, "dogs", "a dog barked")]
    text = "".join(f"{i}\t{hypothesis}\t{reference}\n" for i, hypothesis, reference in rows)
    lists.write_text(f"seg_id\thypothesis\treference\n{text}", "utf-8")
    few = ("--rounds", "2", "--min-pairs", "1")
    ran = tertium("train", "beer", "--judgements", pairs, "--unlabelled", lists, *few, "-f", "json")
    assert ran.code == 0, ran.err
    page = json.loads(ran.out)
    parts = [figure["part"] for figure in page["figures"] if figure["measure"] == "length-ratio"]
    assert parts == ["all outputs", "best of each list, before", "best of each list, after"]
    assert page["training"][-1]["use"] == "unlabelled"
    assert "round 2:" in ran.err


def test_only_chosen_language_pairs_are_trained_on(tertium: Run, scores: Any) -> None:
    ran = tertium("train", "bleur", "--judgements", scores, "--lang-pair", "fr-*", "-f", "json")
    assert json.loads(ran.out)["training"][0]["lang_pairs"] == ["fr-en"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["bear"], 2, "No such command 'bear'"),
        (["beer"], 2, "Missing option '--judgements'"),
        (["beer", "--judgements", "PAIRS", "--penalty", "much"], 2, "option 'penalty' cannot be 'much'"),
        (["beer", "--judgements", "PAIRS", "--folds", "1"], 2, "expected a number from 2 on, or lang-pair"),
        (["beer", "--judgements", "PAIRS", "--lang-pair", "xx-*"], 2, "unknown language pair 'xx-*'"),
        (["beer", "--judgements", "PAIRS", "-o", "nowhere/x.model"], 1, "nowhere: there is no such folder"),
        (["beer", "--judgements", "nowhere.tsv"], 1, "nowhere.tsv"),
        (["beer", "--judgements", "PAIRS"], 1, "3 pairs of outputs of one segment were judged differently"),
        (["mtr", "--judgements", "PAIRS"], 1, "expected segment scores, found 3 preferences"),
        (["beer", "--judgements", "PAIRS", "--unlabelled", "PAIRS"], 1, "has no column 'hypothesis'"),
        (["show", "PAIRS"], 1, "not a file that Tertium wrote"),
        (["show", "beer-em"], 2, "did you mean 'beer-en'"),
    ],
)
def test_wrong_use_is_refused(tertium: Run, pairs: Any, arguments: list[str], code: int, message: str) -> None:
    ran = tertium("train", *(pairs if argument == "PAIRS" else argument for argument in arguments))
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


def test_judgements_in_another_language_are_warned_of(tertium: Run, tmp_path: Path) -> None:
    german = "Wir haben nicht gewusst, dass der Hund unter dem Tisch ist."
    rows = [f"en-de\t{s}\t{i}\t{german} {i}\tEs ist nicht {s}\t{i + len(s)}" for s in ("a", "bb") for i in range(9)]
    path = tmp_path / "scores.tsv"
    path.write_text("\n".join(["lang_pair\tsystem\tseg_id\treference\thypothesis\tda", *rows]) + "\n", "utf-8")
    warned = tertium("train", "bleur", "--judgements", path)
    assert "Warning: en-de looks like German, not English (-l en)." in warned.err
    assert "Warning" not in tertium("train", "bleur", "--judgements", path, "-l", "de").err
