"""`tertium meta`: how well metrics agree with people."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Literal

import click

from tertium.cli.emit import emit, note
from tertium.cli.inputs import LANGUAGE
from tertium.cli.notes import note_if_slow, show_notes
from tertium.cli.options import (
    HTML,
    NETWORKS,
    QUIET,
    SEED,
    THREADS,
    decimal_places,
    gather,
    metric_option,
    output_format,
)
from tertium.cli.progress import ProgressBar
from tertium.errors import UnknownNameError, refuse_together
from tertium.io.judgements.formats import read_judgements
from tertium.io.judgements.rows import keep_rows, read_textless
from tertium.io.named_files import parse_named
from tertium.io.networks import read_networks
from tertium.io.scores import ScoreCache, read_scores, write_pictures
from tertium.meta.judgements import JudgementGroup
from tertium.meta.normalization import Method
from tertium.meta.rankings import HumanRankings, Way, rank_systems
from tertium.meta.study.languages import choose_for
from tertium.meta.study.results import Level, Study
from tertium.meta.study.scores import ScoreFile
from tertium.meta.study.study import LEVELS, StudyOptions, study
from tertium.meta.study.units import Resample
from tertium.metrics.choice import Choice
from tertium.networks.flat import flatten
from tertium.report.study.plots import study_plots
from tertium.storage.cache import cache_folder
from tertium.storage.rowfiles import row_files

_LEVELS = ["segment", "system", "document", "pairs", "all"]


@dataclass(frozen=True, slots=True)
class MetaOptions:
    """What is set against people's judgements, and how."""

    metrics: tuple[str, ...]
    language: str | None
    networks: str | None
    scores: tuple[str, ...]
    given: bool
    lower: tuple[str, ...]
    measures: str | None
    levels: tuple[Level | Literal["all"], ...]
    kinds: tuple[str, ...]
    lang_pairs: tuple[str, ...]
    normalize: Method | None
    human_systems: tuple[str, ...]
    tests: bool
    n_samples: int
    resample: Resample
    seed: int
    cache: str | None
    no_cache: bool
    work: str | None
    threads: int

    def study_levels(self) -> Collection[Level]:
        """The levels of a study: all of them unless some are named."""
        named = [level for level in self.levels if level != "all"]
        return named if named and "all" not in self.levels else LEVELS


_STUDY = gather(
    "options",
    MetaOptions,
    [
        metric_option(
            None,
            "Metrics, such as `chrf` or `bleu(effective_order=yes),ter`; any but hter, unless there are post-edits.",
        ),
        LANGUAGE,
        NETWORKS,
        click.option(
            "--scores",
            multiple=True,
            metavar="NAME=FILE",
            help="Scores of another metric: TSV, one per line, or .seg.score.",
        ),
        click.option("--given", is_flag=True, help="Also the metrics whose scores came with the judgements."),
        click.option(
            "--lower-is-better",
            "lower",
            multiple=True,
            metavar="NAME",
            help="A metric of --scores or --given for which lower is better.",
        ),
        click.option("--measures", metavar="LIST", help="Such as `pearson,kendall-b`; `all` for every one that fits."),
        click.option(
            "--level", "levels", multiple=True, type=click.Choice(_LEVELS), help="Level of judgement; all by default."
        ),
        click.option(
            "--kind", "kinds", multiple=True, metavar="NAME", help="Human scores to use, such as da; all by default."
        ),
        click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `de-en` or `*-en`."),
        click.option(
            "--normalize",
            type=click.Choice(["raw", "z", "percentile"]),
            help="Normalise ratings per rater.",
        ),
        click.option(
            "--human",
            "human_systems",
            multiple=True,
            metavar="SYSTEM",
            help="A human translation among the systems; repeatable.",
        ),
        output_format(),
        decimal_places(3),
        HTML,
        click.option("--plot", type=click.Path(file_okay=False), help="Also draw PNG and SVG plots into this folder."),
        click.option(
            "--rank",
            type=click.Choice(["expected-wins", "trueskill"]),
            help="Instead of agreement, the systems ranked by people's preferences, with rank ranges and clusters.",
        ),
        click.option("--tests", is_flag=True, help="Test which metrics differ; mark what is not worse than the best."),
        click.option(
            "--samples",
            "n_samples",
            type=click.IntRange(0),
            default=0,
            help="Bootstrap samples for intervals; 1000 with --tests.",
        ),
        click.option(
            "--resample",
            type=click.Choice(["segments", "documents"]),
            default="segments",
            show_default=True,
            help="What a bootstrap sample consists of; documents where judgements name them.",
        ),
        SEED,
        click.option(
            "--cache", type=click.Path(file_okay=False), help="Folder of cached scores; the user's cache by default."
        ),
        click.option("--no-cache", is_flag=True, help="Recompute all scores and cache none."),
        click.option(
            "--work",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Keep statistics in files of this folder and no texts in memory, for tables (TSV, CSV) of any size.",
        ),
        THREADS,
        QUIET,
    ],
)


