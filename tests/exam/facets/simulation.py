"""Ratings of people who do not exist, drawn from the model itself."""

from dataclasses import dataclass

import numpy as np

from tertium.exam.facets.ratings import Facet, Ratings, ratings_of
from tertium.text.arrays import Floats


@dataclass(frozen=True)
class World:
    """The measures that ratings are drawn from."""

    ability: Floats
    hardness: Floats
    severity: Floats
    steps: Floats

    @classmethod
    def drawn(cls, seed: int, n_candidates: int, n_passages: int, n_graders: int, n_categories: int = 5) -> "World":
        rng = np.random.default_rng(seed)
        hardness, severity = rng.normal(0, 0.7, n_passages), rng.normal(0, 0.6, n_graders)
        steps = np.linspace(-1.5, 1.5, n_categories - 1)
        return cls(rng.normal(0, 1, n_candidates), hardness - hardness.mean(), severity - severity.mean(), steps)

    def ratings(self, seed: int, graders_each: int | None = None, later: Floats | None = None) -> Ratings:
        """Everybody answers everything; `later` is added to severities in the second half of the time."""
        rng = np.random.default_rng(seed)
        shape = (len(self.ability), len(self.hardness), len(self.severity))
        candidate, passage, grader = (numbers.ravel() for numbers in np.indices(shape))
        if graders_each is not None:
            keep = (rng.random(shape).argsort(2).argsort(2) < graders_each).ravel()
            candidate, passage, grader = candidate[keep], passage[keep], grader[keep]
        time = rng.random(len(candidate))
        place = self.ability[candidate] - self.hardness[passage] - self.severity[grader]
        if later is not None:
            place = place - np.where(time > 0.5, later[grader], 0)
        logits = np.arange(len(self.steps) + 1) * place[:, None] - np.r_[0, self.steps.cumsum()]
        share = np.exp(logits - logits.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        score = (rng.random(len(place))[:, None] > share.cumsum(1)).sum(1)
        names: dict[Facet, list[str]] = {
            "passage": [f"p{n:03}" for n in passage.tolist()],
            "grader": [f"g{n:03}" for n in grader.tolist()],
        }
        return ratings_of([f"c{n:05}" for n in candidate.tolist()], names, score.tolist(), time.tolist())
