"""The scores that metrics give to judged outputs: computed once and kept, or taken from files.

All scores are turned so that higher is better.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

import numpy as np

from tertium._version import __version__
from tertium.errors import DataError
from tertium.evaluation.expected import expected_seconds
from tertium.evaluation.options import Scoring
from tertium.evaluation.statistics import Progress, collect
from tertium.meta.judgements import Items, JudgementGroup
from tertium.metrics import Metric, labels
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.testset import TestSet, Text

_ROWS_AT_A_TIME = 4096

Note = Callable[[str], None]
Expect = Callable[[Metric, float, int], None]  # called with (metric, seconds, number of outputs)


class Cache(Protocol):
    """Where rows of statistics are kept; `tertium.io.scores.ScoreCache` keeps them in a folder."""

    def load(self, key: str, n_items: int) -> Floats | None:
        """The rows kept under a key; None where there are none, or they are damaged."""

    def store(self, key: str, rows: Floats) -> None:
        """Keep rows."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemScores:
    """One metric's scores of the items of one group, higher being better.

    `rows` are statistics that add up, NaN where an item was not scored; `combine` turns their sums into scores.
    `systems` holds scores of whole systems where they were given as such.
    """

    segments: Floats
    rows: Floats
    combine: Callable[[Floats], Floats]
    systems: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """Metric scores as a file holds them, in one of four forms.

    `by_key`: values by the texts of the columns `keys`; `in_order`: one value for each item, group after group;
    `by_system`: the values of each system in the order of segments (`.seg.score`); `systems`: one value for each
    system (`.sys.score`). NaN is a missing score.
    """

    name: str
    path: str
    higher_is_better: bool = True
    keys: tuple[str, ...] = ()
    by_key: Mapping[tuple[Text, ...], float] = field(default_factory=dict)
    in_order: tuple[float, ...] | None = None
    by_system: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    systems: Mapping[str, float] = field(default_factory=dict)


def computed_scores(
    groups: Sequence[JudgementGroup],
    metrics: Sequence[Metric],
    *,
    language: Language | None = None,
    threads: int = 1,
    cache: Cache | None = None,
    progress: Progress | None = None,
    expect: Expect | None = None,
    rows: Sequence[Sequence[Floats]] | None = None,
) -> list[list[ItemScores]]:
    """The scores of each metric for each group: [group][metric]; from rows, where these were computed before.

    `expect` is told before the scoring how many seconds a metric will take, about, and for how many outputs.
    """
    if rows is not None:
        return [[_oriented(metric, table) for metric, table in zip(metrics, of, strict=True)] for of in rows]
    n_metrics = range(len(metrics))
    keys = [[_key(metric, group.items) for metric in metrics] for group in groups] if cache is not None else []
    tables = [[cache.load(keys[g][m], len(group.items)) if cache else None for m in n_metrics]
            for g, group in enumerate(groups)]  # fmt: skip
    test_sets = [
        replace(group.items.test_set(group.name), language=language.code if language else None) for group in groups
    ]
    if expect:
        for m, metric in enumerate(metrics):
            if unknown := [test_set for test_set, of in zip(test_sets, tables, strict=True) if of[m] is None]:
                n_outputs = sum(map(len, unknown))
                for _, seconds in expected_seconds(max(unknown, key=len), [metric], threads, n_outputs):
                    expect(metric, seconds, n_outputs)
    for g, (test_set, table) in enumerate(zip(test_sets, tables, strict=True)):
        lacking = [m for m in n_metrics if table[m] is None]
        if lacking:
            report = _within(progress, test_set.name, g, len(groups)) if progress else None
            for m, whole in zip(lacking, _rows(test_set, [metrics[m] for m in lacking], threads, report), strict=True):
                table[m] = whole
                if cache is not None:
                    cache.store(keys[g][m], whole)
        if progress:
            progress("scoring", g + 1, len(groups))
    return [
        [_oriented(metric, table) for metric, table in zip(metrics, of_group, strict=True) if table is not None]
        for of_group in tables
    ]


