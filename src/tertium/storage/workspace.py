"""Folders of long work in stages: each stage is written whole or not at all, and never done twice.

A workspace holds one folder for each finished stage and `manifest.json`, which says what every stage was made from.
A stage's key is a hash of its name, its options, the version of its program and the keys of what it reads, so a stage
is done again exactly when something that it depends on is different.
"""

import contextlib
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.errors import DataError
from tertium.storage.locks import lock_file

MANIFEST = "manifest.json"


def key_of(*parts: Any) -> str:
    """A hash of things that JSON can hold."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Stage:
    """A finished stage."""

    name: str
    key: str
    folder: Path
    notes: Mapping[str, Any]
    """What the stage reported: counts and seconds."""


def processor_time() -> float:
    """Seconds that this process and the programs it ran have worked, however busy the machine is with other things."""
    return sum(os.times()[:4])


@dataclass(slots=True, eq=False)
class Workspace:
    """An opened workspace; only one process has it at a time."""

    folder: Path
    manifest: dict[str, Any]

    def stage(
        self, name: str, key: str, work: Callable[[Path], Mapping[str, Any]], *, about: Mapping[str, Any] | None = None
    ) -> Stage:
        """The stage with this key: as it was finished before, or by doing the work now, into an empty folder."""
        folder, stages = self.folder / name, self.manifest.setdefault("stages", {})
        stage_before = stages.get(name)
        if stage_before and stage_before["key"] == key and folder.is_dir():
            return Stage(name, key, folder, stage_before["notes"])
        if stage_before:
            del stages[name]
            self.save()
        unfinished = self.folder / f"{name}.part"
        start, worked = time.monotonic(), processor_time()
        with disk_errors(self.folder):
            for old in (folder, unfinished):
                if old.exists():
                    shutil.rmtree(old)
            unfinished.mkdir()
            notes = {
                **work(unfinished),
                "seconds": round(time.monotonic() - start, 3),
                "processor_seconds": round(processor_time() - worked, 3),
            }
            unfinished.rename(folder)
        stages[name] = {"key": key, **(about or {}), "notes": notes}
        self.save()
        return Stage(name, key, folder, notes)

    def empty_folder(self, name: str) -> Path:
        """A folder for something short-lived."""
        folder = self.folder / f"{name}.part"
        with disk_errors(self.folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        return folder

    def finished(self, name: str, key: str) -> bool:
        """Whether a stage need not be done."""
        entry = self.manifest.get("stages", {}).get(name)
        return bool(entry and entry["key"] == key and (self.folder / name).is_dir())

    def existing(self, name: str) -> Path:
        """The folder of a stage that must be there."""
        if name not in self.manifest.get("stages", {}) or not (self.folder / name).is_dir():
            raise DataError(f"{self.folder}: has no finished stage {name!r}; finish the acquisition first")
        return self.folder / name

    def forget_others(self, names: set[str]) -> None:
        """Drop stages that belong to other options or inputs."""
        for name in [name for name in self.manifest.get("stages", {}) if name not in names]:
            shutil.rmtree(self.folder / name, ignore_errors=True)
            del self.manifest["stages"][name]
        self.save()

    def save(self) -> None:
        """Write the manifest, whole or not at all."""
        with disk_errors(self.folder):
            write_text(self.folder / MANIFEST, json.dumps(self.manifest, indent=2, ensure_ascii=False) + "\n")


@contextlib.contextmanager
def open_workspace(folder: Path) -> Iterator[Workspace]:
    """Open a workspace, or make it. A second process that tries is refused."""
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    with lock:
        try:
            lock_file(lock)
        except OSError:
            raise DataError(
                f"{folder}: another run uses this folder; wait for it, or choose another folder (--work)"
            ) from None
        yield Workspace(folder, read_manifest(folder))


def read_manifest(folder: Path) -> dict[str, Any]:
    """What a workspace's manifest says; empty where there is none yet."""
    path = folder / MANIFEST
    if not path.exists():
        return {}
    try:
        manifest = json.loads(path.read_text("utf-8"))
        json.dumps(manifest, ensure_ascii=False).encode()  # half a surrogate pair could not be written again
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path}: cannot be read ({error}); delete the folder to start again") from error
    if not isinstance(manifest, dict) or not _are_stages(manifest.get("stages", {})):
        raise DataError(f"{path}: found {str(manifest)[:60]}, expected a manifest; delete the folder to start again")
    return manifest


def _are_stages(stages: object) -> bool:
    """Whether these are finished stages by name. A name is that of a folder here: stages are deleted by their names."""
    return isinstance(stages, dict) and all(
        isinstance(stage, dict)
        and {"key", "notes"} <= stage.keys()
        and name == Path(name).name
        and name not in ("", "..")
        for name, stage in stages.items()
    )


def write_text(path: Path, text: str) -> None:
    """Write a text under a temporary name, and rename it when it is whole."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Say in our own words that a folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise DataError(
            f"{folder}: cannot be written ({error.strerror or error}); make room or choose another folder (--work) and "
            "run the same command again: finished stages are kept"
        ) from error
