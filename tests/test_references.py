"""Modules and files that are named in strings, comments and documentation are there."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.test_architecture import FILES, PLACE, SOURCE, in_file, nodes, room

ROOT = Path(__file__).parents[1]
MODULE = re.compile(r"(tertium(?:\.\w+)+)(?::(\w+))?")
# Words that look like names of modules: keys of click's context, files, loggers' and entry points' groups.
OTHER_NAMES = {"tertium.command", "tertium.spreadsheet", "tertium.db", "tertium.tokenizers"}
# They stand low, and hand what stands above to whoever asks by a name; nothing is imported before.
BY_NAME = {"__init__.py", "_index.py", "register.py"}


def named(path: Path) -> Iterator[tuple[str, str | None]]:
    """The modules, and the things in them, that strings of a file name."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = MODULE.fullmatch(node.value)
            if found and found[1] not in OTHER_NAMES:
                yield found[1], found[2]


NAMING = [path for path in FILES if any(named(path))]


@pytest.mark.parametrize("path", NAMING, ids=in_file)
def test_modules_named_in_strings_are_there_and_stand_below(path: Path) -> None:
    for module, thing in named(path):
        assert find_spec(module) is not None, module
        assert thing is None or hasattr(import_module(module), thing), f"{module} has no {thing}"
        other = module.split(".")[1]
        if in_file(path) not in BY_NAME:
            assert other == room(path) or PLACE[other] > PLACE[room(path)], f"{in_file(path)} names {module}"


def test_modules_named_in_strings_are_found() -> None:
    assert {"register.py", "results/base.py"} <= {in_file(path) for path in NAMING}


FOLDERS = sorted({p.name for p in SOURCE.iterdir() if p.is_dir()} | {"bench", "core", "docs", "papers", "src", "tests"})
PATH = re.compile(rf"(?<![\w/.<~$-])(?:{'|'.join(FOLDERS)})/[\w./+-]*\w")
# Types of files for browsers, and names with a part that varies.
OTHER_PATHS = re.compile(r"text/(plain|html|css|csv)|.*[A-Z]{4,}\.\w+")


def comments(path: Path) -> Iterator[str]:
    """What a file says to its readers: docstrings and comments of a program, words in code type of a page."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield ast.get_docstring(node) or ""
        yield from re.findall(r"#.*", text)
    else:
        yield from re.findall(r"`([^`\n]+)`" if path.suffix == ".md" else r"//.*", text)


def readable() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    for folder in ("bench", "core", "docs", "papers", "src", "tests", "tools"):
        for path in (ROOT / folder).rglob("*"):
            generated = path.name in ("RESULTS.md", "commands.md", "metrics.md")
            if path.suffix in (".py", ".md", ".h", ".cpp", ".js", ".jsx") and not generated:
                yield path


def test_files_that_are_named_are_there() -> None:
    """Below the repository, the package, or beside the file that names them; Python's may stand without `.py`."""
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in readable()
        if "built" not in path.parts
        for comment in comments(path)
        for name in PATH.findall(comment)
        if not OTHER_PATHS.fullmatch(name)
        if not any((top / f"{name}{ending}").exists() for top in (ROOT, SOURCE, path.parent) for ending in ("", ".py"))
    ]
    assert missing == []
