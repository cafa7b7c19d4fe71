"""`tertium exam` from files to a verified record."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tertium.cli.main import tertium
from tertium.cli.options import FORMATS
from tertium.errors import TertiumError
from tertium.exam.passages import write_exam
from tertium.exam.submissions import write_submissions
from tests.exam.sample import answers, exam


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tertium, [str(argument) for argument in arguments], prog_name="tertium")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exam, answers, labels and a model trained on them."""
    place = tmp_path_factory.mktemp("exam")
    asked = exam(3, 3)
    submissions, labels = answers(asked, 20)
    (place / "exam.json").write_text(write_exam(asked), "utf-8")
    (place / "answers.jsonl").write_text(write_submissions(submissions), "utf-8")
    rows = [f"{label.candidate}\t{label.passage}\t{label.label}\t{label.grader}" for label in labels]
    (place / "labels.tsv").write_text("\n".join(["candidate\tpassage\tlabel\tgrader", *rows]) + "\n", "utf-8")
    trained = run(
        "exam", "train", place / "exam.json", place / "answers.jsonl", "--labels", place / "labels.tsv",
        "--folds", "3", "-o", place / "x.model",
    )  # fmt: skip
    assert trained.exit_code == 0, trained.output
    assert "folds by" in trained.stdout
    assert "\nboth " in trained.stdout
    assert "60 labelled passages" in trained.stdout
    return place


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
    assert "tertium does not fit Chinese" in str(run(*features, "tertium", "-l", "zh").exception)
    assert "bleu: zh looks like Chinese" in run(*features, "bleu").stderr
    fitting = run(*features, "bleu", "-l", "zh")
    assert fitting.stderr == ""
    assert "bleu(tok=zh) as a whole" in fitting.stdout


def test_grades_are_the_same_bytes_again_and_the_record_is_clean(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    first = run("exam", "grade", *inputs, "-f", "json", "--record", folder / "log.jsonl")
    assert first.exit_code == 0, first.output
    (folder / "grades.jsonl").write_text(first.stdout, "utf-8")
    again = run("exam", "grade", *inputs, "-f", "json", "--check", folder / "grades.jsonl")
    assert "The same bytes: 20 grades." in again.stderr
    (log,) = json.loads(run("exam", "verify", folder / "log.jsonl", "-f", "json").stdout)["logs"]
    assert (log["entries"], log["grades"], log["damages"]) == (83, 20, [])
    head = log["head"]
    assert f"head:     {head}" in run("exam", "verify", folder / "log.jsonl").stdout
    assert run("exam", "verify", folder / "log.jsonl", "--head", head).exit_code == 0
    assert isinstance(run("exam", "verify", folder / "log.jsonl", "--head", "0" * 64).exception, TertiumError)
    text = run("exam", "grade", *inputs).stdout
    assert "These are proposals: people decide." in text
    assert run("exam", "grade", *inputs, "-f", "tsv").stdout.count("\n") == 21


def test_a_changed_grade_is_refused(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    lines = run("exam", "grade", *inputs, "-f", "json").stdout.splitlines()
    grade = json.loads(lines[3])
    lines[3] = lines[3].replace(f'"label":"{grade["passages"][0]["label"]}"', '"label":"NT"', 1)
    (folder / "forged.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    refused = run("exam", "grade", *inputs, "--check", folder / "forged.jsonl")
    assert "forged.jsonl:4: grading again gives another grade" in str(refused.exception)


def test_rules_are_checked_and_asked(folder: Path) -> None:
    printed = run("exam", "rules").stdout
    assert "625/625 combinations decided, 0 contradictions" in printed
    assert run("exam", "rules", "--labels", "2=SM,2+=SM,3=MM,4=IM").stdout == "level  rule\n-----  ----\n2+        8\n"
    assert json.loads(run("exam", "rules", "--labels", "2=SM,2+=SM,3=SM", "-f", "json").stdout)["levels"] == ["3", "3+"]
    (folder / "rules.json").write_text('{"passages": ["2"], "rules": [[["SM"], "2"]]}', "utf-8")
    refused = run("exam", "rules", folder / "rules.json")
    assert "4 problems" in str(refused.exception)


def test_each_candidate_gets_a_page(folder: Path) -> None:
    (folder / "pages").mkdir()
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    done = run("exam", "report", *inputs, "--candidate", "c3", "--head", "abc123", "-o", folder / "pages")
    assert done.exit_code == 0, done.output
    page = (folder / "pages" / "c3.html").read_text("utf-8")
    assert "abc123" in page
    assert "closest correct" in page


def test_a_wrong_number_of_sentences_is_refused_with_the_place(folder: Path) -> None:
    (folder / "K.txt").write_text("one\ntwo\n", "utf-8")
    refused = run("exam", "features", folder / "exam.json", folder / "K.txt")
    assert "K.txt:3: 2 lines found, 9 expected (3 of p1 + 3 of p2 + 3 of p3)" in str(refused.exception)
