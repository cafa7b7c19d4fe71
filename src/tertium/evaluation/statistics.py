"""The statistics of every system by every metric: the only step of an evaluation that reads text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tertium._version import __version__
from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.scale.sums import block_sums, total
from tertium.metrics import Metric, labels
from tertium.metrics.choice import Choice, Metrics, Note, choose
from tertium.text.arrays import Floats
from tertium.text.languages import standard, target_of
from tertium.text.material import Material
from tertium.text.pool import Normalization, Pairing
from tertium.text.testset import References, TestSet, Text

Systems = TestSet | Mapping[str, Sequence[Text]] | Sequence[Text]
Progress = Callable[[str, int, int], None]  # called with (what is done, done, all)

# How many texts are held as token ids at a time; larger test sets are taken in parts.
_TEXTS_AT_A_TIME = 200_000


class Workers(Protocol):
    """Other machines that compute rows; see `evaluation.scale.distributed`."""

    def rows(
        self, test_set: TestSet, metrics: Sequence[Metric], normalization: Normalization, progress: Progress | None
    ) -> dict[str, tuple[Floats, ...]]:
        """One row for each segment, by system and metric."""


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """The rows of every system by every metric, on the segments of a test set that can be scored."""

    test_set: TestSet
    segments: NDArray[np.int64]  # which segments of the test set the rows stand for
    metrics: tuple[Metric, ...]
    labels: tuple[str, ...]
    rows: Mapping[str, tuple[Floats, ...]]  # system → rows by each metric
    normalization: Normalization
    n_references: str  # how many references a segment has, such as `2` or `1-4`
    notes: tuple[Note, ...] = ()  # what a user should know about the metrics

    def signature(self, metric: Metric) -> str:
        """Everything it takes to reproduce a score, in one line."""
        return signature(metric, self.normalization, self.n_references, self.test_set)

    @property
    def has_texts(self) -> bool:
        """Whether the test set is there, or only its rows, in files."""
        return len(self.segments) == 0 or len(self.test_set) > 0

    def sums(self, m: int) -> dict[str, Floats]:
        """The sum of every system's rows by metric `m`."""
        return {system: total(block_sums(rows[m], self.segments)) for system, rows in self.rows.items()}

    def totals(self, m: int) -> dict[str, float]:
        """The corpus score of every system by metric `m`."""
        sums = np.stack(list(self.sums(m).values()))
        return dict(zip(self.rows, self.metrics[m].score(sums).tolist(), strict=True))


def reference_counts(statistics: Statistics) -> tuple[int, int]:
    """The lowest and the highest number of references of a segment that has rows."""
    counts = np.diff(statistics.test_set.references.offsets())[statistics.segments]
    return int(counts.min()), int(counts.max())


def refuse_without_texts(statistics: Statistics, things: Mapping[str, object]) -> None:
    """Raise where something needs texts, and only the rows of a test set were kept."""
    if not statistics.has_texts and (names := [name for name, value in things.items() if value]):
        raise OptionError(f"{', '.join(names)}: needs texts, and only rows were kept; leave it out, or read everything")


def signature(metric: Metric, normalization: Normalization, n_references: str, test_set: TestSet) -> str:
    """Everything it takes to reproduce a score, in one line."""
    networks = test_set.networks is not None and "networks" in metric.reads
    refs = f"{n_references}+network" if networks else n_references
    if "post-edits" in metric.needs:
        refs = "post-edit"
    elif "references" not in metric.reads:
        refs = "none"
    options = metric.signature()
    facts = {} if test_set.tags is None else {"tags": test_set.tags}
    if test_set.origin is not None:
        facts["set"] = test_set.origin
    if test_set.selection is not None:
        facts["part"] = test_set.selection
    if test_set.segmentation is not None:
        facts["seg"] = test_set.segmentation
    if test_set.language and options.get("lang", "any") == "any":
        options.pop("lang", None)
        facts["lang"] = target_of(test_set.language).code
    if "sources" in metric.uses:
        facts["src"] = "no" if test_set.source is None else "yes"
    if metric.revision > 1:
        facts["rev"] = str(metric.revision)
    fields = {**options, "unicode": normalization, **facts, "refs": refs, "v": __version__}
    return "|".join([metric.key, *(f"{key}:{value}" for key, value in fields.items())])


