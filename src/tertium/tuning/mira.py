"""k-best MIRA (Cherry & Foster 2012): move towards candidates that are good and away from bad ones that score high.

Sentence by sentence, the weights are moved as little as makes a good candidate beat a bad one by as much as it is
better. How good a candidate is depends on the test set's score with it, given a background of what was chosen before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from tertium.text.arrays import Floats, Offsets
from tertium.tuning.climbs import METHODS, Climb, Progress, best_of, options_of
from tertium.tuning.objective import Objective
from tertium.tuning.space import Space

Scale = Literal["auto", "reference", "segments"]
Background = Literal["hope", "model"]

# How much more the model's score may count than the metric in choosing a good candidate, where it is asked for.
_MOST_OF_MODEL = 5.0


@METHODS.named("mira")
@dataclass(frozen=True, slots=True)
class Mira:
    """Options of k-best MIRA.

    No step is larger than `step`, in units of the features' spread within lists, by which they are divided first
    (`scale_features`). The background is multiplied by `decay` before something is added to it: the good
    candidate, or the model's own choice (`background="model"`). A candidate's worth is multiplied by the size of the
    background, in words of the references or in segments; `auto` takes segments where the corpus score is the mean of
    the segments, so that the worth is the segment's score, and words elsewhere.
    """

    searches_lines: ClassVar[bool] = False
    epochs: int = 60
    step: float = 0.1
    decay: float = 0.999
    scale: Scale = "auto"
    background: Background = "hope"
    safe_hope: bool = False
    shuffle: bool = True
    scale_features: bool = True
    count_start: bool = True
    """Whether the mean of the weights counts the start as one more; Moses adds it without counting it."""

    name = "mira"

    def options(self) -> dict[str, object]:
        """All that a result depends on, by name."""
        return options_of(self)

    def run(
        self, objective: Objective, space: Space, starts: Sequence[Floats], seed: int, progress: Progress | None = None
    ) -> list[Climb]:
        """One run from the first start; of all epochs the one whose mean weights score best."""
        spread = _spread(objective) if self.scale_features else np.ones(objective.features.shape[1])
        learner = _Learner(self, objective, space, starts[0], spread)
        rng = np.random.default_rng([seed, 0])
        scores, best, weights = [objective.score(starts[0])], -np.inf, starts[0]
        for epoch in range(self.epochs):
            numbers = np.arange(len(objective))
            if self.shuffle:
                rng.shuffle(numbers)
            learner.learn(numbers)
            mean = learner.mean()
            score = objective.score(mean)
            scores.append(score)
            if score > best:
                best, weights = score, mean
            if progress:
                progress("epochs", epoch + 1, self.epochs)
        return [Climb((*scores, best) if scores[-1] != best else tuple(scores), weights)]

    def result(self, climbs: Sequence[Climb]) -> Climb:
        """The only one."""
        return best_of(climbs)


def _spread(objective: Objective) -> Floats:
    """The standard deviation of each feature within lists; 1 where it never differs."""
    means = np.add.reduceat(objective.features, objective.offsets[:-1]) / np.diff(objective.offsets)[:, None]
    centred = objective.features - np.repeat(means, np.diff(objective.offsets), axis=0)
    spread = np.sqrt((centred**2).mean(0))
    return np.where(spread > 0, spread, 1.0)


class _Learner:
    """Weights on the way, in units of the features' spread."""

    def __init__(self, options: Mira, objective: Objective, space: Space, start: Floats, spread: Floats) -> None:
        self._options, self._objective, self._space, self._spread = options, objective, space, spread
        self._start = start
        self._weights, self._total, self._n_updates = start * spread, start * spread, 0
        used = objective.statistics[objective.rows]
        in_words = options.scale == "reference" or (options.scale == "auto" and not objective.scorer.is_mean(used))
        self._lengths = objective.lengths if in_words else np.ones(len(objective))
        self._background, self._size = np.ones(objective.statistics.shape[1]), 1.0
        self._features = objective.features / spread

    def mean(self) -> Floats:
        """The mean of the weights so far, in units of the features."""
        if self._n_updates == 0:
            return self._start
        counted = self._n_updates + (1 if self._options.count_start else 0)
        mean: Floats = self._total / counted / self._spread
        return np.where(self._space.free, self._space.inside(mean), self._start)

    def learn(self, numbers: Offsets) -> None:
        """Look at these lists once."""
        for number in numbers.tolist():
            self._look(number)

    def _look(self, number: int) -> None:
        objective, options = self._objective, self._options
        part = slice(objective.offsets[number], objective.offsets[number + 1])
        features, rows = self._features[part], objective.statistics[objective.rows[part]]
        model = features @ self._weights
        worth = objective.scorer(self._background + rows) * (self._size + self._lengths[number])
        hope = self._hope(model, worth)
        fear = int(np.argmax(model - worth))
        if hope == fear or not worth[hope] > worth[fear]:
            return
        difference = np.where(self._space.free, features[hope] - features[fear], 0.0)
        size = float(difference @ difference)
        loss = float(worth[hope] - worth[fear] - (features[hope] - features[fear]) @ self._weights)
        if loss > 0 and size > 0:
            moved = self._weights + min(options.step, loss / size) * difference
            self._weights = self._space.inside(moved / self._spread) * self._spread
            self._total += self._weights
            self._n_updates += 1
        counts = rows[hope if options.background == "hope" else int(np.argmax(model))]
        self._background = options.decay * self._background + counts
        self._size = options.decay * self._size + self._lengths[number]

    def _hope(self, model: Floats, worth: Floats) -> int:
        """The candidate that is good and that the model likes."""
        hope = int(np.argmax(model + worth))
        if self._options.safe_hope and abs(model[hope]) > 1e-8:
            share = _MOST_OF_MODEL * abs(worth[hope]) / abs(model[hope])
            if share < 1:
                return int(np.argmax(share * model + worth))
        return hope
