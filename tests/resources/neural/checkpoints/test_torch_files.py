"""Checkpoints of torch: honest ones, and hostile ones."""

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.neural.checkpoints import torch_files
from tests.support.neural import COMETS, GOLDENS, Call, checkpoint_bytes, numbers, torch_zip

ONE = {"a": ("FloatStorage", "0", 6, 0, (2, 3), (3, 1))}
SIX = numbers(0, 1, 2, 3, 4, 5)


def test_tensors_have_their_numbers_forms_and_steps(tmp_path: Path) -> None:
    tensors = {
        **ONE,
        "turned": ("FloatStorage", "0", 6, 0, (3, 2), (1, 3)),
        "behind": ("FloatStorage", "0", 6, 4, (2,), (1,)),
        "half": ("HalfStorage", "1", 2, 0, (2,), (1,)),
        "brain": ("BFloat16Storage", "2", 2, 0, (2,), (1,)),
        "whole": ("LongStorage", "3", 1, 0, (), ()),
    }
    storages = {
        **{"0": SIX, "1": np.array([1.5, -2], "<f2").tobytes()},
        **{"2": (np.array([1.5, -2], "<f4").view("<u4") >> 16).astype("<u2").tobytes()},
        "3": np.array([7], "<i8").tobytes(),
    }
    found, _ = torch_files.read(torch_zip(tmp_path / "model.ckpt", checkpoint_bytes(tensors), storages))
    assert list(found) == list(tensors)
    assert found["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert found["turned"].tolist() == [[0, 3], [1, 4], [2, 5]]
    assert found["behind"].tolist() == [4, 5]
    assert found["half"].tolist() == found["brain"].tolist() == [1.5, -2]
    assert found["whole"].tolist() == 7
    assert found.shape("a") == (2, 3)


@pytest.mark.parametrize("name", COMETS)
def test_checkpoints_of_lightning_are_read(name: str) -> None:
    tensors, beside = torch_files.read(GOLDENS / "comet" / name / "checkpoints" / "model.ckpt")
    assert tensors.shape("encoder.model.embeddings.word_embeddings.weight")[1] == 16
    assert beside["hyper_parameters"]["pretrained_model"] == "tiny/encoder"
    assert all(np.isfinite(tensors[tensor]).all() for tensor in tensors if "dropout" not in tensor)


HOSTILE = {
    "a storage that is not there": ({"a": ("FloatStorage", "9", 6, 0, (2, 3), (3, 1))}, "the storage '9' is missing"),
    "a storage that is cut": ({"a": ("FloatStorage", "0", 7, 0, (7,), (1,))}, "24 bytes, expected 28"),
    "beyond the end": ({"a": ("FloatStorage", "0", 6, 5, (2,), (1,))}, "in a storage of 6 numbers"),
    "steps beyond the end": ({"a": ("FloatStorage", "0", 6, 0, (2, 3), (4, 1))}, "in a storage of 6 numbers"),
    "a number a billion times": ({"a": ("FloatStorage", "0", 6, 0, (1 << 30,), (0,))}, "in a storage of 6 numbers"),
    "a form without end": ({"a": ("FloatStorage", "0", 6, 0, (1 << 40, 1 << 40), (1, 1))}, "where a count must stand"),
    "a negative offset": ({"a": ("FloatStorage", "0", 6, -1, (2,), (1,))}, "where a count must stand"),
    "other steps than sides": ({"a": ("FloatStorage", "0", 6, 0, (2, 3), (1,))}, "other steps than sides"),
    "numbers of no known type": ({"a": ("ComplexFloatStorage", "0", 3, 0, (3,), (1,))}, "torch.ComplexFloatStorage"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_tensors_that_are_not_what_they_say_are_refused(case: str, tmp_path: Path) -> None:
    tensors, why = HOSTILE[case]
    path = torch_zip(tmp_path / "model.ckpt", checkpoint_bytes(tensors), {"0": SIX})
    with pytest.raises(DataError, match=why) as caught:
        torch_files.read(path)
    assert str(path) in str(caught.value)


def test_a_checkpoint_that_would_run_something_is_refused(tmp_path: Path) -> None:
    path = torch_zip(tmp_path / "model.ckpt", {"state_dict": Call(os.mkdir, str(tmp_path / "was run"))})
    with pytest.raises(DataError, match=r"mkdir, which no checkpoint needs"):
        torch_files.read(path)
    assert not (tmp_path / "was run").exists()


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = torch_zip(tmp_path / "model.ckpt", b"\0" * (200 << 20), method=zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 1 << 20
    with pytest.raises(DataError, match="compressed files, which torch never writes"):
        torch_files.read(path)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"no zip", "torch 1.6 or newer"),
        (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", "torch 1.6 or newer"),
        (b"PK\x03\x04" + b"\0" * 60, "torch 1.6 or newer"),
    ],
)
def test_other_files_are_refused(content: bytes, why: str, tmp_path: Path) -> None:
    (tmp_path / "model.ckpt").write_bytes(content)
    with pytest.raises(DataError, match=why):
        torch_files.read(tmp_path / "model.ckpt")


def test_a_file_that_was_cut_is_refused(tmp_path: Path) -> None:
    whole = (GOLDENS / "comet" / "regression" / "checkpoints" / "model.ckpt").read_bytes()
    for size in range(0, len(whole), 4999):
        (tmp_path / "model.ckpt").write_bytes(whole[:size])
        with pytest.raises(DataError):
            torch_files.read(tmp_path / "model.ckpt")


def test_two_pickles_and_numbers_the_other_way_round_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.ckpt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", checkpoint_bytes(ONE))
        archive.writestr("b/data.pkl", checkpoint_bytes(ONE))
    with pytest.raises(DataError, match=r"2 files called data\.pkl"):
        torch_files.read(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", checkpoint_bytes(ONE))
        archive.writestr("a/byteorder", "big")
    with pytest.raises(DataError, match="highest byte first"):
        torch_files.read(path)
