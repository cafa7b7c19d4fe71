"""Static vectors of word pieces, in a file that opens at once: one row of whole numbers for each piece."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources.array_resource import ArrayResource
from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays, refuse_other_types, refuse_words
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.word_pieces import UNKNOWN, WordPieceTokenizer

KIND = "vectors"
_TYPES = {"pieces_bytes": "u1", "pieces_offsets": "i8", "values": "u1", "weights": "f4"}
_LARGEST = 127
_MOST_DIMENSIONS = 4096


@dataclass(frozen=True, eq=False)
class Vectors(ArrayResource):
    """A table of vectors."""

    kind = KIND

    @staticmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        """Raise where header and arrays do not fit together."""
        refuse_other_types(arrays, _TYPES)
        n_pieces = refuse_words(arrays, "pieces")
        dimensions, unknown = about["dimensions"], about["unknown"]
        if not isinstance(dimensions, int) or not 1 <= dimensions <= _MOST_DIMENSIONS:
            raise ValueError(f"{dimensions!r} dimensions, expected 1 to {_MOST_DIMENSIONS}")
        if not isinstance(unknown, int) or not 0 <= unknown < n_pieces:
            raise ValueError(f"the unknown piece is {unknown!r}, but there are {n_pieces:,} pieces")
        if len(arrays["values"]) != n_pieces * dimensions or len(arrays["weights"]) != n_pieces:
            raise ValueError(f"{n_pieces:,} pieces do not fit the other arrays")
        if not (np.isfinite(arrays["weights"]).all() and (arrays["weights"] >= 0).all()):
            raise ValueError("a weight is not a number of at least 0")

    @property
    def dimensions(self) -> int:
        return int(self.file.about["dimensions"])

    @property
    def values(self) -> NDArray[np.int8]:
        """Row after row."""
        return self.file.arrays["values"].view(np.int8)

    @property
    def weights(self) -> NDArray[np.float32]:
        """How much each piece tells: the logarithm of how many texts there are for one that has it."""
        return self.file.arrays["weights"]

    @cached_property
    def tokenizer(self) -> WordPieceTokenizer:
        """Splits texts into the pieces that have a row."""
        arrays, about = self.file.arrays, self.file.about
        pieces = PackedTexts(arrays["pieces_bytes"], arrays["pieces_offsets"])
        return WordPieceTokenizer(f"pieces:{self.digest}", pieces, int(about["unknown"]), bool(about["lowercase"]))


def build(
    path: Path,
    pieces: Sequence[str],
    vectors: NDArray[Any],
    weights: NDArray[Any],
    *,
    language: str,
    lowercase: bool,
    made_from: str,
    licence: str = "",
) -> None:
    """Write a table; each row is scaled so that its largest number is 127."""
    if UNKNOWN not in pieces:
        raise DataError(f"the list of pieces has no {UNKNOWN}, which stands for words that cannot be made of them")
    largest = np.abs(vectors).max(1, keepdims=True)
    values = np.rint(vectors / np.where(largest > 0, largest, 1.0) * _LARGEST).astype(np.int8)
    about = {
        **{"kind": KIND, "language": language, "pieces": len(pieces), "dimensions": vectors.shape[1]},
        **{"unknown": list(pieces).index(UNKNOWN), "lowercase": lowercase, "made_from": made_from, "licence": licence},
    }
    arrays = {
        **arrayfile.pack_words(list(pieces), "pieces"),
        "values": values.ravel().view(np.uint8),
        "weights": weights.astype(np.float32),
    }
    arrayfile.write(path, about, arrays)


def weights_of(tokenizer: WordPieceTokenizer, texts: Sequence[str]) -> NDArray[np.float64]:
    """The weight of each piece: log((texts + 1) / (texts that have it + 1))."""
    batch = tokenizer.tokenize(PackedTexts.pack(texts))
    n_pieces = len(tokenizer.pieces)
    rows = np.repeat(np.arange(len(texts)), np.diff(batch.offsets))
    once = np.unique(rows * n_pieces + batch.ids) % n_pieces
    return np.log((len(texts) + 1) / (np.bincount(once, minlength=n_pieces) + 1))
