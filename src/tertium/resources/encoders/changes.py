"""What fine-tuning changed of an encoder: small factors of whole numbers, added to the weights when one is built."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tertium.data import ENCODERS
from tertium.errors import DataError
from tertium.resources.array_resource import ArrayResource
from tertium.resources.encoders.weights import Array, Weights
from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays, refuse_other_types

KIND = "encoder-changes"
RANK = 32
_LARGEST = 127
_TYPES = {"factors": "u1", "scales": "f4", "whole": "f4"}


@dataclass(frozen=True, eq=False)
class Changes(ArrayResource):
    """Changes of some tensors of an encoder: a matrix as two factors of a rank, other tensors as they are."""

    kind = KIND

    @staticmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        """Raise where header and arrays do not fit together."""
        refuse_other_types(arrays, _TYPES)
        rank, shapes = about["rank"], _shapes(about)
        if not isinstance(about["sha256"], str) or not isinstance(rank, int) or rank < 1 or not shapes:
            raise ValueError("it does not say what it changes")
        if any(len(shape) not in (1, 2) or any(not isinstance(n, int) or n < 1 for n in shape) for shape in shapes):
            raise ValueError("a change that is no vector and no matrix")
        matrices = [shape for shape in shapes if _in_factors(shape, rank)]
        expected = {
            "factors": rank * sum(map(sum, matrices)),
            "scales": 2 * rank * len(matrices),
            "whole": sum(math.prod(shape) for shape in shapes if not _in_factors(shape, rank)),
        }
        for name, size in expected.items():
            if len(arrays[name]) != size:
                raise ValueError(f"{len(arrays[name]):,} numbers in {name!r}, expected {size:,}")
            if name != "factors" and not np.isfinite(arrays[name]).all():
                raise ValueError(f"a number in {name!r} is not finite")

    @classmethod
    def find(cls, choice: str) -> Self:
        """Of a file, or those of this name that come with the package."""
        own = shipped()
        if choice in own:
            return cls.load(own[choice])
        if not (path := Path(choice)).is_file():
            raise DataError(f"{choice}: no such file; expected one of changes, or a name: {', '.join(own)}")
        return cls.load(path)

    @property
    def last(self) -> int:
        """The number of the last layer that is changed, the first being 1; 0 where none is."""
        layers = (re.match(r"encoder\.layer\.(\d+)\.", name) for name, _ in self.file.about["tensors"])
        return max((int(found[1]) + 1 for found in layers if found), default=0)

    @property
    def sha256(self) -> str:
        """Of the file with the weights that were changed."""
        return str(self.file.about["sha256"])

    def applied(self, weights: Weights) -> Weights:
        """The weights with what was changed; raises DataError where they are of another form."""
        tensors = dict(weights.tensors)
        for name, change in self._tensors():
            if name not in tensors or tensors[name].shape != change.shape:
                raise DataError(f"{self.file.path}: changes {name}, which the encoder does not have in this form")
            tensors[name] = tensors[name] + change
        return replace(weights, tensors=tensors)

    def _tensors(self) -> Iterator[tuple[str, Array]]:
        """What is added to each tensor."""
        arrays, rank = self.file.arrays, int(self.file.about["rank"])
        factors = arrays["factors"].view(np.int8)
        places = dict.fromkeys(_TYPES, 0)

        def taken(name: str, array: NDArray[Any], size: int) -> NDArray[np.float64]:
            start = places[name]
            places[name] += size
            return array[start : start + size].astype(np.float64)

        for (name, _), shape in zip(self.file.about["tensors"], _shapes(self.file.about), strict=True):
            if not _in_factors(shape, rank):
                yield name, taken("whole", arrays["whole"], math.prod(shape)).reshape(shape).astype(np.float32)
                continue
            scales = taken("scales", arrays["scales"], 2 * rank).reshape(2, rank, 1)
            thin = [
                taken("factors", factors, rank * n).reshape(rank, n) * s for n, s in zip(shape, scales, strict=True)
            ]
            yield name, (thin[0].T @ thin[1]).astype(np.float32)


def shipped() -> dict[str, Path]:
    """The files of changes that come with the package, by name."""
    return {path.stem: path for path in sorted(ENCODERS.glob("*.bin"))}


def write(
    path: Path, before: Weights, learned: Mapping[str, Array], about: Mapping[str, Any], keep: float = 1.0
) -> None:
    """Write the difference between what was learned and what there was, or a share of it."""
    found: dict[str, list[NDArray[Any]]] = {name: [np.zeros(0, f"<{code}")] for name, code in _TYPES.items()}
    for name, tensor in learned.items():
        change = tensor.astype(np.float64) - before.tensors[name]
        if not _in_factors(change.shape, RANK):
            found["whole"].append(change.ravel().astype("<f4") * np.float32(keep))
            continue
        left, values, right = np.linalg.svd(change, full_matrices=False)
        root = np.sqrt(values[:RANK, None])
        for thin in (left.T[:RANK] * root, right[:RANK] * root):
            scales = np.maximum(np.abs(thin).max(1), 1e-30) / _LARGEST
            found["scales"].append(scales.astype("<f4") * np.float32(keep**0.5))
            found["factors"].append(np.rint(thin / scales[:, None]).astype(np.int8).ravel().view(np.uint8))
    path.parent.mkdir(parents=True, exist_ok=True)
    tensors = [[name, list(tensor.shape)] for name, tensor in learned.items()]
    arrays = {name: np.concatenate(parts) for name, parts in found.items()}
    arrayfile.write(path, {"kind": KIND, "rank": RANK, "tensors": tensors, **about}, arrays)


def _shapes(about: Mapping[str, Any]) -> list[tuple[int, ...]]:
    return [tuple(shape) for _, shape in about["tensors"]]


def _in_factors(shape: tuple[int, ...], rank: int) -> bool:
    """Whether a matrix is so large that two factors are smaller."""
    return len(shape) == 2 and rank * sum(shape) < math.prod(shape)
