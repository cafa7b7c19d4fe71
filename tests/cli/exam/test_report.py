from pathlib import Path

from tests.cli.exam.runner import run


def test_each_candidate_gets_a_page(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    done = run("exam", "report", *inputs, "--candidate", "c3", "--head", "abc123", "-o", folder / "new" / "pages")
    assert done.exit_code == 0, done.output
    page = (folder / "new" / "pages" / "c3.html").read_text("utf-8")
    assert "abc123" in page
    assert "closest correct" in page


def test_the_example_has_pages_for_all_candidates(tmp_path: Path) -> None:
    """One of them has left out a passage."""
    example = tmp_path / "example"
    assert run("exam", "example", example, "--candidates", "12").exit_code == 0
    inputs = (example / "exam.json", example / "answers.jsonl", "--model", next(example.glob("*.model")))
    done = run("exam", "report", *inputs, "-o", tmp_path / "pages")
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "pages").iterdir())) == 12
