"""The rooms of the server: imports point one way; HTTP, SQL and threads each have their modules, and no others."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tertium.server

SERVER = Path(tertium.server.__file__).parent
MODULES = sorted(path.relative_to(SERVER).as_posix() for path in SERVER.rglob("*.py"))
HTTP = ("starlette", "http", "httpx", "uvicorn", "tertium.server.web")

# A room or a module at the top imports only what stands in a later row.
ORDER = (
    ("factory",),
    ("app", "demo"),
    ("demo_exam", "demo_project"),
    ("routes", "upkeep"),
    ("exams",),
    ("annotate", "scoring"),
    ("jobs",),
    ("people",),
    ("web",),
    ("threads",),
    ("database",),
    ("permissions", "settings", "errors"),
)
ROOMS = ("people", "annotate", "exams", "scoring", "jobs", "web", "database", "upkeep")
MOST_LINES, MOST_MODULES = 400, 15


def row(name: str) -> int:
    """The row of a module, by the first part of its name or path."""
    (number,) = (number for number, names in enumerate(ORDER) if name in names)
    return number


def is_store(module: str) -> bool:
    """Whether a module may know SQL."""
    return module.startswith(("database/", "upkeep/")) or "/store/" in module or module.endswith("/store.py")


def is_rules(module: str) -> bool:
    return "/rules/" in module or module.endswith("/rules.py") or module in ("permissions.py", "errors.py")


def imports(module: str) -> Iterator[str]:
    """The full name of everything that a module imports or names in a string, anywhere in it."""
    for node in ast.walk(ast.parse((SERVER / module).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"tertium\.server\.[\w.]+", str(node.value)):
            yield str(node.value)


def imports_any(module: str, packages: tuple[str, ...]) -> list[str]:
    return [name for name in imports(module) if any(name == p or name.startswith(p + ".") for p in packages)]


def test_the_kinds_of_modules_exist() -> None:
    assert sum(map(is_store, MODULES)) > 20
    assert sum(map(is_rules, MODULES)) > 10
    assert {path.name for path in SERVER.iterdir() if list(path.glob("*.py"))} == set(ROOMS)


@pytest.mark.parametrize("module", [m for m in MODULES if m != "__init__.py"])
def test_imports_point_one_way(module: str) -> None:
    here = module.split("/")[0].removesuffix(".py")
    others = {name.split(".")[2] for name in imports(module) if name.startswith("tertium.server.")} - {here}
    assert [name for name in others if row(name) <= row(here)] == []


@pytest.mark.parametrize("module", [m for m in MODULES if is_store(m) or is_rules(m)])
def test_stores_and_rules_know_nothing_of_http(module: str) -> None:
    assert imports_any(module, HTTP) == []


@pytest.mark.parametrize("module", [m for m in MODULES if not is_store(m)])
def test_sql_stands_in_stores_only(module: str) -> None:
    assert imports_any(module, ("sqlalchemy", "alembic", "sqlite3", "psycopg")) == []


@pytest.mark.parametrize("module", [m for m in MODULES if is_rules(m)])
def test_rules_know_no_store(module: str) -> None:
    ours = [name.removeprefix("tertium.server.") for name in imports(module) if name.startswith("tertium.server.")]
    assert [name for name in ours if is_store(name.replace(".", "/"))] == []


@pytest.mark.parametrize("module", [m for m in MODULES if is_store(m) or is_rules(m)])
def test_stores_and_rules_run_in_the_thread_of_their_caller(module: str) -> None:
    assert imports_any(module, ("concurrent", "threading", "asyncio", "tertium.server.threads")) == []


def test_files_and_folders_stay_small() -> None:
    lines = {module: len((SERVER / module).read_text("utf-8").splitlines()) for module in MODULES}
    assert {module: n for module, n in lines.items() if n > MOST_LINES} == {}
    folders = [path for path in (SERVER, *SERVER.rglob("*/")) if "versions" not in path.parts]
    sizes = {path.name: len([f for f in path.glob("*.py") if f.stem != "__init__"]) for path in folders}
    assert {name: n for name, n in sizes.items() if n > MOST_MODULES} == {}
