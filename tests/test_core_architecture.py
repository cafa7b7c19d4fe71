"""How the core is divided: rooms that include only rooms below them, kept small, mirrored by twins and tests."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core"
# A room includes itself and the rooms of the lines below it.
PLACES: list[set[str]] = [
    {"bindings", "fuzz"},
    {"reference"},
    {"learn", "networks", "bitext"},
    {"pfsm"},
    {"edits"},
    {"matching", "ngrams", "ranks"},
    {"text"},
    {"base"},
]
PLACE = {room: place for place, rooms in enumerate(PLACES) for room in rooms}
ROOMS = set(PLACE) - {"bindings", "fuzz", "reference"}
FILES = sorted(path for path in CORE.rglob("*") if path.suffix in (".h", ".cpp"))


def room(path: Path) -> str:
    return path.relative_to(CORE).parts[0]


def includes(path: Path) -> Iterator[Path]:
    for name in re.findall(r'^#include "([^"]+)"', path.read_text("utf-8"), re.M):
        yield CORE / name


def in_core(path: Path) -> str:
    return str(path.relative_to(CORE))


def test_every_room_has_a_place() -> None:
    assert {room(path) for path in FILES} == set(PLACE)


@pytest.mark.parametrize("path", FILES, ids=in_core)
def test_a_file_includes_by_the_path_in_the_core_and_downwards_only(path: Path) -> None:
    for included in includes(path):
        assert included.is_file(), f"{included} is not there; includes are paths below core/"
        assert room(included) == room(path) or PLACE[room(included)] > PLACE[room(path)], in_core(included)


@pytest.mark.parametrize("path", FILES, ids=in_core)
def test_details_are_seen_by_their_own_room_alone(path: Path) -> None:
    foreign = [in_core(included) for included in includes(path) if "details" in included.parts]
    assert [name for name in foreign if not name.startswith(f"{room(path)}/")] == []


def test_only_bindings_know_python() -> None:
    known = [in_core(path) for path in FILES if "nanobind" in path.read_text("utf-8")]
    assert {room(CORE / name) for name in known} == {"bindings"}


def test_folders_and_files_are_small() -> None:
    folders = {path.parent for path in FILES}
    sizes = {in_core(folder): sum(path.parent == folder for path in FILES) for folder in folders}
    assert {name: n for name, n in sizes.items() if n > 24} == {}
    lengths = {in_core(path): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert {name: n for name, n in lengths.items() if n > 400 and not name.endswith("unicode_ranges.h")} == {}


@pytest.mark.parametrize("folder", ["core/reference", "tests/core"])
def test_twins_and_tests_mirror_the_rooms(folder: str) -> None:
    found = {path.name for path in (ROOT / folder).iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert found <= ROOMS
    assert folder != "tests/core" or found == ROOMS


def test_every_kernel_header_says_what_it_does() -> None:
    silent = [
        in_core(path)
        for path in FILES
        if path.suffix == ".h" and room(path) in ROOMS and not re.search(r"^\s*//", path.read_text("utf-8"), re.M)
    ]
    assert silent == []
