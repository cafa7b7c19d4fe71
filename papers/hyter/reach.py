"""How close a reference that was left out is to networks of more and more others, and how long the search takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np
from numpy.typing import NDArray

from papers.hyter.automatic import Kind, kinds, split
from papers.hyter.columns import Texts, plain_columns
from papers.hyter.samples import SEED, Sample
from tertium.errors import DataError
from tertium.metrics.hyter import HyTER
from tertium.networks.flat import flatten
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.networks.search import compile_network, network_statistics, rows_of
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.network import FlatNetwork
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

NUMBERS = (1, 2, 3, 5, 10)
WINDOWS = {1: None, 3: 1e-3, 5: 5e-3}
"""The windows that are timed, and what a search should stay under, in seconds."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Of each segment one reference, chosen at random, and the others in a random order."""

    sample: Sample
    texts: tuple[str, ...]
    others: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, sample: Sample) -> "LeftOut":
        rng = np.random.default_rng(SEED)
        rows = [[row[i] for i in rng.permutation(len(row))] for row in sample.references]
        return cls(sample, tuple(row[0] for row in rows), tuple(tuple(row[1:]) for row in rows))


def header(left_out: LeftOut) -> list[str]:
    names = [kind.name for kind in kinds(left_out.sample.language)]
    distances = [f"HyTER {name}" for name in names]
    return ["references", "BLEU", "METEOR", "TERp", *distances, *(f"paths, {name}" for name in names[1:]), "contained"]


def rows(left_out: LeftOut) -> Iterator[list[str]]:
    """For 1, 2, ... references: losses, distances, the median of paths, and how many are wholly in the network."""
    language = left_out.sample.language
    for number in (n for n in NUMBERS if n < left_out.sample.n_references):
        others = [row[:number] for row in left_out.others]
        losses = _losses(left_out, others, number)
        makes = kinds(language)
        networks = [[kind.make(split(row), language) for row in others] for kind in makes]
        distances = [_distances(left_out.texts, [flatten(network) for network in row]) for row in networks]
        paths = [np.median([Paths.of(network).log10_count for network in row]) for row in networks[1:]]
        yield [
            str(number),
            *(f"{loss:.1f}" for loss in losses),
            *(f"{found.mean():.1f}" for found in distances),
            *(f"10^{exponent:.1f}" for exponent in paths),
            " / ".join(f"{100 * (found == 0).mean():.0f} %" for found in distances),
        ]


def _losses(left_out: LeftOut, others: Texts, number: int) -> list[float]:
    pairing = Pairing.of(left_out.texts, References.by_segment(others))
    columns = [column for column in plain_columns(left_out.sample.language, number) if column.n_references == number]
    return [float(column.loss(column.metric.statistics(pairing).sum(0))) for column in columns]


def _distances(texts: Sequence[str], networks: Sequence[FlatNetwork]) -> NDArray[np.float64]:
    """Of each text to its network, for each 100 words."""
    outputs = [" ".join(words) for words in split(texts)]
    pairing = Pairing.of_systems(TestSet.build({"": outputs}, networks=networks))[""]
    return HyTER().score(HyTER().statistics(pairing))


@dataclass(frozen=True, slots=True)
class Times:
    """How long searches took, in seconds of the processor, one after the other."""

    what: str
    exponents: NDArray[np.float64]
    """Logarithm of the paths of each hypothesis's network."""
    arcs: NDArray[np.int64]
    seconds: dict[int, NDArray[np.float64]]
    """For each window one entry for each hypothesis; not a number where the search was refused."""

    @classmethod
    def joined(cls, found: "Sequence[Times]", what: str, low: float, high: float) -> "Times":
        """The searches of all in networks of that many paths."""
        keep = [(times.exponents >= low) & (times.exponents < high) for times in found]
        chosen = list(zip(found, keep, strict=True))
        return cls(
            what,
            np.concatenate([times.exponents[kept] for times, kept in chosen]),
            np.concatenate([times.arcs[kept] for times, kept in chosen]),
            {window: np.concatenate([times.seconds[window][kept] for times, kept in chosen]) for window in WINDOWS},
        )

    def rows(self) -> Iterator[list[str]]:
        for window, seconds in self.seconds.items():
            if not len(seconds):
                continue
            limit = WINDOWS[window]
            times = [f"{1e3 * value:.2f}" for value in np.nanquantile(seconds, (0.5, 0.95, 1.0)).tolist()]
            under = "" if limit is None else f"{100 * (seconds < limit).mean():.1f} % under {1e3 * limit:g} ms"
            sizes = [f"10^{np.median(self.exponents):.1f}", f"{np.median(self.arcs):.0f}", str(len(seconds))]
            yield [self.what, *sizes, str(window), *times, under, str(int(np.isnan(seconds).sum()))]


def times(what: str, texts: Sequence[str], references: Texts, language: str, kind: Kind) -> Times:
    """Search each text in the network of its references, with every window."""
    made: dict[tuple[str, ...], Network] = {}
    for row in map(tuple, references):
        if row not in made:
            made[row] = kind.make(split(row), language)
    flats = {row: flatten(network) for row, network in made.items()}
    hypotheses = split(texts)
    numbers: dict[str, int] = {}
    for words in (*(flat.words for flat in flats.values()), *hypotheses):
        for word in words:
            numbers.setdefault(word, len(numbers))
    names = PackedTexts.pack(list(numbers))
    batch = Batch(*rows_of([[numbers[word] for word in words] for words in hypotheses]), names)
    compiled = {
        row: compile_network(flat, Batch(*rows_of([[numbers[word]] for word in flat.words]), names))
        for row, flat in flats.items()
    }
    seconds = {window: np.full(len(hypotheses), np.nan) for window in WINDOWS}
    for window, taken in seconds.items():
        for i, row in enumerate(map(tuple, references)):
            start = process_time()
            try:
                network_statistics(batch, np.array([i], np.int32), [compiled[row]], window=window)
            except DataError:
                continue
            taken[i] = process_time() - start
    exponents = {row: Paths.of(network).log10_count for row, network in made.items()}
    rows = list(map(tuple, references))
    return Times(
        what,
        np.array([exponents[row] for row in rows]),
        np.array([len(flats[row].labels) for row in rows]),
        seconds,
    )
