from pathlib import Path

from tests.cli.exam.runner import run


def test_each_candidate_gets_a_page(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    done = run("exam", "report", *inputs, "--candidate", "c3", "--head", "abc123", "-o", folder / "new" / "pages")
    assert done.exit_code == 0, done.output
    page = (folder / "new" / "pages" / "c3.html").read_text("utf-8")
    assert "abc123" in page
    assert "closest correct" in page


def test_the_whole_example_gets_pages(tmp_path: Path) -> None:
    """Some of its candidates skip passages."""
    assert run("exam", "example", tmp_path / "ex").exit_code == 0
    inputs = [tmp_path / "ex" / name for name in ("exam.json", "answers.jsonl")]
    done = run("exam", "report", *inputs, "--model", tmp_path / "ex" / "spring.model", "-o", tmp_path / "pages")
    assert done.exit_code == 0, done.output
    pages = [path.read_text("utf-8") for path in sorted((tmp_path / "pages").iterdir())]
    assert len(pages) == 24
    assert all(page.count("<h2>Passage ") == 4 for page in pages)
