"""Scores of all pairs of texts in a list, for any metric: through its rows, a tile of pairs after the other."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from tertium.text.arrays import Floats, Offsets
from tertium.text.lists import TextLists
from tertium.text.pool import Pairing

if TYPE_CHECKING:
    from tertium.metrics.base import Metric

# Pairs whose rows are held at the same time, unless one hypothesis alone has more references.
TILE = 65_536


def by_rows(metric: "Metric", lists: TextLists, weights: Floats | None) -> Floats:
    """The scores of all pairs, or for each hypothesis their weighted sum."""
    numbers = lists.n_references()
    starts = np.concatenate(([0], np.cumsum(numbers)))
    each_list = np.repeat(np.arange(len(lists)), np.diff(lists.hypothesis_offsets))
    first_reference = lists.reference_offsets[each_list]
    out = np.empty(len(lists.hypotheses) if weights is not None else int(starts[-1]))
    for begin, end in _tiles(starts):
        at = np.repeat(first_reference[begin:end] - (starts[begin:end] - starts[begin]), numbers[begin:end])
        at += np.arange(starts[end] - starts[begin])
        pairing = Pairing(
            lists.pool,
            np.repeat(lists.hypotheses[begin:end], numbers[begin:end]),
            lists.references[at],
            np.arange(len(at) + 1, dtype=np.int64),
            lists.threads,
            sources=lists.sources.take(np.repeat(each_list[begin:end], numbers[begin:end])) if lists.sources else None,
        )
        scores = metric.score(metric.statistics(pairing))
        if weights is None:
            out[starts[begin] : starts[end]] = scores
        else:
            out[begin:end] = np.add.reduceat(scores * weights[at], starts[begin:end] - starts[begin])
    return out


def _tiles(starts: Offsets) -> Iterator[tuple[int, int]]:
    """Ranges of hypotheses whose pairs are about a tile."""
    begin = 0
    while begin < len(starts) - 1:
        end = int(np.searchsorted(starts, starts[begin] + TILE, "right")) - 1
        end = max(end, begin + 1)
        yield begin, end
        begin = end
