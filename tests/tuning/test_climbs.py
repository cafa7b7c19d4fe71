"""What came of one start, and the options of a method by name."""

import json

import numpy as np
import pytest

from tertium.errors import UnknownNameError
from tertium.tuning.climbs import METHODS, Climb, best_of, options_of
from tertium.tuning.lines import RULES
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Mira
from tertium.tuning.moses.rules import MERT, MIRA
from tertium.tuning.pro import Pro


def test_the_first_of_the_best_is_taken() -> None:
    climbs = [Climb((9.0, 1.0), np.zeros(1)), Climb((0.0, 2.0), np.ones(1)), Climb((2.0,), np.zeros(1))]
    assert best_of(climbs) is climbs[1]
    assert climbs[0].score == 1.0


def test_options_are_values_by_name() -> None:
    options = options_of(Mert(restarts=3))
    assert (options["restarts"], options["choose"], options["smoothing"]) == (3, "widest", "none")
    assert METHODS.names() == ["mert", "mira", "pro"]


def test_options_can_be_written_to_files_as_they_are() -> None:
    for method in (Mert(), Mira(), Pro(), MERT, MIRA):
        assert json.loads(json.dumps(method.options())) == method.options()
    assert MERT.options()["choose"] == "moses"
    with pytest.raises(UnknownNameError, match="unknown rule that chooses a place on a line 'wide'"):
        RULES.get("wide")
