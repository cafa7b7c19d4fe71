"""`tertium tune` on lists: outputs, wrong use, and what is refused."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import tertium
from tertium.cli.options import FORMATS
from tertium.errors import TertiumError
from tertium.nbest.weights import read_weights
from tests.tuning.lists import SENTENCES, ten_lists


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, seed in (("dev", 1), ("other", 2)):
        nbest, _ = ten_lists(seed=seed)
        lines = []
        for i in range(len(nbest)):
            for c in range(nbest.offsets[i], nbest.offsets[i + 1]):
                features = zip(nbest.names, nbest.features[c].tolist(), strict=True)
                lines.append(f"{i} ||| {nbest.text(c)} ||| {' '.join(f'{n}= {v!r}' for n, v in features)} ||| 0\n")
        (tmp_path / f"{name}.nbest").write_text("".join(lines), "utf-8")
    (tmp_path / "ref").write_text("".join(text + "\n" for text in SENTENCES), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> str:
    done = CliRunner().invoke(tertium, ["tune", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("method", ["mert", "pro", "mira"])
def test_every_way_of_tuning_writes_weights_and_reports(folder: Path, method: str) -> None:
    report = json.loads(run(method, "dev.nbest", "-r", "ref", "-m", "chrf", "-o", "w.json", "-f", "json"))
    weights = read_weights(folder / "w.json")
    assert weights.values == report["weights"]
    assert weights.metric == "chrf"
    assert "chrf|" in weights.signature
    assert report["method"] == method
    text = run(method, "dev.nbest", "-r", "ref", "-m", "chrf")
    assert f"method:  {method}" in text
    assert "noise" in text


def test_weights_go_to_standard_output_alone(folder: Path) -> None:
    printed = run("mert", "dev.nbest", "-r", "ref", "--restarts", "1", "-o", "-")
    assert json.loads(printed)["format"] == 1


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


def test_weights_are_shown_and_applied(folder: Path) -> None:
    run("mert", "dev.nbest", "-r", "ref", "--restarts", "0", "-o", "w.dense")
    assert json.loads(run("show", "w.dense", "-f", "json"))["weights"].keys() == {"model", "length", "noise"}
    assert run("show", "w.dense", "-f", "moses") == (folder / "w.dense").read_text("utf-8")
    assert run("show", "w.dense", "-f", "tsv").startswith("feature\tweight\nmodel\t")
    (folder / "moses.ini").write_text("[weight]\nmodel= 1\nlength= 1\nnoise= 1\nother= 2\n", "utf-8")
    applied = run("apply", "w.dense", "--moses-ini", "moses.ini")
    assert "other= 2" in applied
    assert "model= 1\n" not in applied


@pytest.mark.parametrize("format", FORMATS)
def test_names_of_features_do_not_act_on_a_terminal(folder: Path, format: str) -> None:
    (folder / "w.dense").write_text("a\x1b[31mb= 0.5\n\x9bc= 1\n", "utf-8")
    shown = run("show", "w.dense", "-f", format)
    assert not re.search("[\x1b\x9b]", shown)
    assert "0.5" in shown
