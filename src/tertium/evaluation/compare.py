"""Which of several systems is better: all pairs tested, rankings in clusters, the segments that differ most."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import get_args

import numpy as np

from tertium.errors import DataError, UnknownNameError
from tertium.evaluation.buckets import By, buckets, long_enough
from tertium.evaluation.differences.ngrams import ngram_differences
from tertium.evaluation.differences.results import Comparison, Contrast, PairTest, Ranking
from tertium.evaluation.differences.words import WORDS_BY, WordsBy, word_buckets
from tertium.evaluation.differences.worth import people_known, worths
from tertium.evaluation.explain import explain_segments
from tertium.evaluation.options import Resampling, Scoring, TestName, check_choice, check_number, check_share
from tertium.evaluation.other_scores import OtherScores, with_other_scores
from tertium.evaluation.resampling import bootstrap_sums_of_numpy, swap_sums
from tertium.evaluation.score import (
    DEFAULT_METRICS,
    evaluation_of,
    generator,
    resampled_scores,
    rows_of_all,
    scores_of_samples,
)
from tertium.evaluation.significance import bootstrap_p_value, centred_p_value, clusters, holm, randomisation_p_value
from tertium.evaluation.statistics import (
    Progress,
    Statistics,
    Systems,
    as_test_set,
    collect,
    documents_of,
    refuse_without_texts,
)
from tertium.keywords import checked
from tertium.metrics.choice import Metrics
from tertium.metrics.explanation import Explanation
from tertium.text.arrays import Floats
from tertium.text.testset import References, TestSet, Text

Pairs = Sequence[tuple[str, str]]
_MOST_EXPLAINED = 200  # scores; more would make a page of many megabytes


@checked
def compare(
    systems: Systems | Statistics,
    references: References | Sequence[Text] | None = None,
    *,
    sources: Sequence[Text] | None = None,
    metrics: Metrics = DEFAULT_METRICS,
    language: str | None = None,
    other_scores: Sequence[OtherScores] = (),
    primary: str | None = None,
    baseline: str | None = None,
    by: Sequence[By] = (),
    words: Sequence[WordsBy] = (),
    n_ngrams: int = 0,
    test: TestName = "randomisation",
    alpha: float = 0.05,
    n_swaps: int = 10_000,
    resampling: Resampling = Resampling(),
    scoring: Scoring = Scoring(),
    n_contrasts: int = 5,
    explain: bool = False,
    segments: bool = False,
    documents: bool = False,
    progress: Progress | None = None,
) -> Comparison:
    """Score two or more systems and test all their pairs, by paired bootstrap and approximate randomisation.

    Args:
        systems: A `TestSet`, or a mapping from system names to hypotheses. Or rows that were kept
            (`tertium.keep_rows`), which have their metrics; then there are no contrasts.
        references: A list with one text for each segment, `References.by_stream(...)` or `References.by_segment(...)`;
            not with a `TestSet`.
        sources: The source of each segment, for metrics that read sources; not with a `TestSet`.
        metrics: Metrics or their specs.
        language: Of the texts, such as `"zh"` or `"de-en"`; chooses tokenisers, resources and models of the metrics.
        other_scores: Segment scores of other metrics, to stand beside ours.
        primary: The metric, by name or label, that ranks systems and chooses the contrasted segments; it comes first.
            BLEU if it is there, else chrF, else the first.
        baseline: Test all other systems against this one only, with Holm's correction for these pairs; no ranks then.
        by: Also score segments that are alike: by the `length` of the reference, by the `frequency` of its words in
            all references, by `document`.
        words: Also score words that are alike: by their `frequency` in the references, by `length`, `numbers`, `names`,
            `case`.
        n_ngrams: How many n-grams to show for each system of a pair that it has right more often than the other.
        test: Which test decides who is better and where clusters end; the other one is reported too.
        alpha: Level at which a difference counts, after Holm's correction for all pairs.
        n_swaps: Number of random swaps.
        resampling: Bootstrap samples, confidence level and the random seed, which the swaps use too.
        scoring: Unicode form, threads, what to do about missing texts, and who computes.
        n_contrasts: How many segments to show for each pair, those on which it differs most.
        explain: Also explain how the scores of those segments were computed, the first 200, where the metric can.
        segments: Also keep the score of each segment.
        documents: Also score each document.
        progress: Called with what is being done, how much is done and how much there is.
    """
    check_choice("test", test, get_args(TestName))
    check_share("alpha", alpha)
    check_number("n_swaps", n_swaps, 1)
    check_number("n_contrasts", n_contrasts, 0)
    check_number("n_ngrams", n_ngrams, 0)
    stored = systems if isinstance(systems, Statistics) else None
    if stored:
        of_texts = {"by": by, "words": words, "n_ngrams": n_ngrams, "segments": segments, "documents": documents}
        refuse_without_texts(stored, {**of_texts, "explain": explain, "other_scores": other_scores})
        n_contrasts = n_contrasts if stored.has_texts else 0
    test_set = _test_set(systems, references, language, sources)
    if len(test_set.systems) < 2:
        raise DataError(f"{test_set.name}: a comparison needs at least two systems, found {len(test_set.systems)}")
    if baseline is not None and baseline not in test_set.systems:
        raise UnknownNameError(f"system of {test_set.name}", baseline, test_set.systems)
    for one in by:
        check_choice("by", one, get_args(By))
    for kind in words:
        check_choice("words", kind, WORDS_BY)
    if documents or "document" in by:
        documents_of(test_set)  # refused before the scoring where there are none
    collected = stored or with_other_scores(collect(test_set, metrics, scoring, progress), other_scores)
    statistics = first_by(collected, primary)
    resampled = resampled_scores(statistics, resampling, progress, scoring.threads)
    evaluation = evaluation_of(statistics, resampling, resampled, segments=segments, documents=documents)
    pairs = _pairs(list(statistics.rows), baseline)
    if resampling.bootstrap == "centred":
        tests = _centred_tests(statistics, pairs, resampling, alpha, progress)
    else:
        tests = _bootstrap_tests(statistics, pairs, resampled, alpha)
    rng = generator(resampling.seed, "randomisation")
    tests += _randomisation_tests(statistics, pairs, n_swaps, rng, alpha, progress, scoring.threads)
    contrasts = _contrasts(statistics, pairs, n_contrasts) if n_contrasts else ()
    deciding = [t for t in tests if t.test == test]
    signatures = {score.metric: score.signature for score in evaluation.systems[0].scores}
    samples = {
        (label, system): scores[m] for system, scores in resampled.items() for m, label in enumerate(statistics.labels)
    }
    return Comparison(
        evaluation,
        tuple(tests),
        tuple(_ranking(statistics, m, deciding) for m in range(len(statistics.metrics)) if baseline is None),
        contrasts,
        test,
        alpha,
        n_swaps,
        tuple(bucket for one in by for bucket in buckets(statistics, one)),
        _explanations(statistics, contrasts) if explain else {},
        resampling.bootstrap,
        worths(deciding, signatures, samples, evaluation.n_segments, alpha),
        people_known(signatures),
        baseline,
        tuple(word_buckets(statistics, words)),
        ngram_differences(statistics, pairs, n_ngrams),
    )


def _test_set(
    systems: Systems | Statistics,
    references: References | Sequence[Text] | None,
    language: str | None,
    sources: Sequence[Text] | None,
) -> TestSet:
    if isinstance(systems, Statistics):
        return systems.test_set
    return as_test_set(systems, references, language, sources)


def _pairs(systems: Sequence[str], baseline: str | None) -> list[tuple[str, str]]:
    """What is compared: all pairs, or every system with the baseline."""
    if baseline is None:
        return list(combinations(systems, 2))
    return [(system, baseline) for system in systems if system != baseline]


def first_by(statistics: Statistics, primary: str | None) -> Statistics:
    """The same with the primary metric first."""
    first = _primary(statistics, primary)
    order = [first, *(m for m in range(len(statistics.metrics)) if m != first)]
    return replace(
        statistics,
        metrics=tuple(statistics.metrics[m] for m in order),
        labels=tuple(statistics.labels[m] for m in order),
        rows={system: tuple(rows[m] for m in order) for system, rows in statistics.rows.items()},
    )


def _primary(statistics: Statistics, primary: str | None) -> int:
    keys = [metric.key for metric in statistics.metrics]
    if primary is None:
        return next((keys.index(key) for key in ("bleu", "chrf") if key in keys), 0)
    specs = [metric.spec() for metric in statistics.metrics]
    for names in (keys, list(statistics.labels), specs):
        if primary in names:
            return names.index(primary)
    raise UnknownNameError("metric of this comparison", primary, keys)


def _explanations(statistics: Statistics, contrasts: Sequence[Contrast]) -> dict[tuple[str, str, int], Explanation]:
    """How each score of the contrasts was computed; nothing where the metric cannot explain it."""
    metric, label = statistics.metrics[0], statistics.labels[0]
    if not metric.has_explanation():
        return {}
    of_texts = [(system, c.segment - 1) for c in contrasts for system in (c.system_a, c.system_b)]
    segments: dict[str, list[int]] = {}
    for system, segment in list(dict.fromkeys(of_texts))[:_MOST_EXPLAINED]:
        segments.setdefault(system, []).append(segment)
    return {
        (label, system, segment + 1): explanation
        for one, numbers in segments.items()
        for system, segment, explanation in explain_segments(
            statistics.test_set, metric, numbers, [one], statistics.normalization, statistics.segments.tolist()
        )
    }


def _bootstrap_tests(
    statistics: Statistics, pairs: Pairs, resampled: Mapping[str, Sequence[Floats]], alpha: float
) -> list[PairTest]:
    def p_value(m: int, a: str, b: str, observed: float) -> float:
        return bootstrap_p_value(resampled[a][m] - resampled[b][m], observed)

    return _tests(statistics, pairs, "bootstrap", p_value, alpha)


def _centred_tests(
    statistics: Statistics, pairs: Pairs, resampling: Resampling, alpha: float, progress: Progress | None
) -> list[PairTest]:
    """On the samples that sacreBLEU draws with the same seed."""
    report = (lambda done, of: progress("bootstrap", done, of)) if progress else None
    rng = np.random.default_rng(resampling.seed)
    sums = bootstrap_sums_of_numpy(rows_of_all(statistics), resampling.n_samples, rng, report)
    resampled = scores_of_samples(statistics, sums)

    def p_value(m: int, a: str, b: str, observed: float) -> float:
        return centred_p_value(resampled[a][m] - resampled[b][m], observed)

    return _tests(statistics, pairs, "bootstrap", p_value, alpha)


def _randomisation_tests(
    statistics: Statistics,
    pairs: Pairs,
    n_swaps: int,
    rng: "np.random.Generator",
    alpha: float,
    progress: Progress | None,
    threads: int,
) -> list[PairTest]:
    report = (lambda done, of: progress("randomisation", done, of)) if progress else None
    sums = iter(swap_sums(rows_of_all(statistics), n_swaps, rng, report, threads))
    swapped = {system: [next(sums) for _ in statistics.metrics] for system in statistics.rows}
    sums_of = [statistics.sums(m) for m in range(len(statistics.metrics))]

    def p_value(m: int, a: str, b: str, observed: float) -> float:
        metric = statistics.metrics[m]
        moved = swapped[b][m] - swapped[a][m]
        differences = metric.score(sums_of[m][a] + moved) - metric.score(sums_of[m][b] - moved)
        return randomisation_p_value(differences, observed)

    return _tests(statistics, pairs, "randomisation", p_value, alpha)


def _tests(
    statistics: Statistics, pairs: Pairs, test: TestName, p_value: Callable[[int, str, str, float], float], alpha: float
) -> list[PairTest]:
    tests = []
    for m, metric in enumerate(statistics.metrics):
        totals = statistics.totals(m)
        differences = [totals[a] - totals[b] for a, b in pairs]
        p_values = [p_value(m, a, b, d) for (a, b), d in zip(pairs, differences, strict=True)]
        for (a, b), difference, p, corrected in zip(pairs, differences, p_values, holm(p_values), strict=True):
            first_is_better = (difference > 0) == metric.higher_is_better
            better = None if corrected > alpha or difference == 0 else a if first_is_better else b
            tests.append(PairTest(statistics.labels[m], test, a, b, difference, p, corrected, better))
    return tests


def _ranking(statistics: Statistics, m: int, tests: Sequence[PairTest]) -> Ranking:
    totals, metric = statistics.totals(m), statistics.metrics[m]
    ranked = sorted(totals, key=lambda system: -totals[system] if metric.higher_is_better else totals[system])
    wins = {
        (t.better, t.system_b if t.better == t.system_a else t.system_a)
        for t in tests
        if t.metric == statistics.labels[m] and t.better
    }
    return Ranking(statistics.labels[m], clusters(ranked, lambda a, b: (a, b) in wins))


def _contrasts(statistics: Statistics, pairs: Pairs, n_contrasts: int) -> tuple[Contrast, ...]:
    """For each pair of systems the segments on which they differ most by the first metric.

    Scores of short segments go up and down by much for one word, so that a difference counts for less there: for half
    of it where the reference has ten words.
    """
    metric, test_set = statistics.metrics[0], statistics.test_set
    scores = {system: metric.score(rows[0]) for system, rows in statistics.rows.items()}
    weight = long_enough(statistics)
    contrasts = []
    for a, b in pairs:
        gap = np.abs(scores[a] - scores[b])
        for i in np.argsort(-gap * weight, kind="stable")[:n_contrasts]:
            if gap[i] == 0:
                break
            number = int(statistics.segments[i])
            segment = test_set[number]
            contrasts.append(
                Contrast(
                    statistics.labels[0],
                    number + 1,
                    a,
                    b,
                    float(scores[a][i]),
                    float(scores[b][i]),
                    segment.hypotheses[a] or "",
                    segment.hypotheses[b] or "",
                    segment.references,
                    segment.source,
                    segment.document,
                )
            )
    return tuple(contrasts)
