"""Every command × what users do everywhere: right, or refused by the same words.

The commands are those of the program itself; `tests/cli/calls.py` says how each is called, and one that is missing
there fails.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tertium.cli import main
from tests.cli.calls import CALLS
from tests.cli.desk import CHINESE, ESCAPES, Desk
from tests.support.command import run_here
from tests.support.terminal import here_on_terminal


def leaves(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command that is no group, by its full name."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, *path, name)


COMMANDS = dict(leaves(main.tertium))


def options(name: str) -> set[str]:
    return {spelling for parameter in COMMANDS[name].params for spelling in parameter.opts}


WITH_METRICS = [name for name in COMMANDS if "--metric" in options(name)]
WITH_FORMATS = [name for name in COMMANDS if {"-f", "--format"} <= options(name)]
NEED_METRICS = ("meta", "nbest features", "exam features")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("finished"))


@pytest.fixture
def desk(tmp_path: Path, finished: Desk) -> Desk:
    return Desk(tmp_path, finished)


def words(name: str, desk: Desk, metric: str | None = None) -> list[str]:
    """The call of a command, with a metric where one is asked for or nothing can be done without."""
    metric = metric or ("chrf" if name in NEED_METRICS else None)
    return [*CALLS[name](desk), *(["--metric", metric] if metric else [])]


def test_every_command_is_in_the_table() -> None:
    assert set(CALLS) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    shown = here_on_terminal(*name.split(), "--help")
    assert shown.code == 0
    assert [line for line in shown.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_name_may_have_commas_and_signs_of_options(name: str, desk: Desk) -> None:
    desk.stem = "x,y=z "
    ran = run_here(*words(name, desk))
    assert ran.returncode == 0, ran.stderr


CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@pytest.mark.parametrize("name", COMMANDS)
def test_signs_in_names_and_texts_do_not_act_on_a_terminal(
    name: str, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    desk.stem = desk.signs = ESCAPES
    shown = here_on_terminal(*words(name, desk))
    assert shown.code == 0, shown.err
    assert not CONTROLS.search(shown.out), repr(shown.out)
    assert not CONTROLS.search(shown.err), repr(shown.err)


@pytest.mark.parametrize("name", COMMANDS)
def test_signs_in_errors_do_not_act_on_a_terminal(name: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    shown = here_on_terminal(*words(name, desk), f"--{ESCAPES}", f"nowhere{ESCAPES}")
    assert shown.code in (1, 2), shown.out
    assert not CONTROLS.search(shown.err), repr(shown.err)


@pytest.mark.parametrize("name", WITH_METRICS)
def test_a_metric_may_have_several_options(name: str, desk: Desk) -> None:
    ran = run_here(*words(name, desk, "bleu(tok=intl,smooth=none)"))
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("name", WITH_METRICS)
def test_a_model_of_english_is_refused_for_chinese(name: str, desk: Desk) -> None:
    desk.sentences = CHINESE
    ran = run_here(*words(name, desk, "tertium"))
    assert ran.returncode == 2, ran.stdout
    assert ran.stdout == ""
    assert re.search(
        r"Error: tertium: its model was trained on English, and .+ is in Han script \(Chinese\); "
        r"pass -l zh \(in Python language='zh'\) for metrics that fit, or -l en if it is English all the same\n$",
        ran.stderr,
    ), ran.stderr


LEARNING = [name for name in COMMANDS if name.startswith("train ") and "-l" in options(name)]


@pytest.mark.parametrize("name", LEARNING)
def test_a_model_of_english_is_not_made_of_chinese_unless_somebody_says_so(name: str, desk: Desk) -> None:
    desk.sentences = CHINESE
    ran = run_here(*words(name, desk))
    assert ran.returncode == 2, ran.stdout
    assert ran.stdout == ""
    assert re.search(
        r"Error: [\w+]+: its model would be for English, and .+ is in Han script \(Chinese\); "
        r"pass -l zh \(in Python language='zh'\) for metrics that fit, or -l en if it is English all the same\n$",
        ran.stderr,
    ), ran.stderr
    said = run_here(*words(name, desk), "-l", "en")
    assert "its model would be for" not in said.stderr


def test_all_commands_that_learn_take_the_language() -> None:
    assert {name for name in COMMANDS if name.startswith("train ")} - {*LEARNING} == {"train encoder", "train show"}


WITH_LANGUAGE = [name for name in WITH_METRICS if not COMMANDS[name].hidden] + LEARNING


@pytest.mark.parametrize("name", WITH_LANGUAGE)
def test_the_language_is_passed_by_the_same_option(name: str, desk: Desk) -> None:
    (option,) = (parameter for parameter in COMMANDS[name].params if "-l" in parameter.opts)
    (usual,) = (parameter for parameter in COMMANDS["score"].params if "-l" in parameter.opts)
    assert isinstance(option, click.Option)
    assert isinstance(usual, click.Option)
    assert (option.opts, option.metavar, option.help) == (usual.opts, usual.metavar, usual.help)
    call = words(name, desk, None if name in LEARNING else "bleu")
    ran = run_here(*call, "-l", "xx")
    assert ran.returncode == 2
    assert (
        "unknown language 'xx'; expected a code of ISO 639 such as de, zh or hi, or a pair such as de-en" in ran.stderr
    )
    assert run_here(*call, "-l", "de-en").returncode == 0


@pytest.mark.parametrize("name", [name for name in LEARNING if name != "train svm"])
def test_judgements_without_references_are_refused(name: str, desk: Desk) -> None:
    rows = [line.split("\t") for line in Path(desk.scores).read_text("utf-8").splitlines()]
    at = rows[0].index("reference")
    bare = desk.put("bare.tsv", "".join("\t".join(row[:at] + row[at + 1 :]) + "\n" for row in rows))
    ran = run_here("train", name.split()[1], "--judgements", bare, *words(name, desk)[4:])
    assert (ran.returncode, ran.stdout) == (1, "")
    asked = r"Error: [\w+]+ needs references, and .*bare.tsv has none; pass judgements that have some\n$"
    assert re.search(asked, ran.stderr), ran.stderr


REFERENCES = ("score", "compare", "gate", "explain", "tune mert", "tune pro", "tune mira")
WITHOUT = ("mbr", "nbest stats")  # compare candidates with each other, or count


@pytest.mark.parametrize("name", REFERENCES)
def test_metrics_that_need_references_say_how_to_pass_them(name: str, desk: Desk) -> None:
    call = words(name, desk, "bleu")
    at = call.index("-r")
    ran = run_here(*call[:at], *call[at + 2 :])
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert re.search(
        r"Error: bleu needs references, and .+ has none; pass -r FILE \(in Python references=…\)\n$", ran.stderr
    ), ran.stderr


@pytest.mark.parametrize("name", WITHOUT)
def test_some_commands_need_no_references(name: str, desk: Desk) -> None:
    call = words(name, desk)
    at = call.index("-r") if "-r" in call else len(call)
    assert run_here(*call[:at], *call[at + 2 :]).returncode == 0


def test_references_are_passed_by_the_same_option() -> None:
    spellings = {name for name in COMMANDS if {"-r", "--references", "--reference"} & options(name)}
    others = {"network stats", "train svm"}  # independent translations; what is learned from
    assert {name for name in spellings if not COMMANDS[name].hidden} == {*REFERENCES, *WITHOUT, *others}


# By command, options that exclude each other, with values. Commands that have none are not here.
EXCLUSIVE: list[tuple[str, str, str, list[str]]] = [
    *((name, "--sample", "files of texts", ["--sample"]) for name in ("score", "compare", "explain")),
    *((name, "-r", "--where", ["--where", "a=b"]) for name in ("score", "compare", "explain")),
    *((name, "-r", "--input-format", ["--input-format", "tsv"]) for name in ("score", "compare", "explain")),
    *((name, "--original", "-r", ["--original", "a.xlf"]) for name in ("score", "compare", "explain")),
    *((name, "--test-set", "-r", ["-t", "wmt22", "-l", "de-en"]) for name in ("score", "compare", "explain")),
    ("explain", "--worst", "--segment", ["--worst", "2"]),
    ("meta", "--rank", "-m", ["--rank", "trueskill"]),
    ("meta", "--cache", "--no-cache", ["--cache", "folder"]),
    ("mbr", "--aggregate", "--coarse", ["--aggregate", "--coarse", "chrf,2"]),
    ("mbr", "--aggregate", "--prune", ["--aggregate", "--prune"]),
    *((f"tune {name}", "--decoder", "n-best lists", ["--decoder", "x"]) for name in ("mert", "pro", "mira")),
    ("exam verify", "RECORD", "--data", ["--data", "."]),
    ("network sample", "--closest", "--all", ["--closest", "a.txt"]),
]


@pytest.mark.parametrize(("name", "one", "other", "more"), EXCLUSIVE)
def test_options_that_exclude_each_other_are_refused(
    name: str, one: str, other: str, more: list[str], desk: Desk
) -> None:
    ran = run_here(*words(name, desk), *more)
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    assert f"Error: {one} and {other} exclude each other; pass one of them\n" in ran.stderr


OF_FILES = ("paraphrases export", "resources build")  # the format of a file, not of a result
LINES = ("network check", "network sample", "xliff check")  # neither tables nor lists


@pytest.mark.parametrize("name", [name for name in WITH_FORMATS if name not in OF_FILES])
def test_results_are_written_as_markdown(name: str, desk: Desk) -> None:
    ran = run_here(*words(name, desk), "-f", "markdown")
    assert ran.returncode == 0, ran.stderr
    table, listed = r"^\|.*\|\n\| ?:?-+", r"^- \w[\w ]*: "
    assert name in LINES or re.search(f"{table}|{listed}", ran.stdout, re.MULTILINE), ran.stdout
