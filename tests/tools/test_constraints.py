"""The files of versions and hashes: they fit pyproject.toml, name no index, and lack nothing."""

import hashlib
import importlib.metadata
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import constraints


@pytest.mark.parametrize("path", constraints.FILES, ids=lambda path: path.parent.name)
def test_pins_fit_the_requirements(path: Path) -> None:
    requirements, _, _ = constraints.FILES[path]
    pins = constraints.read(path)
    assert constraints.problems(requirements(), pins) == []
    assert all(pin.hashes for pin in pins.values())
    text = path.read_text("utf-8")
    assert not re.search(r"://|\.(com|org|net|io)\b|index|find-links", text)


def needed(requirements: Callable[[], list[str]]) -> set[str]:
    """Everything that the requirements need, by the packages that are installed here."""
    found: set[str] = set()
    waiting = [Requirement(row) for row in requirements()]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in found:
            continue
        found.add(name)
        try:
            rows = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        environments = [{"extra": extra} for extra in ("", *requirement.extras)]
        new = [Requirement(row) for row in rows]
        waiting += [one for one in new if one.marker is None or any(map(one.marker.evaluate, environments))]
    return found


def test_the_container_needs_nothing_else() -> None:
    pins = constraints.read(constraints.ROOT / "deploy" / "constraints.txt")
    assert needed(constraints.container_requirements) - {"greenlet", "async-timeout"} <= pins.keys()
    text = (constraints.ROOT / "deploy" / "Containerfile").read_text("utf-8")
    assert "pip install --no-cache-dir --require-hashes -r /constraints.txt" in text
    assert f"python:{constraints.CONTAINER_PYTHON}-" in text


def test_nothing_that_ci_installs_is_without_a_hash() -> None:
    """In .venv, that is; speed is measured by hand."""
    text = (constraints.ROOT / "Makefile").read_text("utf-8")
    installed = re.findall(r"call install,(.*)\)$", text, re.MULTILINE)
    groups = {group for what in installed for group in re.findall(r"--group (\w+)", what)}
    assert groups == set(constraints.GROUPS)
    named = {word.strip("')") for what in installed for word in what.split() if re.match(r"'?[a-z]", word)}
    named -= {*groups, ".venv/requirements.txt"}
    build = {"scikit-build-core>=0.11", "nanobind>=2.7"}
    # pip itself comes first, by its own line of the file: an older one does not read the others as constraints.
    assert "grep '^pip==' $(CONSTRAINTS)" in text
    assert named - build == set(constraints.BUILD_TOOLS) - {"pip"}
    others = re.findall(r"^\t\$\(BIN\)/pip install (.*)$", text, re.MULTILINE)
    assert [line for line in others if "--no-build-isolation --editable ." not in line] == ["--quiet --group bench"]
    for workflow in ("lint", "docs", "sanitizers"):
        steps = (constraints.ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text("utf-8")
        assert "CONSTRAINTS=.ci/constraints.txt" in steps


def test_problems_are_named() -> None:
    pins = {"a": constraints.Pin("1.0", {"x"})}
    assert constraints.problems(["a>=2", "b", "c; python_version < '3'"], pins) == [
        "a>=2: 1.0 is pinned",
        "b: is missing",
    ]


def test_a_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    """What `pip` does with such a file: the wheel of another content is not installed."""
    wheel = tmp_path / "small-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("small.py", "")
        archive.writestr("small-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: small\nVersion: 1.0\n")
        archive.writestr("small-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("small-1.0.dist-info/RECORD", "")
    good = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for digest, expected in ((good, 0), ("0" * 64, 1)):
        lines = constraints.text({"small": constraints.Pin("1.0", {digest})}, "x")
        (tmp_path / "c.txt").write_text(lines)
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-index", "--find-links", str(tmp_path)]
        done = subprocess.run(
            [*command, "--require-hashes", "-r", str(tmp_path / "c.txt")], capture_output=True, text=True, check=False
        )
        assert done.returncode == expected, done.stderr
