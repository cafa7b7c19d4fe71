"""Where Moses' tuning programs decide otherwise than ours: all such rules stand here, for comparison with them."""

import numpy as np

from tertium.text.arrays import Floats
from tertium.tuning.lines import Line, Place
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Mira

# SPEC: mert/Optimizer.cpp: how far beyond the outer changes it goes, and what it takes for no step at all.
_BELOW_FIRST = 1000.0
_ABOVE_LAST = 0.1
_NO_STEP = 1.5e-4


def first_best(line: Line, low: float, high: float) -> Place | None:
    """The middle of the first stretch with the highest score."""
    del low, high  # Moses knows no bounds
    if not len(line.x):
        return None
    there = np.concatenate(([True], line.x[1:] > line.x[:-1], [True]))
    best = int(np.argmax(np.where(there, line.scores, -np.inf)))
    x = _middle(line.x, best)
    return Place(0.0 if abs(x) < _NO_STEP else x, float(line.scores[best]))


def _middle(x: Floats, stretch: int) -> float:
    if stretch == 0:
        return float(x[0]) - _BELOW_FIRST
    if stretch == len(x):
        return float(x[-1]) + _ABOVE_LAST
    return 0.5 * float(x[stretch - 1] + x[stretch])


MERT = Mert(restarts=0, near=False, apart=True, choose="moses")
"""Minimum error rate training as Moses' `mert -n 0` does it; its random starts come from another generator."""
MIRA = Mira(step=0.01, scale="reference", shuffle=False, scale_features=False, count_start=False)
"""k-best MIRA as Moses' `kbmira --no-shuffle` does it, but without its loss of candidates."""
