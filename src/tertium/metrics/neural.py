"""What metrics over neural networks share: a model of the user's, texts that may be too long for it, mean scores."""

import warnings
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal

import numpy as np

from tertium.errors import DataError, LimitWarning, OptionError
from tertium.metrics.base import Metric, option, ratio
from tertium.resources.neural import models
from tertium.resources.neural.windows import Cuts
from tertium.text.arrays import Floats
from tertium.text.material import Material
from tertium.text.pool import Pairing
from tertium.text.testset import TestSet


@dataclass(frozen=True, kw_only=True)
class NeuralMetric(Metric):
    """The corpus score is the mean of the segments. Of several references each is tried alone, and the mean counts."""

    model: str = option("auto", "the model: auto (the one that was built), the name of a built one, or a folder")
    precision: Literal["auto", "fp32", "int8"] = option(
        "auto", "fp32 gives the original's numbers, int8 is faster; auto: as it was built, fp32 for a folder"
    )

    bounds = "its own"
    package = "onnxruntime"
    only_by_name = True
    family: ClassVar[str]
    """What kind of model it needs."""

    @abstractmethod
    def loaded(self) -> Any:
        """The model, ready to score."""

    @abstractmethod
    def judged(self, pairing: Pairing) -> tuple[Floats, Cuts]:
        """A score for each hypothesis."""

    def lack(self) -> str | None:
        return models.lack(self.family, self.model, self.key)

    def signature(self) -> dict[str, str]:
        signature: dict[str, str] = self.loaded().signature()
        return signature

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        if why := self.lack():
            raise DataError(why)
        scores, cuts = self.judged(pairing)
        if len(wrong := np.flatnonzero(~np.isfinite(scores))):
            raise DataError(
                f"{self.key}: the model's score of segment {wrong[0] + 1} is not a finite number; its weights are "
                "damaged, get the model again"
            )
        if text := cuts.text():
            warnings.warn(LimitWarning(f"{self.key}: {text}"), stacklevel=2)
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return ratio(statistics[..., 0], statistics[..., 1])

    def advice(self, test_set: TestSet, *, segments: bool) -> Iterator[str]:
        if self.higher_is_better:
            yield f"{self.key}: scores lie close together; -w 4 prints more decimal places"


def sources_of(pairing: Pairing) -> list[str | None]:
    """The source of each hypothesis; None where there is none."""
    column = pairing.sources
    return [None] * len(pairing) if column is None else column.texts()


def references_of(pairing: Pairing) -> list[list[str]]:
    """The references of each hypothesis."""
    texts = pairing.pool.texts
    rows = pairing.references.tolist()
    return [[texts[row] for row in rows[begin:end]] for begin, end in pairwise(pairing.offsets.tolist())]


def hypotheses_of(pairing: Pairing) -> list[str]:
    """The texts that are judged."""
    return [pairing.pool.texts[row] for row in pairing.hypotheses.tolist()]


def means(values: Floats, counts: list[int]) -> Floats:
    """The mean of each stretch of values."""
    places = np.concatenate(([0], np.cumsum(counts)))
    return np.array([values[begin:end].mean() for begin, end in pairwise(places.tolist())])


def windows_option() -> Any:
    """The option of metrics that can read texts in parts."""
    return option(False, "read texts that are too long in overlapping windows instead of cutting them")


def refuse_kind(key: str, found: str, expected: tuple[str, ...], instead: str) -> None:
    """Raise where a model is of another kind than the name of the metric says."""
    if found not in expected:
        raise OptionError(f"{key}: the model is a {found}, expected {' or '.join(expected)}; use {instead}")


SOURCES: frozenset[Material] = frozenset({"sources"})
BOTH: frozenset[Material] = frozenset({"sources", "references"})
