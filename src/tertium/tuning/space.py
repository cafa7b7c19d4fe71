"""Which weights there are, which may change, how far, and where random starts come from."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.text.arrays import Floats

Ranges = Mapping[str, tuple[float, float]]
"""Lowest and highest value by the name of a weight, or by a pattern such as `tm_*`."""

# Distortions and penalties may help with either sign; for models, more probable is better.
_EITHER_SIGN = re.compile(r"(d|w|wp|.*(distortion|penalty|length|reorder).*)(_?\d+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The weights by name, in the order of the features.

    Weights that are not `free` keep the value that they start with. A weight stays strictly between `low` and `high`.
    Random starts are drawn between `start_low` and `start_high`.
    """

    names: tuple[str, ...]
    free: NDArray[np.bool_]
    low: Floats
    high: Floats
    start_low: Floats
    start_high: Floats

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        *,
        fix: Iterable[str] = (),
        only: Iterable[str] = (),
        bounds: Ranges | None = None,
        ranges: Ranges | None = None,
    ) -> Self:
        """From options; patterns such as `tm_*` stand for all names that they fit.

        Raises:
            UnknownNameError: A name or pattern fits no weight.
            OptionError: Nothing is free, or a lowest value is not below the highest.
        """
        free = np.ones(len(names), bool)
        if only := list(only):
            free[:] = False
            for pattern in only:
                free |= _fits(names, pattern)
        for pattern in fix:
            free &= ~_fits(names, pattern)
        if not free.any():
            raise OptionError("every weight is fixed; leave at least one free")
        low, high = _filled(names, bounds or {}, -np.inf, np.inf)
        start_low, start_high = _filled(names, ranges or {}, np.nan, np.nan)
        either = np.array([_EITHER_SIGN.fullmatch(name) is not None for name in names])
        start_low = np.where(np.isnan(start_low), np.where(either, -1.0, 0.0), start_low)
        start_high = np.where(np.isnan(start_high), 1.0, start_high)
        return cls(tuple(names), free, low, high, *(np.clip(start, low, high) for start in (start_low, start_high)))

    @property
    def scalable(self) -> bool:
        """Whether all weights may be multiplied by one number: then only their ratios mean something."""
        return bool(self.free.all() and np.isinf(self.low).all() and np.isinf(self.high).all()) or self._by_sign()

    def _by_sign(self) -> bool:
        zero_or_none = (np.isinf(self.low) | (self.low == 0)) & (np.isinf(self.high) | (self.high == 0))
        return bool(self.free.all() and zero_or_none.all())

    def random_start(self, rng: np.random.Generator, base: Floats) -> Floats:
        """Free weights anywhere in their range, the others as in `base`."""
        return np.where(self.free, rng.uniform(self.start_low, self.start_high), base)

    def near(self, rng: np.random.Generator, base: Floats) -> Floats:
        """Free weights of the same signs and of other sizes, some tenfold; the others as in `base`."""
        return np.where(self.free, base * np.exp(rng.normal(size=len(base))), base)

    def random_direction(self, rng: np.random.Generator) -> Floats:
        """A step of length 1 in the free weights."""
        step = np.where(self.free, rng.normal(size=len(self.names)), 0.0)
        length = float(np.linalg.norm(step))
        return step / length

    def reach(self, weights: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """How far each direction may be followed from these weights, backwards and forwards."""
        with np.errstate(divide="ignore", invalid="ignore"):
            one, other = (self.low - weights) / directions, (self.high - weights) / directions
        still = directions == 0
        backwards = np.where(still, -np.inf, np.minimum(one, other)).max(1)
        return backwards, np.where(still, np.inf, np.maximum(one, other)).min(1)

    def inside(self, weights: Floats) -> Floats:
        """The nearest weights that keep the bounds."""
        return np.where(self.free, np.clip(weights, self.low, self.high), weights)

    def scaled(self, weights: Floats) -> Floats:
        """Weights whose sizes add up to 1, where that changes nothing.

        Raises:
            DataError: They are all 0, or not all finite.
        """
        refuse_useless(self.names, weights)
        return weights / np.abs(weights).sum() if self.scalable else weights


def refuse_useless(names: Sequence[str], weights: Floats) -> None:
    """Raise where weights choose nothing: all 0, or not all numbers."""
    for name, weight in zip(names, weights.tolist(), strict=True):
        if not np.isfinite(weight):
            raise DataError(f"the weight of {name} is {weight}; expected a finite number; weights: {weights.tolist()}")
    if not weights.any():
        raise DataError("all weights are 0, so every candidate is as good as any other; start from other weights")


def _fits(names: Sequence[str], pattern: str) -> NDArray[np.bool_]:
    fits = np.array([fnmatchcase(name, pattern) for name in names], bool)
    if not fits.any():
        raise UnknownNameError("weight", pattern, names)
    return fits


def _filled(names: Sequence[str], ranges: Ranges, low: float, high: float) -> tuple[Floats, Floats]:
    lows, highs = np.full(len(names), low), np.full(len(names), high)
    for pattern, (least, most) in ranges.items():
        if not least < most:
            raise OptionError(f"{pattern}: the lowest weight {least:g} is not below the highest {most:g}")
        fits = _fits(names, pattern)
        lows[fits], highs[fits] = least, most
    return lows, highs
