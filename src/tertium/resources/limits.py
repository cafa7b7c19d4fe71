"""How long a text may be where each of its words is compared with each word of another."""

import math
import os
import warnings

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, LimitWarning, OptionError
from tertium.text.arrays import Batch

VARIABLE = "TERTIUM_MAX_WORDS"
"""How many words a text may have; 10,000 is the default."""
_DEFAULT = 10_000
_PAIRS_FOR_EACH = 50
"""Pairs of equal words that a text may have with itself, for each word that is allowed: half a million by default.

Two texts that both keep to it have no more pairs of equal words with each other. Running text of 5,000 words has two
thirds of that; a text of one word, repeated, reaches it at 707.
"""
_SHOWN = 5


def refuse_long(batch: Batch) -> None:
    """Raise where comparing a text of a batch word by word would take minutes or gigabytes."""
    most = _most_words()
    most_pairs = most * _PAIRS_FOR_EACH
    lengths = np.diff(batch.offsets)
    for row in np.flatnonzero(lengths > min(most, math.isqrt(most_pairs))).tolist():
        ids = batch.ids[batch.offsets[row] : batch.offsets[row + 1]]
        counts = np.unique(ids, return_counts=True)[1].astype(np.int64)
        n_pairs = int(counts @ counts)
        if len(ids) > most or n_pairs > most_pairs:
            beginning = " ".join(batch.words[word] for word in ids[:_SHOWN].tolist())
            raise DataError(
                f"a text of {len(ids):,} words ({beginning!r} and so on) is too long to be matched word by word: it "
                f"has {n_pairs:,} pairs of equal words with itself; {most:,} words and {most_pairs:,} pairs are "
                f"allowed; split it, or allow more words with the variable {VARIABLE}"
            )


def warn_limited(limited: NDArray[np.uint8] | NDArray[np.float64], metric: str, what: str) -> None:
    """Warn where some searches came to their limits; `what` says what was not looked at."""
    if n := int(np.count_nonzero(limited)):
        message = f"{metric}: {what} in {n:,} of {len(limited):,} pairs of texts; their scores are approximate"
        warnings.warn(LimitWarning(message), stacklevel=3)


def _most_words() -> int:
    text = os.environ.get(VARIABLE, "") or str(_DEFAULT)
    if text.isdecimal() and 1 <= len(text) <= 12 and int(text) >= 1:
        return int(text)
    raise OptionError(f"the variable {VARIABLE} is {text!r}, expected a number of words, at least 1")
