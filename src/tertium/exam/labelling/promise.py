"""What a model can promise of its sets at 90 %, and how that was checked.

A set holds the right label nine times in ten only where enough candidates, or passages, were labelled, and where
cross-validation does not say otherwise. Wherever a promise does not hold, people look at every grade.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from scipy.special import ndtri  # type: ignore[import-untyped, unused-ignore]

from tertium.exam.labelling.examples import FoldRule
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.uncertainty import CONFIDENCE
from tertium.learn.model import Figure

NEEDED = ceil(1 / (1 - CONFIDENCE) - 1e-9) - 1
"""With fewer groups than this no set but that of all labels can be promised: 9 for nine in ten."""
HELD, ERROR = "in set", "in set: standard error"
_DOUBT = float(ndtri(0.95))  # further below than chance explains, in standard errors


@dataclass(frozen=True, slots=True)
class Promise:
    """Of sets for one kind of passage: those that the model met in training, or new ones."""

    unit: str
    """What the labelled passages were grouped by: candidates or passages."""
    groups: int
    coverage: float | None
    """How often sets held the right label in cross-validation; None where nobody looked."""
    error: float

    @property
    def breach(self) -> str | None:
        """Why the sets promise nothing; None where they do."""
        if self.groups < NEEDED:
            return f"sets promise nothing: labels of {self.groups} {self.unit}, {NEEDED} or more are needed"
        if self.coverage is None:
            return "sets promise nothing: the model was not cross-validated"
        if self.coverage + _DOUBT * self.error < CONFIDENCE:
            return f"sets promise nothing: in cross-validation {self.coverage:.0%} held the label, not {CONFIDENCE:.0%}"
        return None

    @property
    def account(self) -> str:
        """How it was checked, as a sentence."""
        if self.groups < NEEDED:
            return f"cannot be promised by labels of {self.groups} {self.unit}; {NEEDED} or more are needed"
        if self.coverage is None:
            return "were not checked by cross-validation"
        verdict = "the promise holds" if self.breach is None else "the promise does not hold"
        return (
            f"held the label for {self.coverage:.1%} (standard error {self.error:.1%}) in cross-validation, "
            f"calibrated by {self.groups} {self.unit}: {verdict}"
        )


def promises(model: GradingModel) -> tuple[Promise, Promise]:
    """Of passages that were in the training data, and of new ones."""
    old = Promise("candidates", model.known.groups, *_measured(model.figures, "translator"))
    new = Promise("passages", model.new.groups, *_measured(model.figures, "document"))
    both = Promise("passages", model.new.groups, *_measured(model.figures, "both"))
    return old, both if both.coverage is not None and new.breach is None else new


def checks(model: GradingModel) -> tuple[str, str]:
    """What a model's sets at 90 % promise, one sentence for passages that it met and one for new ones."""
    old, new = promises(model)
    return (
        f"Sets at 90 % for passages of the training data {old.account}.",
        f"Sets at 90 % for other passages {new.account}.",
    )


def standard_error(hits: Sequence[bool], groups: Sequence[str]) -> float:
    """Of a share of passages that come in groups, from the groups' deviations."""
    right = np.asarray(hits, float)
    _, number = np.unique(np.asarray(groups), return_inverse=True)
    sums = np.bincount(number, right - right.mean())
    n = len(sums)
    # Where all are right or all are wrong, as if half a passage were not.
    least = 0.5 / len(right)
    return float(max(np.sqrt(n / max(n - 1, 1) * np.sum(sums**2)) / len(right), np.sqrt(least * (1 - least) / n)))


def _measured(figures: Sequence[Figure], rule: FoldRule) -> tuple[float | None, float]:
    values = {figure.measure: figure.value for figure in figures if figure.part == f"folds by {rule}"}
    share, error = values.get(HELD), values.get(ERROR)
    return (None, 0.0) if share is None or error is None else (share, error)
