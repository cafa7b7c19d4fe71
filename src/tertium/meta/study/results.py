"""What a study of metrics found: agreement with people by one measure each, for metrics and language pairs.

All values are about quality: metrics where lower is better are negated before anything is measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.meta.study.records import study_data, study_records
from tertium.meta.study.views import study_tables
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Table
from tertium.text.arrays import Floats

Interval = tuple[float, float]
Level = Literal["segment", "pairs", "system", "document"]
AVERAGE = "avg"


@dataclass(frozen=True, slots=True)
class StudiedMetric:
    """A metric: `signature` is empty for scores that came in a file."""

    label: str
    signature: str
    higher_is_better: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of one metric for one language pair; NaN where it is undefined, and `note` says why."""

    value: float
    interval: Interval | None = None
    coverage: float = 1.0  # share of the judged things that the metric scored
    epsilon: float | None = None  # threshold for ties, where one was calibrated
    note: str = ""


@dataclass(frozen=True, slots=True)
class MetricTest:
    """Whether `better` agrees with people better than `worse`."""

    better: str
    worse: str
    difference: float
    p: float
    p_holm: float  # corrected for all pairs of metrics of the column


@dataclass(frozen=True, slots=True)
class Column:
    """One language pair (or the average over all): a cell for each metric, in the order of the study's metrics."""

    lang_pair: str
    n: int  # judged things behind the values: items, pairs, systems or documents; 0 in an average
    cells: tuple[Cell, ...]
    baseline: float | None = None  # what guessing reaches, where that is not 0 or ½
    test: str = ""  # what the p-values come from
    tests: tuple[MetricTest, ...] = ()
    clusters: tuple[tuple[str, ...], ...] = ()  # of metrics that are not told apart, best first


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well metrics agree with people on one data set and kind of judgement, by one measure."""

    dataset: str
    kind: str  # of human score: da, mqm, …; empty for preferences
    level: Level
    measure: str
    title: str
    columns: tuple[Column, ...]
    average: Column | None  # None where there is one language pair only

    @property
    def shown(self) -> tuple[Column, ...]:
        """The columns as they are printed, the average last."""
        return self.columns if self.average is None else (*self.columns, self.average)

    @property
    def unit(self) -> str:
        """What `n` counts."""
        return {"segment": "items", "pairs": "judgements", "system": "systems", "document": "documents"}[self.level]


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """What people and a metric said about the same things; places where either is missing are left out."""

    dataset: str
    kind: str
    level: Level
    lang_pair: str
    metric: str
    human: Floats
    scores: Floats  # negated where lower is better
    turned: bool = False

    @property
    def axis(self) -> str:
        """What the scores are called: with a minus sign where they are negated."""
        return f"−{self.metric}" if self.turned else self.metric


@dataclass(frozen=True, slots=True)
class SizeCurve:
    """Pearson's r with people by the number of segments in random documents."""

    dataset: str
    kind: str
    lang_pair: str
    metric: str
    sizes: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Roc:
    """How well a metric tells human from machine translations."""

    dataset: str
    lang_pair: str
    metric: str
    human_above: Floats
    machine_below: Floats
    area: float


@dataclass(frozen=True, slots=True, repr=False)
class Study(Result):
    """All that a study found, and what it takes to make it again."""

    places = 3
    page = "study"

    metrics: tuple[StudiedMetric, ...]
    agreements: tuple[Agreement, ...]
    seed: int
    n_samples: int  # 0 where nothing was resampled
    confidence: float
    alpha: float
    normalize: str
    notes: tuple[str, ...] = ()
    scatters: tuple[Scatter, ...] = ()
    curves: tuple[SizeCurve, ...] = ()
    rocs: tuple[Roc, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(metric.label for metric in self.metrics)

    def tables(self) -> Sequence[Block]:
        return list(study_tables(self))

    def records(self) -> Sequence[Table]:
        return [study_records(self)]

    def data(self) -> Json:
        return study_data(self)
