"""What training of the edit automaton minimises: squared errors of scores, losses of preferences, or both.

The score of a pair divided by its words, plus a constant, is the prediction. Its slope is the expected count of each
feature over the lattice divided by the words, so that one pass over the lattices gives the whole gradient, whatever is
asked of the predictions.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.learn.linear import joined_judgements
from tertium.learn.pairs import Indices
from tertium.learn.pfsm.automaton import EditFeatures
from tertium.learn.pfsm.lattices import EditLattices
from tertium.text.arrays import Floats


class Preferred(NamedTuple):
    """Numbers of lattices: `better[i]` was preferred to `worse[i]`, `counts[i]` times."""

    better: Indices
    worse: Indices
    counts: Floats

    @classmethod
    def of(cls, better: Indices, worse: Indices, n_lattices: int) -> "Preferred":
        """Judgements, of which the same one may have been made often."""
        (better, worse), counts = joined_judgements(better, worse, None, n_lattices)
        return cls(better, worse, counts)

    def moved(self, start: int) -> "Preferred":
        """The same when lattices stand before these."""
        return Preferred(self.better + start, self.worse + start, self.counts)

    @staticmethod
    def joined(parts: "list[Preferred]") -> "Preferred":
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        return Preferred(columns[0], columns[1], columns[2])


NO_PREFERENCES = Preferred(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


class Objective(NamedTuple):
    """The value of the objective, its gradient (weights, then the constant), and the predictions."""

    value: float
    gradient: Floats
    predictions: Floats


class Loss(NamedTuple):
    """What predictions cost, and its slope at each of them."""

    value: float
    slopes: Floats


def squares(predictions: Floats, targets: Floats) -> Loss:
    """Squared errors; a target that is NaN asks for nothing."""
    errors = np.nan_to_num(targets - predictions)
    return Loss(float(errors @ errors), -2 * errors)


def preferences(predictions: Floats, preferred: Preferred) -> Loss:
    """Logistic losses: log(1 + exp(worse - better)) of each judgement."""
    margins = predictions[preferred.better] - predictions[preferred.worse]
    value = float(preferred.counts @ np.logaddexp(0, -margins))
    # 1 / (1 + e^m) without an overflow where a margin is large
    pull = preferred.counts * np.exp(-np.logaddexp(0, margins))
    slopes = np.zeros(len(predictions))
    np.add.at(slopes, preferred.worse, pull)
    np.subtract.at(slopes, preferred.better, pull)
    return Loss(value, slopes)


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Losses of all lattices, and a penalty on the squared weights, not on the constant.

    `targets` are NaN for lattices that only take part in preferences; `preference_weight` is what one preference
    weighs beside one squared error.
    """

    features: EditFeatures
    lattices: EditLattices
    targets: Floats
    penalty: float
    threads: int = 1
    preferred: Preferred = field(default=NO_PREFERENCES)
    preference_weight: float = 1.0

    def evaluate(self, parameters: Floats) -> Objective:
        weights, constant = parameters[:-1], parameters[-1]
        columns = self.features.columns()
        counted = _core.edit_counts(
            self.lattices.for_core(), self.features.machine(weights), columns, threads=self.threads
        )
        words = self._words()
        predictions = counted.scores / words + constant
        scored, ranked = squares(predictions, self.targets), preferences(predictions, self.preferred)
        slopes = scored.slopes + self.preference_weight * ranked.slopes
        pull = slopes / words @ counted.counts @ self.features.matrix[columns]
        gradient = np.append(pull + 2 * self.penalty * weights, slopes.sum())
        value = scored.value + self.preference_weight * ranked.value + self.penalty * float(weights @ weights)
        return Objective(value, gradient, predictions)

    def centred(self, parameters: Floats) -> Floats:
        """Parameters with the constant that gives predictions the mean 0: preferences alone do not say which."""
        machine = self.features.machine(parameters[:-1])
        scores = _core.edit_scores(self.lattices.for_core(), machine, threads=self.threads)
        return np.append(parameters[:-1], -float((scores / self._words()).mean()))

    def occurrences(self) -> Floats:
        """On how many edges of the lattices each feature is possible."""
        columns = self.features.columns()
        nothing = self.features.machine(np.zeros(len(self.features.names)))
        pairs = self.lattices.for_core()
        edges = _core.edit_counts(pairs, nothing, columns, arcs=True, threads=self.threads).counts
        return np.asarray(edges.sum(0) @ self.features.matrix[columns], np.float64)

    def _words(self) -> NDArray[np.int64]:
        return np.maximum(self.lattices.words, 1)
