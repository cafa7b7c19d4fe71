"""`tertium exam validity`."""

from pathlib import Path

from tests.cli.exam.runner import run


def test_a_report_with_a_page_and_the_record(folder: Path, tmp_path: Path) -> None:
    files = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    graded = run("exam", "grade", *files, "--samples", "20", "--record", tmp_path / "x.log")
    assert graded.exit_code == 0, graded.output
    more = ("--labels", folder / "labels.tsv", "--record", tmp_path / "x.log", "--html", tmp_path / "x.html")
    done = run("exam", "validity", *files, *more, "--note", "Simulated candidates")
    assert done.exit_code == 0, done.output
    assert "Simulated candidates" in done.stdout
    assert "every entry follows the one before it" in done.stdout
    assert "cannot be measured here" in done.stdout
    assert 'id="row-1"' in (tmp_path / "x.html").read_text("utf-8")
