from pathlib import Path

from tests.cli.exam.runner import run


def test_each_candidate_gets_a_page(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    done = run("exam", "report", *inputs, "--candidate", "c3", "--head", "abc123", "-o", folder / "new" / "pages")
    assert done.exit_code == 0, done.output
    page = (folder / "new" / "pages" / "c3.html").read_text("utf-8")
    assert "abc123" in page
    assert "closest correct" in page
