"""The GitHub action and the hook of pre-commit: their commands, run as the hosts run them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.texts import STREAMS, SYSTEMS

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (dependency group test)")
ROOT = Path(__file__).parents[1]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    for name, texts in (("neural", SYSTEMS["neural"]), ("phrase", SYSTEMS["phrase"]), ("ref", STREAMS[0])):
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return tmp_path


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize(("new", "baseline", "code"), [("neural", "phrase", 0), ("phrase", "neural", 3)])
def test_the_action_passes_and_fails_as_the_gate_does(work: Path, new: str, baseline: str, code: int) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    (step,) = [step for step in action["runs"]["steps"] if step["name"] == "Gate"]
    given = {"new": f"{new}.txt", "baseline": f"{baseline}.txt", "references": "ref.txt", "options": "--swaps 500 -q"}
    assert set(given) == set(action["inputs"])
    values = {name: given[text.split("inputs.")[1].split(" ")[0]] for name, text in step["env"].items()}
    summary = work / "summary.md"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=work,
        env={**environment(), **values, "GITHUB_STEP_SUMMARY": str(summary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert ("::error" if code else "::notice") in done.stderr
    assert "| chrF2 |" in summary.read_text("utf-8")


def test_the_hook_runs_the_gate(work: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    arguments = ["phrase.txt", "--baseline", "neural.txt", "-r", "ref.txt", "-q"]
    done = subprocess.run(
        [*hook["entry"].split(), *arguments], cwd=work, env=environment(), capture_output=True, check=False
    )
    assert hook["pass_filenames"] is False
    assert done.returncode == 3
