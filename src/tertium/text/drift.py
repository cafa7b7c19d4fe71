"""Where two files that should be parallel stop being so."""

from collections.abc import Sequence

import numpy as np

from tertium.text.testset import Text


def parting_line(a: Sequence[Text], b: Sequence[Text]) -> int:
    """The line, counted from 1, at which lines are missing in the shorter of two lists.

    The lists are taken to be parallel up to there, and parallel again behind a gap that makes up for their
    different numbers; the place is where the lengths of the lines then agree best.
    """
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    gap = len(longer) - len(shorter)
    # Logarithms, so that lines are compared by ratio; empty lines stand out.
    long = np.log1p([len(text or "") for text in longer])
    short = np.log1p([len(text or "") for text in shorter])
    before = np.concatenate([[0.0], np.cumsum(np.abs(long[: len(short)] - short))])
    behind = np.concatenate([[0.0], np.cumsum(np.abs(long[gap:] - short)[::-1])])[::-1]
    return int(np.argmin(before + behind)) + 1
