"""How well metrics agree with people: metrics × judgements × measures, to tables as papers print them.

    judgements = read_judgements("seg_da.tsv")
    result = study(judgements, ["bleu(effective_order=yes)", "chrf"], measures=["spearman"])
    print(result.agreements[0].columns[0].cells[0].value)

All correlations are with quality: scores of metrics where lower is better are negated.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.evaluation.resampling import interval
from tertium.evaluation.statistics import Progress
from tertium.keywords import checked
from tertium.meta.confidence import sample_counts
from tertium.meta.judgements import Items, JudgementGroup, SegmentScores
from tertium.meta.normalization import Method
from tertium.meta.preferences import consistency
from tertium.meta.study.figures import curves_of, roc_table, rocs_of, scatters_of
from tertium.meta.study.languages import choose_for
from tertium.meta.study.measures import Measure, measures_of
from tertium.meta.study.results import AVERAGE, Agreement, Cell, Column, Level, StudiedMetric, Study
from tertium.meta.study.scores import (
    Cache,
    Expect,
    ItemScores,
    Note,
    ScoreFile,
    computed_scores,
    given_scores,
    scores_of_file,
    signatures,
)
from tertium.meta.study.tasks import (
    PairTask,
    Task,
    derived_document_task,
    derived_system_task,
    document_task,
    pair_task,
    segment_task,
    system_task,
)
from tertium.meta.study.tests import TEST_TITLES, by_measure, by_samples, compare_metrics
from tertium.meta.study.units import Resample, drawn_units, resampling_notes
from tertium.meta.study.values import AgreementValue
from tertium.metrics.choice import Choice, Metrics
from tertium.text.arrays import Floats

LEVELS: tuple[Level, ...] = ("segment", "pairs", "system", "document")
_SAMPLES_FOR_TESTS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions:
    """How a study is made.

    `n_samples` bootstrap samples give intervals (0: none; tests need them and take 1000 then). `kinds` chooses among
    human scores (None: all). `human_systems` are outputs of people: they serve to tell human from machine translation
    and count nowhere else. `given` also takes the metrics whose scores came with the judgements, of which those of
    `given_lower` are errors. `figures` keeps what plots need. `resample` says what a bootstrap sample consists of:
    segments (or outputs), or whole documents, where judgements name them.
    """

    measures: Sequence[str] | None = None
    levels: Collection[Level] = LEVELS
    kinds: Collection[str] | None = None
    normalize: Method | None = None
    human_systems: tuple[str, ...] = ()
    n_samples: int = 0
    tests: bool = False
    confidence: float = 0.95
    alpha: float = 0.05
    seed: int = 12345
    figures: bool = False
    given: bool = False
    given_lower: tuple[str, ...] = ()
    resample: Resample = "segments"


@checked
def study(
    groups: Iterable[JudgementGroup],
    metrics: Metrics = (),
    *,
    files: Sequence[ScoreFile] = (),
    settings: StudyOptions = StudyOptions(),
    language: str | None = None,
    threads: int = 1,
    cache: Cache | None = None,
    progress: Progress | None = None,
    expect: Expect | None = None,
    rows: Sequence[Sequence[Floats]] | None = None,
) -> Study:
    """Compare metrics with human judgements.

    Args:
        groups: The judgements, one group for each data set and language pair.
        metrics: Metrics or their specs, such as `"chrf"`.
        files: Scores of further metrics.
        settings: Which measures, levels, tests.
        language: Of the outputs, such as `"zh"` or `"en-zh"`; chooses tokenisers, resources and models of the metrics.
            None: that of the language pairs, where they have the same target.
        threads: How many threads score; 0 means all cores.
        cache: Where computed scores are kept.
        progress: Called with what is being done, how much is done and how much there is.
        expect: Called before the scoring with a metric, the seconds that it will take, about, and its outputs.
        rows: Statistics by group and metric that were computed before, where the groups hold no texts.
    """
    chosen_groups = list(groups)
    if not chosen_groups:
        raise DataError("there are no judgements to compare metrics with")
    fitted = choose_for(chosen_groups, metrics, language)
    others = given_scores(chosen_groups, settings.given_lower) if settings.given else {}
    if not fitted.metrics and not files and not others:
        raise OptionError("there is no metric; give one, such as 'chrf', or a file of scores")
    systems = dict.fromkeys(name for group in chosen_groups for name in group.items.systems)
    for name in settings.human_systems:
        if name not in systems:
            raise UnknownNameError("system", name, systems)
    notes: list[str] = []
    described, scores = _all_scores(
        chosen_groups, fitted, files, others, settings.given_lower, notes.append, threads, cache, progress, expect, rows
    )
    if settings.tests and not settings.n_samples:
        settings = replace(settings, n_samples=_SAMPLES_FOR_TESTS)
    if settings.n_samples:
        notes += resampling_notes(chosen_groups, settings.resample)
    tasks = [list(_tasks(group, settings, notes.append)) for group in chosen_groups]
    builder = _TableBuilder(
        chosen_groups, tasks, scores, [m.label for m in described], settings, notes.append, progress
    )
    tables = builder.tables()
    rocs = [
        roc
        for g, group in enumerate(chosen_groups)
        for roc in rocs_of(group, scores[g], builder.labels, settings.human_systems)
    ]
    if rocs and "segment" in settings.levels:
        tables += roc_table(rocs, builder.labels)
    if not tables:
        raise DataError(_nothing(chosen_groups, settings))
    figures = range(len(chosen_groups)) if settings.figures else ()
    return Study(
        tuple(described),
        tuple(tables),
        settings.seed,
        settings.n_samples,
        settings.confidence,
        settings.alpha,
        settings.normalize or "raw",
        tuple(dict.fromkeys(notes)),
        tuple(s for g in figures for s in scatters_of(chosen_groups[g], tasks[g], scores[g], described)),
        tuple(
            c for g in figures for c in curves_of(chosen_groups[g], tasks[g], scores[g], builder.labels, settings.seed)
        ),
        tuple(rocs) if settings.figures else (),
    )


def _all_scores(
    groups: list[JudgementGroup],
    choice: Choice,
    files: Sequence[ScoreFile],
    others: Mapping[str, Sequence[ItemScores]],
    given_lower: Sequence[str],
    note: Note,
    threads: int,
    cache: Cache | None,
    progress: Progress | None,
    expect: Expect | None,
    rows: Sequence[Sequence[Floats]] | None,
) -> tuple[list[StudiedMetric], list[list[ItemScores]]]:
    """What the metrics are called, and their scores: [group][metric]."""
    described = [
        StudiedMetric(label, signature, metric.higher_is_better)
        for metric, (label, signature) in zip(choice.metrics, signatures(choice.metrics, choice.language), strict=True)
    ]
    described += [StudiedMetric(file.name, "", file.higher_is_better) for file in files]
    described += [StudiedMetric(name, "", name not in given_lower) for name in others]
    labels = [metric.label for metric in described]
    for label in labels:
        if labels.count(label) > 1:
            raise OptionError(f"two metrics are called {label!r}; give the scores of a file another name")
    scores: list[list[ItemScores]] = [[] for _ in groups]
    if choice.metrics:
        scores = computed_scores(
            groups,
            choice.metrics,
            language=choice.language,
            threads=threads,
            cache=cache,
            progress=progress,
            expect=expect,
            rows=rows,
        )
    for file in files:
        for of_group, more in zip(scores, scores_of_file(file, groups, note), strict=True):
            of_group.append(more)
    for of_metric in others.values():
        for of_group, more in zip(scores, of_metric, strict=True):
            of_group.append(more)
    return described, scores


def _tasks(group: JudgementGroup, settings: StudyOptions, note: Note) -> Iterator[tuple[Level, Task]]:
    """Everything in a group that metrics can be compared with, at the levels that are wanted."""
    levels, people = settings.levels, settings.human_systems
    segments = [(judged, segment_task(judged, people)) for judged in _segment_scores(group, settings)]
    segments = [(judged, task) for judged, task in segments if task.n]
    if "segment" in levels:
        yield from (("segment", task) for _, task in segments)
    if "pairs" in levels and group.preferences is not None:
        yield "pairs", pair_task(group.preferences, people)
    if "system" in levels:
        kinds = {judged.kind for judged in group.human.systems}
        for systems in group.human.systems:
            if _wanted(systems.kind, settings):
                yield "system", system_task(systems, people)
        derived = (derived_system_task(task) for _, task in segments if task.kind not in kinds)
        yield from (("system", task) for task in derived if task is not None)
    if "document" in levels:
        kinds = {judged.kind for judged in group.human.documents}
        for documents in group.human.documents:
            if _wanted(documents.kind, settings):
                judged_documents = document_task(documents, people)
                if judged_documents is None:
                    note(f"{group.name}: no item says which {documents.unit} it is of; {documents.kind} is left out")
                else:
                    yield "document", judged_documents
        for judged, task in segments:
            derived_documents = None if task.kind in kinds else derived_document_task(task, judged.items)
            if derived_documents is not None:
                yield "document", derived_documents


def _segment_scores(group: JudgementGroup, settings: StudyOptions) -> Iterator[SegmentScores]:
    judged = list(group.human.segments)
    if group.spans is not None and not any(scores.kind == "mqm" for scores in judged):
        judged.append(group.spans.scores())
    for scores in judged:
        if _wanted(scores.kind, settings):
            yield scores if settings.normalize is None else scores.normalized(settings.normalize)


def _wanted(kind: str, settings: StudyOptions) -> bool:
    return settings.kinds is None or kind in settings.kinds


def _nothing(groups: Sequence[JudgementGroup], settings: StudyOptions) -> str:
    kinds = sorted(
        {s.kind for g in groups for table in (g.human.segments, g.human.systems, g.human.documents) for s in table}
        | {"preferences" for g in groups if g.preferences is not None}
    )
    return (
        f"nothing to measure at level {', '.join(settings.levels)} in {', '.join(g.name for g in groups[:5])}; the "
        f"judgements are {', '.join(kinds) or 'none'}; give another --level, --kind or --measures"
    )


@dataclass(frozen=True, slots=True, eq=False)
class _MeasuredColumn:
    """A column and the samples behind it: metrics × samples, None where there are none."""

    column: Column
    samples: Floats | None


@dataclass(slots=True)
class _TableBuilder:
    """Makes the tables."""

    groups: Sequence[JudgementGroup]
    tasks: Sequence[Sequence[tuple[Level, Task]]]
    scores: Sequence[Sequence[ItemScores]]
    labels: list[str]
    settings: StudyOptions
    note: Note
    progress: Progress | None

    def tables(self) -> list[Agreement]:
        measures = measures_of(None if self.settings.measures is None else list(self.settings.measures))
        places: dict[tuple[str, str, Level, str], list[tuple[int, Task, Measure]]] = {}
        for g, tasks in enumerate(self.tasks):
            for level, task in tasks:
                for measure in measures:
                    if measure.level == level and not self._unfit(measure, task, g):
                        key = (self.groups[g].dataset, task.kind, level, measure.name)
                        places.setdefault(key, []).append((g, task, measure))
        total = sum(map(len, places.values()))
        done = 0
        tables = []
        for (dataset, kind, level, name), columns in places.items():
            self._check_pairs(dataset, columns)
            cells = []
            for g, task, measure in columns:
                cells.append(self._column(g, task, measure))
                done += 1
                if self.progress:
                    self.progress("measuring", done, total)
            average = self._average(cells) if len(cells) > 1 else None
            shown = tuple(measured.column for measured in cells)
            tables.append(Agreement(dataset, kind, level, name, columns[0][2].title, shown, average))
        return tables

    def _unfit(self, measure: Measure, task: Task, g: int) -> bool:
        why = measure.fits(task)
        if why and self.settings.measures is not None and "all" not in self.settings.measures:
            self.note(f"{self.groups[g].name}: {measure.name} {why}; it is left out")
        return bool(why)

    def _check_pairs(self, dataset: str, columns: Sequence[tuple[int, Task, Measure]]) -> None:
        names = [self.groups[g].lang_pair for g, _, _ in columns]
        for name in names:
            if names.count(name) > 1:
                raise DataError(
                    f"{dataset} {name} appears twice with the same kind of judgement; give each file once, or name "
                    "the data sets apart in their column 'dataset'"
                )

    def _column(self, g: int, task: Task, measure: Measure) -> _MeasuredColumn:
        group, scores, settings = self.groups[g], self.scores[g], self.settings
        purpose = f"{group.name}|{task.kind}|{measure.level}|{measure.name}"

        def rng(what: int) -> np.random.Generator:
            # Every column has its own stream of chance, whatever else is measured.
            return np.random.default_rng([settings.seed, crc32(purpose.encode("utf-8")), what])

        measured = [measure.value(task, metric_scores, rng(0)) for metric_scores in scores]
        samples = self._samples(task, measure, group.items, scores, measured, rng(1))
        cells = tuple(
            Cell(
                one.value,
                None if samples is None else _interval(samples[m], settings.confidence),
                task.coverage(scores[m]),
                one.epsilon,
                one.note,
            )
            for m, one in enumerate(measured)
        )
        baseline = None
        if measure.name == "consistency" and isinstance(task, PairTask):
            baseline = consistency(task.preference.astype(float), np.ones(task.n)).random_baseline
        column = Column(group.lang_pair, task.n, cells, baseline)
        if settings.tests and len(scores) > 1:
            p_value = by_measure(measure, task, scores, measured, samples, rng(2))
            if p_value is not None:
                values = [one.value for one in measured]
                tests, clusters = compare_metrics(self.labels, values, p_value, settings.alpha)
                column = replace(column, test=TEST_TITLES[measure.test], tests=tests, clusters=clusters)
        return _MeasuredColumn(column, samples)

    def _samples(
        self,
        task: Task,
        measure: Measure,
        items: Items,
        scores: Sequence[ItemScores],
        agreements: Sequence[AgreementValue],
        rng: np.random.Generator,
    ) -> Floats | None:
        units = drawn_units(measure, task, items, self.settings.resample)
        if not self.settings.n_samples or measure.sampler is None or len(units) == 0:
            return None
        samplers = [
            measure.sampler(task, metric_scores, one) for metric_scores, one in zip(scores, agreements, strict=True)
        ]
        parts = [
            [sampler(counts) for sampler in samplers] for counts in sample_counts(units, self.settings.n_samples, rng)
        ]
        return np.concatenate([np.array(part) for part in parts], axis=1)

    def _average(self, columns: Sequence[_MeasuredColumn]) -> Column:
        """The plain mean over language pairs; a metric that lacks one has no average."""
        values = [float(np.mean([part.column.cells[m].value for part in columns])) for m in range(len(self.labels))]
        parts = [part.samples for part in columns if part.samples is not None]
        samples = np.mean(parts, axis=0) if len(parts) == len(columns) else None
        cells = tuple(
            Cell(value, None if samples is None else _interval(samples[m], self.settings.confidence))
            for m, value in enumerate(values)
        )
        baselines = [part.column.baseline for part in columns if part.column.baseline is not None]
        column = Column(AVERAGE, 0, cells, float(np.mean(baselines)) if baselines else None)
        if self.settings.tests and samples is not None and len(self.labels) > 1:
            tests, clusters = compare_metrics(self.labels, values, by_samples(samples, values), self.settings.alpha)
            column = replace(column, test=TEST_TITLES["bootstrap"], tests=tests, clusters=clusters)
        return column


def _interval(samples: Floats, confidence: float) -> tuple[float, float] | None:
    defined = samples[~np.isnan(samples)]
    return interval(defined, confidence) if len(defined) else None
