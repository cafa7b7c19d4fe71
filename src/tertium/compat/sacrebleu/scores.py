"""Scores and signatures as sacreBLEU shows them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tertium._version import __version__
from tertium.text.arrays import Floats

VERSION = f"tertium-{__version__}"
"""What stands in signatures where sacreBLEU has its version."""

_SHORT = {
    "nrefs": "#",
    "lang": "l",
    "test": "t",
    "subset": "S",
    "origlang": "o",
    "seed": "rs",
    "case": "c",
    "eff": "e",
    "norm": "nr",
    "punct": "pn",
    "asian": "as",
    "smooth": "s",
    "space": "s",
    "version": "v",
}


class Signature:
    """What it takes to reproduce a score: fields in sacreBLEU's order, the version last."""

    def __init__(self, fields: Mapping[str, object], *, short: Mapping[str, str] | None = None) -> None:
        self.info: dict[str, object] = {"version": VERSION, **fields}
        self._short = {**_SHORT, **(short or {})}

    def update(self, key: str, value: object) -> None:
        self.info[key] = value

    def format(self, short: bool = False) -> str:
        names = [*(name for name in self.info if name != "version"), "version"]
        shown = {name: self.info[name] for name in names if self.info[name] is not None}
        return "|".join(
            f"{self._short.get(name, name) if short else name}:{_shown(value)}" for name, value in shown.items()
        )

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


def _shown(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


@dataclass
class Score:
    """A score with its name, and what bootstrap samples say of it."""

    name: str
    score: float
    _mean: float = field(default=-1.0, init=False, repr=False)
    _ci: float = field(default=-1.0, init=False, repr=False)

    @property
    def _verbose(self) -> str:
        return ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """One line, the number alone, or JSON."""
        record: dict[str, Any] = {"name": self.name, "score": float(f"{self.score:.{width}f}"), "signature": signature}
        number = f"{self.score:.{width}f}"
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            number += f" (μ = {mean} ± {half})"
            record |= {
                "confidence_mean": float(mean),
                "confidence_var": float(half),
                "confidence": f"μ = {mean} ± {half}",
            }
        if score_only:
            return number
        if is_json:
            record |= {"verbose_score": self._verbose} if self._verbose else {}
            record |= dict(part.split(":", 1) for part in signature.split("|"))
            return json.dumps(record, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {number} {self._verbose}".rstrip(" ")

    def estimate_ci(self, scores: "Floats | Sequence[Score]") -> None:
        """Keep the mean of resampled scores, and half of their 95 % interval."""
        values = [one.score if isinstance(one, Score) else float(one) for one in scores]
        self._mean, self._ci = mean_and_half_width(np.array(values))

    def __repr__(self) -> str:
        return self.format()


@dataclass(repr=False)
class BLEUScore(Score):
    """BLEU with its counts, precisions and lengths."""

    name: str = field(default="BLEU", init=False)
    counts: list[int]
    totals: list[int]
    precisions: list[float]
    bp: float
    sys_len: int
    ref_len: int

    @property
    def ratio(self) -> float:
        return self.sys_len / self.ref_len if self.ref_len else 0.0

    @property
    def prec_str(self) -> str:
        return "/".join(f"{precision:.1f}" for precision in self.precisions)

    @property
    def _verbose(self) -> str:
        lengths = f"ratio = {self.ratio:.3f} hyp_len = {self.sys_len:d} ref_len = {self.ref_len:d}"
        return f"{self.prec_str} (BP = {self.bp:.3f} {lengths})"


@dataclass(repr=False)
class CHRFScore(Score):
    """chrF, with a plus for each order of words in its name."""

    name: str = field(default="", init=False)
    char_order: int
    word_order: int
    beta: int

    def __post_init__(self) -> None:
        self.name = f"chrF{self.beta}" + "+" * self.word_order


@dataclass(repr=False)
class TERScore(Score):
    """TER with its edits and the mean length of the references."""

    name: str = field(default="TER", init=False)
    num_edits: int
    ref_length: float


def mean_and_half_width(scores: Floats) -> tuple[float, float]:
    """The mean of resampled scores, and half of the interval without the outer 1/40 at each side."""
    ordered = np.sort(scores)
    low = len(ordered) // 40
    return float(ordered.mean()), float(ordered[len(ordered) - low - 1] - ordered[low]) / 2
