"""Trainers of regression models on parts of classical metrics (Padó et al. 2009): BLEUR, NISTR, TERR, METEORR, MTR."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from tertium.errors import DataError
from tertium.learn import features
from tertium.learn.data import TrainingData
from tertium.learn.features import FeatureOptions, Floats
from tertium.learn.linear import ridge
from tertium.learn.matching import Matching
from tertium.learn.model import Model
from tertium.learn.trainer import Run, Trainer, register
from tertium.meta.judgements import Items
from tertium.metrics.base import option

METRIC = "regression"


@dataclass(frozen=True, kw_only=True)
class RegressionTrainer(Trainer):
    """Ridge regression of segment scores on one or several sets of features."""

    sets: ClassVar[str]
    language: str = option("en", "language of the texts, as a code of two letters")
    matches: Literal["all", "exact+stem", "exact"] = option("all", "ways to match words, where features match words")
    paraphrases: str = option("none", "paraphrase table for matching: none, or the name or path of one")
    penalty: float = option(1.0, "penalty of the squared weights of standardised features", minimum=0)

    def train(self, data: TrainingData, run: Run) -> Model:
        data.require(scores=True)
        options = FeatureOptions(Matching(self.language, self.matches, self.paraphrases))
        tables, targets = [], []
        for i, group in enumerate(data.groups):
            run.progress("features", i, len(data.groups))
            human = data.scores(group)
            if human is None:
                continue
            pairing, items = features.pair_items(group.items, np.flatnonzero(~np.isnan(human)), threads=run.threads)
            single, segments = features.each_reference(pairing)
            tables.append(features.compute(self._sets(), single, options))
            targets.append(human[items[segments]])
        table, target = np.vstack(tables), np.concatenate(targets)
        if len(target) < 2:
            raise DataError(f"{len(target)} scores of outputs with a reference; a regression needs at least two")
        fitted = ridge(table, target, self.penalty)
        predicted = fitted.intercept + table @ fitted.weights
        run.log(f"{len(target):,} scores, {table.shape[1]} features, R² {_determination(target, predicted):.4f}")
        return Model(
            metric=METRIC,
            features=features.feature_names(self._sets(), options),
            weights=fitted.weights,
            language=self.language,
            options={"features": self.sets, **options.for_model()},
            arrays={"intercept": np.array([fitted.intercept]), "range": np.array([target.min(), target.max()])},
        )

    def segment_scores(self, model: Model, items: Items, run: Run) -> Floats:
        pairing, numbers = features.pair_items(items, np.arange(len(items)), threads=run.threads)
        single, segments = features.each_reference(pairing)
        options = FeatureOptions.of(model.options, model.language)
        table = features.compute(features.parse(str(model.options["features"])), single, options)
        scores = np.full(len(items), np.nan)
        if len(numbers):
            predicted = model.arrays["intercept"][0] + table @ model.weights
            best = np.full(len(numbers), -np.inf)
            np.maximum.at(best, segments, predicted)
            scores[numbers] = best
        return scores

    def _sets(self) -> list[features.FeatureSet]:
        return features.parse(self.sets)


def _determination(target: Floats, predicted: Floats) -> float:
    around = float(((target - target.mean()) ** 2).sum())
    return 1 - float(((target - predicted) ** 2).sum()) / around if around else 0.0


@register("bleur")
@dataclass(frozen=True, kw_only=True)
class BLEUR(RegressionTrainer):
    summary = "BLEUR: regression on 18 parts of BLEU"
    sets = "bleu"


@register("nistr")
@dataclass(frozen=True, kw_only=True)
class NISTR(RegressionTrainer):
    summary = "NISTR: regression on 16 parts of NIST"
    sets = "nist"
