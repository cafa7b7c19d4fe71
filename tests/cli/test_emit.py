"""The way out: nothing acts on a terminal but our own styles, and lines have its width."""

import ast
import re
from pathlib import Path

import pytest

import tertium
from tertium.exam.passages import write_exam
from tertium.exam.submissions import write_submissions
from tertium.results.characters import columns
from tests.exam.sample import answers, exam
from tests.support.terminal import Shown, on_terminal
from tests.support.types import Run, WriteTexts

HOSTILE = "a\x1b[31m\x07\rb"
STYLE = re.compile(r"\x1b\[[0-9;]*m")
PRINTS = re.compile(r"(.*\.)?(echo|secho|echo_via_pager|print)|sys\.std(out|err)\..*write.*|.*\.show")
CLI = Path(tertium.__file__).parent / "cli"


def acts(text: str) -> bool:
    return re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", text) is not None


def test_only_one_file_of_the_command_line_prints() -> None:
    """Whatever is printed elsewhere would reach a terminal with its escapes."""
    printing = {
        str(path.relative_to(CLI))
        for path in CLI.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and PRINTS.fullmatch(ast.unparse(node.func))
    }
    assert printing == {"emit.py"}


@pytest.fixture
def hostile_exam(tmp_path: Path) -> list[object]:
    asked = exam(1, 1)
    submissions, _ = answers(asked, 2)
    (tmp_path / "exam.json").write_text(write_exam(asked), "utf-8")
    text = write_submissions(submissions).replace(submissions[0].candidate, r"a\u001b[31m\u0007b", 1)
    (tmp_path / "answers.jsonl").write_text(text, "utf-8")
    return ["exam", "features", tmp_path / "exam.json", tmp_path / "answers.jsonl"]


def test_features_of_exams_do_not_act(hostile_exam: list[object]) -> None:
    shown = on_terminal(*hostile_exam)
    assert shown.code == 0, shown.err
    assert r"a\x1b[31m\x07b" in shown.out
    assert not acts(shown.out)


def test_weights_do_not_act(tmp_path: Path) -> None:
    (tmp_path / "w.dense").write_text("a\x1b[31m\x07= 0.5\n", "utf-8")
    for format in ("text", "tsv", "json", "moses"):
        shown = on_terminal("tune", "show", tmp_path / "w.dense", "-f", format)
        assert shown.code == 0, shown.err
        assert "[31m" in shown.out
        assert not acts(shown.out)


@pytest.mark.parametrize(
    "words",
    [
        ["score", "-m", f"bleu{HOSTILE}", "--sample"],  # an error of ours
        ["score", f"{HOSTILE}.txt", "-r", "none.txt"],
        ["score", "-f", HOSTILE, "--sample"],  # wrong use, as click says it
        ["score", f"--{HOSTILE}"],
        [HOSTILE],
    ],
)
def test_error_messages_do_not_act_wherever_they_go(tertium: Run, words: list[str]) -> None:
    ran = tertium(*words)
    assert ran.code in (1, 2)
    assert "[31m" in ran.err
    assert not acts(ran.err)


def test_notes_do_not_act(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["das ist ein Haus ."], ref=["das ist das Haus ."])
    ran = tertium("score", f"{HOSTILE}={hyp}", "-r", ref, "-m", "hyter,bleu", "-l", "xx\x1b[31m")
    assert "[31m" in ran.err
    assert not acts(ran.err)


@pytest.mark.parametrize("format", ["text", "tsv", "csv", "json", "latex"])
def test_system_names_do_not_act(texts: WriteTexts, format: str) -> None:
    hyp, ref = texts(hyp=["the cat"], ref=["the cat"])
    shown = on_terminal("score", f"{HOSTILE}={hyp}", "-r", ref, "-m", "chrf", "-f", format, no_color=False)
    assert shown.code == 0, shown.err
    assert "31m" in STYLE.sub("", shown.out)
    assert not acts(STYLE.sub("", shown.out))


def long_error(width: int) -> Shown:
    return on_terminal("score", "-m", "blue", "--sample", columns=width)


def test_messages_fold_between_words() -> None:
    wide, narrow = long_error(1000).err, long_error(60).err
    assert wide.count("\n") == 1
    assert narrow.split() == wide.split()
    assert max(map(columns, narrow.splitlines())) <= 60
