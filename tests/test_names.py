"""Names say what a thing is: none is a bare participle, which says only that something was done to it."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src/tertium"
PARTICIPLES = {"chosen", "given", "kept", "known", "made", "wanted"}
# By file, those that users type or that stand in files, and so have no better name.
LEFT = {
    "cli/exam/train.py": 1,  # an option of the command line
    "cli/meta.py": 2,  # an option of the command line, and of `tertium.meta`
    "exam/labelling/model.py": 1,  # a name in files of models
    "meta/study/study.py": 1,
    "metrics/mer.py": 1,  # an option of metrics
}


def names(tree: ast.AST) -> Iterator[str]:
    """All that a module names: variables, arguments, attributes, functions, classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias | ast.ExceptHandler) and (name := getattr(node, "asname", None) or node.name):
            yield name


def place(path: Path) -> str:
    """The entry of the list that a file belongs to."""
    return path.relative_to(SOURCE).as_posix()


def test_no_name_is_a_bare_participle() -> None:
    found = Counter(
        place(path)
        for path in sorted(SOURCE.rglob("*.py"))
        for name in names(ast.parse(path.read_text("utf-8")))
        if name in PARTICIPLES
    )
    assert {where: number for where, number in found.items() if number > LEFT.get(where, 0)} == {}


@pytest.mark.parametrize(
    "text",
    [
        "known = 1",
        "def f(given): ...",
        "self.kept = 1",
        "def made(): ...",
        "for chosen in x: ...",
        "import a as wanted",
    ],
)
def test_every_way_of_naming_is_seen(text: str) -> None:
    assert PARTICIPLES & set(names(ast.parse(text)))
    assert not PARTICIPLES & set(names(ast.parse("print(known, a.given, f(kept=1))")))
