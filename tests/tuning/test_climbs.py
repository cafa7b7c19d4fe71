"""What came of one start, and the options of a method by name."""

import numpy as np

from tertium.tuning.climbs import METHODS, Climb, best_of, options_of
from tertium.tuning.mert import Mert


def test_the_first_of_the_best_is_taken() -> None:
    climbs = [Climb((9.0, 1.0), np.zeros(1)), Climb((0.0, 2.0), np.ones(1)), Climb((2.0,), np.zeros(1))]
    assert best_of(climbs) is climbs[1]
    assert climbs[0].score == 1.0


def test_options_are_values_by_name_and_functions_by_theirs() -> None:
    options = options_of(Mert(restarts=3))
    assert (options["restarts"], options["choose"], options["smoothing"]) == (3, "widest_best", "none")
    assert METHODS.names() == ["mert", "mira", "pro"]
