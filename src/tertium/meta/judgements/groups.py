"""All judgements of a language pair, and all of a file."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from tertium.errors import DataError
from tertium.meta.judgements.items import Items
from tertium.meta.judgements.preferences import Preferences
from tertium.meta.judgements.scores import ScoreTables, SegmentScores
from tertium.meta.judgements.spans import ErrorSpans


@dataclass(frozen=True, slots=True)
class JudgementGroup:
    """All that is known about one language pair of one data set; its parts share the same items.

    `reference_names` names the references where every item has them in this order (a folder of mt-metrics-eval).
    `metrics` holds the scores of metrics that came with the data.
    """

    dataset: str
    lang_pair: str
    items: Items
    human: ScoreTables = field(default_factory=ScoreTables)
    preferences: Preferences | None = None
    spans: ErrorSpans | None = None
    metrics: ScoreTables = field(default_factory=ScoreTables)
    reference_names: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.dataset} {self.lang_pair}"

    def segment_scores(self, kind: str | None = None) -> SegmentScores:
        """The human segment scores of this kind, or the first ones."""
        for scores in self.human.segments:
            if kind is None or scores.kind == kind:
                return scores
        kinds = ", ".join(scores.kind for scores in self.human.segments) or "none"
        what = "segment scores" if kind is None else f"segment scores of kind {kind!r}"
        raise DataError(f"{self.name} has no {what}; it has {kinds}")

    def with_items(self, items: Items) -> Self:
        """The same judgements about the same number of items with other texts or references."""
        if len(items) != len(self.items):
            raise DataError(f"{self.name} has {len(self.items)} items, got {len(items)}; expected the same number")
        return replace(
            self,
            items=items,
            human=_tables_with(self.human, items),
            metrics=_tables_with(self.metrics, items),
            preferences=None if self.preferences is None else replace(self.preferences, items=items),
            spans=None if self.spans is None else replace(self.spans, items=items),
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where judgements came from: the path, and the SHA-256 of the content (decompressed) in hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class JudgementSet:
    """Judgements of one file or folder, in groups of one data set and language pair each."""

    groups: tuple[JudgementGroup, ...]
    origin: Origin

    def __iter__(self) -> Iterator[JudgementGroup]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def lang_pairs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group.lang_pair for group in self.groups))

    def group(self, lang_pair: str | None = None, dataset: str | None = None) -> JudgementGroup:
        """The only group of this language pair and data set; DataError lists them where there are none or several."""
        matching = [
            group for group in self.groups if lang_pair in (None, group.lang_pair) and dataset in (None, group.dataset)
        ]
        if len(matching) == 1:
            return matching[0]
        names = ", ".join(group.name for group in self.groups)
        what = " ".join(name for name in (dataset, lang_pair) if name is not None) or "one group"
        raise DataError(f"{self.origin.path}: {len(matching)} groups for {what}, expected one; the file has {names}")


def _tables_with(tables: ScoreTables, items: Items) -> ScoreTables:
    return ScoreTables(
        tuple(replace(scores, items=items) for scores in tables.segments),
        tuple(replace(scores, items=items) for scores in tables.documents),
        tuple(replace(scores, items=items) for scores in tables.systems),
    )
