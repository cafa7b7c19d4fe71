"""The features of Kulesza & Shieber (2004), over all references at once; and any set of the register, one by one."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions, Indices, each_reference
from tertium.metrics.base import ratio
from tertium.resources.parsers.constituents import TreeSource
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.tokenizers import get as tokenizer

BASIC, EXTENDED = "basic", "extended"
_ORDERS = 5
_CONSTITUENTS = ("ADJP", "FRAG", "NP", "NPB", "PP", "SBAR", "VP")
_BASIC_NAMES = (
    *("length.min", "length.max"),
    *(f"ngram.{n}.precision" for n in range(1, _ORDERS + 1)),
    *("errors.wer-count", "errors.per-count"),
)
_TREE_NAMES = (
    *("tree.log-probability", "tree.log-probability.min", "tree.log-probability.max"),
    *(f"tree.{label}.{end}" for label in _CONSTITUENTS for end in ("min", "max")),
)


class FeatureRows(NamedTuple):
    """Features of pairs; row i is about segment `segments[i]`. A segment has one row, or one for each reference."""

    table: Floats
    segments: Indices


@dataclass(frozen=True, slots=True, eq=False)
class SvmFeatures:
    """Which features: `basic` (9), `extended` (26, needs trees), or sets of the register joined by `+`."""

    choice: str
    tok: str = "13a"
    options: FeatureOptions = FeatureOptions()  # noqa: RUF009  # frozen
    trees: TreeSource | None = None

    @property
    def names(self) -> tuple[str, ...]:
        if self.choice == BASIC:
            return _BASIC_NAMES
        if self.choice == EXTENDED:
            return (*_BASIC_NAMES, *_TREE_NAMES)
        return features.feature_names(features.parse(self.choice), self.options)

    def rows(self, pairing: Pairing) -> FeatureRows:
        """The features of all segments."""
        if self.choice not in (BASIC, EXTENDED):
            single, segments = each_reference(pairing)
            return FeatureRows(features.compute(features.parse(self.choice), single, self.options), segments)
        table = _basic(pairing, self.tok)
        if self.choice == EXTENDED:
            if self.trees is None:
                raise DataError(
                    "extended features need trees of all texts; give them as a file (trees=FILE), or trees=link-grammar"
                )
            table = np.column_stack((table, _of_trees(pairing, self.trees)))
        return FeatureRows(table, np.arange(len(pairing)))


def _basic(pairing: Pairing, tok: str) -> Floats:
    """Length ratios, n-gram precisions clipped by the reference with most of each, least errors of words."""
    batch = pairing.pool.tokens(tokenizer(tok), lowercase=True)
    rows = _core.bleu_statistics(pairing.pairs(batch), max_order=_ORDERS, threads=pairing.threads)
    single, _ = each_reference(pairing)
    kernels = (_core.wer_statistics, _core.per_statistics)
    errors = [_least(kernel(single.pairs(batch), threads=pairing.threads)[:, 0], pairing) for kernel in kernels]
    lengths = np.diff(batch.offsets).astype(np.float64)
    ratios = _ratio(lengths[single.hypotheses], lengths[single.references])
    precisions = ratio(rows[:, 2 : 2 + _ORDERS], rows[:, 2 + _ORDERS :])
    return np.column_stack((_least(ratios, pairing), _most(ratios, pairing), precisions, *errors))


def _of_trees(pairing: Pairing, trees: TreeSource) -> Floats:
    """The log-probability, and each count divided by that of the references: the least and the most."""
    rows = np.unique(np.concatenate((pairing.hypotheses, pairing.references)))
    counts = np.zeros((len(pairing.pool), 1 + len(_CONSTITUENTS)))
    parsed = trees.trees([pairing.pool.texts[row] for row in rows.tolist()])
    for row, tree in zip(rows.tolist(), parsed, strict=True):
        counts[row] = (tree.log_probability or 0.0, *(tree.labels.get(label, 0) for label in _CONSTITUENTS))
    single, _ = each_reference(pairing)
    ratios = _ratio(counts[single.hypotheses], counts[single.references])
    ends = np.stack((_least(ratios, pairing), _most(ratios, pairing)), axis=2).reshape(len(pairing), -1)
    return np.column_stack((counts[pairing.hypotheses, 0], ends))


def _ratio(part: Floats, whole: Floats) -> Floats:
    """0/0 is 1 and x/0 is x + 1, which the thesis says does not occur."""
    nothing = whole == 0
    return np.where(nothing, part + 1.0, part / np.where(nothing, 1.0, whole))


def _least(values: Floats, pairing: Pairing) -> Floats:
    return np.asarray(np.minimum.reduceat(values, pairing.offsets[:-1], axis=0), np.float64) if len(pairing) else values


def _most(values: Floats, pairing: Pairing) -> Floats:
    return np.asarray(np.maximum.reduceat(values, pairing.offsets[:-1], axis=0), np.float64) if len(pairing) else values


def same_words(pairing: Pairing, tok: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which segments have the words of one of their references, and which have words on one side only."""
    batch = pairing.pool.tokens(tokenizer(tok), lowercase=True)
    single, _ = each_reference(pairing)
    edits = _core.wer_statistics(single.pairs(batch), threads=pairing.threads)[:, 0]
    lengths = np.diff(batch.offsets)
    one_sided = (lengths[single.hypotheses] == 0) != (lengths[single.references] == 0)
    worst = _least(one_sided.astype(np.float64), pairing) > 0
    return _least(edits, pairing) == 0, worst