def rows_of_items(items: Items, metrics: Sequence[Metric], language: Language | None, threads: int) -> list[Floats]:
    """The rows of each metric for some items, NaN where one is not scored."""
    return _rows(replace(items.test_set(), language=language.code if language else None), metrics, threads)


def _rows(test_set: TestSet, metrics: Sequence[Metric], threads: int, progress: Progress | None = None) -> list[Floats]:
    statistics = collect(test_set, list(metrics), Scoring(threads=threads, missing="skip"), progress)
    tables = []
    for computed in statistics.rows["items"]:
        whole = np.full((len(test_set), computed.shape[1]), np.nan)
        whole[statistics.segments] = computed
        tables.append(whole)
    return tables


def _within(progress: Progress, name: str, group: int, n_groups: int) -> Progress:
    """How far the scoring of all groups is, from how far that of one is."""

    def report(what: str, done: int, total: int) -> None:
        metric = what.partition(": ")[2].removesuffix(" of items")
        progress(f"scoring: {metric} of {name}", group * total + done, n_groups * total)

    return report


def signatures(metrics: Sequence[Metric], language: Language | None = None) -> list[tuple[str, str]]:
    """The label and the signature of each metric; the number of references depends on the data and is left out."""
    texts = []
    for metric in metrics:
        options, facts = metric.signature(), {}
        if language and options.get("lang", "any") == "any":
            options.pop("lang", None)
            facts["lang"] = language.code
        if metric.revision > 1:
            facts["rev"] = str(metric.revision)
        fields = {**options, "unicode": "nfc", **facts, "v": __version__}
        texts.append("|".join([metric.key, *(f"{key}:{value}" for key, value in fields.items())]))
    return list(zip(labels(metrics), texts, strict=True))


def scores_of_file(file: ScoreFile, groups: Sequence[JudgementGroup], note: Note) -> list[ItemScores]:
    """The scores of a file for each group; raises DataError where it has none for any item."""
    values = _values(file, groups)
    sign = 1.0 if file.higher_is_better else -1.0
    scored = []
    n_items = n_scored = 0
    for group, scores in zip(groups, values, strict=True):
        n_items += len(scores)
        n_scored += int(np.count_nonzero(~np.isnan(scores)))
        systems = {name: sign * value for name, value in file.systems.items() if name in group.items.systems}
        rows = np.stack([sign * scores, np.where(np.isnan(scores), np.nan, 1.0)], axis=1)
        scored.append(ItemScores(sign * scores, rows, _mean, systems or None))
        n_scored += len(systems)
    if n_scored == 0:
        columns = ", ".join(file.keys) or "system"
        raise DataError(
            f"{file.path}: none of its scores is of an item that was judged; compare the columns ({columns}) with "
            f"those of the judgements, such as system {next(iter(groups[0].items.systems), None)!r}"
        )
    if not file.systems and n_scored < n_items:
        note(f"{file.name}: {file.path} scores {n_scored} of {n_items} judged items; the others are left out for it")
    return scored


def given_scores(
    groups: Sequence[JudgementGroup], lower_is_better: Collection[str] = ()
) -> dict[str, list[ItemScores]]:
    """The scores of metrics that came with the judgements, for each group; all missing where a group has none."""
    names = [scores.kind for group in groups for scores in group.metrics.segments]
    names += [scores.kind for group in groups for scores in group.metrics.systems]
    by_metric: dict[str, list[ItemScores]] = {}
    for name in dict.fromkeys(names):
        sign = -1.0 if name in lower_is_better else 1.0
        by_metric[name] = []
        for group in groups:
            segments = np.full(len(group.items), np.nan)
            for judged in group.metrics.segments:
                if judged.kind == name:
                    segments = sign * judged.scores
            systems: dict[str, float] = {}
            for whole in group.metrics.systems:
                if whole.kind == name:
                    systems = dict(zip(whole.systems, (sign * whole.scores).tolist(), strict=True))
            rows = np.stack([segments, np.where(np.isnan(segments), np.nan, 1.0)], axis=1)
            by_metric[name].append(ItemScores(segments, rows, _mean, systems or None))
    return by_metric


