import json
from pathlib import Path

from tests.cli.exam.runner import run


def test_grades_are_the_same_bytes_again_and_the_record_is_clean(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    first = run("exam", "grade", *inputs, "-f", "json", "--record", folder / "log.jsonl")
    assert first.exit_code == 0, first.output
    (folder / "grades.jsonl").write_text(first.stdout, "utf-8")
    again = run("exam", "grade", *inputs, "-f", "json", "--check", folder / "grades.jsonl")
    assert "The same bytes: 20 grades." in again.stderr
    text = run("exam", "grade", *inputs).stdout
    assert "These are proposals: people decide." in text
    assert run("exam", "grade", *inputs, "-f", "tsv").stdout.count("\n") == 21


def test_a_wrong_number_of_sentences_is_refused_with_the_place(folder: Path) -> None:
    (folder / "K.txt").write_text("one\ntwo\n", "utf-8")
    refused = run("exam", "features", folder / "exam.json", folder / "K.txt")
    assert "K.txt:3: 2 lines found, 9 expected (3 of p1 + 3 of p2 + 3 of p3)" in str(refused.exception)


def test_a_changed_grade_is_refused(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    lines = run("exam", "grade", *inputs, "-f", "json").stdout.splitlines()
    grade = json.loads(lines[3])
    lines[3] = lines[3].replace(f'"label":"{grade["passages"][0]["label"]}"', '"label":"NT"', 1)
    (folder / "forged.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    refused = run("exam", "grade", *inputs, "--check", folder / "forged.jsonl")
    assert "forged.jsonl:4: grading again gives another grade" in str(refused.exception)
