"""Whether a metric gives on this machine what its original gave somewhere: its scores beside scores from a file."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.errors import DataError
from tertium.metrics import Metric
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Cell, Column, Facts, Paragraph, Table
from tertium.text.material import REFERENCES


@dataclass(frozen=True, slots=True)
class ExpectedScore:
    """A segment and the score that the original gave it."""

    hypothesis: str
    source: str | None
    reference: str | None
    score: float


@dataclass(frozen=True, slots=True)
class ExpectedScores:
    """Segments with scores, and where the scores are from, as the file says it."""

    origin: str
    segments: tuple[ExpectedScore, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Checkup(Result):
    """How far our scores are from those that were expected. Without any it says only what the metric is made of."""

    heading = "Check-up"

    metric: str
    signature: dict[str, str]
    origin: str | None = None
    n_segments: int = 0
    farthest: float | None = None
    mean_difference: float | None = None
    correlation: float | None = None
    tolerance: float = 0.0

    @property
    def agrees(self) -> bool | None:
        """Whether all scores are near enough; None where there was nothing to compare with."""
        return None if self.farthest is None else self.farthest <= self.tolerance

    def tables(self) -> Sequence[Block]:
        facts: list[tuple[str, str]] = [("metric:", self.metric)]
        facts += [(f"{name}:", value) for name, value in self.signature.items()]
        if self.farthest is None:
            verdict = "It can be loaded. Nothing says what its scores should be: pass --expect FILE."
        else:
            facts += [
                ("scores from:", str(self.origin)),
                ("segments:", f"{self.n_segments:,}"),
                ("farthest:", f"{self.farthest:.2g}"),
                ("mean difference:", f"{self.mean_difference:.2g}"),
                *([("correlation:", f"{self.correlation:.6f}")] if self.correlation is not None else []),
            ]
            word = "agree" if self.agrees else "do not agree"
            verdict = f"The scores {word}: they differ by up to {self.farthest:.2g}, and {self.tolerance:g} is allowed."
        return [Facts(tuple(facts), indent=0), Paragraph(verdict, "bold")]

    def records(self) -> list[Table]:
        """One row."""
        cells: dict[str, Cell] = {
            "metric": self.metric,
            "signature": "|".join(f"{name}:{value}" for name, value in self.signature.items()),
            **{"origin": self.origin, "n_segments": self.n_segments, "farthest": self.farthest},
            **{"mean_difference": self.mean_difference, "correlation": self.correlation},
            **{"tolerance": self.tolerance, "agrees": self.agrees},
        }
        return [Table(tuple(map(Column, cells)), (tuple(cells.values()),))]

    def data(self) -> Json:
        return {
            **{"metric": self.metric, "signature": dict(self.signature), "origin": self.origin},
            **{"n_segments": self.n_segments, "farthest": self.farthest, "mean_difference": self.mean_difference},
            **{"correlation": self.correlation, "tolerance": self.tolerance, "agrees": self.agrees},
        }


def check_up(metric: Metric, expected: ExpectedScores | None, tolerance: float) -> Checkup:
    """Score the segments of a file and compare; texts are taken as they are, as the original takes them."""
    if lack := metric.lack():
        raise DataError(lack)
    if expected is None:
        return Checkup(metric.spec(), metric.signature())
    segments = expected.segments
    sources, references = [s.source for s in segments], [s.reference for s in segments]
    reads_references = bool(REFERENCES & metric.needs) or (bool(REFERENCES & metric.uses) and None not in references)
    found = metric.segment_scores(
        [s.hypothesis for s in segments],
        references if reads_references else None,
        sources=sources if "sources" in metric.reads else None,
        normalization="none",
    )
    wanted_scores = np.array([s.score for s in segments])
    apart = np.abs(found - wanted_scores)
    varies = len(segments) > 1 and found.std() > 0 and wanted_scores.std() > 0
    return Checkup(
        metric.spec(),
        metric.signature(),
        expected.origin,
        len(segments),
        float(apart.max()),
        float(apart.mean()),
        float(np.corrcoef(found, wanted_scores)[0, 1]) if varies else None,
        tolerance,
    )
