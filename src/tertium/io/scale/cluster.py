"""Parts of a test set scored by the workers of a Spark cluster, which read the parts themselves.

The command that asks reads the first block alone, to choose metrics, and how many rows the parts have. A worker gets
places of rows, reads them, and sends sums back; the sums are added in the order of segments, block by block as on one
machine, so that scores are the same to the last bit. Segment scores are written by the workers.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import MissingExtraError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.results import Evaluation
from tertium.evaluation.scale.blocks import BlockSums, Totals, refuse_other_kind, scored_block, sums_of
from tertium.evaluation.scale.sums import SEGMENTS
from tertium.evaluation.statistics import Progress, statistics_of
from tertium.io.files import make_folder, open_input
from tertium.io.scale.segment_files import segment_file
from tertium.io.testsets import formats
from tertium.io.testsets.tables import read_blocks
from tertium.metrics import METRICS, Metric
from tertium.metrics.choice import Choice
from tertium.metrics.spec import parse
from tertium.text.pool import Normalization
from tertium.text.testset import References, TestSet

if TYPE_CHECKING:
    import pyarrow as pa

    from tertium.engines.base import BatchMap
    from tertium.engines.spark import SparkEngine


FORMATS = ("parquet", "jsonl")
"""The formats of parts that workers read."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where a cluster is; `settings` are Spark's own."""

    master: str
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Parts:
    """A test set in parts of one format; `name` and `stem` say what messages and a system without a name are called."""

    paths: tuple[str, ...]
    format: str
    name: str
    stem: str


@dataclass(frozen=True, slots=True)
class _Place:
    """Rows of a part, counted from 0."""

    path: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class _Job:
    """What every worker has to know: it goes to them as JSON values."""

    parts: Parts
    specs: tuple[str, ...]
    normalization: Normalization
    missing: str
    documents: bool
    segments_to: str | None
    systems: tuple[str, ...]
    has_source: bool
    has_documents: bool
    language: str | None
    title: str

    def like(self) -> TestSet:
        """A test set without segments that has the same columns as every block."""
        return TestSet.build(
            dict.fromkeys(self.systems, ()),
            References.none(0),
            source=() if self.has_source else None,
            documents=() if self.has_documents else None,
            name=self.title,
            language=self.language,
        )


