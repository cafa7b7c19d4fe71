"""The way out: nothing acts on a terminal but our own styles, and lines have its width."""

import ast
import re
from pathlib import Path

import pytest

import tertium
from tertium.cli.options import FORMATS
from tertium.exam.passages import write_exam
from tertium.exam.submissions import write_submissions
from tertium.results.characters import columns
from tests.exam.sample import answers, exam
from tests.support.judgements import pair_rows, score_rows
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
    for format in (*FORMATS, "moses"):
        shown = on_terminal("tune", "show", tmp_path / "w.dense", "-f", format)
        assert shown.code == 0, shown.err
        assert "31m" in shown.out
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


@pytest.mark.parametrize("format", FORMATS)
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


COMMANDS = {
    "score": ["score", "--sample", "--confidence", "--samples", 20, "--documents"],
    "compare": ["compare", "--sample", "--samples", 20, "--swaps", 20, "--by", "length", "--examples", 1],
    "explain": ["explain", "--sample", "--segment", 2, "-m", "ter,meteor,bleu,chrf"],
    "explain --commonest": ["explain", "--sample", "-m", "wer", "--commonest", 3],
    "meta": ["meta", "scores.tsv", "-m", "chrf,ter", "--no-cache", "--tests", "--samples", 20],
    "meta --rank": ["meta", "pairs.tsv", "--rank", "expected-wins", "--samples", 20],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "scores.tsv").write_text(score_rows() + score_rows("fr-en", 1).split("\n", 1)[1], "utf-8")
    (tmp_path / "pairs.tsv").write_text(pair_rows(), "utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_results_have_the_width_of_the_terminal_and_whole_words(command: str, folder: Path) -> None:
    narrow = on_terminal(*COMMANDS[command], columns=80, folder=folder)
    wide = on_terminal(*COMMANDS[command], columns=2000, folder=folder)
    assert narrow.code == wide.code == 0, narrow.err
    assert max(map(columns, narrow.out.splitlines())) <= 80
    words = re.split(r"[\s|]+", narrow.out)  # signatures are folded between their fields
    assert {word for word in words if set(word) != {"-"}} <= {*re.split(r"[\s|]+", wide.out)}


@pytest.mark.parametrize("command", ["score", "explain"])
def test_a_terminal_gets_styles_unless_it_wants_none(command: str, folder: Path) -> None:
    styled = on_terminal(*COMMANDS[command], no_color=False, folder=folder).out
    assert STYLE.search(styled)
    assert STYLE.sub("", styled) == on_terminal(*COMMANDS[command], folder=folder).out


def test_the_best_score_of_a_column_is_bold() -> None:
    shown = on_terminal("score", "--sample", "-m", "bleu", no_color=False).out
    assert re.search(r"\x1b\[1m +62\.4\x1b\[0m", shown)
    assert not re.search(r"\x1b\[1m +43\.5", shown)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_format_and_a_page(command: str, tertium: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for format in FORMATS:
        ran = tertium(*COMMANDS[command], "-f", format, "-q")
        assert ran.code == 0, ran.err
        assert ran.out.endswith("\n")
    ran = tertium(*COMMANDS[command], "-f", "markdown", "--html", folder / "page.html")
    assert ran.code == 0, ran.err
    assert "\n|---" in ran.out
    assert (folder / "page.html").read_text("utf-8").startswith("<!doctype html>")
