"""The spans of errors that xCOMET marks, and what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.resources.neural.checkpoints.tensors import Array

PENALTIES = {"minor": 1, "major": 5, "critical": 10}
_MOST = 25


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of an output that are wrong, from `start` to before `end`; `pieces` are numbers of pieces."""

    start: int
    end: int
    severity: str
    confidence: float
    pieces: tuple[int, ...]


def decoded(
    shares: NDArray[np.float64], places: Sequence[tuple[int, int]], labels: Sequence[str], *, mended: bool
) -> list[Span]:
    """Runs of pieces whose likeliest label is an error; `shares` has a row for each piece and mark of the output.

    As the original decodes them, marks count as pieces, a run that reaches the end is lost, and its first piece says
    how grave it is. Mended, marks are no pieces, no run is lost, and the gravest piece says it.
    """
    best = shares[: len(places)].argmax(1)
    spans: list[Span] = []
    run: list[int] = []
    for number in range(len(places)):
        is_mark = mended and number in (0, len(places) - 1)
        if best[number] and not is_mark:
            run.append(number)
        elif run and not is_mark:
            spans.append(_span(run, best, shares, places, labels, mended))
            run = []
    if run and mended:
        spans.append(_span(run, best, shares, places, labels, mended))
    return spans


def _span(
    run: list[int],
    best: NDArray[np.int64],
    shares: NDArray[np.float64],
    places: Sequence[tuple[int, int]],
    labels: Sequence[str],
    mended: bool,
) -> Span:
    label = max(best[run]) if mended else best[run[0]]
    confidence = float(np.mean([shares[number, best[number]] for number in run]))
    return Span(places[run[0]][0], places[run[-1]][1], labels[label - 1], confidence, tuple(run))


def quality(spans: Sequence[Span]) -> float:
    """1 without errors, 0 where they weigh as much as 25 minor ones."""
    return (_MOST - min(_MOST, sum(PENALTIES.get(span.severity, 0) for span in spans))) / _MOST


def label_shares(logits: Array) -> NDArray[np.float64]:
    """How likely each label of each piece is."""
    powers = np.exp(logits.astype(np.float64) - logits.max(-1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(-1, keepdims=True)
    return shares
