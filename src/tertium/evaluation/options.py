"""How an evaluation is run, as values: what is computed and by whom, and how chance is measured."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from tertium.text.pool import NORMALIZATIONS, Normalization

if TYPE_CHECKING:
    from tertium.evaluation.statistics import Workers

Missing = Literal["error", "skip"]
Bootstrap = Literal["shifted", "centred"]
TestName = Literal["bootstrap", "randomisation"]

SEED_REVISION = 2
"""Raised when the same seed gives other samples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """Bootstrap intervals and everything else that is random."""

    n_samples: int = 1000
    """Number of bootstrap samples."""
    seed: int = 12345
    """Random seed; the same seed gives the same result for any number of threads."""
    confidence: float = 0.95
    """Confidence level of the intervals."""
    bootstrap: Bootstrap = "shifted"
    """What the paired bootstrap of `compare` moves to a mean of 0: differences, or as sacreBLEU does, their sizes."""

    def __post_init__(self) -> None:
        check_choice("bootstrap", self.bootstrap, get_args(Bootstrap))
        check_number("n_samples", self.n_samples, 1)
        check_number("seed", self.seed, 0)
        check_share("confidence", self.confidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How texts become statistics."""

    normalization: Normalization = "nfc"
    """Unicode form in which texts are compared."""
    threads: int = 1
    """How many threads to use; 0 means all cores."""
    missing: Missing = "error"
    """Segments without a reference or hypothesis: refuse them, or leave them out."""
    workers: "Workers | None" = None
    """Who computes the statistics instead of this process; the result is the same."""

    def __post_init__(self) -> None:
        check_choice("normalization", self.normalization, NORMALIZATIONS)
        check_choice("missing", self.missing, get_args(Missing))
        check_number("threads", self.threads, 0)


def check_choice(name: str, value: str, choices: Iterable[str]) -> None:
    """Raise where a value is none of the choices."""
    values = list(choices)
    if value not in values:
        raise ValueError(f"{name} is {value!r}; expected one of {', '.join(values)}")


def check_share(name: str, value: float) -> None:
    """Raise where a value does not lie between 0 and 1, both excluded."""
    if not 0 < value < 1:
        raise ValueError(f"{name} is {value!r}; expected a number between 0 and 1, such as 0.95")


def check_number(name: str, value: int, least: int) -> None:
    """Raise where a whole number is smaller than it may be."""
    if value < least:
        raise ValueError(f"{name} is {value!r}; expected a whole number of at least {least}")