@click.command("meta")
@click.argument("judgements", nargs=-1, required=True, metavar="JUDGEMENTS...")
@_STUDY
def command(
    judgements: tuple[str, ...],
    format: str,
    width: int,
    html: str | None,
    plot: str | None,
    rank: "Way | None",
    quiet: bool,
    options: MetaOptions,
) -> None:
    """Measure how well metrics agree with people.

    JUDGEMENTS are files or folders of human judgements: scores or pairwise preferences in TSV, CSV or JSONL, MQM TSV,
    WMT rankings, a folder of mt-metrics-eval, or the name of a test set that it has fetched (wmt22). Metrics are names,
    or files of scores. Values are agreement with quality: metrics where lower is better are negated.

    \b
    tertium meta seg_da.tsv -m 'bleu(effective_order=yes)' -m chrf,ter
    tertium meta rankings.tsv -m chrf --scores ours=scores.tsv --tests
    tertium meta en-zh.tsv -l zh -m bleu,chrf
    tertium meta seg_mqm.tsv.gz --level system --measures all -m chrf \\
      --html page.html
    tertium meta rankings.tsv --rank trueskill
    """
    refuse_together(("--cache", options.cache), ("--no-cache", options.no_cache))
    for option in {"--cache": options.cache, "--networks": options.networks, "--rank": rank}.items():
        refuse_together(("--work", options.work), option)
    if rank:
        for name, value in {"-m": options.metrics, "--scores": options.scores, "--plot": plot}.items():
            refuse_together(("--rank", rank), (name, value))
        groups = [group for path in judgements for group in read_judgements(path)]
        rankings = _rankings(_fitting(groups, options.lang_pairs), rank, options)
        emit(rankings, format, places=width, html=html)
        return
    notes: list[str] = []
    with ProgressBar(quiet) as progress:
        result = _study(judgements, options, notes, progress, figures=bool(html or plot), quiet=quiet)
    if not quiet:
        for text in dict.fromkeys(notes):
            note(text)

    if plot:
        write_pictures(plot, study_plots(result))
    emit(result, format, places=width, html=html)


def _rankings(groups: Sequence[JudgementGroup], way: Way, options: MetaOptions) -> HumanRankings:
    n_samples = options.n_samples or 1000
    rankings = (rank_systems(group, way, n_samples=n_samples, seed=options.seed) for group in groups)
    return HumanRankings(tuple(rankings), n_samples)


def _study(
    judgements: Sequence[str],
    options: MetaOptions,
    notes: list[str],
    progress: ProgressBar,
    *,
    figures: bool,
    quiet: bool,
) -> "Study":
    textless = None if options.work is None else read_textless(judgements)
    read = (group for path in judgements for group in read_judgements(path)) if textless is None else textless.groups
    groups = _fitting(list(read), options.lang_pairs)
    if options.networks is not None:
        groups = _with_networks(groups, options.networks)
    with_texts = groups if textless is None else _fitting(textless.beginnings, options.lang_pairs)
    metrics = _metrics(with_texts, options.metrics, options.language, quiet)
    if "segment" in options.study_levels():
        first = with_texts[0].items.test_set()
        notes += dict.fromkeys(text for one in metrics.metrics for text in one.advice(first, segments=True))
    files = _score_files(options.scores, options.lower, given=options.given)
    if not metrics.metrics and not files and not options.given:
        raise click.UsageError("give a metric (-m chrf) or a file of scores (--scores NAME=FILE)")
    settings = StudyOptions(
        measures=None if options.measures is None else [name.strip() for name in options.measures.split(",")],
        levels=options.study_levels(),
        kinds=options.kinds or None,
        normalize=options.normalize,
        human_systems=options.human_systems,
        n_samples=options.n_samples,
        tests=options.tests,
        seed=options.seed,
        figures=figures,
        given=options.given,
        resample=options.resample,
        given_lower=tuple(name for name in options.lower if name not in {file.name for file in files}),
    )
    whole = partial(
        study, groups, metrics, files=files, settings=settings, language=options.language, progress=progress
    )
    if options.work is None:
        cache = None if options.no_cache else ScoreCache(options.cache or cache_folder(), notes.append)
        return whole(threads=options.threads, cache=cache, expect=None if quiet else note_if_slow)
    with row_files(options.work) as work:
        pairs = {group.lang_pair for group in groups}
        rows = keep_rows(
            judgements, metrics, work, is_asked=pairs.__contains__, threads=options.threads, progress=progress
        )
        return whole(rows=rows)


def _metrics(groups: "Sequence[JudgementGroup]", specs: Sequence[str], language: str | None, quiet: bool) -> Choice:
    """Those that serve the language of the outputs; what does not fit is said on stderr."""
    choice = choose_for(groups, specs, language)
    show_notes(choice.notes, quiet)
    return choice


def _fitting(groups: Sequence[JudgementGroup], lang_pairs: Sequence[str]) -> list[JudgementGroup]:
    """Those of the language pairs that were asked for."""
    found = dict.fromkeys(group.lang_pair for group in groups)
    for pattern in lang_pairs:
        if not any(fnmatchcase(name, pattern) for name in found):
            raise UnknownNameError("language pair", pattern, found)
    return [g for g in groups if not lang_pairs or any(fnmatchcase(g.lang_pair, pattern) for pattern in lang_pairs)]


def _with_networks(groups: Sequence[JudgementGroup], file: str) -> list[JudgementGroup]:
    """The judgements of one language pair with the networks of its segments."""
    if len(pairs := dict.fromkeys(group.lang_pair for group in groups)) > 1:
        raise click.UsageError(f"--networks is for one language pair; choose by --lang-pair: {', '.join(pairs)}")
    networks = {entry.id or str(i): flatten(entry.network) for i, entry in enumerate(read_networks(file), 1)}
    return [replace(group, items=group.items.with_networks(networks)) for group in groups]


def _score_files(texts: Sequence[str], lower: Sequence[str], *, given: bool) -> "list[ScoreFile]":
    named = parse_named(texts, "--scores")
    for name in lower:
        if name not in named and not given:
            raise UnknownNameError("metric of --scores", name, named)
    return [read_scores(path, name, higher_is_better=name not in lower) for name, path in named.items()]
