import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import tertium
from tertium.errors import TertiumError
from tests.cli.tune.runner import run


def test_options_reach_the_search(folder: Path) -> None:
    start = '{"format": 1, "weights": {"model": 0.5, "length": 0.25, "noise": 0.75}}'
    (folder / "start.json").write_text(start, "utf-8")
    words = ["mert", "dev.nbest", "-r", "ref", "--weights", "start.json", "--restarts", "2", "-f", "json"]
    report = json.loads(run(*words, "--fix", "length", "--bound", "noise:0.5..1", "--held-out", "other.nbest", "ref"))
    assert report["weights"]["length"] == 0.25
    assert 0.5 <= report["weights"]["noise"] <= 1
    assert len(report["starts"]) == 3
    assert report["held_out"][1] >= report["held_out"][0]
    mixed = json.loads(run(*words, "-m", "bleu", "-m", "ter", "--mix", "1,-1", "--smooth", "minimum", "--window", "1"))
    assert mixed["metric"] == "1*bleu-1*ter"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mert", "-r", "ref"], "nothing to tune on"),
        (["mert", "dev.nbest", "-r", "ref", "--bound", "model"], "expected NAME:LOW..HIGH"),
        (["mert", "dev.nbest", "-r", "ref", "--mix", "a"], "expected numbers between commas"),
        (["mert", "dev.nbest", "-r", "ref", "--average"], "--average needs --runs"),
        (["mert", "-r", "ref", "--decoder", "x {weights}"], "--decoder needs --source"),
    ],
)
def test_wrong_use_is_told(folder: Path, words: list[str], message: str) -> None:
    done = CliRunner().invoke(tertium, ["tune", *words])
    assert done.exit_code == 2
    assert message in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mert", "dev.nbest", "-r", "ref", "--fix", "lenght"], "did you mean 'length'"),
        (["mert", "dev.nbest", "-r", "ref", "-m", "bleu,ter"], "2 metrics to tune with but no shares"),
        (["show", "ref"], "expected a line such as"),
        (["mert", "dev.nbest"], "bleu needs references, and dev.nbest has none; pass -r FILE"),
        (["mert", "dev.nbest", "-r", "ref", "--decoder", "x"], "--decoder and n-best lists exclude each other"),
    ],
)
def test_what_does_not_fit_is_refused(folder: Path, words: list[str], message: str) -> None:
    with pytest.raises(TertiumError, match=message):
        CliRunner().invoke(tertium, ["tune", *words], catch_exceptions=False)
