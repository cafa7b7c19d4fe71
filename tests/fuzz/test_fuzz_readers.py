"""Every reader reads its sample, some damaged copies of it, and what a long run of the fuzzer once found."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")
pytest.importorskip("httpx2", reason="needs httpx2, which the test client uses")

from tertium.errors import DataError
from tertium.learn.model import Model
from tertium.metrics.spec import parse
from tertium.storage.workspace import open_workspace
from tertium.text.testset import References
from tests.fuzz.readers import Reader, all_readers
from tests.fuzz.run import LONGEST_MESSAGE, fuzz, outcome

FOUND = Path(__file__).parent / "found"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("readers")
    (made / "files").mkdir()
    return made


@pytest.fixture(scope="module")
def readers(folder: Path) -> dict[str, Reader]:
    return {reader.name: reader for reader in all_readers(folder / "files")}


def test_every_sample_is_read(folder: Path, readers: dict[str, Reader]) -> None:
    for reader in readers.values():
        path = folder / "files" / reader.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(reader.sample)
        reader.read(folder / "files")


def test_mutants_are_read_or_refused(folder: Path, readers: dict[str, Reader]) -> None:
    reads: Counter[str] = Counter()
    found = list(fuzz(list(readers.values()), folder, range(12), 7, reads))
    assert [(finding.reader, finding.number, finding.place) for finding in found] == []
    assert set(reads.values()) == {12}


@pytest.mark.parametrize("name", sorted(path.name for path in FOUND.iterdir()))
def test_what_was_found_is_refused(folder: Path, readers: dict[str, Reader], name: str) -> None:
    reader = readers[name.rpartition(",")[0]]
    assert outcome(reader, folder / "files", (FOUND / name).read_bytes()) is None


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("n-best cdec", f"{'1' * 5000} ||| a ||| A=1 ||| 1\n"),
        ("n-best fairseq", f"H-{'1' * 5000}\t-1\ta\n"),
        ("n-best jsonl", '{"candidates": [{"text": "a", "log_prob": 1' + "0" * 400 + "}]}\n"),
        ("answers tsv", f"candidate\tpassage\tsentence\ttext\nc1\tp1\t{'1' * 5000}\ta\n"),
        ("Moses features", "FEATURES_TXT_BEGIN_0 0 1000000000000 2 a b\n1 2\nFEATURES_TXT_END_0\n"),
        ("Moses features", "FEATURES_TXT_BEGIN_0 0 1000000000000 0\n"),
        ("Moses features", "FEATURES_TXT_BEGIN_0 0 -1 2 a b\nFEATURES_TXT_END_0\n"),
        ("weights json", '{"format": 1, "weights": {"lm": 1' + "0" * 400 + "}}"),
        ("start points", "0,1 0.2\n0 0\n1 1\n"),
        ("paraphrases as tsv", "1e300\ta car\tan automobile\n"),
        ("manifest", '{"stages": {"\\ud800": {"key": "k", "notes": {}}}}'),
        ("manifest", "[" * 100_000),
    ],
)
def test_numbers_beyond_all_bounds_are_refused(
    folder: Path, readers: dict[str, Reader], reader: str, text: str
) -> None:
    path = folder / "files" / readers[reader].file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    with pytest.raises(DataError):
        readers[reader].read(folder / "files")


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
