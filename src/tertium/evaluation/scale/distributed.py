"""Statistics of a test set computed by the workers of a Spark cluster.

Texts go out as Arrow batches of segments, rows of statistics come back and are put in the order of the segments, so
that everything after them (sums, bootstrap, tests) is the same arithmetic on the same numbers as on one machine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import MissingExtraError
from tertium.evaluation.statistics import Progress, local_rows, pairings_for
from tertium.metrics import METRICS, Metric
from tertium.metrics.spec import parse
from tertium.text.arrays import Floats
from tertium.text.pool import Normalization
from tertium.text.testset import References, TestSet

if TYPE_CHECKING:
    import pyarrow as pa

_SEGMENTS = 1000
"""So many go to a worker at a time: a text must be long enough to be worth the way."""
_INSTEAD = "leave --engine out, which needs none"


class SparkWorkers:
    """Computes rows on a cluster; `settings` are Spark's own.

    A metric whose rows depend on the whole test set (NIST's weights of words), one that reads networks and one that is
    a function of the user's is computed here, because it cannot be taken apart or does not travel.
    """

    def __init__(self, master: str, settings: Mapping[str, str] | None = None) -> None:
        self._master, self._settings = master, dict(settings or {})

    def rows(
        self, test_set: TestSet, metrics: Sequence[Metric], normalization: Normalization, progress: Progress | None
    ) -> dict[str, tuple[Floats, ...]]:
        """One row for each segment, by system and metric."""
        here = [m for m, metric in enumerate(metrics) if _stays(metric, test_set)]
        there = [m for m in range(len(metrics)) if m not in here]
        computed: dict[str, dict[int, Floats]] = {system: {} for system in test_set.systems}
        for numbers, compute in ((there, self._on_workers), (here, _on_this_machine)):
            if numbers:
                rows = compute(test_set, [metrics[m] for m in numbers], normalization, progress)
                for system, by_metric in rows.items():
                    computed[system].update(zip(numbers, by_metric, strict=True))
        return {system: tuple(by_metric[m] for m in range(len(metrics))) for system, by_metric in computed.items()}

    def _on_workers(
        self, test_set: TestSet, metrics: Sequence[Metric], normalization: Normalization, progress: Progress | None
    ) -> dict[str, tuple[Floats, ...]]:
        try:
            from tertium.engines.spark import SparkEngine
        except ImportError as error:
            raise MissingExtraError("the Spark engine", "spark") from error
        systems = list(test_set.systems)
        function = statistics_batches([metric.spec() for metric in metrics], systems, normalization)
        if progress:
            progress("scoring on the cluster", 0, 1)
        with TemporaryDirectory(prefix="tertium-score-") as scratch:
            engine = SparkEngine(scratch, master=self._master, settings=self._settings, instead=_INSTEAD)
            try:
                table = engine.map_table(function, _texts(test_set), _schema(), piece=_SEGMENTS)
            finally:
                engine.close()
        if progress:
            progress("scoring on the cluster", 1, 1)
        return _in_order(table, systems, len(metrics), len(test_set))


def _stays(metric: Metric, test_set: TestSet) -> bool:
    by_name = metric.key in METRICS and parse(metric.spec()) == metric
    return not by_name or metric.whole_test_set or ("networks" in metric.reads and test_set.networks is not None)


def _on_this_machine(
    test_set: TestSet, metrics: Sequence[Metric], normalization: Normalization, progress: Progress | None
) -> dict[str, tuple[Floats, ...]]:
    return local_rows(test_set, metrics, normalization, 0, progress)


def _texts(test_set: TestSet) -> "pa.Table":
    """One row for each segment: its number, and the texts of all systems in order."""
    import pyarrow as pa

    edits = [test_set.post_edits.get(system, (None,) * len(test_set)) for system in test_set.systems]
    texts = pa.list_(pa.string())
    return pa.table(
        {
            "segment": pa.array(range(len(test_set)), pa.int64()),
            "hypotheses": pa.array(map(list, zip(*test_set.systems.values(), strict=True)), texts),
            "references": pa.array(map(list, test_set.references), texts),
            "post_edits": pa.array(map(list, zip(*edits, strict=True)), texts),
            "source": pa.array(test_set.source or (None,) * len(test_set), pa.string()),
        }
    )


def _schema() -> "pa.Schema":
    import pyarrow as pa

    numbers = [("segment", pa.int64()), ("system", pa.int32()), ("metric", pa.int32())]
    return pa.schema([*numbers, ("statistics", pa.list_(pa.float64()))])


def statistics_batches(
    specs: Sequence[str], systems: Sequence[str], normalization: Normalization
) -> "Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]":
    """Makes the function that workers run: texts of segments to rows of statistics."""

    def run(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        metrics = [parse(spec) for spec in specs]
        for batch in batches:
            for start in range(0, batch.num_rows, _SEGMENTS):
                yield from _computed(batch.slice(start, _SEGMENTS), metrics, systems, normalization)

    return run


def _computed(
    batch: "pa.RecordBatch", metrics: Sequence[Metric], systems: Sequence[str], normalization: Normalization
) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    segments = batch["segment"]
    hypotheses, edits = (list(zip(*batch[name].to_pylist(), strict=True)) for name in ("hypotheses", "post_edits"))
    part = TestSet.build(
        dict(zip(systems, hypotheses, strict=True)),
        References.by_segment(batch["references"].to_pylist()),
        post_edits={
            system: texts
            for system, texts in zip(systems, edits, strict=True)
            if any(text is not None for text in texts)
        },
        source=batch["source"].to_pylist(),
    )
    pairings = pairings_for(metrics, part, normalization)
    for m, metric in enumerate(metrics):
        for s, system in enumerate(systems):
            rows = metric.statistics(pairings[system])
            offsets = np.arange(len(rows) + 1, dtype=np.int32) * rows.shape[1]
            numbers = (pa.array(np.full(len(rows), value, np.int32)) for value in (s, m))
            values = pa.ListArray.from_arrays(pa.array(offsets), pa.array(np.ascontiguousarray(rows).ravel()))
            yield pa.RecordBatch.from_arrays([segments, *numbers, values], schema=_schema())


def _in_order(
    table: "pa.Table", systems: Sequence[str], n_metrics: int, n_segments: int
) -> dict[str, tuple[Floats, ...]]:
    """Rows by system and metric, in the order of the segments."""
    table = table.combine_chunks()
    segments, system, metric = (np.asarray(table[name]) for name in ("segment", "system", "metric"))
    ordered: dict[str, tuple[Floats, ...]] = {}
    for s, name in enumerate(systems):
        by_metric = []
        for m in range(n_metrics):
            places = np.flatnonzero((system == s) & (metric == m))
            places = places[np.argsort(segments[places])]
            assert np.array_equal(segments[places], np.arange(n_segments)), "every segment comes back once"
            values = np.asarray(table["statistics"].take(places).combine_chunks().flatten())
            by_metric.append(values.reshape(n_segments, -1))
        ordered[name] = tuple(by_metric)
    return ordered
