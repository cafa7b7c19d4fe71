"""Every command that takes metrics × every metric: it works, or the help of the command names the exception."""

import re
from pathlib import Path

import pytest

from tertium.cli.main import COMMANDS as TABLE
from tertium.metrics import names, parse
from tests.cli.desk import Desk
from tests.cli.test_every_command import COMMANDS, WITH_METRICS, words
from tests.support.command import run_here
from tests.support.encoders import english_encoder
from tests.support.extras import installed

__all__ = ["english_encoder"]

_EXCEPTIONS = re.compile(r"(?:any|any metric) but ((?:[\w+]+(?:, | and )?)+)")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("finished"))


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
            options = {spelling for parameter in COMMANDS[command].params for spelling in parameter.opts}
            assert set(re.findall(r"pass (--[\w-]+)", ran.stderr)) <= options
    assert set(refused) == exceptions(command) & set(tried), refused


def test_no_help_promises_any_metric() -> None:
    texts = [TABLE.get(name).help for name in TABLE] + [command.help or "" for command in COMMANDS.values()]
    assert [text for text in texts if "any metric" in text] == []
