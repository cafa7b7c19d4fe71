"""Minimum Bayes risk with fewer comparisons. What a method dropped has the utility NaN."""

from dataclasses import replace

import numpy as np

from tertium.metrics import Metric
from tertium.text.arrays import Floats, Offsets
from tertium.text.lists import TextLists

_FIRST_REFERENCES = 16
_BOOTSTRAPS = 500
_LEAST_SHARE = 0.01


def coarse(metric: Metric, lists: TextLists, weights: Floats, cheap: Metric, number: int) -> Floats:
    """Rank by another metric, and compare only the best `number` of each list by this one."""
    first = cheap.pairwise(lists, weights)
    order = first if cheap.higher_is_better else -first
    leaders = []
    for begin, end in zip(lists.hypothesis_offsets[:-1], lists.hypothesis_offsets[1:], strict=True):
        best = np.argsort(-order[begin:end], kind="stable")[:number]
        leaders.append(begin + np.sort(best))
    finalists = np.concatenate(leaders)
    utilities = np.full(len(lists.hypotheses), np.nan)
    utilities[finalists] = metric.pairwise(_only(lists, finalists), weights)
    return utilities


def prune(metric: Metric, lists: TextLists, weights: Floats, seed: int, first_list: int) -> Floats:
    """Compare with 16, 32, … references and drop candidates that hardly ever beat the leader (Cheng & Vlachos 2023).

    After each step the references seen so far are resampled 500 times, and a candidate is dropped that is at least as
    good as the leader in less than 1 % of the samples.
    """
    state = [_Race(lists, weights, i, seed, first_list + i) for i in range(len(lists))]
    sign = 1.0 if metric.higher_is_better else -1.0
    racing = state
    while racing:
        scores = metric.pairwise(_step(lists, racing))
        at = 0
        for race in racing:
            shape = (len(race.alive), len(race.next_references()))
            race.see(sign * scores[at : at + shape[0] * shape[1]].reshape(shape))
            at += shape[0] * shape[1]
        racing = [race for race in racing if not race.finished]
    utilities = np.full(len(lists.hypotheses), np.nan)
    for race in state:
        utilities[race.alive] = sign * race.utilities()
    return utilities


class _Race:
    """One list: who is still alive, and the scores against the references seen so far."""

    def __init__(self, lists: TextLists, weights: Floats, number: int, seed: int, name: int) -> None:
        self.number = number
        self.alive = np.arange(lists.hypothesis_offsets[number], lists.hypothesis_offsets[number + 1])
        own = np.arange(lists.reference_offsets[number], lists.reference_offsets[number + 1])
        self._generator = np.random.default_rng([seed, name])
        self._order = self._generator.permutation(own)
        self._weights = weights[self._order]
        self._scores = np.empty((len(self.alive), 0))

    @property
    def finished(self) -> bool:
        return self._scores.shape[1] == len(self._order)

    def next_references(self) -> Offsets:
        seen = self._scores.shape[1]
        rest = self._order[seen : max(_FIRST_REFERENCES, 2 * seen)]
        # A lone survivor has won; its utility still needs all references.
        return self._order[seen:] if len(self.alive) == 1 else rest

    def see(self, scores: Floats) -> None:
        self._scores = np.concatenate((self._scores, scores), axis=1)
        if self.finished or len(self.alive) == 1:
            return
        seen = self._scores.shape[1]
        weights = self._weights[:seen] / self._weights[:seen].sum()
        counts = self._generator.multinomial(seen, weights, size=_BOOTSTRAPS)
        leader = int(np.argmax(self._scores @ weights))
        samples = self._scores @ counts.T
        wins = (samples >= samples[leader]).mean(axis=1)
        keep = wins >= _LEAST_SHARE
        self.alive, self._scores = self.alive[keep], self._scores[keep]

    def utilities(self) -> Floats:
        sums: Floats = self._scores @ self._weights
        return sums


def _only(lists: TextLists, rows: Offsets) -> TextLists:
    """The same with some of the hypotheses."""
    counts = np.diff(np.searchsorted(rows, lists.hypothesis_offsets))
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    return replace(lists, hypotheses=lists.hypotheses[rows], hypothesis_offsets=offsets)


def _step(lists: TextLists, racing: list[_Race]) -> TextLists:
    references = [race.next_references() for race in racing]
    return replace(
        lists,
        hypotheses=lists.hypotheses[np.concatenate([race.alive for race in racing])],
        hypothesis_offsets=np.cumsum([0, *(len(race.alive) for race in racing)], dtype=np.int64),
        references=lists.references[np.concatenate(references)],
        reference_offsets=np.cumsum([0, *map(len, references)], dtype=np.int64),
        sources=lists.sources and lists.sources.take(np.array([race.number for race in racing])),
    )
