"""Scores of a test set that comes in blocks: nothing is kept of a block but its sums.

The scores are those of the whole test set, to the last bit where blocks have `sums.SEGMENTS` segments, as
`tertium.read_blocks` makes them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.evaluation.scale.sums import block_sums, total
from tertium.evaluation.score import DEFAULT_METRICS, title_of
from tertium.evaluation.statistics import Progress, Statistics, documents_of, metrics_for, signature, statistics_of
from tertium.keywords import checked
from tertium.metrics import Metric, labels
from tertium.metrics.choice import Choice, Metrics
from tertium.text.arrays import Floats
from tertium.text.languages import standard
from tertium.text.testset import References, TestSet


@dataclass(frozen=True, slots=True, eq=False)
class ScoredBlock:
    """The segment scores of a block: by system, a row for each segment and a column for each metric.

    A segment that was left out has NaN.
    """

    test_set: TestSet
    metrics: tuple[str, ...]
    scores: Mapping[str, Floats]


Each = Callable[[ScoredBlock], object]
"""Takes the segment scores of each block as they come."""


@checked
def score_blocks(
    blocks: Iterable[TestSet],
    *,
    metrics: Metrics = DEFAULT_METRICS,
    language: str | None = None,
    scoring: Scoring = Scoring(),
    segments: bool = False,
    documents: bool = False,
    each: Each | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Score a test set of any size, block by block; `tertium.read_blocks` reads one so.

    Args:
        blocks: Test sets of segments that follow each other, with the same systems.
        metrics: Metrics, their specs, or functions that score; one or many.
        language: Of the texts, such as `"zh"` or `"de-en"`.
        scoring: Unicode form, threads, what to do about missing texts.
        segments: Keep the score of each segment: 8 bytes for each system, metric and segment.
        documents: Also score each document.
        each: Called with the segment scores of each block.
        progress: Called with what is being done, how many segments are done, and 0 because nobody knows how many come.

    Raises:
        OptionError: A metric needs the whole test set, and there are several blocks.
        DataError: Blocks do not belong together, or cannot be scored.
    """
    run: _Run | None = None
    for block in blocks:
        if language is not None:
            block = replace(block, language=standard(language))
        if run is None:
            run = _Run(block.part(0, 0), metrics_for(metrics, block), scoring, segments, documents)
        run.add(block, each, progress)
        if progress:
            progress("scoring", run.done, 0)
    if run is None:
        raise DataError("there are no blocks; expected at least one")
    return run.evaluation()


def needing_whole(metrics: Iterable[Metric]) -> list[Metric]:
    """The metrics that cannot be computed block by block."""
    return [metric for metric in metrics if metric.whole_test_set]


def joined(blocks: Iterable[TestSet]) -> TestSet:
    """One test set of blocks that follow each other, for what needs the whole at once."""
    parts = list(blocks)
    first = parts[0]
    for part in parts[1:]:
        refuse_other_kind(first, part)
    if len(parts) == 1:
        return first

    whole = TestSet.build(
        {system: [text for part in parts for text in part.systems[system]] for system in first.systems},
        References.by_segment([row for part in parts for row in part.references]),
        source=None if first.source is None else [text for part in parts for text in part.source or ()],
        documents=None if first.documents is None else [name for part in parts for name in part.documents or ()],
        name=first.name,
        post_edits={
            system: [text for part in parts for text in part.post_edits.get(system, (None,) * len(part))]
            for system in dict.fromkeys(system for part in parts for system in part.post_edits)
        },
        tags=first.tags,
    )
    return replace(whole, language=first.language, origin=first.origin)


def refuse_other_kind(first: TestSet, block: TestSet) -> None:
    """Raise where a block has other systems than the first one, or knows other things of its segments."""
    place = f"{block.name}: from segment {block.first + 1} on"
    if list(block.systems) != list(first.systems):
        others = ", ".join(set(block.systems) ^ set(first.systems))
        raise DataError(
            f"{place} there are other systems than before ({others}); give every segment the same systems: a column "
            "for each, in every part"
        )
    for what, here, before in (
        ("sources", block.source, first.source),
        ("documents", block.documents, first.documents),
        ("a language", block.language, first.language),
    ):
        if (here is None) != (before is None):
            there, then = ("are no", "were some") if here is None else ("are", "were none")
            raise DataError(f"{place} there {there} {what}, and before there {then}; give every segment some, or none")


