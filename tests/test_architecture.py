"""The plan of the house: which way imports point, who may open files and print, and what start-up costs."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tertium
from tertium import metrics

SOURCE = Path(tertium.__file__).parent
# A room may import itself and what stands to its right; rooms at one place do not know each other.
PLACES: list[set[str]] = [
    {"__main__"},
    {"cli"},
    {"compat"},
    {"server"},
    {"report"},
    {"exam", "tuning"},
    {"nbest"},
    {"io"},
    {"learn"},
    {"meta"},
    {"evaluation"},
    {"results"},
    {"metrics"},
    {"paraphrase"},
    {"engines"},
    {"networks"},
    {"resources"},
    {"text"},
    {"storage"},
    {"data", "register"},
    {"errors"},
    {"keywords"},
    {"_index"},
    {"_version"},
    {"_core"},
]
PLACE = {room: place for place, rooms in enumerate(PLACES) for room in rooms}
FILES = sorted(SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def in_file(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path) -> Iterator[str]:
    """Every module that is imported anywhere in a file, also late and for types; `from a import b` may name a.b."""
    package = ["tertium", *path.relative_to(SOURCE).parts[:-1]]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def imported_rooms(path: Path) -> set[str]:
    names = (name.split(".") for name in imports(path))
    return {parts[1] for parts in names if parts[0] == "tertium" and len(parts) > 1}


# The public names come from everywhere, when they are first used.
@pytest.mark.parametrize("path", [p for p in FILES if p != SOURCE / "__init__.py"], ids=in_file)
def test_imports_point_down(path: Path) -> None:
    here = room(path)
    assert here in PLACE, f"{in_file(path)} stands in no known room"
    for other in imported_rooms(path) - {here}:
        assert other in PLACE, f"{in_file(path)} imports {other}, which is no known room"
        assert PLACE[other] > PLACE[here], f"{in_file(path)} imports {other}, which does not stand to its right"


@pytest.mark.parametrize("path", FILES, ids=in_file)
def test_nothing_that_ships_imports_the_slow_twins(path: Path) -> None:
    assert "_reference" not in imported_rooms(path)
    assert "tertium._reference" not in path.read_text("utf-8")


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of everything called in a file: `open`, `os.open`, `Path(name).read_text`."""
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                yield node.lineno, function.id
            elif isinstance(function, ast.Attribute):
                yield node.lineno, ast.unparse(function)


@pytest.mark.parametrize("path", [p for p in FILES if room(p) != "cli"], ids=in_file)
def test_only_the_command_line_prints(path: Path) -> None:
    assert [(line, name) for line, name in calls(path) if name in ("print", "sys.exit", "sys.stdout.write")] == []


# As methods; the only one that is called by its name alone is `open`.
FILE_CALLS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "unlink", "touch", "rename"}


# `resources` maps the files that belong to the package itself, and those that users put beside them. The server keeps
# its database, backups, uploads and exports in a folder of its own, which only its stores touch.
@pytest.mark.parametrize(
    "path",
    [
        p
        for p in FILES
        if room(p) not in ("io", "resources", "storage")
        and p.name != "aligner.py"
        and not in_file(p).startswith(
            ("server/database/", "server/upkeep/", "server/annotate/store/", "server/exams/store/")
        )
    ],
    ids=in_file,
)
def test_only_io_opens_files(path: Path) -> None:
    opened = [
        (line, name)
        for line, name in calls(path)
        if name == "open" or ("." in name and name.split(".")[-1] in FILE_CALLS)
    ]
    assert opened == []


@pytest.mark.parametrize("path", FILES, ids=in_file)
def test_nothing_evaluates_text_or_reaches_for_the_network(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports(path)}
    assert not tops & {"pickle", "marshal", "shelve", "socket", "urllib", "http", "requests"}
    assert not {name for _, name in calls(path)} & {"eval", "exec", "compile", "os.system"}


HEAVY = ["numpy", "scipy", "rich", "matplotlib", "sklearn", "pyarrow"]


def loaded_by(statement: str) -> set[str]:
    program = f"import sys\n{statement}\nprint(*(m for m in {HEAVY} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import tertium", set()),
        ("import tertium; tertium.TertiumError", set()),
        ("import tertium.cli.main", set()),
        ("import tertium.metrics", {"numpy"}),
        ("import tertium; tertium.score(['a'], tertium.References.by_stream(['a']))", {"numpy"}),
        ("import tertium; tertium.read_test_set", {"numpy"}),
    ],
)
def test_importing_brings_no_more_than_it_needs(statement: str, allowed: set[str]) -> None:
    assert loaded_by(statement) <= allowed