def _values(file: ScoreFile, groups: Sequence[JudgementGroup]) -> list[Floats]:
    if file.in_order is not None:
        n_items = sum(len(group.items) for group in groups)
        if len(file.in_order) != n_items:
            parts = ", ".join(f"{group.name} {len(group.items)}" for group in groups)
            raise DataError(
                f"{file.path}: {len(file.in_order)} scores, expected {n_items}, one for each judged item ({parts}); "
                "write nan where there is no score, or give columns such as system and seg_id"
            )
        cuts = np.cumsum([len(group.items) for group in groups])[:-1]
        return [np.array(part) for part in np.split(np.array(file.in_order, dtype=np.float64), cuts)]
    if file.by_system:
        return [_by_system(file, group.items) for group in groups]
    return [_by_key(file, group) for group in groups]


def _by_key(file: ScoreFile, group: JudgementGroup) -> Floats:
    items = group.items
    n = len(items)
    columns: dict[str, Iterable[Text]] = {
        "dataset": [group.dataset] * n,
        "lang_pair": [group.lang_pair] * n,
        "document": items.document,
        "segment": items.segment,
        "system": items.system,
        "hypothesis": items.hypothesis,
    }
    if not file.keys:
        return np.full(n, np.nan)
    keys = zip(*(columns[key] for key in file.keys), strict=True)
    return np.array([file.by_key.get(key, np.nan) for key in keys], dtype=np.float64)


def _by_system(file: ScoreFile, items: Items) -> Floats:
    """Segment ids are numbers from 1, as in folders of mt-metrics-eval; else items stand in the file's order."""
    scores = np.full(len(items), np.nan)
    seen: dict[Text, int] = {}
    numbered = all(segment is not None and segment.isdecimal() for segment in items.segment)
    for i, (system, segment) in enumerate(zip(items.system, items.segment, strict=True)):
        values = file.by_system.get(system or "")
        if values is None:
            continue
        at = int(segment or 0) - 1 if numbered else seen.get(system, 0)
        seen[system] = seen.get(system, 0) + 1
        if not 0 <= at < len(values):
            raise DataError(
                f"{file.path}: {len(values)} scores of system {system!r}, but its segment {segment or at + 1} was "
                "judged; expected one line for each segment"
            )
        scores[i] = values[at]
    return scores


def _mean(sums: Floats) -> Floats:
    n = sums[..., 1]
    return np.asarray(np.divide(sums[..., 0], n, out=np.full(n.shape, np.nan), where=n > 0))


def _oriented(metric: Metric, rows: Floats) -> ItemScores:
    sign = 1.0 if metric.higher_is_better else -1.0
    segments = np.full(len(rows), np.nan)
    scored = ~np.isnan(rows).any(1)
    segments[scored] = sign * metric.score(rows[scored]) + 0.0

    def combine(sums: Floats) -> Floats:
        return sign * metric.score(sums) + 0.0

    return ItemScores(segments, rows, combine)


def _key(metric: Metric, items: Items) -> str:
    """What rows depend on: the metric with all options and its revision, this version, and the texts."""
    digest = hashlib.sha256()
    options = sorted(f"{k}:{v}" for k, v in metric.signature().items())
    for part in (metric.spec(), *options, f"rev:{metric.revision}", "nfc", __version__):
        digest.update(part.encode("utf-8") + b"\0")
    rows = zip(items.hypothesis, items.references, items.source, strict=True)
    while some := list(islice(rows, _ROWS_AT_A_TIME)):
        parts = []
        for hypothesis, references, source in some:
            # Lengths before texts: no text can look like the border between two.
            texts = (hypothesis, source, *references)
            parts += [",".join(["-" if text is None else str(len(text)) for text in texts]), ";"]
            parts += [text for text in texts if text]
        digest.update("".join(parts).encode("utf-8", "surrogatepass"))
    if "networks" in metric.reads:
        for network in items.networks or ():
            digest.update(b"-" if network is None else network.digest())
    return digest.hexdigest()
