"""Reranking: the candidate of each list with the highest weighted sum of features."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from tertium.keywords import checked
from tertium.nbest.choices import Choices, RankedCandidate
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block
from tertium.text.arrays import Floats, Offsets


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Reranking(Result):
    """What was chosen from each list; `candidates` counts over all lists, `scores` has every candidate's."""

    places = 4
    heading = "Choices by weights"

    nbest: NBest
    candidates: Offsets
    scores: Floats
    weights: Mapping[str, float]

    def texts(self) -> list[str]:
        return [self.nbest.text(candidate) for candidate in self.candidates.tolist()]

    def indices(self) -> Offsets:
        """Which candidate of its list each choice is."""
        return self.candidates - self.nbest.offsets[:-1]

    def ranked(self, first_list: int = 0) -> tuple[RankedCandidate, ...]:
        """The choices, where `first_list` is the number of the first list."""
        rows = zip(self.indices().tolist(), self.scores[self.candidates].tolist(), self.texts(), strict=True)
        return tuple(RankedCandidate(i, 1, *row) for i, row in enumerate(rows, first_list))

    def tables(self) -> list[Block]:
        """One choice per row."""
        return self._choices().tables()

    def data(self) -> dict[str, Json]:
        """The weights, then the choices, as the command line gives them."""
        return self._choices().data()

    def _choices(self) -> Choices:
        return Choices(self.ranked(), {"weights": dict(self.weights)})

    def ordered(self) -> NBest:
        """All candidates, those of each list from the best to the worst, with their scores as log-probabilities."""
        order = np.lexsort((-self.scores, self.nbest.list_of()))
        return replace(self.nbest, log_prob=self.scores, log_prob_kind="sum").select(order)


@checked
def rerank(nbest: NBest, weights: Weights | Mapping[str, float]) -> Reranking:
    """Choose by w·f; of equal candidates the first.

    Raises:
        DataError: The weights are not those of the features.
    """
    values = weights.values if isinstance(weights, Weights) else weights
    scores = nbest.scores(values)
    return Reranking(nbest, nbest.best(scores), scores, values)


def reranked(parts: Iterable[NBest], weights: Weights) -> Iterator[Reranking]:
    """Choose from lists that come in parts, of which some may lack sparse features that others have.

    Raises:
        DataError: The weights are not those of the features; weights that no part knows are refused at the end.
    """
    sparse, last = False, None
    for part in parts:
        sparse, last = sparse or bool(part.sparse.names), part
        values = weights.values if part.sparse.names else {n: v for n, v in weights.values.items() if n in part.names}
        yield rerank(part, values)
    if last is not None and not sparse:
        last.check_weights(weights.values)


def drift(nbest: NBest, scores: Floats) -> float:
    """How far the model's own score is from the weighted sums, beyond a constant in each list; 0 without one."""
    if nbest.log_prob is None:
        return 0.0
    difference = nbest.log_prob - scores
    low = np.minimum.reduceat(difference, nbest.offsets[:-1])
    high = np.maximum.reduceat(difference, nbest.offsets[:-1])
    return float((high - low).max())
