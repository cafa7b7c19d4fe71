"""COMET, CometKiwi and xCOMET, by the user's own checkpoint, which is read as data."""

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from tertium.metrics.base import option, register
from tertium.metrics.explanation import Explanation, Loose, Part
from tertium.metrics.neural import (
    BOTH,
    SOURCES,
    NeuralMetric,
    hypotheses_of,
    means,
    references_of,
    refuse_kind,
    sources_of,
    windows_option,
)
from tertium.resources.neural import models
from tertium.resources.neural.heads.comet import Comet, Judged, Texts
from tertium.resources.neural.heads.spans import PENALTIES, Span
from tertium.resources.neural.windows import Cuts
from tertium.text.arrays import Floats
from tertium.text.material import REFERENCES, Material
from tertium.text.pool import Pairing


@register("comet")
@dataclass(frozen=True, kw_only=True)
class COMET(NeuralMetric):
    """Any checkpoint of COMET; what it reads depends on its class."""

    encoder: str = option("", "folder with config.json and tokenizer.json of the encoder, if not beside the checkpoint")
    windows: bool = windows_option()
    mix: Literal["auto", "softmax", "sparsemax"] = option(
        "auto", "how layers are mixed; auto does as the checkpoint says, softmax as COMET before 2.2.4"
    )
    spans: Literal["original", "mended"] = option(
        "original", "how xCOMET's spans end: as in the original, or none lost at the end and the gravest piece counting"
    )

    summary = "COMET by a checkpoint of your own, without PyTorch"
    original = "unbabel-comet 2.2.7"
    papers = ("rei-etal-2022-comet",)
    family = "comet"
    usual_needs: ClassVar[frozenset[Material]] = BOTH
    kinds: ClassVar[tuple[str, ...]] = ()

    @property
    def name(self) -> str:
        return "COMET"

    @property
    def needs(self) -> frozenset[Material]:
        return self.usual_needs if self.lack() else self.loaded().needs

    @property
    def uses(self) -> frozenset[Material]:
        return frozenset() if self.lack() else self.loaded().uses

    def loaded(self) -> Comet:
        model = models.comet(
            self.model, self.family, self.encoder, self.precision, self.mix, self.windows, self.spans == "mended"
        )
        if self.kinds:
            refuse_kind(self.key, model.kind, self.kinds, "comet, which takes every class")
        return model

    def judged(self, pairing: Pairing) -> tuple[Floats, Cuts]:
        texts, counts = _texts(pairing, bool(REFERENCES & self.reads))
        found, cuts = self.loaded().judge(texts, threads=pairing.threads)
        return means(np.array([one.score for one in found]), counts), cuts

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        one = pairing.only(segment)
        texts, _ = _texts(one, bool(REFERENCES & self.reads))
        found, cuts = self.loaded().judge(texts, threads=1)
        score = float(np.mean([judged.score for judged in found]))
        beside = texts[0].reference or ""
        words, loose = _words(texts[0].output, found[0].spans)
        notes = tuple(filter(None, [cuts.text(), _note(texts[0].output, found[0], self.loaded().labels, len(found))]))
        parts = tuple(Part(name, value, _MEANING.get(name, "")) for name, value in found[0].parts.items())
        reference = tuple(beside.split())
        return Explanation(
            score,
            words,
            reference,
            texts[0].output,
            beside,
            0,
            max(1, len(found)),
            loose=loose,
            parts=parts,
            notes=notes,
        )


@register("cometkiwi")
@dataclass(frozen=True, kw_only=True)
class CometKiwi(COMET):
    """A checkpoint that reads sources and no references."""

    summary = "CometKiwi, which needs no references, by a checkpoint of your own"
    papers = ("rei-etal-2022-cometkiwi",)
    family = "cometkiwi"
    usual_needs = SOURCES
    kinds = ("unified_metric", "referenceless_regression_metric")

    @property
    def name(self) -> str:
        return "CometKiwi"


@register("xcomet")
@dataclass(frozen=True, kw_only=True)
class XComet(COMET):
    """A checkpoint that marks the spans of errors, too; with or without references."""

    summary = "xCOMET with the spans of errors, by a checkpoint of your own"
    papers = ("guerreiro-etal-2024-xcomet",)
    family = "xcomet"
    usual_needs = SOURCES
    kinds = ("xcomet_metric",)

    @property
    def name(self) -> str:
        return "xCOMET"


_MEANING = {
    "src": "the output beside the source",
    "ref": "the output beside the reference",
    "src+ref": "the output beside both",
    "mqm": "1 without errors; each takes 1, 5 or 10 of 25",
}


def _texts(pairing: Pairing, with_references: bool) -> tuple[list[Texts], list[int]]:
    """Each hypothesis once for each of its references, and how often that is."""
    none: list[list[str]] = [[]] * len(pairing)
    references = references_of(pairing) if with_references and len(pairing.references) else none
    texts, counts = list[Texts](), list[int]()
    columns = (hypotheses_of(pairing), sources_of(pairing), references)
    for output, source, own in zip(*columns, strict=True):
        beside: list[str | None] = [*own] or [None]
        texts += [Texts(output, source, reference) for reference in beside]
        counts.append(max(1, len(own)))
    return texts, counts


def _words(text: str, spans: tuple[Span, ...]) -> tuple[tuple[str, ...], tuple[Loose, ...]]:
    """The words of a text, cut where spans begin and end, and the spans by these words."""
    ends = {0, len(text), *(place for span in spans for place in (span.start, span.end))}
    ends |= {i for i in range(len(text)) if text[i].isspace()}
    ends |= {i + 1 for i in range(len(text)) if text[i].isspace()}
    cuts = sorted(place for place in ends if 0 <= place <= len(text))
    pieces = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    loose = []
    for span in spans:
        own = [i for i, (a, b) in enumerate(pieces) if a >= span.start and b <= span.end]
        if own:
            label = f"{span.severity} {span.confidence:.2f}"
            loose.append(Loose("hypothesis", own[0], len(own), float(PENALTIES.get(span.severity, 0)), label))
    return tuple(text[a:b] for a, b in pieces), tuple(loose)


def _note(text: str, judged: Judged, labels: tuple[str, ...], references: int) -> str:
    notes = []
    if labels:
        told = ", ".join(
            f"{span.severity} {text[span.start : span.end]!r} ({span.confidence:.2f})" for span in judged.spans
        )
        notes.append(f"spans of errors: {told}" if told else "no spans of errors")
    if references > 1:
        notes.append(f"the score is the mean over {references} references; spans and parts are those of the first")
    return "; ".join(notes)
