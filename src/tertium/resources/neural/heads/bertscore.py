"""BERTScore: how near each piece of a text is to its nearest piece in the other."""

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.data import BERTSCORE
from tertium.errors import DataError, OptionError
from tertium.resources.neural.architectures.roberta import Roberta
from tertium.resources.neural.architectures.xlm_roberta import XlmRoberta
from tertium.resources.neural.architectures.xlm_roberta_xl import XlmRobertaXl
from tertium.resources.neural.cache import MEMORY, key_of
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.encoder import Encoder, Input, Reading
from tertium.resources.neural.graph import Precision
from tertium.resources.neural.windows import Cuts

Numbers = NDArray[np.float64]
_AT_A_TIME = 256
"""Pairs whose vectors are held together."""


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """How near each piece of an output is to its nearest of a reference, and the other way round."""

    output: Array
    reference: Array


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Both texts as pieces, and the cosine of each with each."""

    output: list[str]
    reference: list[str]
    cosines: Array


class BertScore:
    """An encoder whose vectors of pieces are compared."""

    def __init__(self, checkpoint: Checkpoint, precision: Precision, layer: int | None = None) -> None:
        architecture = checkpoint.architecture()
        self.layer = _usual_layer(checkpoint) if layer is None else layer
        if not 0 <= self.layer <= architecture.layers:
            raise OptionError(
                f"{checkpoint.path}: has {architecture.layers} layers, and layer={self.layer} was asked for"
            )
        # What stands behind the last layer, such as a normalisation, stands behind the last that is computed.
        for name in ("num_hidden_layers", "num_layers"):
            if name in architecture.config:
                architecture.config = {**architecture.config, name: max(1, self.layer)}
        self.checkpoint = checkpoint
        self.encoder = Encoder(architecture, precision, f"{checkpoint.digest} to {self.layer}")
        self.tokens = checkpoint.tokens
        self.limit = architecture.positions or 512
        # Of its relatives RoBERTa alone takes words with the space before them.
        self.spaced = isinstance(architecture, Roberta) and not isinstance(architecture, XlmRoberta | XlmRobertaXl)

    def signature(self) -> dict[str, str]:
        """What a score depends on beside the texts."""
        return {
            **{"model": f"{self.checkpoint.name}@{self.checkpoint.digest}", "prec": self.encoder.precision},
            **{"layer": str(self.layer), "limit": str(self.limit), "tok": self.tokens.digest},
        }

    def inputs(self, texts: Sequence[str], cuts: Cuts) -> list[Input]:
        """The pieces of texts with their marks."""
        before, behind = self.tokens.marks
        room = self.limit - len(before) - len(behind)
        stripped = [text.strip() for text in texts]
        found = []
        for text, ids in zip(
            texts, self.tokens.ids([f" {t}" if self.spaced and t else t for t in stripped]), strict=True
        ):
            if len(ids) > room:
                cuts.add(text)
            found.append(Input.of([*before, *ids[:room], *behind]))
        return found

    def rarity(self, references: Sequence[Input]) -> dict[int, float]:
        """log((references + 1) / (those with the piece + 1)); `rarest` says what a piece has that is in none."""
        counts = Counter(piece for one in references for piece in set(one.ids.tolist()))
        return {piece: math.log((len(references) + 1) / (count + 1)) for piece, count in counts.items()}

    def nearness(self, pairs: Sequence[tuple[Input, Input]], *, threads: int = 1) -> list[Near]:
        """How near the pieces of outputs and references are, pair after pair."""
        about = f"near {self.encoder.digest} {self.encoder.precision}"
        keys = [key_of(about, output.ids, reference.ids) for output, reference in pairs]
        found = MEMORY.get(set(keys))
        missing = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in found}
        # Pairs with one reference stand together, so that its vectors are at hand.
        order = sorted(missing, key=lambda key: missing[key][1].ids.tobytes())
        for first in range(0, len(order), _AT_A_TIME):
            some = order[first : first + _AT_A_TIME]
            vectors = iter(self.vectors([one for key in some for one in missing[key]], threads))
            fresh = {}
            for key in some:
                cosines = _cosines(next(vectors), next(vectors))
                fresh[key] = np.concatenate((cosines.max(1), cosines.max(0)))
            MEMORY.put(fresh)
            found |= fresh
        return [
            Near(found[key][: len(output.ids)], found[key][len(output.ids) :])
            for key, (output, _) in zip(keys, pairs, strict=True)
        ]

    def vectors(self, inputs: Sequence[Input], threads: int) -> list[Array]:
        """The vectors of pieces, each of length 1."""
        reading = Reading("directions", self.layer, lambda ids: _Directions(self.layer))
        return self.encoder.read(inputs, reading, threads=threads, to_folder=False)

    def alignment(self, output: str, reference: str) -> Alignment:
        """Which pieces are near each other, for people to look at."""
        both = self.inputs([output, reference], Cuts(self.limit, False))
        vectors = self.vectors(both, 1)
        (before, _), rules = self.tokens.marks, self.tokens.rules
        own = [[rules.id_to_token(i) or "" for i in one.ids.tolist()[len(before) : -1]] for one in both]
        cosines = _cosines(*vectors)[len(before) : -1, len(before) : -1]
        return Alignment(own[0], own[1], cosines)


def measures(near: Near, output: Numbers, reference: Numbers) -> tuple[float, float, float]:
    """Precision, recall and F1, given what each piece weighs; 0 where nothing weighs anything."""
    if not output.sum() or not reference.sum():
        return 0.0, 0.0, 0.0
    precision = float((near.output * (output / output.sum())).sum())
    recall = float((near.reference * (reference / reference.sum())).sum())
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


@dataclass(slots=True, eq=False)
class _Directions:
    """A reader that keeps one layer, each vector over its length."""

    layer: int
    directions: Array | None = None

    def see(self, layer: int, states: Array) -> None:
        if layer == self.layer:
            length = np.sqrt(np.square(states, dtype=np.float64).sum(-1, keepdims=True))
            self.directions = (states / length).astype(np.float32)

    def found(self) -> list[Array]:
        return list(self.directions) if self.directions is not None else []


def _cosines(one: Array, other: Array) -> Array:
    # Not by a matrix product of NumPy's, whose sums may depend on threads.
    cosines: Array = np.einsum("iw,jw->ij", one, other, optimize=False)
    return cosines


def _usual_layer(checkpoint: Checkpoint) -> int:
    """The layer that BERTScore's makers chose for a model."""
    layers = tables()["layers"]
    for name in _names(checkpoint):
        if name in layers:
            return int(layers[name])
    names = ", ".join(_names(checkpoint))
    raise OptionError(f"no layer is known for {names}; say which one counts: bertscore(layer=N)")