def test_what_is_loaded_is_noticed() -> None:
    assert loaded_by("import numpy") == {"numpy"}


# What a short command must not pay for. Rooms first, then packages beyond the base installation, and SciPy.
UNUSED_ROOMS = ("server", "exam", "tuning", "nbest", "learn", "meta", "networks", "paraphrase", "engines", "resources")
UNUSED_PACKAGES = (
    *("scipy", "sklearn", "matplotlib", "pandas", "pyarrow", "duckdb", "pyspark", "spacy"),
    *("sqlalchemy", "alembic", "starlette", "uvicorn", "msgspec", "jinja2", "snowballstemmer", "defusedxml"),
)


@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        (["--version"], ["numpy", "rich", "tertium.metrics", "tertium.io", "tertium.evaluation", "tertium.report"]),
        (["--help"], ["numpy", "rich", "tertium.metrics", "tertium.io", "tertium.evaluation", "tertium.report"]),
        (
            ["score", "--sample", "-m", "bleu"],
            ["tertium.metrics.chrf", "tertium.metrics.wer", "tertium.text.tokenizers.ptb"],
        ),
    ],
    ids=["version", "help", "score"],
)
def test_a_command_imports_no_room_that_it_does_not_use(arguments: list[str], unused: list[str]) -> None:
    program = (
        "import sys\nfrom tertium.cli.main import main\n"
        f"try:\n    sys.argv[1:] = {arguments}\n    main()\n"
        "except SystemExit as done:\n    assert not done.code\n"
        "print('LOADED', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stdout.rpartition("LOADED")[2].split())
    assert "tertium.cli.main" in loaded
    assert loaded & {*(f"tertium.{room}" for room in UNUSED_ROOMS), *UNUSED_PACKAGES, *unused} == set()


def test_public_names_are_there_and_sorted() -> None:
    # Constants, then classes, then the rest: the order that ruff keeps (RUF022).
    def key(name: str) -> tuple[int, str]:
        return (0 if name.isupper() else 1 if name[0].isupper() else 2), name

    assert tertium.__all__ == sorted(tertium.__all__, key=key)
    assert len(set(tertium.__all__)) == len(tertium.__all__)
    for name in tertium.__all__:
        assert getattr(tertium, name) is not None
    assert {metrics.get(name).__name__ for name in metrics.names()} <= set(tertium.__all__)
    assert dir(tertium) == sorted(tertium.__all__)


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'tertium' has no attribute 'blue'"):
        _ = tertium.blue  # type: ignore[attr-defined]


CORE = SOURCE.parents[1] / "core"
REPOSITORY = CORE.parent


def test_files_stay_small() -> None:
    beside = [path for folder in ("papers", "tools") for path in (REPOSITORY / folder).rglob("*.py")]
    sources = [*FILES, *CORE.rglob("*.cpp"), *CORE.rglob("*.h"), *beside]
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sources}
    assert {path.name: n for path, n in lengths.items() if n > 400} == {}


# These have one file for each metric and each command.
ONE_FILE_PER_THING = {"metrics", "cli"}


def test_folders_stay_small() -> None:
    modules = Counter(in_file(path.parent) for path in FILES if path.name != "__init__.py")
    crowded = {folder: n for folder, n in modules.items() if n > 15 and folder not in ONE_FILE_PER_THING}
    assert crowded == {}


# Tests may use the tools; programs beside the package need neither the tests nor each other.
@pytest.mark.parametrize(
    ("folder", "others"),
    [
        ("tools", ("tests", "bench", "papers")),
        ("bench", ("tests", "papers")),
        ("papers", ("tests", "bench")),
        ("src", ("tests", "bench", "papers", "tools")),
        ("tests", ("papers",)),
    ],
)
def test_programs_beside_the_package_stand_alone(folder: str, others: tuple[str, ...]) -> None:
    pattern = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(others)})\b", re.MULTILINE)
    paths = [path for path in (REPOSITORY / folder).rglob("*.py") if path.parent.name != "tests"]
    assert [path.name for path in paths if pattern.search(path.read_text("utf-8"))] == []


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").exists()


def late_imports() -> Iterator[tuple[Path, int]]:
    """Files and lines of the imports inside functions."""
    for path in FILES:
        inside: set[int] = set()
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inside |= {part.lineno for part in ast.walk(node) if isinstance(part, ast.Import | ast.ImportFrom)}
        yield from ((path, line) for line in sorted(inside))


def test_imports_stand_at_the_top() -> None:
    """Late ones are for extras and for what a short command must not pay for: fewer than 2 in 1,000 lines."""
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in FILES)
    found = [f"{in_file(path)}:{line}" for path, line in late_imports()]
    assert found
    assert len(found) < 2 * lines / 1000