def score_parts(
    parts: Parts,
    first: TestSet,
    choice: Choice,
    cluster: Cluster,
    *,
    scoring: Scoring = Scoring(),
    documents: bool = False,
    segments_to: str | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Score a test set in parts on a cluster.

    Args:
        parts: The parts; workers must see them under the same paths.
        first: The first block, by which metrics were chosen.
        choice: The metrics.
        cluster: Who computes.
        scoring: Unicode form, what to do about missing texts.
        documents: Also score each document.
        segments_to: A folder for segment scores, one Parquet file for each piece of work.
        progress: Called with what is being done.

    Raises:
        OptionError: A metric cannot be computed on a cluster.
        DataError: A part cannot be read or scored, or Spark does not start.
        MissingExtraError: Spark is not installed.
    """
    for metric in choice.metrics:
        refuse_what_stays(metric)
    if segments_to is not None:
        make_folder(segments_to)
    job = _Job(
        replace(parts, paths=tuple(map(os.path.abspath, parts.paths))),
        tuple(metric.spec() for metric in choice.metrics),
        scoring.normalization,
        scoring.missing,
        documents,
        None if segments_to is None else os.path.abspath(segments_to),
        tuple(first.systems),
        first.source is not None,
        first.documents is not None,
        first.language,
        first.name,
    )
    totals = Totals(first.part(0, 0), choice, scoring, documents)
    with TemporaryDirectory(prefix="tertium-score-") as scratch:
        engine = started(cluster, scratch)
        try:
            if progress:
                progress("counting rows on the cluster", 0, 1)
            tasks = _tasks(_pieces(engine, job.parts))
            if progress:
                progress("scoring on the cluster", 0, 1)
            answer = engine.map_table(_scorer(asdict(job)), _task_table(tasks), _sums_schema(), piece=1)
        finally:
            engine.close()
    if progress:
        progress("scoring on the cluster", 1, 1)
    for block in _in_order(answer, job.systems, len(choice.metrics)):
        totals.add(block)
    return totals.evaluation()


def refuse_what_stays(metric: Metric) -> None:
    """Refuse a metric that workers cannot compute by its spec and a block.

    Raises:
        OptionError: It depends on all segments, or is a function.
    """
    by_name = metric.key in METRICS and parse(metric.spec()) == metric
    if not by_name or metric.whole_test_set:
        why = "depends on all segments at once" if by_name else "is a function, which does not travel to workers"
        raise OptionError(
            f"{metric.spec()} {why}, so that it cannot be computed on parts; score by it without --engine"
        )


def started(cluster: Cluster, scratch: str) -> "SparkEngine":
    """A session on a cluster.

    Raises:
        DataError: It does not start.
        MissingExtraError: Spark is not installed.
    """
    try:
        from tertium.engines.spark import SparkEngine
    except ImportError as error:
        raise MissingExtraError("the Spark engine", "spark") from error
    return SparkEngine(
        scratch, master=cluster.master, settings=cluster.settings, instead="leave --engine out, which needs none"
    )


def _pieces(engine: "SparkEngine", parts: Parts) -> list[_Place]:
    """What is read at once, in order: groups of rows of Parquet, and whole files of other formats."""
    import pyarrow as pa

    table = pa.table({"part": pa.array(range(len(parts.paths)), pa.int64())})
    answer = engine.map_table(_counter(asdict(parts)), table, _counts_schema(), piece=1)
    counts = dict(zip(answer["part"].to_pylist(), answer["rows"].to_pylist(), strict=True))
    return [
        _Place(path, stop - rows, stop)
        for number, path in enumerate(parts.paths)
        for rows, stop in zip(counts[number], accumulate(counts[number]), strict=True)
    ]


def _tasks(pieces: Sequence[_Place]) -> list[list[_Place]]:
    """The rows of each task in order: the blocks of segments that begin in a piece, to their ends."""
    ends = list(accumulate(piece.stop - piece.start for piece in pieces))
    tasks = []
    for end, piece in zip(ends, pieces, strict=True):
        begin = end - (piece.stop - piece.start)
        first, behind = (-(-at // SEGMENTS) * SEGMENTS for at in (begin, end))
        if first < min(behind, ends[-1]) and first < end:
            tasks.append(list(_rows(pieces, ends, first, min(behind, ends[-1]))))
    return tasks


def _rows(pieces: Sequence[_Place], ends: Sequence[int], first: int, behind: int) -> Iterator[_Place]:
    """The places of segments from `first` up to but not including `behind`; the first carries the segment's number."""
    at = int(np.searchsorted(ends, first, "right"))
    while first < behind:
        piece, end = pieces[at], ends[at]
        stop = min(end, behind)
        if first < stop:
            yield _Place(piece.path, piece.stop - (end - first), piece.stop - (end - stop))
        first, at = stop, at + 1


def _task_table(tasks: Sequence[Sequence[_Place]]) -> "pa.Table":
    import pyarrow as pa

    sizes = [sum(place.stop - place.start for place in task) for task in tasks]
    return pa.table(
        {
            "first": pa.array([stop - size for size, stop in zip(sizes, accumulate(sizes), strict=True)], pa.int64()),
            "places": pa.array([json.dumps([asdict(place) for place in task]) for task in tasks], pa.string()),
        }
    )


def _counts_schema() -> "pa.Schema":
    import pyarrow as pa

    return pa.schema([("part", pa.int64()), ("rows", pa.list_(pa.int64()))])


def _sums_schema() -> "pa.Schema":
    import pyarrow as pa

    whole = [(name, pa.int64()) for name in ("block", "system", "metric", "scored", "fewest", "most")]
    return pa.schema([*whole, ("document", pa.string()), ("sums", pa.list_(pa.float64()))])


def _counter(values: Mapping[str, object]) -> "BatchMap":
    """Makes the function that workers run: numbers of parts to how many rows they have."""

    def run(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        paths, format = values["paths"], str(values["format"])
        assert isinstance(paths, Sequence)
        for batch in batches:
            numbers = batch["part"].to_pylist()
            rows = [_count(paths[number], format) for number in numbers]
            yield pa.RecordBatch.from_pylist(
                [{"part": part, "rows": count} for part, count in zip(numbers, rows, strict=True)], _counts_schema()
            )

    return run


def _count(path: str, format: str) -> list[int]:
    """The rows of a part, by what is read at once."""
    from tertium.io.testsets import jsonl, parquet

    with open_input(path) as source:
        return parquet.row_groups(source) if format == "parquet" else [jsonl.count_records(source)]


def _scorer(values: dict[str, object]) -> "BatchMap":
    """Makes the function that workers run: places of rows to the sums of their blocks."""

    def run(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        job = _Job(**{**values, "parts": Parts(**values["parts"])})  # type: ignore[arg-type]
        for batch in batches:
            for task in batch.to_pylist():
                places = [_Place(**place) for place in json.loads(task["places"])]
                yield from _scored(job, int(task["first"]), places)

    return run


def _scored(job: _Job, first: int, places: Sequence[_Place]) -> "Iterator[pa.RecordBatch]":
    from contextlib import nullcontext

    parts, like = job.parts, job.like()
    choice = Choice(tuple(map(parse, job.specs)))
    scoring = Scoring(normalization=job.normalization, missing="skip" if job.missing == "skip" else "error")
    blocks = read_blocks(
        [place.path for place in places],
        formats.open_records(formats.FORMATS.get(parts.format)),
        parts.name,
        parts.stem,
        {},
        SEGMENTS,
        [range(place.start, place.stop) for place in places],
    )
    target = job.segments_to and os.path.join(job.segments_to, f"part-{first:012d}.parquet")
    with segment_file(target) if target else nullcontext() as each:
        for block in blocks:
            block = replace(block, first=first + block.first, language=job.language, name=job.title)
            refuse_other_kind(like, block)
            statistics = statistics_of(block, choice, scoring)
            if each:
                each(scored_block(statistics))
            for sums in sums_of(statistics, job.documents):
                yield _batch(block.first // SEGMENTS, sums, job.systems)


def _batch(block: int, sums: BlockSums, systems: Sequence[str]) -> "pa.RecordBatch":
    """The sums of a block: a row for each system and metric, and for each of their documents."""
    import pyarrow as pa

    low, high = sums.n_references
    whole = {"block": block, "scored": sums.n_scored, "fewest": low, "most": high}
    rows = []
    for s, system in enumerate(systems):
        for m, values in enumerate(sums.sums[system]):
            at = {**whole, "system": s, "metric": m}
            rows.append({**at, "document": None, "sums": values.tolist()})
            documents = sums.documents[system][m] if sums.documents else {}
            rows += [{**at, "document": name, "sums": of_one.tolist()} for name, of_one in documents.items()]
    return pa.RecordBatch.from_pylist(rows, _sums_schema())


def _in_order(answer: "pa.Table", systems: Sequence[str], n_metrics: int) -> Iterator[BlockSums]:
    """The sums of the blocks, in the order of segments."""
    by_block: dict[int, list[dict[str, object]]] = {}
    for batch in answer.to_batches():
        for row in batch.to_pylist():
            by_block.setdefault(row["block"], []).append(row)
    for block in sorted(by_block):
        rows = by_block[block]
        sums: dict[str, list[np.ndarray]] = {system: [np.zeros(0)] * n_metrics for system in systems}
        documents: dict[str, list[dict[str, np.ndarray]]] = {s: [{} for _ in range(n_metrics)] for s in systems}
        for row in rows:
            system, metric = systems[int(str(row["system"]))], int(str(row["metric"]))
            if row["document"] is None:
                sums[system][metric] = np.array(row["sums"])
            else:
                documents[system][metric][str(row["document"])] = np.array(row["sums"])
        counts = [int(str(rows[0][name])) for name in ("scored", "fewest", "most")]
        yield BlockSums(counts[0], (counts[1], counts[2]), sums, documents)