def collect(
    test_set: TestSet,
    metrics: Metrics,
    scoring: Scoring = Scoring(),
    progress: Progress | None = None,
) -> Statistics:
    """Compute the rows, here or by workers: the only step that reads text."""
    choice = metrics_for(metrics, test_set)
    statistics = statistics_of(test_set, choice, scoring, progress)
    if len(statistics.segments) == 0:
        raise DataError(f"{test_set.name}: there are no segments to score")
    return statistics


def statistics_of(test_set: TestSet, choice: Choice, scoring: Scoring, progress: Progress | None = None) -> Statistics:
    """The rows by metrics that are chosen; none at all where all segments are left out."""
    segments = np.arange(len(test_set))
    scored = test_set
    if scoring.missing == "skip" and (incomplete := test_set.incomplete(needed(choice.metrics))):
        segments = np.setdiff1d(segments, list(incomplete))
        scored = test_set.select(segments.tolist())
    if len(scored) and not scored.systems:
        raise DataError(
            f"{test_set.name}: there are no hypotheses to score; give a file of outputs, or a test set that has them "
            "(in TSV a column hypothesis, or hypothesis:NAME for each system)"
        )
    refuse_without_references(scored, choice.metrics)
    rows: dict[str, tuple[Floats, ...]] = {}
    if len(scored) == 0:
        pass
    elif scoring.workers is None:
        rows = local_rows(scored, choice.metrics, scoring.normalization, scoring.threads, progress)
    else:
        rows = scoring.workers.rows(scored, choice.metrics, scoring.normalization, progress)
    return Statistics(
        test_set,
        segments,
        choice.metrics,
        tuple(labels(choice.metrics)),
        rows,
        scoring.normalization,
        scored.references.number,
        choice.notes,
    )


def needed(metrics: Iterable[Metric]) -> frozenset[Material]:
    """What some of the metrics need."""
    return frozenset().union(*(metric.needs for metric in metrics))


def refuse_without_references(test_set: TestSet, metrics: Iterable[Metric]) -> None:
    """Raise where a metric that needs plain references meets a segment that has only a network or a post-edit."""
    # Segments that have nothing at all are refused for all metrics together.
    alone = [i for i in test_set.without_references() if test_set.has_another(i)]
    if not alone:
        return
    has_network = test_set.networks is not None and test_set.networks[alone[0]] is not None
    singular, plural, example = ("network", "networks", "hyter") if has_network else ("post-edit", "post-edits", "hter")
    needing = [m.key for m in metrics if "references" in m.needs and not (has_network and "networks" in m.uses)]
    if needing:
        raise DataError(
            f"{test_set.name}: segment {test_set.first + alone[0] + 1} has a {singular} but no plain reference "
            f"({len(alone)} of {len(test_set)} segments), and {', '.join(needing)} cannot read "
            f"{plural}; give references too, or only metrics that read {plural}, such as {example}"
        )


def documents_of(test_set: TestSet) -> tuple[str, ...]:
    """The document of each segment; raises DataError where they are not facts."""
    if test_set.documents is None:
        raise DataError(
            f"{test_set.name}: scores by document were asked for, but no document ids are given; add a document column "
            "to the test set or give a file of ids, one for each segment"
        )
    return test_set.documents


def metrics_for(metrics: Metrics, test_set: TestSet) -> Choice:
    """The metrics that the public functions are given, with options that suit the language of the test set."""
    choice = choose(metrics, test_set)
    if not choice.metrics:
        raise ValueError("metrics: there is no metric to score with")
    return choice


class _Step(NamedTuple):
    """A part of a test set, and the metrics that are computed on it."""

    test_set: TestSet
    metrics: tuple[int, ...]


