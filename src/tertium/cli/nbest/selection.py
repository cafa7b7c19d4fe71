"""Runs minimum Bayes risk over parts of a file, and keeps what is printed afterwards."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from tertium.errors import DataError
from tertium.metrics import Metric
from tertium.nbest.choices import MBRChoice, RankedCandidate
from tertium.nbest.lists import NBest
from tertium.nbest.mbr import MBROptions, Progress, mbr
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
        self.candidates: list[RankedCandidate] = []
        self.n_lists = 0
        self._n_weights = 0
        self._sums: dict[str, Floats] = {}

    def run(
        self, parts: "Iterable[NBest]", references: "NBest | None", repeat_weights: bool
    ) -> Sequence[RankedCandidate]:
        """Choose from all parts."""
        for part in parts:
            others = None
            if references is not None:
                if len(references) < self.n_lists + len(part):
                    raise DataError(f"{references.name} has {len(references)} lists, fewer than {part.name}")
                others = references.part(self.n_lists, self.n_lists + len(part))
            self._choose(part, others, self._own_weights(part if others is None else others, repeat_weights))
        if references is not None and len(references) != self.n_lists:
            raise DataError(
                f"{references.name} has {len(references)} lists but there are {self.n_lists} to choose from"
            )
        if self.weights is not None and not repeat_weights and self._n_weights != len(self.weights):
            raise DataError(f"{len(self.weights)} weights for {self._n_weights} candidates; expected one for each")
        return self.candidates

    def _own_weights(self, part: "NBest", repeated: bool) -> "Floats | None":
        if self.weights is None:
            return None
        if repeated:
            return np.tile(self.weights, len(part))
        begin, self._n_weights = self._n_weights, self._n_weights + part.n_candidates
        return self.weights[begin : self._n_weights]

    def _choose(self, part: "NBest", others: "NBest | None", weights: "Floats | None") -> None:
        choices = mbr(
            part,
            self.metric,
            references=others,
            weights=weights,
            options=self.options,
            progress=self.progress,
            first_list=self.n_lists,
        )
        for i, choice in enumerate(choices):
            self._keep(part, i, choice)
        if self.oracle is not None:
            self._evaluate(part, np.array([choice.index for choice in choices]) + part.offsets[:-1])
        self.n_lists += len(part)

    def _keep(self, part: "NBest", number: int, choice: "MBRChoice") -> None:
        """The best candidates of a list, each text once."""
        seen: set[int] = set()
        for index in choice.ranking.tolist():
            candidate = int(part.offsets[number]) + index
            row, utility = int(part.rows[candidate]), float(choice.utilities[index])
            # Candidates that a method dropped have no utility and stand last.
            if len(seen) == self.n_best or utility != utility:
                return
            if row not in seen:
                seen.add(row)
                text = part.text(candidate)
                self.candidates.append(RankedCandidate(self.n_lists + number, len(seen), index, utility, text))

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
