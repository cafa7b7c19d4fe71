"""Every reader reads its sample, and some damaged copies of it, but none that is cut off."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")
pytest.importorskip("httpx2", reason="needs httpx2, which the test client uses")

from tertium.errors import DataError, TertiumError
from tertium.learn.model import Model
from tertium.metrics.spec import parse
from tertium.storage.workspace import open_workspace
from tertium.text.testset import References
from tests.fuzz.reader import Reader
from tests.fuzz.readers import all_readers
from tests.fuzz.run import LONGEST_MESSAGE, Mutants, fuzz


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("readers")
    (made / "files").mkdir()
    return made


@pytest.fixture(scope="module")
def readers(folder: Path) -> dict[str, Reader]:
    return {reader.name: reader for reader in all_readers(folder / "files")}


def test_every_sample_is_read(folder: Path, readers: dict[str, Reader]) -> None:
    refused = {}
    for reader in readers.values():
        path = folder / "files" / reader.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(reader.sample)
        try:
            reader.read(folder / "files")
        except TertiumError as error:
            refused[reader.name] = str(error)
    assert refused == {}


def test_mutants_are_read_or_refused(folder: Path, readers: dict[str, Reader]) -> None:
    reads: Counter[str] = Counter()
    mutants = Mutants([reader.sample for reader in readers.values()], 7)
    found = list(fuzz(list(readers.values()), folder, range(12), mutants, reads))
    assert [(finding.reader, finding.number, finding.place) for finding in found] == []
    assert set(reads.values()) == {12}


def test_a_cut_file_is_refused(folder: Path, readers: dict[str, Reader]) -> None:
    """Every cut of a format that has an end; a last line that lacks fields."""
    rng, read, wrong = Random(1), [], []
    for reader in readers.values():
        path = folder / "files" / reader.file
        places = list(reader.refused_cuts())
        for place in sorted({*rng.sample(places, min(len(places), 150)), *places[-30:]}):
            path.write_bytes(reader.sample[:place])
            try:
                reader.read(folder / "files")
                read.append((reader.name, reader.sample[:place][-40:]))
            except DataError:
                pass
            except Exception as error:
                wrong.append((reader.name, place, repr(error)))
        path.write_bytes(reader.sample)
    assert read == []
    assert wrong == []


def test_a_text_without_a_last_line_end_is_ordinary(folder: Path, readers: dict[str, Reader]) -> None:
    refused = {}
    for reader in readers.values():
        if reader.last == b"\n" or not reader.sample.endswith(b"\n"):
            continue
        path = folder / "files" / reader.file
        path.write_bytes(reader.sample.rstrip(b"\n"))
        try:
            reader.read(folder / "files")
        except TertiumError as error:
            refused[reader.name] = str(error)
        path.write_bytes(reader.sample)
    assert refused == {}


def test_a_message_has_an_end(folder: Path, readers: dict[str, Reader]) -> None:
    path = folder / "files" / "set.tsv"
    path.write_text(f"system\t{'x' * 100_000}\nA\n", "utf-8")
    with pytest.raises(DataError, match=r"set\.tsv:.* … .*") as error:
        readers["test set tsv"].read(folder / "files")
    assert len(str(error.value)) <= LONGEST_MESSAGE


@pytest.mark.parametrize("name", ["../other", "/other", "..", "", "a/b"])
def test_a_manifest_names_no_folder_outside_its_own(tmp_path: Path, name: str) -> None:
    work = tmp_path / "work"
    work.mkdir()
    manifest = {"stages": {name: {"key": "k", "notes": {}}}}
    (work / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(DataError, match="expected a manifest"), open_workspace(work):
        pass


def test_a_model_with_steps_too_heavy_to_compute_with_is_refused(tmp_path: Path) -> None:
    model = Model.load("pfsm-en")
    replace(model, weights=np.full(len(model.weights), 1e6)).save(tmp_path / "heavy.model")
    metric = parse(f"pfsm(model={tmp_path / 'heavy.model'})")
    with pytest.raises(DataError, match=r"a step of weight .*, expected at most 100"):
        metric.segment_scores(["a cat"], References.by_stream(["the cat"]))