def _steps(test_set: TestSet, metrics: Sequence[Metric]) -> list[_Step]:
    """The whole test set if it is small; else its parts, and once more the whole for metrics that need it."""
    n_texts = len(test_set.systems) + int(np.diff(test_set.references.offsets()).max())
    together: dict[int, list[int]] = {}
    for m, metric in enumerate(metrics):
        at_a_time = min(_TEXTS_AT_A_TIME, metric.texts_at_a_time or _TEXTS_AT_A_TIME)
        size = len(test_set) if metric.whole_test_set else min(len(test_set), max(1, at_a_time // n_texts))
        together.setdefault(size, []).append(m)
    return [
        _Step(test_set if size == len(test_set) else test_set.part(start, start + size), tuple(group))
        for size, group in sorted(together.items())
        for start in range(0, len(test_set), size)
    ]


def local_rows(
    test_set: TestSet,
    metrics: Sequence[Metric],
    normalization: Normalization,
    threads: int,
    progress: Progress | None,
) -> dict[str, tuple[Floats, ...]]:
    """One row for each segment, by system and metric, computed by this process."""
    parts: dict[tuple[str, int], list[Floats]] = {(s, m): [] for s in test_set.systems for m in range(len(metrics))}
    steps = _steps(test_set, metrics)
    done, total = 0, sum(len(step.metrics) for step in steps) * len(test_set.systems)
    for step in steps:
        pairings = pairings_for([metrics[m] for m in step.metrics], step.test_set, normalization, threads)
        for m in step.metrics:
            for systems in [list(pairings)] if metrics[m].systems_together else [[system] for system in pairings]:
                if progress:
                    what = systems[0] if len(systems) == 1 else "all systems"
                    progress(f"scoring: {metrics[m].name} of {what}", done, total)
                for system, rows in zip(systems, _rows(metrics[m], [pairings[s] for s in systems]), strict=True):
                    parts[system, m].append(rows)
                done += len(systems)
    if progress:
        progress("scoring", done, total)
    return {
        system: tuple(
            blocks[0] if len(blocks := parts[system, m]) == 1 else np.concatenate(blocks) for m in range(len(metrics))
        )
        for system in test_set.systems
    }


def pairings_for(
    metrics: Sequence[Metric], test_set: TestSet, normalization: Normalization = "nfc", threads: int = 1
) -> Mapping[str, Pairing]:
    """The systems of a test set as these metrics read them."""
    return Pairing.of_systems(
        test_set,
        normalization=normalization,
        threads=threads,
        needs=needed(metrics),
        sources=any("sources" in metric.reads for metric in metrics),
    )


def _rows(metric: Metric, systems: Sequence[Pairing]) -> list[Floats]:
    """The rows of each of some systems, computed in one go."""
    if len(systems) == 1:
        return [metric.statistics(systems[0])]
    rows = metric.statistics(Pairing.together(systems))
    return list(np.ascontiguousarray(rows.reshape(len(systems[0]), len(systems), -1).swapaxes(0, 1)))


def as_test_set(
    systems: Systems,
    references: References | Sequence[Text] | None,
    language: str | None = None,
    sources: Sequence[Text] | None = None,
) -> TestSet:
    """What the public functions take: a test set, systems by name, or the hypotheses of one system.

    References are `References`, or a plain list where each segment has one.
    """
    test_set = _as_test_set(systems, references, sources)
    return test_set if language is None else replace(test_set, language=standard(language))


def _as_test_set(
    systems: Systems, references: References | Sequence[Text] | None, sources: Sequence[Text] | None
) -> TestSet:
    if isinstance(systems, TestSet):
        if references is not None or sources is not None:
            raise TypeError("a TestSet brings its own references and sources; do not give others")
        return systems
    columns = systems if isinstance(systems, Mapping) else {"system": systems}
    return TestSet.build(columns, None if references is None else References.of(references), source=sources)
