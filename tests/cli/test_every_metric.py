"""Every command that takes metrics × every metric: it works, or the help of the command names the exception.

Beside those that ship, metrics of other packages that read sources.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tertium.cli.main import COMMANDS as TABLE
from tertium.metrics import names, parse
from tests.cli.desk import Desk
from tests.cli.test_every_command import COMMANDS, WITH_METRICS, options, words
from tests.support.command import run_here
from tests.support.encoders import english_encoder
from tests.support.extras import installed
from tests.support.registered import registered

__all__ = ["english_encoder"]

_EXCEPTIONS = re.compile(r"(?:any|any metric) but ((?:[\w+]+(?:, | and )?)+)")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("finished"))


@pytest.fixture
def desk(tmp_path: Path, finished: Desk) -> Desk:
    return Desk(tmp_path, finished)


def exceptions(command: str) -> set[str]:
    """The metrics that the help of a command leaves out."""
    (option,) = (parameter for parameter in COMMANDS[command].params if "--metric" in parameter.opts)
    found = _EXCEPTIONS.search(getattr(option, "help", None) or "")
    return set(re.split(", | and ", found[1].strip(" ,"))) & set(names()) if found else set()


def post_edits(command: str, desk: Desk) -> list[str]:
    """For commands that take them, so that metrics which need them work."""
    takes = any("--post-edits" in parameter.opts for parameter in COMMANDS[command].params)
    other = "baseline" if command == "gate" else "b"
    return ["--post-edits", f"{desk.system}={desk.ref}", "--post-edits", f"{other}={desk.ref}"] if takes else []


@pytest.mark.parametrize("command", WITH_METRICS)
def test_every_metric_works_or_the_help_names_it(command: str, tmp_path: Path, finished: Desk) -> None:
    tried = [name for name in names() if installed(parse(name))]
    refused = {}
    for number, name in enumerate(tried):
        (tmp_path / str(number)).mkdir()
        desk = Desk(tmp_path / str(number), finished)
        more = post_edits(command, desk) if "post-edits" in parse(name).needs else []
        more += ["--least-difference", "0"] if command == "tune pro" else []  # random vectors tell little apart
        ran = run_here(*words(command, desk, name), *more)
        assert ran.returncode in (0, 1, 2), (name, ran.stderr)
        assert "Traceback" not in ran.stderr
        if ran.returncode:
            refused[name] = ran.stderr
            assert set(re.findall(r"pass (--[\w-]+)", ran.stderr)) <= options(command)
    assert set(refused) == exceptions(command) & set(tried), refused


def novel(sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """The share of words that stand in the reference, but not in the source."""
    rows = zip(sources, hypotheses, references, strict=True)
    return [
        len({*text.split()} & {*words[0].split()} - {*source.split()}) / max(1, len(text.split()))
        for source, text, words in rows
    ]


WITH_SOURCES = [command for command in WITH_METRICS if "-s" in options(command)]


@pytest.mark.parametrize("command", WITH_SOURCES)
def test_a_metric_that_reads_sources_works_with_them_and_asks_for_them(command: str, desk: Desk) -> None:
    sources = desk.lines("sources.txt", 20)
    more = ["--least-difference", "0"] if command == "tune pro" else []
    with registered(novel) as name:
        call = [*words(command, desk, name), *more]
        ran = run_here(*call)
        assert (ran.returncode, ran.stdout) == (1, ""), ran.stderr
        asked = r"Error: novel needs sources, and .+ has none; pass -s FILE \(in Python sources=…\)\n$"
        assert re.search(asked, ran.stderr), ran.stderr
        ran = run_here(*call, "-s", sources)
    if command == "explain":
        assert "metric 'novel' has no explanation" in ran.stderr
    else:
        assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("way", [["--leave-out-self"], ["--prune"], ["--coarse", "novel,2"], ["--subsample", "2"]])
@pytest.mark.parametrize("metric", ["novel", "chrf"])
def test_mbr_reads_sources_in_every_way_of_choosing(metric: str, way: list[str], desk: Desk) -> None:
    with registered(novel):
        ran = run_here(*words("mbr", desk, metric), *way, "-s", desk.lines("sources.txt", 20))
    assert ran.returncode == 0, ran.stderr


def test_several_tunings_read_sources(desk: Desk) -> None:
    with registered(novel) as name:
        ran = run_here(*words("tune mert", desk, name), "--runs", "2", "-s", desk.lines("sources.txt", 20))
    assert ran.returncode == 0, ran.stderr


def test_held_out_lists_need_sources_of_their_own(desk: Desk) -> None:
    with registered(novel) as name:
        call = [*words("tune mert", desk, name), "-s", desk.lines("sources.txt", 20)]
        ran = run_here(*call, "--held-out", desk.nbest, desk.ref)
    assert ran.returncode == 1, ran.stdout
    assert re.search(r"Error: novel needs sources, and .+ has none", ran.stderr), ran.stderr


def test_no_help_promises_any_metric() -> None:
    texts = [TABLE.get(name).help for name in TABLE] + [command.help or "" for command in COMMANDS.values()]
    assert [text for text in texts if "any metric" in text] == []
