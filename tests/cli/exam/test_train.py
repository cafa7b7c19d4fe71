import json
from pathlib import Path

from tests.cli.exam.runner import run


def test_a_model_says_what_it_reached_in_each_kind_of_fold(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--labels", folder / "labels.tsv")
    done = run("exam", "train", *inputs, "--folds", "3", "--note", "spring", "-f", "json", "-o", folder / "y.model")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert set(found["folds"]) == {"document", "translator", "both"}
    assert (folder / "y.model").exists()


def test_what_the_model_cannot_learn_effects_of_is_refused(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--labels", folder / "labels.tsv")
    refused = run("exam", "train", *inputs, "--known", "weather")
    assert "weather" in str(refused.exception)
