"""How tests are written here: they look at no clock, and each can fail."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("*.py"))


def in_tests(path: Path) -> str:
    return path.relative_to(TESTS).as_posix()


# Also inside programs that a test writes and runs.
CLOCK = re.compile(
    r"\btime\.(?:time|perf_counter|monotonic|process_time|thread_time)(?:_ns)?\b|\btimeit\b|from time import"
)
# What may read a clock, and why. None of them asserts that something was fast.
CLOCKS = {
    "browser/harness.py": "ends waiting for a page that hangs",
    "browser/serving.py": "gives every person another name",
    "browser/test_demo.py": "prints when the first card was there",
    "fuzz/run.py": "prints how long the mutants took; a program, no test",
    "server/running.py": "ends waiting for a server that does not start",
    "server/test_signing_in.py": "tokens carry the time at which they expire",
    "support/clusters.py": "ends waiting for a cluster that does not start",
}


def test_no_test_looks_at_a_clock() -> None:
    """A duration says how busy the machine is: count calls (`support/effort.py`), cells or rows, or use bench/."""
    readers = {in_tests(path) for path in FILES if path != Path(__file__) and CLOCK.search(path.read_text("utf-8"))}
    assert readers == set(CLOCKS)


Function = ast.FunctionDef | ast.AsyncFunctionDef
# What fails by itself: pytest's own, NumPy's, and a page's waiting for something that must come.
CHECKS = re.compile(r"pytest\.(raises|warns|fail)|(\w+\.)*assert_\w+|.*\.(wait_for\w*|expect_\w+)")
TREES = {path: ast.parse(path.read_text("utf-8")) for path in FILES}


@cache
def functions(path: Path) -> dict[str, list[Function]]:
    """The functions of a file by their names, methods too."""
    found: dict[str, list[Function]] = {}
    for node in ast.walk(TREES[path]):
        if isinstance(node, Function):
            found.setdefault(node.name, []).append(node)
    return found


@cache
def helpers(path: Path) -> dict[str, Path]:
    """The names that a file imports from other files of tests, and where they are from."""
    found: dict[str, Path] = {}
    for node in ast.walk(TREES[path]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == TESTS.name:
            module = TESTS.parent.joinpath(*node.module.split("."))
            for alias in node.names:
                file = module / f"{alias.name}.py"
                found[alias.asname or alias.name] = file if file in TREES else module.with_suffix(".py")
    return found


def can_fail(path: Path, function: Function, seen: frozenset[Function] = frozenset()) -> bool:
    """Whether a function asserts something, or calls a function of the tests that does."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert | ast.Raise):
            return True
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if CHECKS.fullmatch(called) or "check=True" in map(ast.unparse, node.keywords):
                return True
            first, last = called.split(".")[0], called.split(".")[-1]
            file = path if last in functions(path) else helpers(path).get(first, path)
            within = functions(file).get(last, []) if file in TREES else []
            within = [other for other in within if other not in seen]
            if any(can_fail(file, other, seen | {function}) for other in within):
                return True
    return False


def test_every_test_can_fail() -> None:
    idle = [
        f"{in_tests(path)}:{function.lineno} {name}"
        for path in FILES
        if path.name.startswith("test_")
        for name, same in functions(path).items()
        for function in same
        if name.startswith("test_") and not can_fail(path, function)
    ]
    assert idle == []


def private_names(path: Path) -> Iterator[tuple[str, str]]:
    """Rooms of the package, and the private names that a file of tests imports from them."""
    for node in ast.walk(TREES[path]):
        if isinstance(node, ast.ImportFrom) and (module := (node.module or "").split("."))[0] == "tertium":
            parts = [*module[1:], *(alias.name for alias in node.names)]
            hidden = [part for part in parts if part.startswith("_") and not part.startswith("__")]
            yield from ((parts[0], name) for name in hidden if parts[0] not in ("_core", "_reference", "_version"))


# What looks behind another room's door, and why.
LOOKING_BEHIND = {
    ("fuzz/packed.py", "_check_of"): "a mutant of a model must have the right checksum, or all are refused alike",
    ("paraphrase/test_spark.py", "_said"): "acquires paraphrases on Spark, and reads what a worker said",
}


def test_private_names_are_for_tests_of_their_own_room() -> None:
    found = {
        (in_tests(path), name)
        for path in FILES
        for other, name in private_names(path)
        if path.relative_to(TESTS).parts[0] != other
    }
    assert found == set(LOOKING_BEHIND)
