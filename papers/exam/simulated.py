"""Exams of candidates who do not exist: how well somebody translates is drawn, and features and labels follow."""

from dataclasses import dataclass

import numpy as np

from tertium.exam.labelling.examples import Examples
from tertium.text.arrays import Floats

FEATURES = 40
CUTS = (-0.7, 0.3, 1.2)
"""Of how bad a passage is, into SM, MM, IM and HM."""


@dataclass(frozen=True)
class World:
    """What all exams of one simulation share: how hard passages are, what features see, how severe graders are."""

    difficulty: Floats
    seen: Floats
    severity: Floats

    @classmethod
    def drawn(cls, rng: np.random.Generator, n_passages: int = 4, n_graders: int = 3) -> "World":
        """Half of the features see nothing; graders differ by .3 of the spread of abilities."""
        difficulty = rng.normal(0, 0.5, n_passages)
        seen = rng.uniform(0, 1, FEATURES) * (rng.random(FEATURES) < 0.5)
        return cls(difficulty, seen, rng.normal(0, 0.3, n_graders))

    def examples(self, rng: np.random.Generator, n_candidates: int, name: str = "c") -> Examples:
        """Candidates who answer every passage, one grader for each answer."""
        n_passages = len(self.difficulty)
        shape = (n_candidates, n_passages)
        bad = self.difficulty - rng.normal(0, 1, (n_candidates, 1)) + rng.normal(0, 0.5, shape)
        graders = rng.integers(0, len(self.severity), shape)
        labels = np.searchsorted(CUTS, bad + rng.normal(0, 0.4, shape) + self.severity[graders])
        manner = rng.normal(0, 0.6, (n_candidates, 1, FEATURES))  # what is a candidate's own in all passages
        values = bad[..., None] * self.seen + rng.normal(0, 1, (*shape, FEATURES)) + manner
        return Examples(
            values.reshape(-1, FEATURES),
            labels.ravel(),
            np.tile([f"p{i}" for i in range(n_passages)], n_candidates),
            np.repeat([f"{name}{i}" for i in range(n_candidates)], n_passages),
            np.array([f"g{grader}" for grader in graders.ravel()]),
            np.full(labels.size, np.nan),
        )
