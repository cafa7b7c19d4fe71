"""A linear model ready to score: its weights beside the features that they are of."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions, FeatureSet
from tertium.learn.model import Model
from tertium.resources.parsers.dependencies import named_by_model
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """A model whose option `features` names the sets of features; the weights stand in the order of their columns."""

    model: Model
    sets: tuple[FeatureSet, ...]
    options: FeatureOptions

    @classmethod
    def of(cls, model: Model, where: str = "model") -> Self:
        """Raises where a model does not fit the features that this version computes."""
        named = model.options.get("features")
        if not isinstance(named, str):
            raise DataError(f"{where}: says nothing about its sets of features; train it again")
        if "words.1.min" in model.features:  # what `beer2` was before it became equal to BEER 2.0
            named = "+".join("beer2-like" if part == "beer2" else part for part in named.split("+"))
        sets, options = features.parse(named), FeatureOptions.of(model.options, model.language)
        return cls(model.in_order(features.feature_names(sets, options), where), tuple(sets), options)

    @classmethod
    def load(cls, choice: str, metric: str, *, parser: str | None = None) -> Self:
        """The model of this metric that a name or a path chooses, with its own parser or another."""
        linear = cls.of(Model.load(choice, metrics=[metric]), choice)
        own_parser = named_by_model(linear.options.parser, choice) if parser is None else parser
        return replace(linear, options=replace(linear.options, parser=own_parser))

    def features(self, pairing: Pairing) -> Floats:
        """One row for each pair of a pairing in which every hypothesis has one reference."""
        return features.compute(self.sets, pairing, self.options)

    def apply(self, pairing: Pairing) -> Floats:
        """Features times weights for each pair."""
        return self.weighted(self.features(pairing))

    def weighted(self, table: Floats) -> Floats:
        """Features times weights for each row of features."""
        # Not a matrix product: a pair's value must not depend on how many pairs are looked at together.
        return np.asarray((np.ascontiguousarray(table) * self.model.weights).sum(1), np.float64)

    def by_group(self, table: Floats) -> dict[str, float]:
        """What each group of features contributes to a row of features times weights."""
        groups: dict[str, float] = {}
        for name, value in zip(self.model.features, self.model.weights * table, strict=True):
            group = name.split(".")[0]
            groups[group] = groups.get(group, 0.0) + float(value)
        return groups

    def one_empty(self, pairing: Pairing) -> NDArray[np.bool_]:
        """Which pairs have words on one side only: metrics give them the worst score whatever their features."""
        empty = np.diff(self.options.matching.words(pairing.pool).offsets) == 0
        return np.asarray(empty[pairing.hypotheses] != empty[pairing.references], np.bool_)
