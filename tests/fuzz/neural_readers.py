"""The readers of neural models: checkpoints, settings, and built files."""

from pathlib import Path

import numpy as np

from tertium.resources.neural import built
from tertium.resources.neural.checkpoints import hparams, safetensors, torch_files
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.tokens import Tokens
from tests.fuzz.reader import Reader, of_text, reading
from tests.support.encoders import write_safetensors
from tests.support.neural import GOLDENS, checkpoint_bytes, torch_zip

_TENSORS = {
    "encoder.weight": ("FloatStorage", "0", 6, 0, (2, 3), (3, 1)),
    "encoder.bias": ("HalfStorage", "1", 4, 1, (3,), (1,)),
}


def neural(folder: Path) -> list[Reader]:
    """All of them; samples are written into the folder."""
    (folder / "neural").mkdir()
    numbers = {"0": np.arange(6, dtype="<f4").tobytes(), "1": np.arange(4, dtype="<f2").tobytes()}
    checkpoint = torch_zip(folder / "neural" / "model.ckpt", checkpoint_bytes(_TENSORS), numbers)
    weights = folder / "neural" / "model.safetensors"
    write_safetensors(weights, {"a": np.ones((2, 3), np.float32), "b": np.zeros(5, np.float32)})
    settings = (GOLDENS / "comet" / "xcomet" / "hparams.yaml").read_text("utf-8")
    target = folder / "neural" / "model.bin"
    files = Checkpoint(target, "tiny", "digest", {}, {}, safetensors.read(weights), Tokens("{}", target))
    built.write(target, files, "comet", "fp32")
    return [
        Reader("checkpoint of torch", "x.ckpt", checkpoint.read_bytes(), reading(_read_torch, "x.ckpt"), whole=True),
        Reader("tensors", "x.safetensors", weights.read_bytes(), reading(_read_tensors, "x.safetensors"), whole=True),
        of_text("settings of COMET", "hparams.yaml", settings, hparams.read),
        Reader("neural model", "x.bin", target.read_bytes(), reading(_read_built, "x.bin"), whole=True),
    ]


def _read_torch(path: Path) -> object:
    tensors, beside = torch_files.read(path)
    return {name: tensors[name].sum() for name in tensors}, len(beside)


def _read_tensors(path: Path) -> object:
    tensors = safetensors.read(path)
    return {name: tensors[name].sum() for name in tensors}


def _read_built(path: Path) -> object:
    files, precision = built.read(path, "comet")
    return {name: files.tensors.rows(name)[...].sum() for name in files.tensors}, precision
