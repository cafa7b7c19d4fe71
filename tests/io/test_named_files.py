"""`NAME=FILE`: what is a name, what is a file, and what stands in messages."""

from pathlib import Path

import pytest

from tertium.errors import OptionError
from tertium.io.named_files import NamedFile, as_named, named_file, parse_named, parse_runs


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("x,y.txt", "a=b.txt", "p.txt"):
        Path(name).write_text("text\n")


@pytest.mark.parametrize(
    ("argument", "file", "label"),
    [
        ("out.tok.txt.gz", NamedFile(None, "out.tok.txt.gz"), "out.tok"),
        ("ours=p.txt", NamedFile("ours", "p.txt"), "ours"),
        ("a=b.txt", NamedFile(None, "a=b.txt"), "a=b"),
        ("ours=a=b.txt", NamedFile("ours", "a=b.txt"), "ours"),
        ("=p.txt", NamedFile(None, "=p.txt"), "=p"),
        ("-", NamedFile(None, "-"), "stdin"),
        ("ours=-", NamedFile("ours", "-"), "ours"),
    ],
)
def test_a_file_that_is_there_as_a_whole_wins(argument: str, file: NamedFile, label: str) -> None:
    assert named_file(argument) == file
    assert named_file(argument).label == label


def test_commas_separate_files_where_the_whole_is_none() -> None:
    assert parse_runs(as_named(["one=x,y.txt", "two=p.txt"])) is None
    assert parse_runs(as_named(["one=p.txt,q.txt", "two=x,y.txt"])) == {"one": ["p.txt", "q.txt"], "two": ["x,y.txt"]}
    assert parse_runs(as_named(["p.txt,q.txt", "two=p.txt"])) is None
    assert parse_runs(as_named(["one=p.txt,q.txt", "one=p.txt"])) is None


def test_an_option_that_needs_names_says_so() -> None:
    assert parse_named(["qe=x,y.txt", "other=a=b.txt"], "--scores") == {"qe": "x,y.txt", "other": "a=b.txt"}
    for wrong in ("qe", "=p.txt", "qe="):
        with pytest.raises(OptionError, match=f"--scores '{wrong}': expected NAME=FILE"):
            parse_named([wrong], "--scores")
    with pytest.raises(OptionError, match=r"--scores 'qe=p\.txt': 'qe' is already given"):
        parse_named(["qe=x,y.txt", "qe=p.txt"], "--scores")


def test_names_come_from_mappings_and_lists_alike() -> None:
    assert as_named({"ours": Path("p.txt")}) == (NamedFile("ours", "p.txt"),) == as_named("ours=p.txt")
    assert as_named([Path("p.txt"), "a=b.txt"]) == (NamedFile(None, "p.txt"), NamedFile(None, "a=b.txt"))
    assert [file.argument for file in as_named(["ours=p.txt", "p.txt"])] == ["ours=p.txt", "p.txt"]
