import asyncio
import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tertium.errors import DataError, UnknownNameError
from tertium.server.jobs.processes import Processes
from tertium.server.scoring import requests, tasks

REQUEST = requests.Score(systems={"a": ["the cat sat"]}, references=["the cat sat down"], metrics="chrf")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # and back: a task leaves its folder


def ask(task: tasks.Task) -> bytes:
    patient = replace(tasks.SCORING, wall_seconds=600.0)  # on a machine with much else to do
    return asyncio.run(Processes(tasks.__name__, patient).run(task))


def test_a_process_gives_the_json_of_the_result() -> None:
    assert json.loads(ask(tasks.Score(REQUEST))) == json.loads(REQUEST.result().to_json())
    other = requests.Compare(systems={"a": ["x y"], "b": ["x z"]}, references=["x y"], metrics="ter", samples=100)
    assert json.loads(ask(tasks.Compare(other)))["deciding_test"] == "randomisation"


def test_a_process_says_what_is_wrong() -> None:
    with pytest.raises(DataError, match="unknown metric 'chrg'"):
        ask(tasks.Score(msgspec.structs.replace(REQUEST, metrics="chrg")))
    with pytest.raises(DataError, match=r"references.* 1\b"):
        ask(tasks.Score(msgspec.structs.replace(REQUEST, systems={"a": ["x", "y"]})))


def test_names_of_files_in_the_servers_folder_are_no_models(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("do not tell")
    with pytest.raises(UnknownNameError, match="unknown model 'secret'"):
        tasks.Score(msgspec.structs.replace(REQUEST, metrics="beer(model=secret)")).run()
    assert Path.cwd() == Path("/")
