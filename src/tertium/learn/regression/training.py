"""Trainers of regression models on parts of classical metrics (Padó et al. 2009): BLEUR, NISTR, TERR, METEORR, MTR."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from tertium.errors import DataError
from tertium.learn.data import TrainingData
from tertium.learn.features.base import (
    FeatureOptions,
    FeatureSet,
    compute,
    each_reference,
    feature_names,
    pair_items,
    parse,
)
from tertium.learn.linear import ridge
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.regression.metric import METRIC, shares
from tertium.learn.trainer import JudgementTrainer, Run, register
from tertium.meta.judgements import Items
from tertium.metrics.base import option
from tertium.resources.knowledge import Matching
from tertium.text.arrays import Floats


@dataclass(frozen=True, kw_only=True)
class RegressionTrainer(JudgementTrainer):
    """Ridge regression of segment scores on one or several sets of features."""

    sets: ClassVar[str]
    language: str = option("en", "language of the texts, as a code of two letters")
    matches: Literal["all", "exact+stem", "exact"] = option("all", "ways to match words, where features match words")
    paraphrases: str = option("auto", "paraphrase table for matching: auto, none, or the name or path of one")
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
            pairing, items = pair_items(group.items, np.flatnonzero(~np.isnan(human)), threads=run.threads)
            single, segments = each_reference(pairing)
            tables.append(compute(self._sets(), single, options))
            targets.append(human[items[segments]])
        table, target = np.vstack(tables), np.concatenate(targets)
        if len(target) < 2:
            raise DataError(f"{len(target)} scores of outputs with a reference; a regression needs at least two")
        fitted = ridge(table, target, self.penalty)
        predicted = fitted.intercept + table @ fitted.weights
        run.log(f"{len(target):,} scores, {table.shape[1]} features, R² {_determination(target, predicted):.4f}")
        return Model(
            metric=METRIC,
            features=feature_names(self._sets(), options),
            weights=fitted.weights,
            language=self.language,
            options={"features": self.named_sets(), **options.for_model()},
            arrays={"intercept": np.array([fitted.intercept]), "range": np.array([target.min(), target.max()])},
        )

    def segment_scores(self, model: Model, items: Items, run: Run) -> Floats:
        pairing, numbers = pair_items(items, np.arange(len(items)), threads=run.threads)
        scores = np.full(len(items), np.nan)
        scores[numbers] = shares(LinearModel.of(model), pairing)
        return scores

    def named_sets(self) -> str:
        """The sets of features, joined by `+`."""
        return self.sets

    def _sets(self) -> list[FeatureSet]:
        return parse(self.named_sets())


def _determination(target: Floats, predicted: Floats) -> float:
    around = float(((target - target.mean()) ** 2).sum())
    return 1 - float(((target - predicted) ** 2).sum()) / around if around else 0.0


def _named(key: str, sets: str, summary: str) -> type[RegressionTrainer]:
    """A trainer on sets of features that cannot be chosen."""
    trainer = type(key.upper(), (RegressionTrainer,), {"sets": sets, "summary": f"{key.upper()}: {summary}"})
    return register(key)(dataclass(frozen=True, kw_only=True)(trainer))


BLEUR = _named("bleur", "bleu", "regression on 18 parts of BLEU")
NISTR = _named("nistr", "nist", "regression on 16 parts of NIST")
TERR = _named("terr", "ter", "regression on 50 parts of TER, five for each of ten settings of costs")
METEORR = _named("meteorr", "meteor", "regression on METEOR and its parts")
MTR = _named("mtr", "bleu+nist+ter+meteor", "regression on the parts of BLEU, NIST, TER and METEOR together")


@register("regression")
@dataclass(frozen=True, kw_only=True)
class AnyRegression(RegressionTrainer):
    summary = "a regression on any sets of features"
    sets = ""
    features: str = option("beer", "sets of features joined by +, such as beer+meteor+ter")

    def named_sets(self) -> str:
        return self.features
