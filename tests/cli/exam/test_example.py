"""`tertium exam example`, and the tutorial's commands on what it writes."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.exam.runner import run

TUTORIAL = Path(__file__).parents[3] / "docs/tutorial/first-exam.md"


def test_the_tutorial_says_what_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the page, in its order and its folder."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```\n(.*?)^```$", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    commands = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    said: dict[str, str] = {}
    for command in commands:
        program, *words = shlex.split(command)
        if program == "cd":
            monkeypatch.chdir(tmp_path / words[0])
            continue
        target = words.pop() if words[-2] == ">" else None
        words = [word for word in words if word != ">"]
        done = run(*words)
        assert done.exit_code == 0, f"{command}: {done.output}"
        said[words[1]] = " ".join(done.stdout.split())
        if target is not None:
            Path(target).write_text(done.stdout, "utf-8")
    assert "cannot be promised by labels of 4 passages" in said["train"]
    assert said["facets"].index("Weber") < said["facets"].index("Stone") < said["facets"].index("Rivera")
    assert "centre north" in said["agreement"]
    assert "every entry follows the one before it" in said["validity"]
    assert "clean, 24 grades given again" in said["verify"]
    assert "What differs from correct translations" in Path("pages/K07.html").read_text("utf-8")
    assert 'id="row-1"' in Path("validity.html").read_text("utf-8")
