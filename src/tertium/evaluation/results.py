"""Result objects: finished numbers, made once, read by `report/` and by users. Nothing here computes.

result["ours"]["bleu"].score        by system and metric
result.to_pandas()                  a row for each score and each test; layout="wide": a row for each system
result.save("scores.md")            in any format, by the ending
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.evaluation.views.tables import evaluation_tables
from tertium.metrics.choice import Note
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Table


@dataclass(frozen=True, slots=True, eq=False)
class MetricScore:
    """What one metric says of one system.

    `metric` is the column's label, unique within an evaluation: the metric's name, with its options where
    the same metric is used twice. `interval` is the percentile bootstrap interval of the corpus score.
    """

    metric: str
    score: float
    signature: str
    higher_is_better: bool
    interval: tuple[float, float] | None = None
    segments: NDArray[np.float64] | None = None
    documents: dict[str, float] | None = None

    @property
    def key(self) -> str:
        """The name of the metric as the command line takes it."""
        return self.signature.split("|")[0]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system; `scores["bleu"]` finds one by its name, label or spec."""

    system: str
    scores: tuple[MetricScore, ...]  # one for each metric, in the same order for every system

    def __getitem__(self, metric: str) -> MetricScore:
        matching = [score for score in self.scores if metric in (score.metric, score.key)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            names = ", ".join(repr(score.metric) for score in matching)
            raise KeyError(f"{metric!r} is more than one metric here; name one: {names}")
        raise KeyError(f"no metric {metric!r} in this result; there are {', '.join(s.key for s in self.scores)}")


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation(Result):
    """Scores of systems on one test set. `confidence` is a level such as 0.95, None without intervals.

    `segment_documents` names the document of each segment, where segment scores were asked for and it is known.
    `notes` says what makes scores doubtful or was left out.
    """

    page = "evaluation"

    test_set: str
    n_segments: int
    systems: tuple[SystemScores, ...]
    seed: int | None = None
    confidence: float | None = None
    n_samples: int | None = None
    segment_documents: tuple[str, ...] | None = None
    command: str | None = None
    """The command line that made it, where there was one."""
    notes: tuple[Note, ...] = ()

    def __getitem__(self, system: str) -> SystemScores:
        for row in self.systems:
            if row.system == system:
                return row
        raise KeyError(f"no system {system!r} in this result; there are {', '.join(s.system for s in self.systems)}")

    def tables(self) -> Sequence[Block]:
        return list(evaluation_tables(self))

    def records(self) -> Sequence[Table]:
        from tertium.evaluation.views.records import evaluation_records  # late: people read tables

        return [evaluation_records(self)]

    def data(self) -> Json:
        from tertium.evaluation.views.data import evaluation_data  # late: people read tables

        return evaluation_data(self)
