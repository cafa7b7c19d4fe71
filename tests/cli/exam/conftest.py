from pathlib import Path

import pytest

from tertium.exam.passages import write_exam
from tertium.exam.submissions import write_submissions
from tests.cli.exam.runner import run
from tests.exam.sample import answers, exam


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
