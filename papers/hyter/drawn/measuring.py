"""People and machines under all metrics, and how near the networks come to translations that nobody drew from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from papers.hyter.columns import plain_columns
from papers.hyter.drawn.material import SEED, Material
from tertium.errors import DataError
from tertium.io.networks import read_networks
from tertium.metrics.base import Metric
from tertium.metrics.hyter import HyTER
from tertium.networks.flat import flatten
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.networks.union import phrase_union, union
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

_RESAMPLES = 1000
_WINDOW = 5
Texts = Sequence[str]
Outputs = Mapping[str, Texts]
Drawn = dict[str, list[Network]]
"""Networks of each sentence: of one annotator, of the other, U, SPU."""


def drawn(files: Sequence[Path]) -> Drawn:
    """What annotators drew, in lowercase, and the unions."""
    each = [[_lowercase(entry.network) for entry in read_networks(file)] for file in files]
    if len({len(networks) for networks in each}) != 1:
        raise DataError("the annotators' files have different numbers of networks")
    together = [list(networks) for networks in zip(*each, strict=True)]
    found = {chr(ord("A") + i): networks for i, networks in enumerate(each)}
    if len(files) > 1:
        found["U"] = [union(networks) for networks in together]
        found["SPU"] = [phrase_union(networks).network for networks in together]
    return found


def _lowercase(network: Network) -> Network:
    cards = tuple(
        replace(
            card,
            alternatives=tuple(
                replace(a, symbols=tuple(s.lower() if isinstance(s, str) else s for s in a.symbols))
                for a in card.alternatives
            ),
        )
        for card in network.cards
    )
    return replace(network, cards=cards)


@dataclass(frozen=True, slots=True)
class Column:
    """A metric with what it is scored against."""

    label: str
    metric: Metric
    against: str
    """`1`: the reference that annotators saw; `all`: every reference but the one that plays the person; or networks."""

    def loss(self, statistics: Floats) -> Floats:
        """From 0 (best) to 100."""
        score = self.metric.score(statistics)
        return np.minimum(100.0 - score if self.metric.higher_is_better else score, 100.0)


@dataclass(frozen=True, slots=True)
class Scored:
    """Losses under one column, of the whole material and of resampled sentences: arrays of 1 + 1,000."""

    column: Column
    people: Floats
    machines: Mapping[str, Floats]

    @property
    def quotients(self) -> Floats:
        """m/h: the mean of the machines by that of the people."""
        return np.asarray(np.mean(list(self.machines.values()), 0) / self.people)


def columns(networks: Drawn) -> list[Column]:
    """The rows of Table 2."""
    found = [
        Column(f"{plain.name} {against}", plain.metric, against)
        for plain in plain_columns("en", 1)
        for against in ("1", "all")
    ]
    found += [Column(f"HyTER strict {against}", HyTER(), against) for against in ("1", "all")]
    for name in networks:
        found.append(Column(f"HyTER {name}", HyTER(), name))
    for name in list(networks)[-2:]:
        found.append(Column(f"HyTER {name} r{_WINDOW}", HyTER(reorder=_WINDOW), name))
    return found


def scored(material: Material, networks: Drawn, outputs: Outputs, threads: int = 1) -> list[Scored]:
    """Every held-out reference plays the person once; it and the machines are scored against the same."""
    n = len(material.sources)
    weights = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), _RESAMPLES).astype(np.float64)
    weights = np.vstack([np.ones(n), weights])
    found = []
    for column in columns(networks):
        people: list[Floats] = []
        machines: dict[str, list[Floats]] = {name: [] for name in outputs}
        for place in range(len(material.held_out[0])):
            person = [material.words(row[place]) for row in material.held_out]
            for name, texts in {"": person, **outputs}.items():
                statistics = _statistics(column, texts, material, place, networks, threads)
                (machines[name] if name else people).append(column.loss(weights @ statistics))
        found.append(Scored(column, np.mean(people, 0), {name: np.mean(each, 0) for name, each in machines.items()}))
    return found


def _statistics(column: Column, texts: Texts, material: Material, place: int, networks: Drawn, threads: int) -> Floats:
    if column.against in networks:
        flat = [flatten(network) for network in networks[column.against]]
        pairing = Pairing.of_systems(TestSet.build({"x": list(texts)}, networks=flat), threads=threads)["x"]
        return column.metric.statistics(pairing)
    rows = [
        [material.words(text) for text in ([seen] if column.against == "1" else [seen, *_others(held, place)])]
        for seen, held in zip(material.seen, material.held_out, strict=True)
    ]
    return column.metric.statistics(Pairing.of(list(texts), References.by_segment(rows)))


def _others(held: Sequence[str], place: int) -> list[str]:
    return [text for i, text in enumerate(held) if i != place]


def table_2(found: Sequence[Scored]) -> Iterator[list[str]]:
    """Rows below the header of `TABLE_2`; the largest quotient is bold."""
    largest = max(found, key=lambda each: float(each.quotients[0]))
    for each in found:
        losses = {name: float(values[0]) for name, values in each.machines.items()}
        worst = max(losses, key=lambda name: losses[name])
        low, high = np.quantile(each.quotients[1:], (0.025, 0.975)).tolist()
        person, quotient = float(each.people[0]), f"{each.quotients[0]:.2f}"
        yield [
            each.column.label,
            f"{person:.2f}",
            f"{np.mean(list(losses.values())):.2f}",
            f"**{quotient}**" if each is largest else quotient,
            f"{low:.2f}–{high:.2f}",
            f"{losses[worst]:.2f}",
            f"{losses[worst] / person:.2f}",
        ]


TABLE_2 = ["metric, against", "human h", "machine m", "m/h", "95 %", "worst machine w", "w/h"]


def ranking(found: Sequence[Scored]) -> Iterator[list[str]]:
    """Losses of people and of the machines, those with their ranks, and the highest loss by the lowest."""
    for each in found:
        losses = {name: float(values[0]) for name, values in each.machines.items()}
        ranked = sorted(losses.values())
        cells = [f"{loss:.1f} ({1 + ranked.index(loss)})" for loss in losses.values()]
        spread = f"{ranked[-1] / ranked[0]:.2f}" if ranked[0] else ""
        yield [each.column.label, f"{each.people[0]:.1f}", *cells, spread]


def coverage(material: Material, networks: Drawn) -> Iterator[list[str]]:
    """How far held-out references stay from each kind of network; the mean over sentences, as the paper gives it."""
    person = [[material.words(row[i]) for row in material.held_out] for i in range(len(material.held_out[0]))]
    for name, each in networks.items():
        flat = [flatten(network) for network in each]
        distances = []
        for texts in person:
            pairing = Pairing.of_systems(TestSet.build({"x": texts}, networks=flat))["x"]
            metric = HyTER()
            distances.append(metric.score(metric.statistics(pairing)))
        values = np.concatenate(distances)
        paths = [Paths(network).log10_count for network in flat]
        sizes = f"10^{np.median(paths):.1f}", f"10^{max(paths):.1f}"
        yield [name, *sizes, f"{values.mean():.1f}", f"{np.mean(values == 0) * 100:.1f} %"]


COVERAGE = ["networks", "paths, median", "most", "mean distance", "contained"]
