"""The plan of the browser code: which way its imports point."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tertium

SERVER = Path(tertium.__file__).parent / "server"
FILES = sorted(path for path in SERVER.glob("*/browser/**/*") if path.suffix in (".js", ".jsx"))
# A folder may import itself and what stands to its right; `browser` is what stands in no folder of its own.
PLACES = {
    "annotate": ("pages", "editor", "project", "state", "logic", "browser"),
    "exams": ("pages", "setup", "grading", "browser"),
    "people": ("pages", "browser"),
    "web": ("pages", "browser"),
}


def in_server(path: Path) -> str:
    return path.relative_to(SERVER).as_posix()


def place(path: Path) -> tuple[str, int]:
    parts = path.relative_to(SERVER).parts
    return parts[0], PLACES[parts[0]].index(parts[2] if len(parts) > 3 else "browser")


def imports(path: Path) -> Iterator[Path]:
    """What a file loads; types in its comments load nothing."""
    for name in re.findall(r'^(?![ /]*\*).*(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"', path.read_text("utf-8"), re.M):
        yield (path.parent / name).resolve()


def test_every_wing_has_its_place() -> None:
    assert {path.relative_to(SERVER).parts[0] for path in FILES} == set(PLACES)
    assert sum(len(list(imports(path))) for path in FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=in_server)
def test_imports_point_down(path: Path) -> None:
    wing, folder = place(path)
    for other in imports(path):
        assert other.is_file(), f"{in_server(other)} is not there"
        if other.suffix == ".json":
            continue
        other_wing, other_folder = place(other)
        if other_wing == wing:
            assert other_folder >= folder, in_server(other)
        else:
            assert other_wing == "web", f"{in_server(path)} imports {in_server(other)}: only web is for all"
