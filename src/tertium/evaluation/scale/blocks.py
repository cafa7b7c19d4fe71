"""Scores of a test set that comes in blocks: nothing is kept of a block but its sums.

The scores are those of the whole test set, to the last bit where blocks have `sums.SEGMENTS` segments, as
`tertium.read_blocks` makes them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.evaluation.scale.sums import add_documents, document_sums, parts_of, total
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
    totals: Totals | None = None
    done = 0
    for block in blocks:
        if language is not None:
            block = replace(block, language=standard(language))
        if totals is None:
            totals = Totals(block.part(0, 0), metrics_for(metrics, block), scoring, documents)
        elif whole := needing_whole(totals.choice.metrics):
            names = ", ".join(metric.spec() for metric in whole)
            raise OptionError(
                f"{names}: the row of a segment depends on all other segments, so that the whole test set is needed at "
                "once; leave it out, or score the whole test set (tertium.read and tertium.score)"
            )
        refuse_other_kind(totals.like, block)
        # Of later blocks nobody needs to know each step.
        statistics = statistics_of(block, totals.choice, scoring, None if done else progress)
        if each or segments:
            scored = scored_block(statistics)
            if each:
                each(scored)
            if segments:
                totals.keep(scored)
        for sums in sums_of(statistics, documents):
            totals.add(sums)
        done += len(block)
        if progress:
            progress("scoring", done, 0)
    if totals is None:
        raise DataError("there are no blocks; expected at least one")
    return totals.evaluation()


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


@dataclass(frozen=True, slots=True, eq=False)
class BlockSums:
    """What is kept of a block: sums by system and metric, and those of each document if they are wanted.

    `n_references` is the lowest and the highest number of references of a segment.
    """

    n_scored: int
    n_references: tuple[int, int]
    sums: Mapping[str, Sequence[Floats]]
    documents: Mapping[str, Sequence[Mapping[str, Floats]]]


def sums_of(statistics: Statistics, documents: bool) -> Iterator[BlockSums]:
    """The sums of rows, in blocks of `SEGMENTS` segments."""
    block = statistics.test_set
    numbers = statistics.segments + block.first
    counts = np.diff(block.references.offsets())[statistics.segments]
    ids = documents_of(block) if documents else ()
    for part in parts_of(numbers):
        names = [ids[i] for i in statistics.segments[part]] if documents else []
        yield BlockSums(
            len(numbers[part]),
            (int(counts[part].min()), int(counts[part].max())),
            {system: [one[part].sum(0) for one in rows] for system, rows in statistics.rows.items()},
            {
                system: [document_sums(one[part], numbers[part], names) for one in rows]
                for system, rows in statistics.rows.items()
                if documents
            },
        )


def scored_block(statistics: Statistics) -> ScoredBlock:
    """The segment scores of a block."""
    block = statistics.test_set
    scores = {}
    for system in block.systems:
        scores[system] = np.full((len(block), len(statistics.metrics)), np.nan)
        for m, rows in enumerate(statistics.rows.get(system, ())):
            scores[system][statistics.segments, m] = statistics.metrics[m].score(rows)
    return ScoredBlock(block, statistics.labels, scores)


@dataclass(slots=True, eq=False)
class Totals:
    """The sums of all blocks so far, in the order of segments.

    `like` is a test set without segments that has all else of the first block.
    """

    like: TestSet
    choice: Choice
    scoring: Scoring
    scores_documents: bool
    n_scored: int = 0
    n_references: tuple[int, int] | None = None
    sums: dict[str, list[Floats]] = field(default_factory=dict)
    documents: dict[str, list[dict[str, Floats]]] = field(default_factory=dict)
    columns: dict[str, list[Floats]] = field(default_factory=dict)
    """The segment scores of each system, if they are kept."""
    segment_documents: list[str] = field(default_factory=list)

    def add(self, block: BlockSums) -> None:
        """Take the next block."""
        self.n_scored += block.n_scored
        low, high = self.n_references or block.n_references
        self.n_references = (min(low, block.n_references[0]), max(high, block.n_references[1]))
        for system, sums in block.sums.items():
            held = self.sums.get(system)
            self.sums[system] = list(sums) if held is None else [total(pair) for pair in zip(held, sums, strict=True)]
        for system, by_metric in block.documents.items():
            for held_sums, others in zip(
                self.documents.setdefault(system, [{} for _ in by_metric]), by_metric, strict=True
            ):
                add_documents(held_sums, others)

    def keep(self, block: ScoredBlock) -> None:
        """Keep the scores of segments."""
        for system, values in block.scores.items():
            self.columns.setdefault(system, []).append(values)
        self.segment_documents += block.test_set.documents or ()

    def evaluation(self) -> Evaluation:
        """The scores of everything."""
        if not self.n_scored:
            raise DataError(f"{self.like.name}: there are no segments to score")
        low, high = self.n_references or (0, 0)
        number = str(low) if low == high else f"{low}-{high}"
        metrics = self.choice.metrics
        signatures = [signature(metric, self.scoring.normalization, number, self.like) for metric in metrics]
        names = labels(metrics)
        systems = list(self.like.systems)
        scores = [metric.score(np.stack([self.sums[s][m] for s in systems])) for m, metric in enumerate(metrics)]
        columns = {system: np.concatenate(parts) for system, parts in self.columns.items()}

        def one(s: int, m: int) -> MetricScore:
            system = systems[s]
            by_document = None
            if self.scores_documents:
                sums = self.documents[system][m]
                values = map(float, metrics[m].score(np.stack(list(sums.values()))))
                by_document = dict(zip(sums, values, strict=True))
            return MetricScore(
                names[m],
                float(scores[m][s]),
                signatures[m],
                metrics[m].higher_is_better,
                None,
                np.ascontiguousarray(columns[system][:, m]) if columns else None,
                by_document,
            )

        rows = (SystemScores(name, tuple(one(s, m) for m in range(len(metrics)))) for s, name in enumerate(systems))
        return Evaluation(
            title_of(self.like),
            self.n_scored,
            tuple(rows),
            segment_documents=tuple(self.segment_documents) if self.segment_documents else None,
            notes=self.choice.notes,
        )
