"""How the scores of single segments were computed, for the metrics that can explain them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from pathlib import PurePath
from typing import Literal, TypeVar

import numpy as np

from tertium._version import __version__
from tertium.errors import DataError
from tertium.evaluation.buckets import long_enough
from tertium.evaluation.options import Missing, Scoring
from tertium.evaluation.statistics import (
    Progress,
    Systems,
    as_test_set,
    collect,
    metrics_for,
    needed,
    pairings_for,
    refuse_without_references,
    signature,
)
from tertium.evaluation.views.explanations import explanation_data, explanation_records, explanation_tables
from tertium.keywords import checked
from tertium.metrics import Metric, labels
from tertium.metrics.choice import Metrics, Note
from tertium.metrics.explanation import Explanation
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Row, Table
from tertium.text.material import Material
from tertium.text.pool import Normalization
from tertium.text.testset import References, TestSet, Text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Explained:
    """One score of one segment and where it comes from. `segment` counts from 1."""

    system: str
    segment: int
    document: str | None
    source: str | None
    metric: str
    signature: str
    higher_is_better: bool
    explanation: Explanation


@dataclass(frozen=True, slots=True, repr=False)
class Explanations(Result):
    """Explanations by segment, then by system, then by metric. `notes` says what makes the metrics doubtful."""

    page = "explanations"
    notebook = "page"

    test_set: str
    n_segments: int
    items: tuple[Explained, ...]
    notes: tuple[Note, ...] = ()

    def tables(self) -> Sequence[Block]:
        return list(explanation_tables(self))

    def records(self) -> Sequence[Table]:
        return [explanation_records(self)]

    def data(self) -> Json:
        return explanation_data(self)


ErrorKind = Literal["substitution", "insertion", "deletion"]


@dataclass(frozen=True, slots=True)
class CommonError:
    """Words that a system writes for others, too much, or not at all, and how often."""

    system: str
    metric: str
    kind: ErrorKind
    hypothesis: str
    reference: str
    count: int


@dataclass(frozen=True, slots=True, repr=False)
class CommonErrors(Result):
    """The commonest errors of each system by each metric, the commonest first."""

    heading = "Commonest errors"

    test_set: str
    errors: tuple[CommonError, ...]

    def tables(self) -> Sequence[Block]:
        if not self.errors:
            return [Paragraph(f"{self.test_set}: no errors")]
        rows: list[Row] = []
        for i, error in enumerate(self.errors):
            before = self.errors[i - 1]
            if i and (error.system, error.metric) != (before.system, before.metric):
                rows.append(None)
            texts = (error.hypothesis or None, error.reference or None)
            rows.append((error.system, error.metric, error.kind, *texts, error.count))
        columns = (*map(Column, ("system", "metric", "kind")), Column("hypothesis", missing="-"))
        columns = (*columns, Column("reference", missing="-"), Column("count", "count"))
        return [Table(columns, tuple(rows), f"{self.test_set}: commonest errors", keys=2)]

    def records(self) -> Sequence[Table]:
        names = tuple(field.name for field in fields(CommonError))
        return [Table(tuple(map(Column, names)), tuple(astuple(error) for error in self.errors))]

    def data(self) -> Json:
        errors: Json = [asdict(error) for error in self.errors]
        return {"version": __version__, "test_set": self.test_set, "errors": errors}


def commonest_errors(explanations: Explanations, n: int) -> CommonErrors:
    """The `n` commonest errors of each system by each metric; of equal counts, those that come first.

    Substitutions of words that stand side by side in both texts count as one, and so do extra or missing words.
    """
    counts: dict[tuple[str, str], Counter[tuple[ErrorKind, str, str]]] = {}
    for item in explanations.items:
        counts.setdefault((item.system, item.metric), Counter()).update(_errors(item.explanation))
    errors = (
        CommonError(system, metric, *error, count)
        for (system, metric), counter in counts.items()
        for error, count in counter.most_common(n)
    )
    return CommonErrors(explanations.test_set, tuple(errors))


def _errors(explanation: Explanation) -> Iterator[tuple[ErrorKind, str, str]]:
    joint = "" if explanation.unit == "character" else " "
    wrong = sorted((link for link in explanation.links if link.kind == "substitution"), key=lambda link: link.reference)
    for run in _runs(wrong, lambda link: (link.reference, link.hypothesis)):
        yield (
            "substitution",
            joint.join(explanation.hypothesis[link.hypothesis] for link in run),
            joint.join(explanation.reference[link.reference] for link in run),
        )
    for side, kind in (("hypothesis", "insertion"), ("reference", "deletion")):
        loose = sorted((part for part in explanation.loose if part.side == side), key=lambda part: part.start)
        words = explanation.hypothesis if side == "hypothesis" else explanation.reference
        for stretch in _runs(loose, lambda part: (part.start,)):
            text = joint.join(words[part.start] for part in stretch)
            yield ("insertion", text, "") if kind == "insertion" else ("deletion", "", text)


def _runs(things: Sequence[T], places: Callable[[T], tuple[int, ...]]) -> Iterator[list[T]]:
    """Things whose places follow each other, together."""
    run: list[T] = []
    for thing in things:
        if run and places(thing) != tuple(place + 1 for place in places(run[-1])):
            yield run
            run = []
        run.append(thing)
    if run:
        yield run


@checked
def explain(
    systems: Systems,
    references: References | Sequence[Text] | None = None,
    *,
    sources: Sequence[Text] | None = None,
    metrics: Metrics = ("ter",),
    language: str | None = None,
    segments: Iterable[int] | None = None,
    scoring: Scoring = Scoring(),
    progress: Progress | None = None,
) -> Explanations:
    """Explain how the scores of segments were computed.

    Args:
        systems: A `TestSet`, a mapping from system names to hypotheses, or the hypotheses of one system.
        references: A list with one text for each segment, `References.by_stream(...)` or `References.by_segment(...)`;
            not with a `TestSet`.
        sources: The source of each segment, for metrics that read sources; not with a `TestSet`.
        metrics: Metrics or their specs; each must have an explanation.
        language: Of the texts, such as `"zh"` or `"de-en"`; chooses tokenisers, resources and models of the metrics.
        segments: Numbers of segments, from 1; all by default.
        scoring: Unicode form, and what to do about missing texts.
        progress: Called with what is being done, how much is done and how much there is.
    """
    test_set = as_test_set(systems, references, language, sources)
    choice = metrics_for(metrics, test_set)
    for metric in choice.metrics:
        if not metric.has_explanation():
            metric.refuse_to_explain()
    numbers = _segments(test_set, segments, scoring.missing, needed(choice.metrics))
    refuse_without_references(test_set.select(numbers), choice.metrics)
    incomplete = test_set.incomplete(needed(choice.metrics)) if scoring.missing == "skip" else {}
    scored = [i for i in range(len(test_set)) if i not in incomplete]
    n_references = test_set.select(scored).references.number
    total = len(choice.metrics) * len(numbers) * len(test_set.systems)
    explained: dict[tuple[int, str, int], Explained] = {}
    for m, (metric, label) in enumerate(zip(choice.metrics, labels(choice.metrics), strict=True)):
        name = signature(metric, scoring.normalization, n_references, test_set)
        for system, i, explanation in explain_segments(
            test_set, metric, numbers, test_set.systems, scoring.normalization, scored
        ):
            segment, up = test_set[i], metric.higher_is_better
            explained[i, system, m] = Explained(
                system, i + 1, segment.document, segment.source, label, name, up, explanation
            )
            if progress:
                progress("explaining", len(explained), total)
    items = (
        explained[i, system, m] for i in numbers for system in test_set.systems for m in range(len(choice.metrics))
    )
    return Explanations(PurePath(test_set.name).name or test_set.name, len(test_set), tuple(items), choice.notes)


_DECIDING = 3  # groups that are named


def with_decisions(explanations: Explanations, system: str, against: str) -> Explanations:
    """A note for each segment of a system: by which groups of features it lost or won against another system.

    Only metrics say so that have a part called `sum`, to which all before it but `factor` add up.
    """
    others = {(item.segment, item.metric): item for item in explanations.items if item.system == against}
    items = []
    for item in explanations.items:
        other = others.get((item.segment, item.metric))
        note = _decision(item.explanation, other.explanation, against) if other and item.system == system else ""
        notes = (*item.explanation.notes, note) if note else item.explanation.notes
        items.append(replace(item, explanation=replace(item.explanation, notes=notes)))
    return replace(explanations, items=tuple(items))


def _decision(ours: Explanation, theirs: Explanation, against: str) -> str:
    values, other = _addends(ours), _addends(theirs)
    if not values or not other:
        return ""
    whole = sum(values.values()) - sum(other.values())
    groups = {name: values.get(name, 0.0) - other.get(name, 0.0) for name in {**values, **other}}
    decided = sorted((name for name in groups if groups[name] * whole > 0), key=lambda name: -abs(groups[name]))
    named = ", ".join(f"{name} {groups[name]:+.2f}" for name in decided[:_DECIDING])
    return f"against {against}: {whole:+.2f}" + (f", above all by {named}" if named else "")


def _addends(explanation: Explanation) -> dict[str, float]:
    """The parts that add up to the part `sum`; none where there is no such part."""
    names = [part.name for part in explanation.parts]
    before = explanation.parts[: names.index("sum")] if "sum" in names else ()
    return {part.name: part.value for part in before if part.name != "factor"}


def explain_segments(
    test_set: TestSet,
    metric: Metric,
    segments: Sequence[int],
    systems: Iterable[str],
    normalization: Normalization,
    scored: Sequence[int],
) -> Iterator[tuple[str, int, Explanation]]:
    """System, segment (from 0) and explanation. Only these segments are read, or all `scored` if the metric needs."""
    read = list(scored) if metric.whole_test_set else list(dict.fromkeys(segments))
    place = {segment: i for i, segment in enumerate(read)}
    pairings = pairings_for([metric], test_set.select(read), normalization)
    for system in systems:
        for segment in dict.fromkeys(segments):
            yield system, segment, metric.explain(pairings[system], place[segment])


def _segments(
    test_set: TestSet, segments: Iterable[int] | None, missing: Missing, needs: frozenset[Material]
) -> list[int]:
    incomplete = test_set.incomplete(needs) if missing == "skip" else {}
    if segments is None:
        return [i for i in range(len(test_set)) if i not in incomplete]
    indices = []
    for number in dict.fromkeys(segments):
        if not 1 <= number <= len(test_set):
            raise DataError(
                f"{test_set.name}: there is no segment {number}; segments are numbered from 1 to {len(test_set)}"
            )
        if number - 1 in incomplete:
            raise DataError(f"{test_set.name}: segment {number} has {incomplete[number - 1]}; it has no score")
        indices.append(number - 1)
    return indices


def worst_segments(
    test_set: TestSet, metric: Metric, n: int, *, against: str | None = None, scoring: Scoring = Scoring()
) -> list[int]:
    """Numbers of segments, from 1, the worst first.

    Args:
        test_set: With several systems, a segment is as bad as its worst output.
        metric: Whose scores decide.
        n: How many.
        against: A system of the test set; then differences from it decide, those of short segments count for less.
        scoring: Unicode form, threads, and what to do about missing texts.
    """
    statistics = collect(test_set, [metric], scoring)
    sign = 1.0 if metric.higher_is_better else -1.0
    scores = {system: sign * metric.score(rows[0]) for system, rows in statistics.rows.items()}
    badness = np.max([-score for system, score in scores.items() if system != against], axis=0)
    if against is not None:
        badness = (badness + scores[against]) * long_enough(statistics)
    return [int(statistics.segments[i]) + 1 for i in np.argsort(-badness, kind="stable")[:n]]
