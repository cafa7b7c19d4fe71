"""Files of exams by path."""

from pathlib import Path

import pytest

from tertium.errors import DataError, UnknownNameError
from tertium.exam.chain import extended, write_log
from tertium.exam.files import (
    model_of_bytes,
    read_bytes,
    read_exam,
    read_labels,
    read_log,
    read_rules,
    read_submissions,
)
from tertium.exam.passages import write_exam
from tests.exam.sample import Material, exam


def test_an_exam_its_answers_and_its_labels(tmp_path: Path) -> None:
    asked = exam(2, 2)
    (tmp_path / "exam.json").write_text(write_exam(asked), "utf-8")
    assert read_exam(tmp_path / "exam.json") == asked
    (tmp_path / "K.txt").write_text("a\nb\nc\nd\n", "utf-8")
    answers = read_submissions([str(tmp_path / "K.txt")], asked)
    assert [(s.candidate, s.passage, s.answers) for s in answers] == [("K", "p1", ("a", "b")), ("K", "p2", ("c", "d"))]
    with pytest.raises(DataError, match="candidate 'K' has passage 'p1' in two files"):
        read_submissions([str(tmp_path / "K.txt")] * 2, asked)
    (tmp_path / "labels.tsv").write_text("candidate\tpassage\tlabel\nK\tp1\tMM\n", "utf-8")
    assert [(one.candidate, one.passage, one.label) for one in read_labels(tmp_path / "labels.tsv")] == [
        ("K", "p1", "MM")
    ]


def test_the_format_comes_from_the_ending_or_the_option(tmp_path: Path) -> None:
    (tmp_path / "K.doc").write_text("a\n", "utf-8")
    with pytest.raises(DataError, match=r"ending '.doc', expected .tsv, .jsonl, .txt"):
        read_submissions([str(tmp_path / "K.doc")], exam(1, 1))
    assert len(read_submissions([str(tmp_path / "K.doc")], exam(1, 1), "text")) == 1
    with pytest.raises(UnknownNameError, match="format of answers"):
        read_submissions([str(tmp_path / "K.doc")], exam(1, 1), "doc")


def test_rules_logs_and_models(tmp_path: Path, material: Material) -> None:
    assert read_rules("example").passages
    entry = extended(None, at="2026-05-03", actor="me", kind="exam", object="x", body=None)
    (tmp_path / "log").write_text(write_log([entry]), "utf-8")
    assert read_log(tmp_path / "log") == [entry]
    _, _, model, content = material
    (tmp_path / "x.model").write_bytes(content)
    assert read_bytes(tmp_path / "x.model") == content
    assert model_of_bytes(content).weights.tolist() == model.weights.tolist()
