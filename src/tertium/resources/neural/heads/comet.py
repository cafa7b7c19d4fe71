"""COMET's classes: what each reads, how it is put together, and what its score is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.encoder import Encoder, Ids, Input, Reading
from tertium.resources.neural.graph import Precision
from tertium.resources.neural.heads.feed_forward import FeedForward
from tertium.resources.neural.heads.pooling import Mix, Pooled, Pooling
from tertium.resources.neural.heads.spans import Span, decoded, label_shares, quality
from tertium.resources.neural.tokens import Pieces, Tokens
from tertium.resources.neural.weights import Weights
from tertium.resources.neural.windows import Cuts, joint_windows, windows
from tertium.text.material import Material

Segment = Literal["mt", "src", "ref"]
CLASSES = (
    *("regression_metric", "referenceless_regression_metric", "unified_metric", "xcomet_metric", "ranking_metric"),
)
_LABELS = {"unified_metric": ("minor", "major"), "xcomet_metric": ("minor", "major", "critical")}
# What the classes take where neither the checkpoint nor its settings say anything.
_USUAL: dict[str, dict[str, Any]] = {
    "regression_metric": {"hidden_sizes": [3072, 1024]},
    "referenceless_regression_metric": {"hidden_sizes": [2048, 1024]},
    "unified_metric": {"hidden_sizes": [3072, 1024], "layer_transformation": "sparsemax"},
    "xcomet_metric": {
        **{"hidden_sizes": [2560, 1280], "layer_transformation": "sparsemax", "layer_norm": False, "word_layer": 36},
    },
}
_AT_A_TIME = 1_024
"""Outputs whose vectors are in memory together."""
# Of the labels by what the output stands beside: the source, the reference, both.
_SPAN_WEIGHTS, _SCORE_WEIGHTS, _QUALITY_WEIGHT = (0.1667, 0.3333, 0.5), (0.12, 0.33, 0.33), 0.22


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model says of an output: the score, the spans of errors, and the parts that the score is made of."""

    score: float
    spans: tuple[Span, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Texts:
    """An output with what it is judged by."""

    output: str
    source: str | None
    reference: str | None


class Comet:
    """A checkpoint of COMET that is ready to score."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        precision: Precision,
        mix: Literal["auto", "softmax", "sparsemax"] = "auto",
        *,
        windows: bool = False,
        mended: bool = False,
    ) -> None:
        self.checkpoint, self.windows, self.mended = checkpoint, windows, mended
        self.kind = str(checkpoint.settings.get("class_identifier"))
        if self.kind not in CLASSES:
            raise DataError(f"{checkpoint.path}: is a {self.kind!r}, expected one of {', '.join(CLASSES)}")
        settings = self.settings = {**_USUAL.get(self.kind, {}), **checkpoint.settings}
        self.weights = Weights(checkpoint.tensors)
        architecture = checkpoint.architecture()
        self.encoder = Encoder(architecture, precision, checkpoint.digest)
        self.tokens: Tokens = checkpoint.tokens
        self.mix: Mix = rule_of_mix(settings) if mix == "auto" else mix
        is_joint = self.kind in ("unified_metric", "xcomet_metric")
        layer = settings.get("sent_layer" if is_joint else "layer", "mix")
        pool = "cls" if is_joint else str(settings.get("pool", "avg"))
        self.pooling = Pooling.of(self.weights, settings, layer, pool, self.mix, architecture.layers)
        self.padding = architecture.config.get("pad_token_id")
        self.estimator: FeedForward | None = None
        if self.kind != "ranking_metric":
            times = {"regression_metric": 6, "referenceless_regression_metric": 4}.get(self.kind, 1)
            self.estimator = FeedForward(self.weights, settings, times * architecture.width)
        self.word_layer, self.labels = self._labels()
        # BERT has no places to spare, but COMET leaves two for all.
        self.most = (architecture.positions or 1 << 30) - (0 if architecture.separators == 2 else 2)

    def _labels(self) -> tuple[int | None, tuple[str, ...]]:
        """The layer whose pieces are labelled, and the labels of errors."""
        if self.kind not in _LABELS or not (self.kind == "xcomet_metric" or self.settings.get("word_level_training")):
            return None, ()
        layer = self.settings.get("word_layer", 24)
        if not isinstance(layer, int) or not 0 <= layer <= self.encoder.architecture.layers:
            self.weights.refuse(f"word_layer is {layer!r}")
        labels = self.settings.get("error_labels") or _LABELS[self.kind]
        if self.weights["hidden2tag.weight"].shape != (len(labels) + 1, self.encoder.architecture.width):
            self.weights.refuse(f"hidden2tag does not give {len(labels)} labels of errors")
        return layer, tuple(map(str, labels))

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What a joint input is made of."""
        told = ["mt", "src", "ref"] if self.kind == "xcomet_metric" else self.settings.get("input_segments")
        return tuple(told or ("mt", "src", "ref"))

    @property
    def needs(self) -> frozenset[Material]:
        """What must be there beside outputs."""
        if self.kind in ("regression_metric", "ranking_metric"):
            return frozenset({"sources", "references"})
        if self.kind == "referenceless_regression_metric" or "src" in self.segments:
            return frozenset({"sources"})
        return frozenset({"references"})

    @property
    def uses(self) -> frozenset[Material]:
        """What else is read where it is there."""
        is_joint = self.kind in ("unified_metric", "xcomet_metric")
        return frozenset({"references"}) if is_joint and {"src", "ref"} <= set(self.segments) else frozenset()

    @property
    def limit(self) -> int:
        """The most pieces of one text, marks included."""
        return self.most - 2

    def signature(self) -> dict[str, str]:
        """What a score depends on beside the texts."""
        mixed = len(self.pooling.shares) > 1 and "layerwise_attention.gamma" in self.weights
        return {
            **{"class": self.kind.removesuffix("_metric"), "model": f"{self.checkpoint.name}@{self.checkpoint.digest}"},
            **{"prec": self.encoder.precision, **({"mix": self.mix} if mixed else {})},
            **{"limit": f"{self.limit}{'+windows' if self.windows else ''}", "tok": self.tokens.digest},
            **({"spans": "mended"} if self.mended and self.labels else {}),
        }

    def text_of(self, output: str, span: Span) -> str:
        """What the pieces of a span stand for, as the original writes it."""
        before, behind = self.tokens.marks
        ids = [*before, *self.tokens.ids([output])[0][: self.limit - 2], *behind]
        return self.tokens.rules.decode([ids[number] for number in span.pieces], skip_special_tokens=False)

    def judge(self, texts: Sequence[Texts], *, threads: int = 1) -> tuple[list[Judged], Cuts]:
        """What the model says of some outputs, and which texts were longer than it can take."""
        cuts = Cuts(self.limit, self.windows)
        judge = self._joint if self.kind in ("unified_metric", "xcomet_metric") else self._apart
        pieces = self._pieces(texts)
        parts = (texts[first : first + _AT_A_TIME] for first in range(0, len(texts), _AT_A_TIME))
        return [judged for some in parts for judged in judge(some, pieces, cuts, threads)], cuts

    def _pieces(self, texts: Sequence[Texts]) -> dict[str, Pieces]:
        """The pieces of each different text. Large rules and the encoder's graphs are not in memory together."""
        every = (text for t in texts for text in (t.output, t.source, t.reference) if text is not None)
        different = list(dict.fromkeys(every))
        many = self.tokens.are_large and len(texts) > _AT_A_TIME
        if many:
            self.encoder.sessions.clear()
        found = dict(zip(different, self.tokens.pieces(different), strict=True))
        if many:
            self.tokens.release()
        return found

    def _apart(self, texts: Sequence[Texts], pieces: dict[str, Pieces], cuts: Cuts, threads: int) -> list[Judged]:
        """Of texts that are encoded one by one."""
        columns = [[t.output for t in texts], [_there(t.source, "source") for t in texts]]
        if self.kind != "referenceless_regression_metric":
            columns.append([_there(t.reference, "reference") for t in texts])
        different = list(dict.fromkeys(text for column in columns for text in column))
        vectors = dict(zip(different, self._vectors(different, pieces, cuts, threads), strict=True))
        outputs, sources, *references = (np.array([vectors[text] for text in column]) for column in columns)
        if self.kind == "ranking_metric":
            return [Judged(float(score)) for score in _nearness(outputs, sources, references[0])]
        parts = [outputs]
        if references:
            parts += [references[0], outputs * references[0], np.abs(outputs - references[0])]
        else:
            parts += [sources]
        parts += [outputs * sources, np.abs(outputs - sources)]
        assert self.estimator is not None
        return [Judged(float(score)) for score in self.estimator(np.concatenate(parts, 1))]

    def _vectors(self, texts: Sequence[str], pieces: dict[str, Pieces], cuts: Cuts, threads: int) -> list[Array]:
        (before, behind), most = self.tokens.marks, self.limit
        room = most - len(before) - len(behind)
        parts = [windows(pieces[text].ids.tolist(), room, cuts, text) for text in texts]
        inputs = [Input.of([*before, *part, *behind]) for some in parts for part in some]
        reading = Reading(
            f"pooled {self.pooling}", self.pooling.last, lambda ids: Pooled(self.pooling, ids, self.padding)
        )
        found = iter(self.encoder.read(inputs, reading, threads=threads))
        vectors = []
        for some in parts:
            own = [(len(part), next(found)) for part in some]
            sizes = np.array([size + 2 for size, _ in own], np.float64)[:, None]
            whole = own[0][1] if len(own) == 1 else (np.array([v for _, v in own]) * sizes).sum(0) / sizes.sum()
            vectors.append(np.asarray(whole, np.float32))
        return vectors

    def _joint(self, texts: Sequence[Texts], pieces: dict[str, Pieces], cuts: Cuts, threads: int) -> list[Judged]:
        """Of inputs in which the output stands beside what it is judged by."""
        names = [self._beside(one) for one in texts]
        inputs: list[Input] = []
        plans: list[list[tuple[tuple[Segment, ...], int, int, list[tuple[int, int]]]]] = []
        for one, ways in zip(texts, names, strict=True):
            plan = []
            for way in ways:
                own = [self._filled(pieces[_text_of(one, name)]) for name in ("mt", *way)]
                for start, ids in self._inputs(own, cuts, one.output):
                    n = min(ids.first - 2, len(own[0]) - start)
                    places = [(0, 0), *map(tuple, pieces[one.output].places[start : start + n].tolist()), (0, 0)]
                    plan.append((way, len(inputs), ids.first, places))
                    inputs.append(Input.of(ids.ids, ids.first))
            plans.append(plan)
        last = max(self.pooling.last, self.word_layer or 0)
        name = f"judged {self.pooling} {self.word_layer} {self.kind}"
        found = self.encoder.read(inputs, Reading(name, last, self._reader), threads=threads)
        return [self._judged([(way, found[at], places) for way, at, _, places in plan]) for plan in plans]

    def _reader(self, ids: Ids) -> "_Marked":
        return _Marked(self, Pooled(self.pooling, ids, self.padding))

    def _beside(self, texts: Texts) -> list[tuple[Segment, ...]]:
        """What the output stands beside, in each of the inputs that are made of it."""
        has_source = texts.source is not None and "src" in self.segments
        has_reference = texts.reference is not None and "ref" in self.segments
        if has_source and has_reference:
            return [("src",), ("ref",), ("src", "ref")]
        if not (has_source or has_reference):
            _there(None, "source" if "src" in self.segments else "reference")
        return [("src",) if has_source else ("ref",)]

    def _filled(self, pieces: Pieces) -> list[int]:
        """The pieces of a text but those that fill up, which the original masks."""
        return [i for i in pieces.ids.tolist() if i != self.padding]

    def _inputs(self, texts: list[list[int]], cuts: Cuts, name: str) -> "list[tuple[int, _Joint]]":
        """The marked pieces of some texts in a row, cut where the original cuts them, and where they start."""
        room = self.limit - 2
        separators = self.encoder.architecture.separators
        if self.windows:
            free = self.most - 2 - separators * (len(texts) - 1)
            parts = joint_windows(texts, free, cuts, name)
        else:
            cuts.look([len(ids) for ids in texts], room, self.most, separators, name)
            parts = [(0, [ids[:room] for ids in texts])]
        return [(start, self._marked(some)) for start, some in parts]

    def _marked(self, texts: list[list[int]]) -> "_Joint":
        before, behind = self.tokens.marks
        ids = [*before, *texts[0]]
        for more in texts[1:]:
            ids += [*behind * self.encoder.architecture.separators, *more]
        ids += behind
        special = 1 + len(texts) * self.encoder.architecture.separators
        if sum(map(len, texts)) > self.most - special:
            ids = ids[: self.most]
        return _Joint(ids, len(texts[0]) + 2)

    def _judged(self, found: "list[tuple[tuple[Segment, ...], Array, list[tuple[int, int]]]]") -> Judged:
        """A score of what was found in the inputs that were made of one output."""
        by_way: dict[tuple[Segment, ...], list[tuple[float, list[tuple[int, int]], Array]]] = {}
        for way, values, places in found:
            logits = values[1:].reshape(-1, len(self.labels) + 1) if self.labels else values[1:]
            by_way.setdefault(way, []).append((float(values[0]), places, logits))
        scores = {way: float(np.mean([score for score, *_ in own])) for way, own in by_way.items()}
        parts = {"+".join(way): score for way, score in scores.items()}
        spans = self._spans(by_way) if self.labels else []
        values = np.array(list(scores.values()), np.float32)
        if self.kind == "unified_metric":
            return Judged(float(values.mean()), tuple(spans), parts)
        bounded = np.minimum(values, np.float32(1))
        told = _SCORE_WEIGHTS if len(bounded) == 3 else (sum(_SCORE_WEIGHTS),)
        errors = quality(spans)
        score = float((bounded * np.array(told, np.float32)).sum() + np.float32(_QUALITY_WEIGHT * errors))
        return Judged(score, tuple(spans), {**parts, "mqm": errors})

    def _spans(self, by_way: Mapping[Any, list[tuple[float, list[tuple[int, int]], Array]]]) -> list[Span]:
        weights = _SPAN_WEIGHTS if len(by_way) == 3 else (1.0,)
        spans: list[Span] = []
        ways = list(by_way.values())
        for number in range(min(map(len, ways))):
            places = ways[0][number][1]
            shares = sum(
                weight * label_shares(_first(own[number][2], len(places)))
                for weight, own in zip(weights, ways, strict=True)
            )
            spans += decoded(np.asarray(shares), places, self.labels, mended=self.mended)
        return spans


def rule_of_mix(settings: Mapping[str, Any]) -> Mix:
    """How layers are mixed: `sparsemax` where settings say so, except that `sparsemax_patch` means softmax.

    Programs before COMET 2.2.4 took softmax whatever the settings said, and models were trained so; those whose
    publishers know it say `sparsemax_patch` today. A checkpoint that still says `sparsemax` gives what COMET 2.2.4 and
    later give for it; `mix=softmax` gives what older ones gave.
    """
    return "sparsemax" if settings.get("layer_transformation") == "sparsemax" else "softmax"


@dataclass(frozen=True, slots=True)
class _Joint:
    ids: list[int]
    first: int


class _Marked:
    """A reader that scores a batch from its first pieces and labels all pieces."""

    def __init__(self, model: Comet, pooled: Pooled) -> None:
        self.model, self.pooled = model, pooled
        self.logits: Array | None = None

    def see(self, layer: int, states: Array) -> None:
        if layer < len(self.pooled.pooling.shares):
            self.pooled.see(layer, states)
        if layer == self.model.word_layer:
            weight, bias = (self.model.weights[f"hidden2tag.{part}"] for part in ("weight", "bias"))
            # Not by a matrix product, whose sums may depend on how many rows there are.
            self.logits = np.einsum("tlw,cw->tlc", states, weight, optimize=False) + bias

    def found(self) -> list[Array]:
        estimator: Callable[[Array], Array] | None = self.model.estimator
        assert estimator is not None
        scores = estimator(np.array(self.pooled.found()))
        tails = [np.zeros(0, np.float32)] * len(scores) if self.logits is None else [one.ravel() for one in self.logits]
        return [np.concatenate(([score], tail)).astype(np.float32) for score, tail in zip(scores, tails, strict=True)]


def _first(logits: Array, size: int) -> Array:
    """The first rows; where an input was cut inside the output, the last one again."""
    return logits[np.minimum(np.arange(size), len(logits) - 1)]


def _text_of(texts: Texts, name: Segment) -> str:
    return texts.output if name == "mt" else _there(texts.source if name == "src" else texts.reference, name)


def _there(text: str | None, what: str) -> str:
    if text is None:
        raise OptionError(f"this checkpoint needs a {what} for each segment")
    return text


def _nearness(outputs: Array, sources: Array, references: Array) -> Array:
    """How near outputs are to both, from 1 down to 0: over 1 plus the harmonic mean of distances."""
    to_source, to_reference = (
        np.sqrt(np.square(outputs.astype(np.float64) - other + 1e-6).sum(1)) for other in (sources, references)
    )
    mean = 2 * to_source * to_reference / np.maximum(to_source + to_reference, 1e-12)
    near: Array = (1 / (1 + mean)).astype(np.float32)
    return near
