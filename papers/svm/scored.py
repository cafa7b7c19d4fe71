"""Outputs that people scored, and what people and metrics say about them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.io.judgements.formats import read_judgements
from tertium.learn.features.base import pair_items
from tertium.learn.svm.metric import KernelModel
from tertium.meta.judgements import Items, JudgementGroup
from tertium.meta.normalization import percentile_by_rater
from tertium.metrics import parse
from tertium.text.arrays import Floats

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
TESTS = {
    "WMT15": ("seg_wmt15_da", "*", 1),
    "WMT16": ("seg_wmt16_da", "*", 1),
    "WMT21 is-en": ("seg_wmt21_da", "is-en", 3),
    "WMT21 ja-en": ("seg_wmt21_da", "ja-en", 3),
    "WMT23 zh-en": ("seg_wmt23_mqm_dasqm", "zh-en", 4),
    "biomedical": ("seg_bio_mqm", "*", 1),
}
TWICE = "biomedical"  # of this only outputs that two people annotated
OTHER_KIND = {"WMT23 zh-en": "da_sqm"}
SEED = 12345


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """Outputs that people scored, none of which shares a reference with the training data.

    A group is outputs, their scores, and scores of the same outputs that other people gave, NaN without any.
    """

    name: str
    groups: tuple[tuple[Items, Floats, Floats], ...]

    @property
    def n(self) -> int:
        return sum(len(human) for _, human, _ in self.groups)

    def mean(self, measure: Callable[[Floats, Floats], float], scores: Sequence[Floats]) -> float:
        """Over the groups, each by the outputs that have scores."""
        found = []
        for (_, human, _), given in zip(self.groups, scores, strict=True):
            known = ~np.isnan(given)
            found.append(measure(human[known], given[known]) if np.count_nonzero(known) > 2 else float("nan"))
        return float(np.mean(found))


def tests(seen: set[str]) -> Iterator[Test]:
    for name, (file, pair, step) in TESTS.items():
        groups = []
        for group in read_judgements(DATA / "judgements" / f"{file}.tsv.gz"):
            if not group.lang_pair.endswith("-en") or pair not in ("*", group.lang_pair):
                continue
            human, other = ratings(name, group)
            kept = [
                i
                for i in range(len(human))
                if not np.isnan(human[i])
                and group.items.hypothesis[i] is not None
                and group.items.references[i]
                and seen.isdisjoint(group.items.references[i])
            ][::step]
            groups.append((group.items.select(kept), human[kept], other[kept]))
        yield Test(name, tuple(groups))


def ratings(name: str, group: JudgementGroup) -> tuple[Floats, Floats]:
    """The scores of all items, and those by others.

    Of two annotators one, drawn for each output, gives the score, as percentiles of what that annotator gave.
    """
    judged = group.segment_scores(None)
    nothing = np.full(len(group.items), np.nan)
    if name != TWICE:
        kind = OTHER_KIND.get(name)
        return judged.scores, group.segment_scores(kind).scores if kind else nothing
    found = judged.ratings
    assert found is not None
    values = percentile_by_rater(found.value, found.rater)
    both = [np.flatnonzero(found.item == i) for i in range(len(group.items))]
    rng, human, other = np.random.default_rng(SEED), nothing.copy(), nothing.copy()
    for i, rows in enumerate(both):
        if len(rows) == 2:
            human[i], other[i] = values[rng.permutation(rows)]
    return human, other


def metric_scores(spec: str, test: Test) -> list[Floats]:
    metric = parse(spec)
    sign = 1 if metric.higher_is_better else -1
    return [sign * metric.segment_scores(items.hypothesis, items.references) for items, _, _ in test.groups]


def margins(kernel: KernelModel, test: Test) -> list[Floats]:
    return [kernel.margins(pair_items(items, np.arange(len(items)), threads=1)[0]) for items, _, _ in test.groups]