def _names(checkpoint: Checkpoint) -> Iterator[str]:
    """What a model may be called: by its configuration, by its folder, without the name of who published it."""
    for name in (str(checkpoint.config.get("_name_or_path", "")), checkpoint.name):
        if name:
            yield from dict.fromkeys((name, name.rsplit("/", 1)[-1]))


def tables() -> Mapping[str, Mapping[str, Any]]:
    """The layers and baselines of BERTScore 0.3.13."""
    with BERTSCORE.open(encoding="utf-8") as file:
        found: Mapping[str, Mapping[str, Any]] = json.load(file)
    return found


def baseline(checkpoint: Checkpoint, language: str, layer: int) -> tuple[float, float, float]:
    """The precision, recall and F1 of texts that have nothing to do with each other."""
    rows_of = tables()["baselines"]
    for name in _names(checkpoint):
        rows = rows_of.get(f"{language}/{name}")
        if isinstance(rows, list) and layer < len(rows):
            return tuple(rows[layer])
    models = sorted(key for key in rows_of if key.startswith(f"{language}/"))
    listed = ", ".join(key.removeprefix(f"{language}/") for key in models) or "none"
    raise DataError(
        f"no baseline for {checkpoint.name} in {language!r} at layer {layer}; there are those for {listed}; "
        "score without rescale=yes"
    )
