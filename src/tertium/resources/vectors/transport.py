"""What it takes to turn one text into another by moving its pieces, where each has a vector: an approximation.

50 steps of Sinkhorn's method are not its end: on real text half of the values are more than .001 from the converged
ones, the farthest .025 (`papers/transport.py`).
"""

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.resources.limits import warn_limited
from tertium.text.arrays import Floats

COLUMNS = 2
"""All pieces weighing the same, and by weight; see `core/matching/transport.h`."""
# Of the plan: set before anything was measured with it; models learned with these.
SOFTNESS, STEPS = 0.05, 50


def moved(
    pairs: _core.TextPairs,
    values: NDArray[np.int8],
    dimensions: int,
    weights: NDArray[np.float32],
    *,
    threads: int,
    what: str,
) -> Floats:
    """1 less the cost, for each pair; warns in the name of `what` where texts have too many different pieces."""
    table = _core.transport_features(
        pairs,
        values=values,
        dimensions=dimensions,
        weights=weights,
        softness=SOFTNESS,
        steps=STEPS,
        threads=threads,
    )
    warn_limited(table[:, COLUMNS], what, f"only the {_core.MOST_TRANSPORTED:,} heaviest word pieces were moved")
    return table[:, :COLUMNS]
