"""The metric of Kulesza & Shieber (2004): how surely a kernel machine takes a translation for a human one."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.svm import BASIC, EXTENDED, SvmFeatures, same_words
from tertium.learn.languages import language_of, misfit_of
from tertium.learn.model import Model, find
from tertium.metrics.base import Metric, Misfit, option, ratio, register
from tertium.metrics.explanation import Excerpt, Explanation, Part
from tertium.resources.parsers.constituents import TreeSource, find_trees
from tertium.resources.parsers.dependencies import named_by_model
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing
from tertium.text.tokenizers import get as tokenizer

METRIC = "svm"
_BLOCK = 64


@register("svm")
@dataclass(frozen=True, kw_only=True)
class SVM(Metric):
    """The mean of the segments, each 100 / (1 + exp(−margin / spread)): 50 is where the machine cannot tell.

    The spread is that of margins in training. A translation with the words of one of its references has 100, one
    without words 0 where the reference has some.
    """

    model: str = option(
        "svm-en",
        "svm-en (features of BEER, chosen by human scores), svm-kulesza-en (the 9 features of the thesis, without any "
        "human score), or path of a trained one",
    )
    trees: str = option(
        "none", "trees for extended features: link-grammar, or files with those of all texts, joined by +"
    )

    summary = "how surely a translation would be taken for a human one"
    original = "the definition of Kulesza & Shieber (2004); in features and choice svm-kulesza-en alone"
    papers = ("kulesza-shieber-2004-learning",)
    name = "SVM"

    def kernel(self) -> "KernelModel":
        """The trained machine."""
        return KernelModel.load(self.model, self.trees)

    def signature(self) -> dict[str, str]:
        kernel = self.kernel()
        named = find(self.model).name.removesuffix(".model")
        choice = kernel.features.choice
        words = {"tok": kernel.features.tok}
        if choice not in (BASIC, EXTENDED):
            words |= kernel.features.options.matching.signature()
        return {"model": f"{named}@{kernel.model.digest}", "features": choice, **words}

    def misfit(self, language: Language) -> Misfit | None:
        return misfit_of(self.key, self.model, Model.load(self.model, metrics=[METRIC]), language)

    def trained_on(self) -> Language | None:
        return language_of(Model.load(self.model, metrics=[METRIC]))

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        kernel = self.kernel()
        same, one_sided = same_words(pairing, kernel.features.tok)
        scores = 1 / (1 + np.exp(-np.clip(kernel.margins(pairing) / kernel.spread, -700, 700)))
        scores = np.where(same, 1.0, np.where(one_sided, 0.0, scores))
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        """The margin, and what each group of features adds to that of the middle of the training data."""
        kernel = self.kernel()
        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics)
        batch = pairing.pool.tokens(tokenizer(kernel.features.tok), lowercase=True)
        score = float(self.score(self.statistics(excerpt.pairing)[0]))
        return replace(
            excerpt.explanation(score, *excerpt.tokens(batch, number), number),
            parts=kernel.parts(excerpt.pairing),
        )


@dataclass(frozen=True, slots=True, eq=False)
class KernelModel:
    """Support vectors ready to score. `support` is standardised as `mean` and `scale` say."""

    model: Model
    features: SvmFeatures
    mean: Floats
    scale: Floats
    support: Floats
    coefficients: Floats
    bias: float
    spread: float
    """The standard deviation of margins in training, by which scores are spread over their scale."""
    sigma: float

    @classmethod
    def load(cls, choice: str, trees: str = "none") -> Self:
        """The model that a name or a path chooses."""
        kernel = cls.of(Model.load(choice, metrics=[METRIC]), choice)
        named_by_model(kernel.features.options.parser, choice)
        return kernel if trees == "none" else kernel.with_trees(_trees(trees))

    @classmethod
    def of(cls, model: Model, where: str = "model") -> Self:
        """Raises where a model does not fit the features that this version computes."""
        named, tok, sigma = (model.options.get(name) for name in ("features", "tok", "sigma"))
        if not isinstance(named, str) or not isinstance(tok, str):
            raise DataError(f"{where}: says nothing about its features; train it again")
        if not isinstance(sigma, int | float) or isinstance(sigma, bool) or not 1e-6 < sigma < 1e6:
            raise DataError(
                f"{where}: the width of its kernel is {sigma!r}, expected a number from 1e-6 to 1e6; train it again"
            )
        features = SvmFeatures(named, tok, FeatureOptions.of({**model.options, "tok": "meteor"}, model.language))
        if features.names != model.features:
            raise DataError(f"{where}: its features are not those of {named!r} in this version; train it again")
        d = len(features.names)
        n = len(model.arrays.get("coefficients", ()))
        shapes = {"mean": (d,), "scale": (d,), "support": (n, d), "coefficients": (n,), "bias": (1,), "spread": (1,)}
        arrays = {name: _array(model, name, shape, where) for name, shape in shapes.items()}
        bias, spread = (float(arrays.pop(name)[0]) for name in ("bias", "spread"))
        if not n or not (arrays["scale"] > 0).all() or spread <= 0:
            raise DataError(f"{where}: has no support vectors or a spread that is not above 0; train it again")
        return cls(model, features, bias=bias, spread=spread, sigma=float(sigma), **arrays)

    def with_trees(self, trees: TreeSource) -> Self:
        return replace(self, features=replace(self.features, trees=trees))

    def margins(self, pairing: Pairing) -> Floats:
        """The signed distance of each segment from the border, above 0 on the human side; the best reference counts."""
        rows = self.features.rows(pairing)
        margins = np.full(len(pairing), -np.inf)
        np.maximum.at(margins, rows.segments, self.decide(rows.table))
        return margins

    def decide(self, table: Floats) -> Floats:
        """The margin of each row of features. A row's value does not depend on the others beside it."""
        scaled = (table - self.mean) / self.scale
        width = -1 / self.sigma**2
        decisions = np.empty(len(scaled))
        for begin in range(0, len(scaled), _BLOCK):
            block = scaled[begin : begin + _BLOCK]
            distance = np.zeros((len(block), len(self.support)))
            # One feature after the other: a matrix product would round differently by the size of the block.
            for feature, column in zip(block.T, self.support.T, strict=True):
                difference = feature[:, None] - column
                difference *= difference
                distance += difference
            distance *= width
            decisions[begin : begin + _BLOCK] = (np.exp(distance) * self.coefficients).sum(1) + self.bias
        return decisions

    def parts(self, one: Pairing) -> tuple[Part, ...]:
        """What each group of features does to the margin of one segment, against usual values of all features.

        Groups act together in a kernel. Each gets its Shapley value: the mean of what it changes, over all orders in
        which groups can go from their usual values to those of the segment.
        """
        table = self.features.rows(one).table
        row = table[int(self.decide(table).argmax())]
        of_feature = [name.split(".")[0] for name in self.features.names]
        groups = list(dict.fromkeys(of_feature))
        n = len(groups)
        # Bit g of a number says whether group g is as in the segment.
        subsets = np.arange(1 << n)[:, None] >> np.arange(n) & 1
        margins = self.decide(np.where(subsets[:, [groups.index(group) for group in of_feature]], row, self.mean))
        parts = [Part("usual", float(margins[0]), "the margin of usual values of all features")]
        for g, group in enumerate(groups):
            without = np.flatnonzero(subsets[:, g] == 0)
            weights = [1 / (n * comb(n - 1, int(k))) for k in subsets[without].sum(1)]
            change = float((margins[without | 1 << g] - margins[without]) @ np.array(weights))
            parts.append(Part(group, change, "mean change of the margin against usual values of these features"))
        formula = f"the margin; the score is 100 / (1 + exp(-margin / {self.spread:.4g}))"
        return (*parts, Part("sum", float(margins[-1]), formula))


def _array(model: Model, name: str, shape: tuple[int, ...], where: str) -> Floats:
    array: NDArray[np.float64] | None = model.arrays.get(name)
    if array is None or array.shape != shape:
        size = "none" if array is None else f"one of shape {array.shape}"
        raise DataError(f"{where}: {size} found as {name!r}, expected {shape}; train it again")
    return np.ascontiguousarray(array, np.float64)


@lru_cache(maxsize=2)
def _trees(choice: str) -> TreeSource:
    return find_trees(choice)
