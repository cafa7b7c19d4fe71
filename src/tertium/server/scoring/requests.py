"""What a program sends: texts, metrics and options, with the names that the Python functions have."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from tertium.errors import OptionError
from tertium.evaluation.compare import compare
from tertium.evaluation.options import Resampling
from tertium.evaluation.score import score
from tertium.results.base import Result
from tertium.text.testset import References, TestSet, Text

MOST_SYSTEMS, MOST_SEGMENTS = 100, 200_000
_VALUE = re.compile(r"=([^,()]*)")
_NUMBERS = re.compile(r"[-\d./]*")

Count = Annotated[int, Meta(ge=1, le=100_000)]
Share = Annotated[float, Meta(gt=0, lt=1)]


class Texts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Outputs of systems, and what they are compared with."""

    systems: dict[str, list[Text]]
    references: list[str | list[str] | None] = []
    """For each segment one text or a list of texts."""
    sources: list[Text] | None = None
    documents: list[str] | None = None
    metrics: str = "bleu,chrf,ter"
    language: str | None = None
    segments: bool = False
    """Whether the scores of segments are asked for, too."""
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 12345
    samples: Count = 1000

    def test_set(self) -> TestSet:
        """The texts as every command has them."""
        if len(self.systems) > MOST_SYSTEMS or sum(map(len, self.systems.values())) > MOST_SEGMENTS:
            raise OptionError(
                f"more than {MOST_SYSTEMS} systems or {MOST_SEGMENTS:,} texts; send less at once, or use the program"
            )
        rows = [[row] if isinstance(row, str) else row or [] for row in self.references]
        return TestSet.build(
            self.systems,
            References.by_segment(rows) if rows else None,
            source=self.sources,
            documents=self.documents,
            language=self.language,
            name="request",
        )

    def specs(self) -> str:
        """The metrics, none of which may name a file of the server."""
        for value in _VALUE.findall(self.metrics):
            if "\\" in value or "~" in value or ("/" in value and not _NUMBERS.fullmatch(value.strip())):
                raise OptionError(f"{value.strip()!r} is a path; over HTTP, options name only what the package has")
        return self.metrics

    def resampling(self) -> Resampling:
        return Resampling(n_samples=self.samples, seed=self.seed)


class Score(Texts, frozen=True, kw_only=True):
    """Scores of systems."""

    confidence: bool = False
    """Whether bootstrap intervals are asked for, too."""

    def result(self) -> Result:
        return score(
            self.test_set(),
            metrics=self.specs(),
            resampling=self.resampling() if self.confidence else None,
            segments=self.segments,
            documents=self.documents is not None,
        )


class Compare(Texts, frozen=True, kw_only=True):
    """A comparison of systems."""

    primary: str | None = None
    baseline: str | None = None
    alpha: Share = 0.05
    swaps: Count = 10_000
    examples: Annotated[int, Meta(ge=0, le=100)] = 5

    def result(self) -> Result:
        return compare(
            self.test_set(),
            metrics=self.specs(),
            primary=self.primary,
            baseline=self.baseline,
            alpha=self.alpha,
            n_swaps=self.swaps,
            n_contrasts=self.examples,
            resampling=self.resampling(),
            segments=self.segments,
            documents=self.documents is not None,
        )
