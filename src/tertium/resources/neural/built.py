"""Models in one file of ours: the weights as they are used, with everything else that a score depends on."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.checkpoints.tensors import Array, Rows, let_go
from tertium.resources.neural.graph import Precision, whole_rows
from tertium.resources.neural.tokens import Tokens
from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays
from tertium.storage.cache import data_folder

FAMILIES = ("comet", "cometkiwi", "xcomet", "bertscore", "bleurt", "metricx")
KIND, ENDING = "neural", ".bin"
VARIABLE = "TERTIUM_RESOURCES"
_SCALES = "scales of "
# Not weights, and in 16 bits without end.
_OF_TRAINING = (".dropout_mask", ".dropout_fill")


@dataclass(frozen=True, slots=True, eq=False)
class BuiltTensors:
    """The tensors of a built file; rows of whole numbers where it was built so."""

    file: arrayfile.ArrayFile
    shapes: Mapping[str, tuple[int, ...]]

    @property
    def path(self) -> Path:
        return self.file.path

    def __contains__(self, name: object) -> bool:
        return name in self.shapes

    def __iter__(self) -> Iterator[str]:
        return iter(self.shapes)

    def rows(self, name: str) -> Rows:
        arrayfile.refuse_cut(self.file)
        values, shape = self.file.arrays[name], self.shapes[name]
        if values.dtype == np.uint8:
            return Rows(values.view(np.int8).reshape(shape), scales=self.file.arrays[_SCALES + name])
        return Rows(values.reshape(shape))

    def release(self) -> None:
        """Let go of what was read so far."""
        let_go(self.file.mapped)


def write(target: Path, files: Checkpoint, family: str, precision: Precision) -> int:
    """Write a model as one file, and say how many bytes it has."""
    arrays: dict[str, NDArray[Any]] = {"rules": np.frombuffer(files.tokens.content.encode(), np.uint8)}
    shapes: dict[str, list[int]] = {}
    for name in files.tensors:
        rows = files.tensors.rows(name)
        if name.endswith(_OF_TRAINING):
            continue
        if not np.issubdtype(rows.whole.dtype, np.floating) and not rows.is_bf16:
            continue  # numbers of places, which follow from their count
        values = rows[...]
        if not np.isfinite(values).all():
            raise DataError(f"{files.path}: {name} has a number that is not finite; copy it again")
        shapes[name] = list(values.shape)
        if precision == "int8" and _is_large(name, values):
            whole, scales = whole_rows(Rows(values))
            arrays[name], arrays[_SCALES + name] = whole.view(np.uint8).ravel(), scales
        else:
            arrays[name] = np.ascontiguousarray(values, np.float32).ravel()
    about = {
        **{"kind": KIND, "family": family, "language": "any", "name": files.name, "precision": precision},
        **{"checkpoint": files.digest, "settings": json.dumps(files.settings, default=str), "shapes": shapes},
        **{"config": json.dumps(files.config), "rules_from": files.tokens.where.name},
    }
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{target}: cannot be written ({error.strerror})") from error
    arrayfile.write(target, about, arrays)
    return target.stat().st_size


def _is_large(name: str, values: Array) -> bool:
    """Whether a tensor is kept as whole numbers: the encoder's matrices, which are nearly all there is."""
    heads = (
        "estimator.",
        "hidden2tag.",
        "classifier.",
        "pooler.",
        "lm_head.",
        "relative_attention_bias",
        "rel_embeddings",
    )
    return values.ndim == 2 and len(values) > 1 and not any(part in name for part in heads)


def check(about: Mapping[str, Any], arrays: Arrays) -> None:
    """Raise where header and arrays do not fit together."""
    for key in ("family", "name", "checkpoint", "settings", "config", "precision"):
        if not isinstance(about[key], str):
            raise TypeError(f"{key} is no text")
    if about["precision"] not in ("fp32", "int8") or not isinstance(about["shapes"], dict):
        raise ValueError("it does not say how its numbers are kept")
    for name, shape in about["shapes"].items():
        if not all(isinstance(n, int) and n >= 0 for n in shape):
            raise ValueError(f"the form of {name[:60]!r} is {shape!r}")
        if len(arrays[name]) != int(np.prod(shape, dtype=object)):
            raise ValueError(f"{name[:60]!r} has {len(arrays[name]):,} numbers, expected {shape}")
        if arrays[name].dtype == np.uint8 and len(arrays[_SCALES + name]) != shape[0]:
            raise ValueError(f"{name[:60]!r} has no scale for each row")
        if arrays[name].dtype not in (np.dtype("<f4"), np.dtype("u1")):
            raise ValueError(f"{name[:60]!r} is of type {arrays[name].dtype}")


def read(path: Path, family: str) -> tuple[Checkpoint, Precision]:
    """A model that was built, and its precision."""
    file = arrayfile.read(path, KIND, check)
    about = file.about
    _refuse_other_family(path, str(about["family"]), family)
    try:
        settings, config = json.loads(about["settings"]), json.loads(about["config"])
    except ValueError as error:
        raise DataError(f"{path}: damaged: {error}; build it again") from error
    tensors = BuiltTensors(file, {name: tuple(shape) for name, shape in about["shapes"].items()})
    tokens = Tokens(file.arrays["rules"].tobytes().decode(), path)
    digest = f"{about['checkpoint']}"
    built = Checkpoint(path, str(about["name"]), digest, settings, config, tensors, tokens)
    return built, "int8" if about["precision"] == "int8" else "fp32"


_COMETS = ("comet", "cometkiwi", "xcomet")


def _refuse_other_family(path: Path, found: str, family: str) -> None:
    if found != family and not (found in _COMETS and family in _COMETS):
        raise DataError(f"{path}: a model for {found}, expected one for {family}; build one, or use -m {found}")


def target_of(family: str, name: str) -> Path:
    """Where a model is kept, so that its metric finds it."""
    return data_folder() / "resources" / f"{family}.any.{name}{ENDING}"


def _folders() -> Iterator[Path]:
    yield data_folder() / "resources"
    if folder := os.environ.get(VARIABLE):
        yield Path(folder)


def every(family: str) -> list[Path]:
    """The models of a family that were built."""
    return [path for folder in _folders() for path in sorted(folder.glob(f"{family}.any.*{ENDING}"))]


def default(family: str) -> Path | None:
    """The one model of a family."""
    found = every(family)
    if len(found) > 1:
        names = ", ".join(path.name.split(".", 2)[2].removesuffix(ENDING) for path in found)
        raise DataError(f"there are several models for {family}: {names}; say which: {family}(model=NAME)")
    return found[0] if found else None


def named(family: str, name: str) -> Path | None:
    """A model by the name under which it was built, or its file."""
    path = Path(name).expanduser()
    if path.is_file():
        return path
    return next((path for path in every(family) if path.name == f"{family}.any.{name}{ENDING}"), None)
