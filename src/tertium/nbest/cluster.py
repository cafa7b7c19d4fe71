"""Minimum Bayes risk over parts of n-best lists by the workers of a Spark cluster, which read, choose and write.

The command that asks reads the first lists alone, to choose the metric. A worker counts the lists of a part, then gets
the number of the first of them, chooses as one machine does, and writes the choices as Parquet: they are the same to
the last bit, also where something is drawn at random, which depends on the numbers of lists.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tertium.errors import MissingExtraError
from tertium.io.files import make_folder, open_output
from tertium.io.scale.cluster import Cluster, refuse_what_stays, started
from tertium.metrics import Metric
from tertium.metrics.spec import parse
from tertium.nbest.choices import RankedCandidate
from tertium.nbest.forms.form import ReadOptions
from tertium.nbest.forms.formats import read_parts
from tertium.nbest.mbr import MBROptions, Progress, best_of, mbr

if TYPE_CHECKING:
    import pyarrow as pa

    from tertium.engines.base import BatchMap


@dataclass(frozen=True, slots=True)
class ListParts:
    """Files of lists, which workers must see under the same paths, and how they are read."""

    paths: tuple[str, ...]
    reading: ReadOptions


def choose_parts(
    parts: ListParts,
    metric: Metric,
    cluster: Cluster,
    target: str,
    *,
    options: MBROptions | None = None,
    n_best: int = 1,
    progress: Progress | None = None,
) -> int:
    """Choose from the lists of all parts on a cluster, and give how many lists there are.

    Args:
        parts: The parts.
        metric: The utility.
        cluster: Who computes.
        target: A folder, which gets one Parquet file for each part.
        options: How to choose; workers have one thread each.
        n_best: How many candidates of each list to keep.
        progress: Called with what is being done.

    Raises:
        OptionError: The metric cannot be computed on a cluster.
        DataError: A part cannot be read, or Spark does not start.
        MissingExtraError: Spark or PyArrow is not installed.
    """
    how = options or MBROptions()
    refuse_what_stays(metric)
    if (staged := how.coarse()) is not None:
        refuse_what_stays(staged[0])
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError("the Spark engine", "spark") from None
    make_folder(target)
    paths = [os.path.abspath(path) for path in parts.paths]
    job: dict[str, Any] = {
        "reading": asdict(replace(parts.reading, features={})),
        "metric": metric.spec(),
        "options": asdict(replace(how, threads=1)),
        "n_best": n_best,
        "target": os.path.abspath(target),
    }
    with TemporaryDirectory(prefix="tertium-mbr-") as scratch:
        engine = started(cluster, scratch)
        try:
            if progress:
                progress("counting lists on the cluster", 0, 1)
            table = pa.table({"part": pa.array(range(len(paths)), pa.int64()), "path": paths})
            answer = engine.map_table(_counter(job), table, _counts(), piece=1)
            lists: dict[int, int] = dict(zip(answer["part"].to_pylist(), answer["lists"].to_pylist(), strict=True))
            ends = list(accumulate(lists[number] for number in range(len(paths))))
            if progress:
                progress("choosing on the cluster", 0, 1)
            firsts = pa.array([end - lists[number] for number, end in enumerate(ends)], pa.int64())
            engine.map_table(_chooser(job), table.append_column("first", firsts), _counts(), piece=1)
        finally:
            engine.close()
    if progress:
        progress("choosing on the cluster", 1, 1)
    return sum(lists.values())


def _counts() -> "pa.Schema":
    import pyarrow as pa

    return pa.schema([("part", pa.int64()), ("lists", pa.int64())])


def _counter(job: Mapping[str, Any]) -> "BatchMap":
    """Makes the function that workers run: parts to how many lists they have."""

    def run(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        reading = ReadOptions(**job["reading"])
        for part in _rows(batches):
            yield _count(part["part"], sum(len(lists) for lists in read_parts([part["path"]], reading)))

    return run


def _chooser(job: Mapping[str, Any]) -> "BatchMap":
    """Makes the function that workers run: parts to files of choices."""

    def run(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        for part in _rows(batches):
            first = int(part["first"])
            choices = _choices(job, str(part["path"]), first)
            yield _count(part["part"], _write(choices, os.path.join(job["target"], f"part-{first:012d}.parquet")))

    return run


def _rows(batches: "Iterable[pa.RecordBatch]") -> Iterator[dict[str, Any]]:
    return (row for batch in batches for row in batch.to_pylist())


def _count(part: int, number: int) -> "pa.RecordBatch":
    import pyarrow as pa

    return pa.RecordBatch.from_pylist([{"part": part, "lists": number}], _counts())


def _choices(job: Mapping[str, Any], path: str, first: int) -> Iterator[list[RankedCandidate]]:
    """The choices of a part, some lists at a time."""
    metric, options = parse(job["metric"]), MBROptions(**job["options"])
    for lists in read_parts([path], ReadOptions(**job["reading"])):
        choices = mbr(lists, metric, options=options, first_list=first)
        yield [one for i, choice in enumerate(choices) for one in best_of(lists, i, choice, job["n_best"], first)]
        first += len(lists)


def _write(parts: Iterable[list[RankedCandidate]], path: str) -> int:
    """Write choices as they come; the file is there when all of them are. How many lists there were."""
    import pyarrow as pa
    import pyarrow.parquet

    whole = [(name, pa.int64()) for name in ("list", "rank", "index")]
    schema = pa.schema([*whole, ("score", pa.float64()), ("text", pa.string())])
    n_lists = 0
    with open_output(path) as stream, pyarrow.parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        for part in parts:
            writer.write_table(pa.Table.from_pylist([asdict(one) for one in part], schema))
            n_lists += sum(one.rank == 1 for one in part)
    return n_lists
