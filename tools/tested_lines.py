"""How much of each module its own test file, which has its name and stands in its room of tests/, runs alone.

    .venv/bin/python -m tools.tested_lines [WORD …]    modules whose path has a word; without words all, in minutes
    .venv/bin/python -m tools.tested_lines --list      write tests/mirror.tsv: modules without such a file

Lines that Python runs while it imports a module count, as they do everywhere.
"""

import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import click
import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tertium"
TESTS = ROOT / "tests"
# Written by programs, or a single line.
NO_MODULES = {"__init__.py", "__main__.py", "_index.py", "_version.py"}


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.name not in NO_MODULES)


def file_of(module: Path) -> Path | None:
    """The test file of a module: of its name, in its folder or further up in its room, where it is no other's."""
    folder = module.parent
    while True:
        file = TESTS / folder.relative_to(SOURCE) / f"test_{module.stem}.py"
        if file.exists():
            return file
        folder = folder.parent
        if folder in (SOURCE, SOURCE.parent) or (folder / module.name).exists():
            return None


def users(module: Path) -> list[str]:
    """The test files that import a module by its name; where none does, the folder of its room's tests."""
    name = ".".join(module.relative_to(SOURCE.parent).with_suffix("").parts)
    package, _, last = name.rpartition(".")
    pattern = re.compile(rf"\b{re.escape(name)}\b|from {re.escape(package)} import [^\n]*\b{last}\b")
    files = [path for path in sorted(TESTS.rglob("*.py")) if pattern.search(path.read_text("utf-8"))]
    room = module.relative_to(SOURCE).parts[0]
    return [path.relative_to(TESTS).as_posix() for path in files][:3] or [f"{room}/"]


def listed() -> str:
    """The modules without a test file of their name, and what tests them."""
    rows = ((module, users(module)) for module in modules() if file_of(module) is None)
    return "".join(f"{module.relative_to(SOURCE).as_posix()}\t{' '.join(files)}\n" for module, files in rows)


def lines_of(code: CodeType) -> Iterator[int]:
    """The lines of a module that can be run."""
    yield from (line for _, _, line in code.co_lines() if line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from lines_of(constant)


class Watch:
    """A plugin of pytest: the lines of each module that its import and the tests of its own file run."""

    def __init__(self, files: dict[Path, Path]) -> None:
        self.modules = {str(module): module for module in files}
        self.files = files
        self.lines: dict[Path, set[int]] = {module: set() for module in files}
        self.test: Path | None = None

    def start(self) -> None:
        threading.settrace(self.called)
        sys.settrace(self.called)

    def called(self, frame: FrameType, event: str, argument: Any) -> Any:
        module = self.modules.get(frame.f_code.co_filename)
        if module is None or (self.test != self.files[module] and not self.imports(frame)):
            return None
        lines = self.lines[module]

        def ran(frame: FrameType, event: str, argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return ran

        return ran(frame, event, argument)

    def imports(self, frame: FrameType) -> bool:
        """Whether a frame is that of a module or of a class's body, which importing runs."""
        while frame.f_back is not None and frame.f_back.f_code.co_filename == frame.f_code.co_filename:
            frame = frame.f_back
        return frame.f_code.co_name == "<module>"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.test = ROOT / nodeid.split("::")[0]
        self.start()


def main(words: list[str]) -> int:
    if words == ["--list"]:
        (TESTS / "mirror.tsv").write_text(listed(), "utf-8")
        return 0
    files = {module: file for module in modules() if (file := file_of(module))}
    if words:
        files = {module: file for module, file in files.items() if any(word in str(module) for word in words)}
    watch = Watch(files)
    watch.start()
    arguments = [
        "-q",
        "--tb=line",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--rootdir",
        str(ROOT),
        *map(str, {*files.values()}),
    ]
    code = pytest.main(arguments, [watch])
    sys.settrace(None)
    for module, ran in sorted(watch.lines.items()):
        whole = set(lines_of(compile(module.read_text("utf-8"), str(module), "exec")))
        share = len(ran & whole) / len(whole)
        click.echo(f"{share:4.0%}  {module.relative_to(SOURCE)}  {files[module].relative_to(ROOT)}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
