import json
from pathlib import Path

import pytest

from tertium.errors import TertiumError
from tests.cli.desk import Desk
from tests.cli.exam.runner import run


def test_a_record_is_clean_and_holds_the_head_that_was_issued(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    assert run("exam", "grade", *inputs, "--record", folder / "log.jsonl").exit_code == 0
    (log,) = json.loads(run("exam", "verify", folder / "log.jsonl", "-f", "json").stdout)["logs"]
    assert (log["entries"], log["grades"], log["damages"]) == (83, 20, [])
    head = log["head"]
    assert f"head:     {head}" in run("exam", "verify", folder / "log.jsonl").stdout
    assert run("exam", "verify", folder / "log.jsonl", "--head", head).exit_code == 0
    assert isinstance(run("exam", "verify", folder / "log.jsonl", "--head", "0" * 64).exception, TertiumError)


def test_a_changed_record_is_not_trusted(folder: Path) -> None:
    inputs = (folder / "exam.json", folder / "answers.jsonl", "--model", folder / "x.model")
    run("exam", "grade", *inputs, "--record", folder / "cut.jsonl")
    lines = (folder / "cut.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(lines[:5] + lines[6:]), "utf-8")
    done = run("exam", "verify", folder / "cut.jsonl")
    assert "the record cannot be trusted" in str(done.exception)


def test_a_servers_exams_are_asked_for_by_name(tmp_path: Path, folder: Path) -> None:
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra server)")
    data = Desk(tmp_path).database
    assert json.loads(run("exam", "verify", "--data", data, "-f", "json").stdout)["logs"] == []
    assert "there is no exam 'x'; known: none" in str(run("exam", "verify", "--data", data, "--exam", "x").exception)
    assert "has no tertium.db" in str(run("exam", "verify", "--data", folder).exception)
    assert "give a record to verify" in str(run("exam", "verify").exception)
