"""The metrics of the tables, each with one or with all references, and their statistics for all systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from papers.hyter.automatic import Kind, kinds, split
from tertium.metrics.base import Metric
from tertium.metrics.bleu import BLEU
from tertium.metrics.hyter import HyTER
from tertium.metrics.meteor import METEOR
from tertium.metrics.terp import TERp
from tertium.networks.flat import flatten
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

Statistics = dict[str, Floats]
"""For each system one row for each segment."""
Texts = Sequence[Sequence[str]]
"""All references of each segment."""


@dataclass(frozen=True, slots=True)
class Column:
    """A metric with that many references; HyTER with a kind of network."""

    name: str
    metric: Metric
    n_references: int
    kind: Kind | None = None

    @property
    def label(self) -> str:
        kind = f" {self.kind.name}" if self.kind and self.kind.name != "strict" else ""
        return f"{self.name}{kind} {self.n_references}"

    def loss(self, statistics: Floats) -> Floats:
        """From 0 (best) to 100."""
        score = self.metric.score(statistics)
        return np.minimum(100.0 - score if self.metric.higher_is_better else score, 100.0)


def plain_columns(language: str, number: int) -> list[Column]:
    """Metrics that read plain references, with one of them and with all."""
    metrics: list[tuple[str, Metric]] = [
        ("BLEU", BLEU(smooth="add-k", lowercase=True)),
        ("METEOR", METEOR(language=language)),
        ("TERp", TERp(language=language)),
    ]
    return [Column(name, metric, n) for name, metric in metrics for n in sorted({1, number})]


def hyter_columns(language: str, number: int, *, window: int = 1) -> list[Column]:
    """HyTER with one reference, and with all in every kind of network; a single one is never merged."""
    name = "HyTER" if window == 1 else f"HyTER r{window}"
    found = []
    for kind in kinds(language):
        numbers = {number} if kind.name.startswith("merged") else {1, number}
        for n in sorted(numbers):
            if n > 1 or kind.name != "merged":
                found.append(Column(name, HyTER(reorder=window), n, kind))
    return found


def measure(
    columns: Sequence[Column], systems: Mapping[str, Sequence[str]], references: Texts, language: str, threads: int
) -> dict[str, Statistics]:
    """The statistics of every column, by its label. Networks and texts that columns share are made once."""
    found: dict[str, Statistics] = {}
    together: dict[tuple[int, Kind | None], list[Column]] = {}
    for column in columns:
        together.setdefault((column.n_references, column.kind), []).append(column)
    for (number, kind), same in together.items():
        first = [row[:number] for row in references]
        pairings = _pairings(systems, first, language, kind, threads)
        for column in same:
            found[column.label] = {system: column.metric.statistics(pairing) for system, pairing in pairings.items()}
    return found


def _pairings(
    systems: Mapping[str, Sequence[str]], references: Texts, language: str, kind: Kind | None, threads: int
) -> Mapping[str, Pairing]:
    if kind is None:
        test_set = TestSet.build(systems, References.by_segment(references))
    else:
        networks = [flatten(kind.make(split(row), language)) for row in references]
        outputs = {system: [" ".join(words) for words in split(texts)] for system, texts in systems.items()}
        test_set = TestSet.build(outputs, networks=networks)
    return Pairing.of_systems(test_set, threads=threads)
