"""Table 2 of the paper: people and machines under all metrics; a reference that was left out plays the person."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from papers.hyter.columns import Column, hyter_columns, measure, plain_columns
from papers.hyter.samples import SEED, Sample
from tertium.text.arrays import Floats

_PERSON = "\n"  # no system is called so
_RESAMPLES = 500


@dataclass(frozen=True, slots=True)
class Compared:
    """Mean losses of people and machines under one column."""

    column: Column
    person: float
    machine: float
    worst: float
    """Of the system that people judge to be the worst."""
    interval: tuple[float, float]
    """Of the quotient, 95 %, from resampled segments."""

    @property
    def quotient(self) -> float:
        return self.machine / self.person


def against_machines(sample: Sample, threads: int) -> list[Compared]:
    """Each reference is left out once; people and machines are scored against the others."""
    number = sample.n_references - 1
    columns = [*plain_columns(sample.language, number), *hyter_columns(sample.language, number)]
    n = len(sample)
    weights = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), _RESAMPLES).astype(np.float64)
    weights = np.vstack([np.ones(n), weights])
    people: dict[str, list[Floats]] = {column.label: [] for column in columns}
    machines: dict[str, list[Floats]] = {column.label: [] for column in columns}
    worst_system = min(sample.human, key=lambda system: float(sample.human[system].mean()))
    worst: dict[str, list[Floats]] = {column.label: [] for column in columns}
    for place in range(sample.n_references):
        # The others from the one behind it on, so that each is the single reference once.
        others = [(*row[place + 1 :], *row[:place]) for row in sample.references]
        outputs = {_PERSON: tuple(row[place] for row in sample.references), **sample.systems}
        found = measure(columns, outputs, others, sample.language, threads)
        for column in columns:
            for system, statistics in found[column.label].items():
                losses = column.loss(weights @ statistics)
                (people if system == _PERSON else machines)[column.label].append(losses)
                if system == worst_system:
                    worst[column.label].append(losses)
    return [
        _compared(column, *(np.mean(side[column.label], 0) for side in (people, machines, worst))) for column in columns
    ]


def _compared(column: Column, person: Floats, machine: Floats, worst: Floats) -> Compared:
    """From losses of the whole sample, which stands first, and of resampled ones."""
    low, high = np.quantile(machine[1:] / person[1:], (0.025, 0.975)).tolist()
    return Compared(column, float(person[0]), float(machine[0]), float(worst[0]), (low, high))


HEADER = ["metric, references", "human h", "machine m", "m/h", "95 %", "worst system w", "w/h"]


def rows(found: list[Compared]) -> Iterator[list[str]]:
    """For a table with this header; the largest quotient is bold."""
    largest = max(found, key=lambda compared: compared.quotient)
    for compared in found:
        quotient = f"{compared.quotient:.2f}"
        yield [
            compared.column.label,
            f"{compared.person:.2f}",
            f"{compared.machine:.2f}",
            f"**{quotient}**" if compared is largest else quotient,
            f"{compared.interval[0]:.2f}–{compared.interval[1]:.2f}",
            f"{compared.worst:.2f}",
            f"{compared.worst / compared.person:.2f}",
        ]


DISTANCES = ["sample, reference", "other references", "systems, mean", "nearest system", "its distance"]


def distances(sample: Sample, threads: int) -> Iterator[list[str]]:
    """HyTER of everything else against each single reference: shows references that are near to one machine."""
    (column,) = (column for column in hyter_columns(sample.language, 1) if column.kind and column.kind.name == "strict")
    for place in range(sample.n_references):
        single = [(row[place],) for row in sample.references]
        people = {str(i): tuple(row[i] for row in sample.references) for i in range(sample.n_references) if i != place}
        near, far = (
            {name: float(column.loss(rows.sum(0))) for name, rows in found[column.label].items()}
            for found in (
                measure([column], outputs, single, sample.language, threads) for outputs in (people, sample.systems)
            )
        )
        nearest = min(far, key=lambda name: far[name])
        yield [
            f"{sample.title}, {place + 1}",
            f"{np.mean(list(near.values())):.1f}",
            f"{np.mean(list(far.values())):.1f}",
            nearest,
            f"{far[nearest]:.1f}",
        ]
