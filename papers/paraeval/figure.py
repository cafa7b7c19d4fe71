"""Humans against systems, as Figure 5 of ParaEval's paper: one reference is taken for an output beside the others'.

A human translation is scored against the other one; systems are scored against each of the two, and the mean of both
counts, so that humans and systems meet the same references.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.meta.confidence import sample_counts
from tertium.metrics import parse
from tertium.metrics.base import Metric
from tertium.report.html.plot import ticks
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

FILES = {"seg_wmt21_da": "ru-en", "seg_wmt23_mqm_dasqm": "he-en"}
HUMANS = ("human A", "human B")
N_SAMPLES = 1000
_WIDTH, _ROW, _LEFT, _RIGHT = 760, 22, 250, 40

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """A human or a system with its score, the mean of the samples with its interval, and percentiles."""

    name: str
    score: float
    mean: float
    of_mean: float
    low: float
    high: float

    @property
    def is_human(self) -> bool:
        return self.name in HUMANS


def standings(rows: Sequence[Row], lang_pair: str, spec: str, sample: int | None = None) -> list[Standing]:
    """Everybody on the segments that all systems translated, best first."""
    systems: defaultdict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        if row["lang_pair"] == lang_pair and row["reference_2"] and row["hypothesis"]:
            systems[row["system"]][f"{row['doc_id']} {row['seg_id']}"] = row
    # A system that skipped much would leave few segments for the others.
    most = max(map(len, systems.values()))
    chosen = {name: found for name, found in systems.items() if len(found) >= 0.8 * most}
    segments = sorted(set.intersection(*(set(found) for found in chosen.values())))[:sample]
    first = next(iter(chosen.values()))
    references = [[first[segment][name] for segment in segments] for name in ("reference", "reference_2")]
    outputs = {name: [found[segment]["hypothesis"] for segment in segments] for name, found in chosen.items()}
    metric = parse(spec)

    def statistics(texts: Sequence[str], reference: Sequence[str]) -> Floats:
        return metric.statistics(Pairing.of(texts, References.by_stream(reference)))

    found = {name: [statistics(texts, one) for one in references] for name, texts in outputs.items()}
    for human, texts, other in zip(HUMANS, references, reversed(references), strict=True):
        found[human] = [statistics(texts, other)]
    blocks = list(sample_counts(np.arange(len(segments)), N_SAMPLES, np.random.default_rng(5)))
    return sorted((_standing(name, parts, metric, blocks) for name, parts in found.items()), key=lambda s: -s.score)


def _standing(name: str, parts: Sequence[Floats], metric: Metric, blocks: Sequence[NDArray[Any]]) -> Standing:
    score = float(np.mean([metric.score(rows.sum(0)) for rows in parts]))
    samples = np.mean([np.concatenate([metric.score(counts @ rows) for counts in blocks]) for rows in parts], axis=0)
    half = 1.96 * samples.std(ddof=1) / np.sqrt(len(samples))
    low, high = np.quantile(samples, [0.025, 0.975])
    return Standing(name, score, float(samples.mean()), float(half), float(low), float(high))


def picture(panels: Mapping[str, Sequence[Standing]]) -> str:
    """One panel below the other: a line for each, best first; humans are filled squares."""
    lows = [one.low for found in panels.values() for one in found]
    highs = [one.high for found in panels.values() for one in found]
    least, most = np.floor(min(lows)) - 1, np.ceil(max(highs)) + 1

    def across(value: float) -> float:
        return float(_LEFT + (value - least) / (most - least) * (_WIDTH - _LEFT - _RIGHT))

    parts, top = [], 10
    for title, found in panels.items():
        parts += list(_panel(title, found, top, across, (least, most)))
        top += _ROW * (len(found) + 3)
    style = "text{font:13px system-ui,sans-serif;fill:#1a1a1a}.h{font-weight:600}.g{stroke:#ccc}.i{stroke:#555}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top}" role="img" '
        f'aria-label="ParaEval scores of human translators and systems"><style>{style}</style>'
        f'<rect width="{_WIDTH}" height="{top}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _panel(
    title: str, found: Sequence[Standing], top: float, across: Callable[[float], float], span: tuple[float, float]
) -> Iterator[str]:
    bottom = top + _ROW * (len(found) + 1)
    yield f'<text x="10" y="{top + 14}" class="h">{title}</text>'
    for value in ticks(*span):
        x = across(value)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top + _ROW}" y2="{bottom}" class="g"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">{value:.0f}</text>'
    for place, one in enumerate(found):
        y = top + _ROW * (place + 1.5)
        x = across(one.score)
        kind = ' class="h"' if one.is_human else ""
        yield f'<text x="{_LEFT - 10}" y="{y + 4:.1f}" text-anchor="end"{kind}>{one.name}</text>'
        yield f'<line x1="{across(one.low):.1f}" x2="{across(one.high):.1f}" y1="{y:.1f}" y2="{y:.1f}" class="i"/>'
        if one.is_human:
            yield f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="#b3261e"/>'
        else:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="#1d6fb8"/>'
