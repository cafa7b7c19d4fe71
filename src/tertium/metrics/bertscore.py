"""BERTScore (Zhang et al. 2020) by an encoder of the user's: each piece counts as far as it has a like one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from tertium.metrics.base import option, register
from tertium.metrics.explanation import Explanation, Link, Part
from tertium.metrics.neural import NeuralMetric, hypotheses_of, references_of
from tertium.resources.neural import models
from tertium.resources.neural.encoder import Input
from tertium.resources.neural.heads.bertscore import BertScore, baseline, measures
from tertium.resources.neural.windows import Cuts
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing

_PARTS = ("precision", "recall", "f1")


@register("bertscore")
@dataclass(frozen=True, kw_only=True)
class BERTScore(NeuralMetric):
    """The corpus score is the mean of the segments; of several references the best counts."""

    measure: Literal["f1", "precision", "recall"] = option(
        "f1", "how near the output's pieces are (precision), the reference's (recall), or both"
    )
    layer: int | None = option(None, "layer whose vectors are compared; none: the one that is known for the model")
    idf: bool = option(False, "count a piece by how rare it is among the references")
    rescale: bool = option(False, "put what unrelated texts have at 0, by the baseline of the model and the language")
    language: str = option("en", "language of the texts, as a code of two letters")

    summary = "soft matches of pieces by the vectors of an encoder of your own"
    original = "bert-score 0.3.13"
    papers = ("zhang-etal-2020-bertscore",)
    name = "BERTScore"
    family = "bertscore"

    def __post_init__(self) -> None:
        super().__post_init__()
        # How rare a piece is depends on all references.
        object.__setattr__(self, "whole_test_set", self.idf)

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"language": language.code}

    def loaded(self) -> BertScore:
        return models.bertscore(self.model, self.precision, self.layer)

    def signature(self) -> dict[str, str]:
        return {
            **{**super().signature(), "measure": self.measure},
            **({"idf": "references"} if self.idf else {}),
            **({"baseline": self.language} if self.rescale else {}),
        }

    def judged(self, pairing: Pairing) -> tuple[Floats, Cuts]:
        parts, cuts = self._parts(pairing)
        return parts[:, _PARTS.index(self.measure)], cuts

    def _parts(self, pairing: Pairing) -> tuple[Floats, Cuts]:
        """Precision, recall and F1 of each hypothesis, each by the reference for which it is best."""
        model = self.loaded()
        outputs, references = hypotheses_of(pairing), references_of(pairing)
        cuts = Cuts(model.limit, False)
        different = list(dict.fromkeys([*outputs, *(text for own in references for text in own)]))
        inputs = dict(zip(different, model.inputs(different, cuts), strict=True))
        weigh = self._weights(model, [inputs[text] for own in references for text in own])
        pairs = [(output, reference) for output, own in zip(outputs, references, strict=True) for reference in own]
        near = model.nearness([(inputs[a], inputs[b]) for a, b in pairs], threads=pairing.threads)
        found = np.array(
            [
                measures(one, weigh(inputs[a]), weigh(inputs[b]))
                if len(inputs[a].ids) > 2 and len(inputs[b].ids) > 2
                else (0.0, 0.0, 0.0)
                for one, (a, b) in zip(near, pairs, strict=True)
            ]
        ).reshape(-1, 3)
        best = np.array([found[begin:end].max(0) for begin, end in pairwise(pairing.offsets.tolist())]).reshape(-1, 3)
        if self.rescale:
            base = np.array(baseline(model.checkpoint, self.language, model.layer))
            best = (best - base) / (1 - base)
        return best, cuts

    def _weights(self, model: BertScore, references: list[Input]) -> Callable[[Input], Floats]:
        """What each piece of an input weighs."""
        before, behind = model.tokens.marks
        if not self.idf:
            marks = {*before, *behind}
            return lambda one: np.array([float(piece not in marks) for piece in one.ids.tolist()])
        rarity = model.rarity(references)
        rarest = float(np.log(len(references) + 1))
        return lambda one: np.array([rarity.get(piece, rarest) for piece in one.ids.tolist()])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        one = pairing.only(segment)
        parts, _ = self._parts(one)
        model, output = self.loaded(), hypotheses_of(one)[0]
        references = references_of(one)[0]
        scores = [self._parts(one.against(number))[0][0, 2] for number in range(len(references))]
        number = int(np.argmax(scores))
        told = model.alignment(output, references[number])
        links = []
        for i in range(len(told.output) if told.reference else 0):
            j = int(told.cosines[i].argmax())
            kind = "same" if told.output[i] == told.reference[j] else "near"
            links.append(Link(i, 1, j, 1, kind, probability=float(told.cosines[i, j])))
        return Explanation(
            float(parts[0, _PARTS.index(self.measure)]),
            tuple(told.output),
            tuple(told.reference),
            output,
            references[number],
            number,
            len(references),
            links=tuple(links),
            parts=tuple(Part(name, float(value)) for name, value in zip(_PARTS, parts[0], strict=True)),
            notes=("each piece of the hypothesis is joined with its nearest piece of the reference, by the cosine",),
        )
