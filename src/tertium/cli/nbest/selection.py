"""Runs minimum Bayes risk over parts of a file, of which nothing is kept but what has been chosen so far in a part."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from tertium.errors import DataError
from tertium.metrics import Metric
from tertium.nbest.choices import RankedCandidate
from tertium.nbest.lists import NBest
from tertium.nbest.mbr import MBROptions, Progress, best_of, mbr
from tertium.nbest.statistics import oracle_candidates
from tertium.nbest.truth import Truth
from tertium.text.arrays import Floats


class Chooser:
    """Choices from lists that come in parts.

    Args:
        metric: The utility.
        options: How to choose.
        weights: One for each candidate, or one for each of several files, which is repeated for every list; None: as
            the options say.
        n_best: How many candidates of each list to keep.
        progress: Told how many lists are done.
        oracle: Real references or networks, to say afterwards how good the choice is.
    """

    def __init__(
        self,
        metric: "Metric",
        options: MBROptions,
        weights: "Floats | None",
        n_best: int,
        progress: Progress,
        oracle: Truth | None = None,
    ) -> None:
        self.metric, self.options, self.weights = metric, options, weights
        self.n_best, self.progress, self.oracle = n_best, progress, oracle
        self.n_lists = 0
        self._n_weights = 0
        self._sums: dict[str, Floats] = {}

    def run(
        self, parts: "Iterable[NBest]", references: "Iterable[NBest] | None", repeat_weights: bool
    ) -> "Iterator[Sequence[RankedCandidate]]":
        """Choose from all parts, one after the other, each with the lists of `references` that belong to it."""
        both = ((part, None) for part in parts) if references is None else _side_by_side(parts, references)
        for part, others in both:
            yield self._choose(part, others, self._own_weights(part if others is None else others, repeat_weights))
        if self.weights is not None and not repeat_weights and self._n_weights != len(self.weights):
            raise DataError(f"{len(self.weights)} weights for {self._n_weights} candidates; expected one for each")

    def _own_weights(self, part: "NBest", repeated: bool) -> "Floats | None":
        if self.weights is None:
            return None
        if repeated:
            return np.tile(self.weights, len(part))
        begin, self._n_weights = self._n_weights, self._n_weights + part.n_candidates
        return self.weights[begin : self._n_weights]

    def _choose(self, part: "NBest", others: "NBest | None", weights: "Floats | None") -> Sequence[RankedCandidate]:
        choices = mbr(
            part,
            self.metric,
            references=others,
            weights=weights,
            options=self.options,
            progress=self.progress,
            first_list=self.n_lists,
        )
        best = [one for i, choice in enumerate(choices) for one in best_of(part, i, choice, self.n_best, self.n_lists)]
        if self.oracle is not None:
            self._evaluate(part, np.array([choice.index for choice in choices]) + part.offsets[:-1])
        self.n_lists += len(part)
        return best

    def _evaluate(self, part: "NBest", picks: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> None:
        assert self.oracle is not None
        if len(self.oracle) < self.n_lists + len(part):
            raise DataError(f"{len(self.oracle)} references for more lists than that; expected one for each list")
        truth = self.oracle.part(self.n_lists, self.n_lists + len(part))
        rows, different = truth.rows(part, self.metric, self.options.threads)
        scores = self.metric.score(rows)[different.which]
        best, worst = oracle_candidates(part, scores, higher_is_better=self.metric.higher_is_better)
        for name, candidates in {"first": part.offsets[:-1], "chosen": picks, "best": best, "worst": worst}.items():
            sums = rows[different.which[candidates]].sum(0)
            self._sums[name] = self._sums[name] + sums if name in self._sums else sums

    def evaluation(self) -> Mapping[str, float]:
        """Scores against the real references: of the first candidates, the choice, the best and the worst one."""
        return {name: float(self.metric.score(sums)) for name, sums in self._sums.items()}


def _side_by_side(parts: "Iterable[NBest]", others: "Iterable[NBest]") -> "Iterator[tuple[NBest, NBest]]":
    """Lists and the samples for them, however many of each come together."""
    waiting, n_lists = iter(others), 0
    held: NBest | None = None
    name, n_others = "the other samples", 0
    for part in parts:
        begin = 0
        while begin < len(part):
            if held is None or not len(held):
                held = next(waiting, None)
                if held is None:
                    raise DataError(f"{name} has {n_others} lists, fewer than {part.name}")
                name, n_others = held.name, n_others + len(held)
            size = min(len(part) - begin, len(held))
            yield part.part(begin, begin + size), held.part(0, size)
            begin, held = begin + size, held.part(size, len(held))
        n_lists += len(part)
    n_others += sum(map(len, waiting))
    if n_others != n_lists:
        raise DataError(f"{name} has {n_others} lists but there are {n_lists} to choose from")
