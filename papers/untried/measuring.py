"""Rankers learned from columns of features, and how far each is above a baseline on all test sets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from papers.judgements import Judged, Test, counts, judged, sums_of, value_of
from tertium.learn.features.base import FeatureOptions, feature_names, one_to_one
from tertium.learn.features.base import get as feature_set
from tertium.learn.features.directions import directions
from tertium.learn.linear import rank
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

Compute = Callable[[Pairing], Floats]


class Columns(NamedTuple):
    """Named columns, one row for each output of everything that is trained and measured on."""

    names: tuple[str, ...]
    values: Floats

    def without(self, names: Sequence[str]) -> "Columns":
        kept = [i for i, name in enumerate(self.names) if name not in names]
        return Columns(tuple(self.names[i] for i in kept), self.values[:, kept])


class Material:
    """Judged outputs to learn from and to measure on; columns for them are kept in a folder."""

    penalty = 1e-2

    def __init__(self, trained: Sequence[Test], tests: Sequence[Test], folder: Path, quick: bool, threads: int) -> None:
        self.tests = tuple(tests)
        self._trained = [part for test in trained for part in judged(test, quick, threads)]
        self._measured = [list(judged(test, quick, threads)) for test in tests]
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def parts(self) -> list[Judged]:
        return [*self._trained, *(part for parts in self._measured for part in parts)]

    def about(self) -> Iterator[str]:
        """How much there is of each test set."""
        for test, parts in zip(self.tests, self._measured, strict=True):
            segments = sum(part.n_segments for part in parts)
            pairs = ", ".join(part.lang_pair for part in parts)
            yield f"* {test.what}: `{test.file}`, {pairs}; {segments:,} segments"

    def columns(self, key: str, names: Sequence[str], compute: Callable[[Judged], Compute]) -> Columns:
        """What is computed for each part; a part may have ways of its own."""
        file = self._folder / f"{key}.npy"
        if not file.exists():
            np.save(file, np.vstack([less_own(compute(part), part.pairing) for part in self.parts]))
            click.echo(f"columns: {key}", err=True)
        return Columns(tuple(names), np.load(file))

    def features(self, key: str, name: str, options: FeatureOptions) -> Columns:
        """The columns of one set of features."""
        own = feature_set(name)
        return self.columns(key, feature_names([own], options), lambda _: lambda pairing: own.compute(pairing, options))

    def learned(self, chosen: Sequence[Columns]) -> Floats:
        """The weights of a ranker."""
        names = [name for columns in chosen for name in columns.names]
        starts = np.cumsum([0, *(len(part.pairing) for part in self._trained)])
        learned = list(zip(self._trained, starts, strict=False))
        better, worse = (np.concatenate([getattr(p, side) + e for p, e in learned]) for side in ("better", "worse"))
        table = np.hstack([columns.values[: starts[-1]] for columns in chosen])
        return rank(table, better, worse, penalty=self.penalty, directions=directions(names)).weights

    def samples(self, chosen: Sequence[Columns], weights: Floats | None = None) -> list[Floats]:
        """For each test set the mean over language pairs of what a ranker reaches, then that of bootstrap samples."""
        weights = self.learned(chosen) if weights is None else weights
        ends = np.cumsum([len(part.pairing) for part in self.parts])
        values = np.hstack([columns.values for columns in chosen]) @ weights
        scores = iter(np.split(values, ends[:-1])[len(self._trained) :])
        result = []
        for test, parts in zip(self.tests, self._measured, strict=True):
            own = [counts(part.n_segments) @ sums_of(part, next(scores), test.measure) for part in parts]
            result.append(np.asarray(np.mean([value_of(sums, test.measure) for sums in own], 0), np.float64))
        return result


def less_own(compute: Compute, pairing: Pairing) -> Floats:
    """The columns of all outputs with their first reference, less those of the reference with itself."""
    references = pairing.references[pairing.offsets[:-1]]
    keys = np.stack((np.concatenate((pairing.hypotheses, references)), np.concatenate((references, references))), 1)
    once, back = np.unique(keys, axis=0, return_inverse=True)
    table = compute(one_to_one(pairing, np.ascontiguousarray(once[:, 0]), np.ascontiguousarray(once[:, 1])))
    table = table[back.ravel()]
    return np.asarray(table[: len(pairing)] - table[len(pairing) :], np.float64)


def rows(material: Material, variants: Mapping[str, Sequence[Columns]]) -> Iterator[list[str]]:
    """One row for each variant: what the first reaches, and how far the others are above it."""
    first: list[Floats] = []
    for name, chosen in variants.items():
        found = material.samples(chosen)
        click.echo(f"learned: {name}", err=True)
        yield [name, *(cell(value, first[i] if first else None) for i, value in enumerate(found))]
        first = first or found


def cell(values: Floats, baseline: Floats | None) -> str:
    """A value, or its difference from the baseline with the interval; bold where that leaves 0 out as it is printed."""
    if baseline is None:
        return f"{values[0]:.4f}"
    difference = values - baseline
    low, high = np.quantile(difference[1:], (0.025, 0.975))
    text = f"{difference[0]:+.4f} [{low:+.4f} {high:+.4f}]"
    return f"**{text}**" if round(low, 4) > 0 or round(high, 4) < 0 else text
