"""Minimum error rate training (Och 2003): exact line searches on the score of the whole test set, from many starts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.text.arrays import Floats
from tertium.tuning.climbs import METHODS, Climb, Progress, best_of, options_of
from tertium.tuning.lines import RULES, Smoothing, coordinate_lines, direction_lines, smoothed
from tertium.tuning.objective import Objective
from tertium.tuning.space import Space

# A start that goes on for so long gains next to nothing.
_MOST_ROUNDS = 200


@METHODS.named("mert")
@dataclass(frozen=True, slots=True)
class Mert:
    """Options of minimum error rate training.

    Each round looks along every free weight and `directions` random ones from the same point and takes the best step;
    a start ends where a round gains no more than `tolerance`. `restarts` more starts follow the given ones.
    `smoothing` and `window` choose by the neighbours of a stretch, too.
    """

    searches_lines: ClassVar[bool] = True
    restarts: int = 20
    directions: int = 0
    tolerance: float = 1e-4
    smoothing: Smoothing = "none"
    window: int = 0
    near: bool = True
    """Whether the second half of the restarts is drawn round the best point so far, not anywhere."""
    apart: bool = False
    """Whether a stretch ends also where candidates of equal text change places, as in Moses."""
    choose: str = "widest"
    """The name of the rule that chooses a place on a line; `moses` is Moses' one."""

    name = "mert"

    def options(self) -> dict[str, object]:
        """All that a result depends on, by name."""
        return options_of(self)

    def run(
        self, objective: Objective, space: Space, starts: Sequence[Floats], seed: int, progress: Progress | None = None
    ) -> list[Climb]:
        """Climb from every given start, from random ones, and from what is near the best.

        Every start has random numbers of its own.
        """
        if self.apart:
            objective = objective.apart()
        climbs: list[Climb] = []
        n_starts = len(starts) + self.restarts
        n_random = (self.restarts + 1) // 2 if self.near else self.restarts
        for number in range(n_starts):
            rng = np.random.default_rng([seed, number])
            if number < len(starts):
                start = starts[number]
            elif number < len(starts) + n_random:
                start = space.random_start(rng, starts[0])
            else:
                start = space.near(rng, best_of(climbs).weights)
            climbs.append(climb(objective, space, start, self, rng))
            if progress:
                progress("starts", number + 1, n_starts)
        return climbs

    def result(self, climbs: Sequence[Climb]) -> Climb:
        """The first of those with the highest score."""
        return best_of(climbs)


def climb(objective: Objective, space: Space, start: Floats, options: Mert, rng: np.random.Generator) -> Climb:
    """Take the best step of all directions until no round gains enough."""
    weights = space.inside(start)
    scores = [objective.score(weights)]
    valued = scores[0] if options.window == 0 or options.smoothing == "none" else -np.inf
    for _ in range(_MOST_ROUNDS):
        step, value = best_step(objective, space, weights, options, rng)
        if step is None or value - valued <= options.tolerance:
            break
        moved = weights + step
        score = objective.score(moved)
        # Nearly parallel lines can meet elsewhere than computed: what counts is what the weights really choose.
        if options.window == 0 and score <= scores[-1]:
            break
        weights, valued = moved, value
        scores.append(score)
    return Climb(tuple(scores), weights)


def best_step(
    objective: Objective, space: Space, weights: Floats, options: Mert, rng: np.random.Generator
) -> tuple[Floats | None, float]:
    """The change of weights that leads to the best place on any line, and the value of that place."""
    columns = np.flatnonzero(space.free).astype(np.int32)
    directions = np.eye(len(space.names))[columns]
    lines = coordinate_lines(objective, weights, columns)
    if options.directions:
        others = np.array([space.random_direction(rng) for _ in range(options.directions)])
        directions = np.concatenate((directions, others))
        lines += direction_lines(objective, weights, others)
    choose = smoothed(RULES.get(options.choose), options.smoothing, options.window)
    low, high = space.reach(weights, directions)
    best, value = None, -np.inf
    # A line has no better place than its best stretch, so that most lines need not be looked at closely.
    tops = np.array([line.scores.max() for line in lines])
    for k in np.argsort(-tops, kind="stable").tolist():
        if tops[k] <= value:
            break
        place = choose(lines[k], float(low[k]), float(high[k]))
        if place and place.score > value:
            best, value = place.x * directions[k], place.score
    return best, value
