"""Pairs of systems that people judged, and how far apart metrics find them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from papers.judgements import DATA
from tertium.io.judgements.formats import read_judgements
from tertium.meta.curves import SystemPairs
from tertium.meta.judgements import JudgementGroup
from tertium.meta.study.scores import ItemScores, computed_scores
from tertium.metrics import parse
from tertium.text.arrays import Floats
from tertium.text.testset import References

LEAST_SEGMENTS = 300  # that both systems of a pair have translated


@dataclass(frozen=True, slots=True)
class Source:
    """A file of judgements: its year, and what people did. What is for tests only is never learned from."""

    file: str
    year: int
    what: str
    learn: bool = True


SOURCES = (
    Source("pairs_wmt13_rr_to-en", 2013, "rankings"),
    Source("sys_wmt14_to-en", 2014, "rankings (TrueSkill)"),
    Source("pairs_wmt15_rr_to-en", 2015, "rankings"),
    Source("pairs_wmt15_rr_from-en", 2015, "rankings"),
    Source("sys_wmt18_to-en", 2018, "direct assessment"),
    Source("pairs_wmt19_darr_to-en", 2019, "direct assessment, as rankings", learn=False),
    Source("seg_wmt21_da", 2021, "direct assessment"),
    Source("seg_wmt21_mqm", 2021, "MQM"),
    Source("seg_wmt23_mqm_dasqm", 2023, "MQM"),
)
_PEOPLE = ("ref", "human", "synthetic")  # names of translations that no system made


@dataclass(frozen=True, slots=True)
class Grid:
    """The outputs of one group: which item each system has for each segment, -1 where none, and what people said."""

    systems: list[str]
    items: NDArray[np.int64]
    human: Floats | None  # of each item
    whole: Mapping[str, float]  # of each system


@dataclass(frozen=True, slots=True)
class Judged:
    """The pairs of one file: who, on how many segments, what people said, and p of that where it can be computed."""

    source: Source
    lang_pair: list[str]
    system_a: list[str]
    system_b: list[str]
    n_segments: list[int]
    human: list[float]
    human_p: list[float]
    metrics: dict[str, list[float]]

    def pairs(self, metric: str) -> SystemPairs:
        """Those on which people and the metric have an opinion."""
        difference, human = np.array(self.metrics[metric]), np.array(self.human)
        kept = ~np.isnan(difference) & (difference != 0) & (human != 0)
        groups = [f"{self.source.file} {lang_pair}" for lang_pair in self.lang_pair]
        a = [f"{group} {name}" for group, name in zip(groups, self.system_a, strict=True)]
        b = [f"{group} {name}" for group, name in zip(groups, self.system_b, strict=True)]
        agree = np.sign(difference) == np.sign(human)
        return SystemPairs(np.abs(difference)[kept], agree[kept], np.array(a, object)[kept], np.array(b, object)[kept])


def judged_pairs(source: Source, specs: Mapping[str, str]) -> Judged:
    """All pairs of a file; `specs` says for each metric the target language it is for, empty for any."""
    found = Judged(source, [], [], [], [], [], [], {spec: [] for spec in specs})
    for group in read_judgements(DATA / f"{source.file}.tsv.gz"):
        group = _with_one_reference(group)
        wanted = [spec for spec, target in specs.items() if not target or group.lang_pair.endswith(f"-{target}")]
        scores = dict(zip(wanted, computed_scores([group], [parse(spec) for spec in wanted])[0], strict=True))
        grid = _grid(group)
        for a, b in combinations(range(len(grid.systems)), 2):
            both = _shared(grid, a, b)
            if len(both) >= LEAST_SEGMENTS:
                _add(found, group.lang_pair, grid, a, b, both, scores)
    return found


def _with_one_reference(group: JudgementGroup) -> JudgementGroup:
    references = References.by_stream([row[0] if row else None for row in group.items.references])
    return group.with_items(replace(group.items, references=references))


def _grid(group: JudgementGroup) -> Grid:
    """Outputs that are the same are one item, with the names of its systems joined by `+`."""
    owners = [[] if name is None else name.split("+") for name in group.items.system]
    systems = sorted({name for names in owners for name in names if not name.lower().startswith(_PEOPLE)})
    numbers = {name: i for i, name in enumerate(systems)}
    segments = {name: i for i, name in enumerate(dict.fromkeys(group.items.segment))}
    table = np.full((len(systems), len(segments)), -1, np.int64)
    for item, names in enumerate(owners):
        for name in names:
            if name in numbers:
                table[numbers[name], segments[group.items.segment[item]]] = item
    if group.human.systems:
        scores = group.human.systems[0]
        return Grid(systems, table, None, dict(zip(scores.systems, map(float, scores.scores), strict=True)))
    if group.preferences is not None and len(group.preferences):
        return Grid(systems, table, None, _shares_of_wins(group, owners, numbers))
    return Grid(systems, table, group.segment_scores().scores, {})


def _shares_of_wins(
    group: JudgementGroup, owners: Sequence[Sequence[str]], numbers: Mapping[str, int]
) -> dict[str, float]:
    """How often a system beats each other one, ties left out, and the mean over these."""
    pairs = group.preferences
    assert pairs is not None
    wins = np.zeros((len(numbers), len(numbers)))
    for a, b, sign in zip(pairs.a.tolist(), pairs.b.tolist(), pairs.preference.tolist(), strict=True):
        better, worse = (a, b) if sign > 0 else (b, a)
        for winner in owners[better] if sign else ():
            for loser in owners[worse]:
                if winner != loser and winner in numbers and loser in numbers:
                    wins[numbers[winner], numbers[loser]] += 1
    met = wins + wins.T
    shares = np.divide(wins, met, out=np.full_like(wins, np.nan), where=met > 0)
    return {name: float(np.nanmean(shares[i])) for name, i in numbers.items() if (met[i] > 0).any()}


def _shared(grid: Grid, a: int, b: int) -> NDArray[np.int64]:
    """The segments that both have translated, and that people scored for both."""
    both = (grid.items[a] >= 0) & (grid.items[b] >= 0)
    if grid.human is None:
        return np.flatnonzero(both) if {grid.systems[a], grid.systems[b]} <= set(grid.whole) else np.array([], np.int64)
    known = ~np.isnan(grid.human)
    return np.flatnonzero(both & known[grid.items[a]] & known[grid.items[b]])


def _add(
    found: Judged,
    lang_pair: str,
    grid: Grid,
    a: int,
    b: int,
    both: NDArray[np.int64],
    scores: Mapping[str, ItemScores],
) -> None:
    items_a, items_b = grid.items[a, both], grid.items[b, both]
    if grid.human is None:
        human, p = grid.whole[grid.systems[a]] - grid.whole[grid.systems[b]], float("nan")
    else:
        gaps = grid.human[items_a] - grid.human[items_b]
        human, deviation = float(gaps.mean()), float(gaps.std(ddof=1)) / sqrt(len(gaps))
        p = erfc(abs(human) / deviation / sqrt(2)) if deviation > 0 else 1.0
    found.lang_pair.append(lang_pair)
    found.system_a.append(grid.systems[a])
    found.system_b.append(grid.systems[b])
    found.n_segments.append(len(both))
    found.human.append(human)
    found.human_p.append(p)
    for spec, column in found.metrics.items():
        column.append(_difference(scores[spec], items_a, items_b) if spec in scores else float("nan"))


def _difference(scores: ItemScores, a: NDArray[np.int64], b: NDArray[np.int64]) -> float:
    whole = ~np.isnan(scores.rows[a]).any(1) & ~np.isnan(scores.rows[b]).any(1)
    return float(scores.combine(scores.rows[a[whole]].sum(0)) - scores.combine(scores.rows[b[whole]].sum(0)))


def all_pairs(specs: Mapping[str, str]) -> Iterator[Judged]:
    for source in SOURCES:
        yield judged_pairs(source, specs)
