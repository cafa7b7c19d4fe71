"""Judgements as the edit automaton learns from them: lattices, their scores, and preferences between them."""

from typing import Literal, NamedTuple

import numpy as np

from tertium.errors import DataError
from tertium.learn.data import Mask, TrainingData
from tertium.learn.features.base import each_reference, one_to_one, pair_items
from tertium.learn.pairs import Indices, by_segment, judged_pairs
from tertium.learn.pfsm.automaton import EditSettings
from tertium.learn.pfsm.lattices import EditLattices, lattices
from tertium.learn.pfsm.objective import NO_PREFERENCES, Preferred
from tertium.meta.judgements import Items, JudgementGroup
from tertium.text.arrays import Floats

Losses = Literal["squares", "pairwise", "both"]


class Choice(NamedTuple):
    """What of the judgements is learned from."""

    loss: Losses = "squares"
    min_difference: float = 0.0
    """Least difference of two scores that makes a preference."""
    most_outputs: int = 0
    """Of one data set and language pair; 0: all."""
    seed: int = 12345


class Examples(NamedTuple):
    """Outputs with a reference; a target is NaN where an output has no score to learn."""

    pairs: EditLattices
    targets: Floats
    preferred: Preferred

    @staticmethod
    def joined(parts: "list[Examples]") -> "Examples":
        starts = np.cumsum([0, *(len(part.pairs) for part in parts)]).tolist()
        return Examples(
            EditLattices.joined([part.pairs for part in parts]),
            np.concatenate([part.targets for part in parts]),
            Preferred.joined([part.preferred.moved(start) for part, start in zip(parts, starts, strict=False)]),
        )

    @property
    def n_scores(self) -> int:
        return int(np.count_nonzero(~np.isnan(self.targets)))

    @property
    def n_preferences(self) -> int:
        return int(self.preferred.counts.sum())


def examples(
    data: TrainingData, group: JudgementGroup, settings: EditSettings, choice: Choice, threads: int
) -> Examples | None:
    """The judged outputs of a group: those with scores with every reference, the others with their first one."""
    n_items = len(group.items)
    human = data.scores(group) if choice.loss != "pairwise" else None
    scores = np.full(n_items, np.nan) if human is None else np.asarray(human, np.float64)
    no_pair = np.zeros(0, np.int64)
    better, worse = (no_pair, no_pair) if choice.loss == "squares" else judged_pairs(data, group, choice.min_difference)
    judged = ~np.isnan(scores)
    judged[better] = judged[worse] = True
    sample = _drawn(group.items, np.flatnonzero(judged), choice)
    pairing, items = pair_items(group.items, sample, threads=threads)
    if not len(items):
        return None
    single, segments = each_reference(pairing)
    first = np.diff(segments, prepend=-1) > 0
    used = np.flatnonzero(first | ~np.isnan(scores[items[segments]]))
    pairs = lattices(one_to_one(single, single.hypotheses[used], single.references[used]), settings)
    numbers = items[segments[used]]
    _refuse_long(group, pairs, numbers)
    targets = scores[numbers]
    if len(wrong := np.flatnonzero(np.isinf(targets))):
        raise DataError(f"{group.name}: item {int(numbers[wrong[0]]) + 1} has the score {targets[wrong[0]]}")
    return Examples(pairs, targets, _preferred(better, worse, numbers, first[used], n_items))


def _drawn(items: Items, judged: Indices, choice: Choice) -> Indices:
    """So many of the judged items that training stays short: whole segments, drawn at random."""
    if not choice.most_outputs or len(judged) <= choice.most_outputs:
        return judged
    segments = by_segment(items.select(judged))
    drawn = np.random.default_rng(choice.seed).permutation(len(segments))
    ends = np.cumsum([len(segments[i]) for i in drawn])
    n_drawn = max(int(np.searchsorted(ends, choice.most_outputs, side="right")), 1)
    return np.sort(np.concatenate([judged[segments[i]] for i in drawn[:n_drawn]]))


def _preferred(better: Indices, worse: Indices, numbers: Indices, first: Mask, n_items: int) -> Preferred:
    """Judgements of pairs of items as pairs of their first lattices; those of items without texts are left out."""
    if not len(better):
        return NO_PREFERENCES
    row = np.full(n_items, -1, np.int64)
    row[numbers[first]] = np.flatnonzero(first)
    both = (row[better] >= 0) & (row[worse] >= 0)
    return Preferred.of(row[better[both]], row[worse[both]], len(numbers))


def _refuse_long(group: JudgementGroup, pairs: EditLattices, numbers: Indices) -> None:
    long = pairs.too_long()
    if not len(long):
        return
    pair = int(long[0])
    item = int(numbers[pair])
    name = group.items.segment[item]
    raise DataError(
        f"{group.name}: item {item + 1}{'' if name is None else f' (segment {name})'} has "
        f"{pairs.hyp_lengths[pair]:,} words against {pairs.ref_lengths[pair]:,} of its reference, too many "
        "to train on; split it, or leave it out"
    )