@dataclass(slots=True, eq=False)
class _Run:
    """What is known of the blocks so far; `like` is a test set without segments that has all else of the first."""

    like: TestSet
    choice: Choice
    scoring: Scoring
    keeps_segments: bool
    scores_documents: bool
    done: int = 0
    scored: int = 0
    n_references: tuple[int, int] | None = None
    sums: dict[str, list[Floats]] = field(default_factory=dict)
    segments: dict[str, list[Floats]] = field(default_factory=dict)
    segment_documents: list[str] = field(default_factory=list)
    documents: dict[str, int] = field(default_factory=dict)
    document_sums: dict[str, list[Floats]] = field(default_factory=dict)

    def add(self, block: TestSet, each: Each | None, progress: Progress | None) -> None:
        refuse_other_kind(self.like, block)
        if self.done and (whole := needing_whole(self.choice.metrics)):
            names = ", ".join(metric.spec() for metric in whole)
            raise OptionError(
                f"{names}: the row of a segment depends on all other segments, so that the whole test set is needed at "
                "once; leave it out, or score the whole test set (tertium.read and tertium.score)"
            )
        # Of later blocks nobody needs to know each step.
        statistics = statistics_of(block, self.choice, self.scoring, None if self.done else progress)
        self.done += len(block)
        if each or self.keeps_segments:
            self._take_segments(statistics, each)
        if self.scores_documents:
            documents_of(block)
        if not len(statistics.segments):
            return
        self.scored += len(statistics.segments)
        counts = np.diff(block.references.offsets())[statistics.segments]
        low, high = int(counts.min()), int(counts.max())
        before = self.n_references or (low, high)
        self.n_references = (min(low, before[0]), max(high, before[1]))
        numbers = statistics.segments + block.first
        for system, rows in statistics.rows.items():
            held = self.sums.get(system, [None] * len(rows))
            self.sums[system] = [
                total(([] if before is None else [before]) + block_sums(one, numbers))
                for before, one in zip(held, rows, strict=True)
            ]
        if self.scores_documents:
            self._add_documents(statistics)

    def _take_segments(self, statistics: Statistics, each: Each | None) -> None:
        block = statistics.test_set
        scores = {}
        for system in block.systems:
            scores[system] = np.full((len(block), len(statistics.metrics)), np.nan)
            for m, rows in enumerate(statistics.rows.get(system, ())):
                scores[system][statistics.segments, m] = statistics.metrics[m].score(rows)
        if each:
            each(ScoredBlock(block, statistics.labels, scores))
        if self.keeps_segments:
            for system, values in scores.items():
                self.segments.setdefault(system, []).append(values)
            self.segment_documents += block.documents or ()

    def _add_documents(self, statistics: Statistics) -> None:
        ids = documents_of(statistics.test_set)
        names = [ids[i] for i in statistics.segments]
        for name in names:
            self.documents.setdefault(name, len(self.documents))
        at = [self.documents[name] for name in names]
        for system, rows in statistics.rows.items():
            held = self.document_sums.setdefault(system, [np.zeros((0, one.shape[1])) for one in rows])
            for m, one in enumerate(rows):
                new = np.zeros((len(self.documents) - len(held[m]), one.shape[1]))
                held[m] = np.concatenate([held[m], new])
                np.add.at(held[m], at, one)

    def evaluation(self) -> Evaluation:
        if not self.scored:
            raise DataError(f"{self.like.name}: there are no segments to score")
        low, high = self.n_references or (0, 0)
        number = str(low) if low == high else f"{low}-{high}"
        metrics = self.choice.metrics
        signatures = [signature(metric, self.scoring.normalization, number, self.like) for metric in metrics]
        names = labels(metrics)
        systems = list(self.like.systems)
        scores = [metric.score(np.stack([self.sums[s][m] for s in systems])) for m, metric in enumerate(metrics)]
        columns = {system: np.concatenate(parts) for system, parts in self.segments.items()}

        def one(s: int, m: int) -> MetricScore:
            system = systems[s]
            by_document = None
            if self.scores_documents:
                values = map(float, metrics[m].score(self.document_sums[system][m]))
                by_document = dict(zip(self.documents, values, strict=True))
            return MetricScore(
                names[m],
                float(scores[m][s]),
                signatures[m],
                metrics[m].higher_is_better,
                None,
                np.ascontiguousarray(columns[system][:, m]) if self.keeps_segments else None,
                by_document,
            )

        rows = (SystemScores(name, tuple(one(s, m) for m in range(len(metrics)))) for s, name in enumerate(systems))
        return Evaluation(
            title_of(self.like),
            self.scored,
            tuple(rows),
            segment_documents=tuple(self.segment_documents) if self.segment_documents else None,
            notes=self.choice.notes,
        )
