import json
from typing import Any

import pytest

from tests.support.types import Run


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


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["bear"], 2, "No such command 'bear'"),
        (["beer"], 2, "Missing option '--judgements'"),
        (["beer", "--judgements", "PAIRS", "--penalty", "much"], 2, "option 'penalty' cannot be 'much'"),
        (["beer", "--judgements", "PAIRS", "--folds", "1"], 2, "expected a number from 2 on, or lang-pair"),
        (["beer", "--judgements", "PAIRS", "--lang-pair", "xx-*"], 2, "unknown language pair 'xx-*'"),
        (["beer", "--judgements", "PAIRS", "-o", "nowhere/x.model"], 1, "nowhere: no such folder; create it first"),
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
