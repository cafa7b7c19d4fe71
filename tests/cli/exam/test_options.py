import json
import re
from pathlib import Path

import pytest

from tertium.cli.options import FORMATS
from tests.cli.exam.runner import run


def test_features_are_a_table(folder: Path) -> None:
    lines = run("exam", "features", folder / "exam.json", folder / "answers.jsonl", "-m", "chrf").stdout.splitlines()
    assert len(lines) == 61
    assert {line.count("\t") for line in lines} == {33}


@pytest.mark.parametrize("format", FORMATS)
def test_names_of_candidates_do_not_act_on_a_terminal(folder: Path, format: str) -> None:
    lines = (folder / "answers.jsonl").read_text("utf-8").splitlines()[:3]
    evil = [json.dumps({**json.loads(line), "candidate": "a\x1b[31mb\x9bc"}) for line in lines]
    (folder / "evil.jsonl").write_text("\n".join(evil) + "\n", "utf-8")
    inputs = (folder / "exam.json", folder / "evil.jsonl", "-f", format)
    for words in (["features", *inputs], ["grade", *inputs, "--model", folder / "x.model"]):
        done = run("exam", *words)
        assert done.exit_code == 0, done.output
        assert not re.search("[\x1b\x9b]", done.stdout)
        assert "x1b" in done.stdout or "u001b" in done.stdout


def test_a_metric_of_features_may_have_several_options(folder: Path) -> None:
    metric = "bleu(tok=intl,smooth=none),chrf"
    lines = run("exam", "features", folder / "exam.json", folder / "answers.jsonl", "-m", metric).stdout.splitlines()
    assert len(lines) == 61
    assert {line.count("\t") for line in lines} == {35}
    assert "bleu(tok=intl,smooth=none) as a whole" in lines[0]


def test_a_metric_that_does_not_fit_the_language_is_refused_as_by_score(tmp_path: Path) -> None:
    chinese = {"source": "x", "references": ["明天我们要去北京看我的父母。"]}
    asked = {"exam": "zh", "passages": [{"id": "p1", "level": "2", "sentences": [chinese]}]}
    (tmp_path / "zh.json").write_text(json.dumps(asked), "utf-8")
    (tmp_path / "zh.tsv").write_text("candidate\tpassage\tsentence\ttext\na\tp1\t1\t明天我们去北京。\n", "utf-8")
    features = ("exam", "features", tmp_path / "zh.json", tmp_path / "zh.tsv", "-m")
    refused = run(*features, "tertium")
    assert "its model was trained on English, and zh is in Han script (Chinese); pass -l zh" in str(refused.exception)
    assert "tertium does not fit Chinese" in str(run(*features, "tertium(model=tertium-en)", "-l", "zh").exception)
    assert "bleu: zh looks like Chinese" in run(*features, "bleu").stderr
    fitting = run(*features, "bleu", "-l", "zh")
    assert fitting.stderr == ""
    assert "bleu(tok=zh) as a whole" in fitting.stdout
