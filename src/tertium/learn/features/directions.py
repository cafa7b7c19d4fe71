"""Which way a feature points: whether more of it can only be better, or only worse.

Features that follow from each other get weights of both signs, which cancel in ordinary outputs. In odd ones they do
not: a word said fifty times would be worth more than the reference. Weights that all point the right way cannot be led
astray so, and agree with people as well.
"""

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_BETTER = re.compile(
    r"\.(weighted-)?(precision|recall|f1|mean)$|\.(min|max|root|near|worst-hyp|worst-ref)$"
    r"|^form\.end$|^order\.(kendall|trees|monotone)|^meteor\.(score|matched-exact)$"
)
_WORSE = re.compile(
    r"\.(missing|extra|both|hyp-only|ref-only)$|^(repeats|class|disbalance|polarity|single|places|nearly)\."
    r"|^form\.(case|quotes|script)$|^lengths\.(ratio|difference|short)$|^vocabulary\.(unknown|rare)-hyp$|^order\.(inverted|arity)"
    r"|^terp[ah]?\.|^meteor\.(fragmentation|penalty)$"
)

# What a word means in its text, less what it means alone, tells more than either; weights of both signs say so.
_CONTRASTED = "encoder."


def directions(names: Iterable[str]) -> NDArray[np.int64]:
    """For each feature 1 where more is never worse, -1 where more is never better, 0 where nothing is known."""
    return np.array(
        [
            0 if name.startswith(_CONTRASTED) else 1 if _BETTER.search(name) else -1 if _WORSE.search(name) else 0
            for name in names
        ],
        np.int64,
    )
