"""What pFSM, pPDA and pPDA+f share (Wang & Manning 2012): how probably a reference is edited into a hypothesis.

A machine makes all edit sequences that turn the reference into the hypothesis; the logarithm of their summed weights,
for each word, plus a constant, predicts the judgement of people. The weights come from a model.
"""

from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import Literal

import numpy as np

from tertium.learn.features.base import each_reference, one_to_one
from tertium.learn.languages import language_of, misfit_of
from tertium.learn.model import ENDING, Model, find
from tertium.learn.pfsm.automaton import EditSettings
from tertium.learn.pfsm.explanation import explain
from tertium.learn.pfsm.lattices import lattices, words_of
from tertium.learn.pfsm.model import features_of, predictions
from tertium.learn.pfsm.relations import parser_of
from tertium.metrics.base import Metric, Misfit, case, option, ratio
from tertium.metrics.explanation import Explanation
from tertium.resources import store
from tertium.resources.parsers.dependencies import named_by_model
from tertium.resources.stems import signature as stemmer_signature
from tertium.text.arrays import Batch, Floats, Ids
from tertium.text.languages import Language
from tertium.text.pool import Pairing

KINDS = ("pfsm", "ppda", "ppda+f")
MODEL = "name of a model that comes with the package, or path of a trained one"


@dataclass(frozen=True, kw_only=True)
class EditMetric(Metric):
    """A segment counts with its best reference; the corpus score is the mean of the segments."""

    model: str
    output: Literal["percent", "prediction"] = option(
        "percent", "0-100, or the judgement that the model predicts, on the scale of what it was trained on"
    )

    bounds = "0-100"
    original = "none; the original program was never published"
    papers = ("wang-manning-2012-probabilistic",)
    revision = 2

    def signature(self) -> dict[str, str]:
        model = self._model()
        settings = self._settings(model)
        match = ["word", "stem", *(["synonym"] if settings.synonyms else [])]
        names = {}
        if settings.paraphrases != "none":
            table = store.find(settings.paraphrases, "paraphrases")
            names["para"] = f"{table.name.replace('..', '.')}@{table.load().digest}"
            match.append("paraphrase")
        match += ["function"] if settings.functions else []
        match += [f"first{settings.beginnings}"] if settings.beginnings else []
        if settings.synonyms and (resource := store.default("synonyms", settings.language)):
            names["syn"] = f"{resource.name}@{resource.load().digest}"
        if settings.parser != "none":
            names["parser"] = parser_of(settings.parser, settings.language).name
        return {
            "lang": settings.language,
            "model": f"{find(self.model).name.removesuffix(ENDING)}@{model.digest}",
            "case": case(settings.lowercase),
            "tok": settings.tok,
            "stem": stemmer_signature(settings.stemmer),
            "match": "+".join(match),
            **names,
            "jump": str(settings.max_jump),
            **({"block": str(settings.max_block)} if settings.max_block else {}),
            **({"n": "2"} if settings.blocks else {}),
            **({"out": self.output} if self.output != "percent" else {}),
        }

    def misfit(self, language: Language) -> Misfit | None:
        return misfit_of(self.key, self.model, self._model(), language)

    def trained_on(self) -> Language | None:
        return language_of(self._model())

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score of the best reference, 1."""
        values = self._values(pairing)
        best = np.maximum.reduceat(values, pairing.offsets[:-1]) if len(pairing) else values
        return np.stack((best, np.ones(len(pairing))), axis=1)

    def score(self, statistics: Floats) -> Floats:
        return ratio(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        model = self._model()
        features = replace(features_of(model), settings=self._settings(model))
        return explain(model, features, self._values, pairing, segment)

    def _values(self, pairing: Pairing) -> Floats:
        """The score of each hypothesis with each of its references."""
        model = self._model()
        settings = self._settings(model)
        single, _ = each_reference(pairing)
        if self.output == "prediction":
            return predictions(model, lattices(single, settings), pairing.threads)
        values = _certain(words_of(pairing.pool, settings), single)
        rest = np.flatnonzero(np.isnan(values))
        others = one_to_one(single, single.hypotheses[rest], single.references[rest])
        values[rest] = _percent(predictions(model, lattices(others, settings), pairing.threads))
        return values

    def _model(self) -> Model:
        return Model.load(self.model, metrics=KINDS)

    def _settings(self, model: Model) -> EditSettings:
        settings = EditSettings.of(model.options, model.language)
        return replace(settings, parser=named_by_model(settings.parser, self.model))


def _certain(batch: Batch, single: Pairing) -> Floats:
    """What needs no model: 100 for the words of the reference, 0 where one of two texts has no word; otherwise NaN."""
    lengths = np.diff(batch.offsets)
    n_hyp, n_ref = lengths[single.hypotheses], lengths[single.references]
    values = np.where((n_hyp == 0) != (n_ref == 0), 0.0, np.nan)
    for i in np.flatnonzero(n_hyp == n_ref):
        hyp, ref = int(single.hypotheses[i]), int(single.references[i])
        if hyp == ref or np.array_equal(_row(batch, hyp), _row(batch, ref)):
            values[i] = 100.0
    return values


def _percent(predicted: Floats) -> Floats:
    """How much of a standard normal distribution lies below each prediction, from 0 to 100."""
    return np.array([50.0 * erfc(-value) for value in predicted / sqrt(2)])


def _row(batch: Batch, row: int) -> Ids:
    return batch.ids[batch.offsets[row] : batch.offsets[row + 1]]
