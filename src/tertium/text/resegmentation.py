"""Outputs whose lines are not those of the reference: cut where they have fewest word errors against it.

Speech and whole documents are translated with cuts of their own. As mwerSegmenter does (Matusov et al. 2005), the lines
are put together and cut again, so that the parts, taken in order, have as few word errors as possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.text.testset import Text
from tertium.text.words import units

_PUNCTUATION = ".,;:!?\"'()[]{}«»„“”‘’…–—-。，、؟،؛।॥"
_MOST_CELLS = 40_000_000_000  # a minute or two; 200,000 words against as many


@dataclass(frozen=True, slots=True)
class Resegmented:
    """An output in the segments of the reference, how many lines it had before, and the word errors of all parts."""

    segments: tuple[str, ...]
    n_lines: int
    errors: int
    n_words: int

    @property
    def error_rate(self) -> float:
        """Word errors for each 100 words of the reference."""
        return 100.0 * self.errors / max(1, self.n_words)


def resegment(output: Sequence[Text], reference: Sequence[Text], name: str = "output") -> Resegmented:
    """Cut the lines of an output into as many segments as the reference has.

    Words are compared in small letters and without the punctuation around them; nothing of the output is lost.

    Raises:
        DataError: The texts are too long to be compared word by word.
    """
    pieces = [piece for line in output if line for piece in (*units(line.strip()), " ")]
    places = [i for i, piece in enumerate(pieces) if not piece.isspace()]
    segments = [[piece for piece in units(line or "") if not piece.isspace()] for line in reference]
    numbers: dict[str, int] = {}
    hyp = _ids([pieces[i] for i in places], numbers)
    ref = _ids([word for segment in segments for word in segment], numbers)
    if len(hyp) * len(ref) > _MOST_CELLS:
        raise DataError(
            f"{name}: {len(hyp):,} words against {len(ref):,} are too many to be cut at once; give one talk or "
            "document at a time"
        )
    ends = np.cumsum([len(segment) for segment in segments], dtype=np.int64)
    cuts = _core.resegment(hyp, ref, ends)
    starts = [places[cut] if cut < len(places) else len(pieces) for cut in (0, *cuts.tolist())] if places else []
    parts = ["".join(pieces[a:b]).strip() for a, b in pairwise(starts)] if places else [""] * len(segments)
    return Resegmented(tuple(parts), len(output), _errors(hyp, ref, cuts, ends), len(ref))


def _ids(words: Sequence[str], numbers: dict[str, int]) -> NDArray[np.int32]:
    plain = (word.lower().strip(_PUNCTUATION) or word for word in words)
    return np.array([numbers.setdefault(word, len(numbers)) for word in plain], np.int32)


def _errors(hyp: NDArray[np.int32], ref: NDArray[np.int32], cuts: NDArray[np.int64], ends: NDArray[np.int64]) -> int:
    """The word errors of the parts against their segments."""
    offsets = np.concatenate(([0], cuts, len(hyp) + ends)).astype(np.int64)
    n = len(cuts)
    rows = np.arange(n, dtype=np.int32)
    joined = np.concatenate((hyp, ref)).astype(np.int32)
    return int(np.sum(_core.edit_distances(_core.Batch(joined, offsets), rows, rows + np.int32(n))))
