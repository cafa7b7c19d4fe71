"""`score`: from texts to scores, intervals, segments and documents."""

from typing import Any

import numpy as np
import pytest

import tertium
from tertium import Resampling, Scoring
from tertium._version import __version__
from tertium.errors import DataError, OptionError, TertiumError, UnknownNameError
from tertium.evaluation import statistics as statistics_module
from tertium.evaluation.resampling import bootstrap_sums
from tertium.evaluation.results import Evaluation, MetricScore
from tertium.evaluation.score import generator
from tertium.evaluation.statistics import collect
from tertium.metrics import parse
from tertium.metrics.bleu import BLEU
from tertium.text.testset import References, TestSet
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

ALL = ["bleu", "chrf", "chrf++", "ter", "wer", "per", "nist", "fmeasure"]
SAMPLE = TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS, name="sample")


def found(evaluation: Evaluation, system: str, metric: str) -> MetricScore:
    (one,) = (s for s in evaluation.systems if s.system == system)
    (score,) = (s for s in one.scores if s.metric == metric)
    return score


def test_scores_are_those_of_the_metrics_alone() -> None:
    evaluation = tertium.score(SYSTEMS, REFERENCES, metrics=ALL, segments=True)
    assert [s.system for s in evaluation.systems] == list(SYSTEMS)
    assert evaluation.n_segments == 30
    for system in evaluation.systems:
        for name, score in zip(ALL, system.scores, strict=True):
            metric = parse(name)
            assert score.metric == metric.name
            assert score.higher_is_better == metric.higher_is_better
            assert score.score == metric.corpus_score(SYSTEMS[system.system], REFERENCES)
            expected = metric.segment_scores(SYSTEMS[system.system], REFERENCES)
            np.testing.assert_array_equal(score.segments, expected)


def test_one_list_of_hypotheses_is_one_system() -> None:
    evaluation = tertium.score(SYSTEMS["neural"], REFERENCES, metrics=["bleu"])
    assert [s.system for s in evaluation.systems] == ["system"]
    assert evaluation.systems[0].scores[0].score == BLEU().corpus_score(SYSTEMS["neural"], REFERENCES)


def test_metrics_can_be_objects_and_specs() -> None:
    scores = tertium.score(SYSTEMS, REFERENCES, metrics=[BLEU(tok="intl"), "bleu", "ter"]).systems[0].scores
    assert [score.metric for score in scores] == ["bleu(tok=intl)", "bleu", "TER"]


def test_what_is_not_asked_for_is_not_there() -> None:
    evaluation = tertium.score(SYSTEMS, REFERENCES)
    assert (evaluation.seed, evaluation.confidence, evaluation.n_samples) == (None, None, None)
    for score in evaluation.systems[0].scores:
        assert (score.interval, score.segments, score.documents) == (None, None, None)


def test_a_signature_says_all_it_takes_to_reproduce_a_score() -> None:
    signature = found(
        tertium.score(SYSTEMS, REFERENCES, scoring=Scoring(normalization="none")), "neural", "BLEU"
    ).signature
    assert signature == f"bleu|tok:13a|case:mixed|smooth:exp|eff:no|n:4|unicode:none|refs:2|v:{__version__}"


@pytest.mark.parametrize("size", [1, 7, 40, 120])
def test_test_sets_in_parts_give_the_same_rows(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = [*ALL, "nist(max_order=2)", "bleu(lowercase=yes)"]
    whole = collect(SAMPLE, metrics)
    monkeypatch.setattr(statistics_module, "_TEXTS_AT_A_TIME", size)
    parts = collect(SAMPLE, metrics)
    for system in SYSTEMS:
        for expected, rows in zip(whole.rows[system], parts.rows[system], strict=True):
            np.testing.assert_array_equal(rows, expected)


def test_references_of_varying_number_can_be_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    references = References.by_segment(row[: 1 + i % 2] for i, row in enumerate(REFERENCES))
    test_set = TestSet.build(SYSTEMS, references)
    whole = collect(test_set, ALL)
    monkeypatch.setattr(statistics_module, "_TEXTS_AT_A_TIME", 10)
    for system, rows in collect(test_set, ALL).rows.items():
        for expected, part in zip(whole.rows[system], rows, strict=True):
            np.testing.assert_array_equal(part, expected)


@pytest.mark.parametrize("size", [30, 200_000])
@pytest.mark.parametrize("metrics", [["bleu", "ter"], ["nist", "bleu"], ["bleu", "nist"]])
def test_progress_goes_up_to_all_there_is(size: int, metrics: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics_module, "_TEXTS_AT_A_TIME", size)
    calls: list[tuple[str, int, int]] = []
    options = {"resampling": Resampling(n_samples=10), "progress": lambda *at: calls.append(at)}
    tertium.score(SYSTEMS, REFERENCES, metrics=metrics, **options)
    assert list(dict.fromkeys(what.split(":")[0] for what, _, _ in calls)) == ["scoring", "bootstrap"]
    for what in ("scoring", "bootstrap"):
        steps = [(done, of) for name, done, of in calls if name.split(":")[0] == what]
        assert [done for done, _ in steps] == sorted({done for done, _ in steps})
        assert len({of for _, of in steps}) == 1
        assert steps[-1][0] == steps[-1][1]


def interval(seed: int, **changes: Any) -> tuple[float, float] | None:
    options = {"systems": SYSTEMS, "references": REFERENCES, "metrics": ["bleu"], **changes}
    evaluation = tertium.score(**options, resampling=Resampling(n_samples=200, seed=seed))
    return found(evaluation, "neural", "BLEU").interval


def test_seed_0_is_a_seed_like_any_other() -> None:
    assert interval(0) == interval(0)
    assert interval(1) == interval(1)
    assert interval(0) != interval(1)
    assert interval(0) != interval(12345)  # the default


def test_each_purpose_has_chance_of_its_own() -> None:
    bootstrap, swaps = (generator(0, purpose).integers(2**60) for purpose in ("bootstrap", "randomisation"))
    assert bootstrap != swaps


def test_intervals_do_not_change_with_other_systems_metrics_threads_or_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = interval(3, systems={"neural": SYSTEMS["neural"]})
    assert interval(3) == alone
    assert interval(3, metrics=["ter", "bleu", "nist"]) == alone
    assert interval(3, scoring=Scoring(threads=3)) == alone
    assert interval(3, segments=True, documents=True, systems=SAMPLE, references=None) == alone
    monkeypatch.setattr(statistics_module, "_TEXTS_AT_A_TIME", 10)
    assert interval(3) == alone


def test_intervals_hold_the_score_and_widen_with_confidence() -> None:
    for metric in ("BLEU", "chrF2", "TER"):
        widths = []
        for confidence in (0.5, 0.9, 0.99):
            score = found(
                tertium.score(SYSTEMS, REFERENCES, resampling=Resampling(confidence=confidence, n_samples=400)),
                "rules",
                metric,
            )
            assert score.interval is not None
            low, high = score.interval
            assert low <= score.score <= high
            widths.append(high - low)
        assert widths == sorted(widths)
        assert widths[0] < widths[-1]


def test_an_interval_is_that_of_a_loop_over_resampled_texts() -> None:
    # The same segments drawn by hand: what the bootstrap of rows stands for.
    (counts,) = bootstrap_sums([np.eye(30)], 40, generator(7, "bootstrap"))
    scores = []
    for count in counts.astype(int):
        chosen = np.repeat(np.arange(30), count)
        references = References.by_segment(REFERENCES[i] for i in chosen)
        scores.append(BLEU().corpus_score([SYSTEMS["rules"][i] for i in chosen], references))
    expected = np.quantile(scores, [0.05, 0.95])
    evaluation = tertium.score(
        SYSTEMS, REFERENCES, metrics=["bleu"], resampling=Resampling(confidence=0.9, n_samples=40, seed=7)
    )
    assert found(evaluation, "rules", "BLEU").interval == pytest.approx(tuple(expected), abs=1e-9)


def test_documents_are_scored_over_their_segments_in_order_of_first_appearance() -> None:
    order = [*range(0, 30, 2), *range(1, 30, 2)]  # segments of a document need not stand together
    evaluation = tertium.score(SAMPLE.select(order), metrics=["bleu", "ter"], documents=True)
    for name in ("bleu", "ter"):
        metric = parse(name)
        documents = found(evaluation, "phrase", metric.name).documents
        assert documents is not None
        assert list(documents) == list(dict.fromkeys(DOCUMENTS[i] for i in order))
        for document, score in documents.items():
            chosen = [i for i in range(30) if DOCUMENTS[i] == document]
            references = References.by_segment(REFERENCES[i] for i in chosen)
            assert score == pytest.approx(metric.corpus_score([SYSTEMS["phrase"][i] for i in chosen], references))


def test_document_scores_need_document_ids_which_is_said_before_the_scoring() -> None:
    steps: list[str] = []
    with pytest.raises(DataError, match="scores by document were asked for, but no document ids are given"):
        tertium.score(SYSTEMS, REFERENCES, documents=True, progress=lambda what, *_: steps.append(what))
    with pytest.raises(DataError, match="no document ids"):
        tertium.compare(SYSTEMS, REFERENCES, by=["document"], progress=lambda what, *_: steps.append(what))
    assert steps == []


def holes() -> TestSet:
    """The sample with a reference or a hypothesis missing here and there."""
    systems = {name: list(texts) for name, texts in SYSTEMS.items()}
    systems["rules"][4] = None
    references = [() if i in (0, 9) else row for i, row in enumerate(REFERENCES)]
    return TestSet.build(systems, References.by_segment(references), documents=DOCUMENTS, name="holes")


def test_missing_texts_are_refused_unless_told_otherwise() -> None:
    with pytest.raises(DataError, match=r"holes: segment 1 has no reference \(3 of 30 segments cannot be scored\)"):
        tertium.score(holes())


def test_left_out_segments_keep_the_numbers_of_the_others() -> None:
    evaluation = tertium.score(
        holes(), metrics=["chrf"], scoring=Scoring(missing="skip"), segments=True, documents=True
    )
    left_out = [0, 4, 9]
    kept = [i for i in range(30) if i not in left_out]
    assert evaluation.n_segments == 27
    score = found(evaluation, "neural", "chrF2")
    assert score.segments is not None
    assert np.flatnonzero(np.isnan(score.segments)).tolist() == left_out
    metric = parse("chrf")
    np.testing.assert_array_equal(score.segments[kept], metric.segment_scores(SYSTEMS["neural"], REFERENCES)[kept])
    references = References.by_segment(REFERENCES[i] for i in kept)
    assert score.score == metric.corpus_score([SYSTEMS["neural"][i] for i in kept], references)
    assert score.documents is not None
    assert list(score.documents) == list(dict.fromkeys(DOCUMENTS))
    for document, found_score in score.documents.items():
        chosen = [i for i in kept if DOCUMENTS[i] == document]
        references = References.by_segment(REFERENCES[i] for i in chosen)
        assert found_score == pytest.approx(metric.corpus_score([SYSTEMS["neural"][i] for i in chosen], references))


def test_nothing_left_to_score_is_refused() -> None:
    test_set = TestSet.build({"a": ["x", None]}, References.by_segment([[], ["y"]]), name="dev")
    with pytest.raises(DataError, match="dev: there are no segments to score"):
        tertium.score(test_set, scoring=Scoring(missing="skip"))
    with pytest.raises(DataError, match="bleu needs references, and dev has none; pass -r FILE"):
        tertium.score(TestSet.build({"a": ["x"]}, name="dev"), scoring=Scoring(missing="skip"))
    with pytest.raises(DataError, match="there are no segments to score"):
        tertium.score({"a": []}, References.by_segment([]))


def test_a_test_set_brings_its_own_references() -> None:
    with pytest.raises(TypeError, match="a TestSet brings its own references"):
        tertium.score(SAMPLE, REFERENCES)


@pytest.mark.parametrize(
    ("metrics", "error", "message"),
    [
        (["bleu", "blue"], UnknownNameError, "unknown metric 'blue'"),
        (["bleu(max_order=0)"], OptionError, "'max_order' cannot be 0"),
        ([], ValueError, "no metric"),
        (["bleu", "bleu"], OptionError, "metric 'bleu' is given twice"),
        ([BLEU(), "bleu(tok=13a)"], OptionError, "metric 'bleu' is given twice"),
    ],
)
def test_wrong_metrics_are_refused(metrics: list[Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tertium.score(SYSTEMS, REFERENCES, metrics=metrics)


def test_several_metrics_in_one_text_are_all_scored_or_refused() -> None:
    try:
        scores = tertium.score(SYSTEMS, REFERENCES, metrics=["bleu,chrf"]).systems[0].scores
    except (TertiumError, ValueError):
        return
    assert [score.metric for score in scores] == ["BLEU", "chrF2"]


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"confidence": 95}, "confidence"),
        ({"confidence": 0}, "confidence"),
        ({"confidence": -0.5}, "confidence"),
        ({"n_samples": 0}, "n_samples"),
        ({"n_samples": -1}, "n_samples"),
        ({"seed": -1}, "seed"),
    ],
)
def test_resampling_that_makes_no_sense_is_refused_by_name(options: dict[str, Any], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Resampling(**options)


@pytest.mark.parametrize(
    ("options", "name"),
    [({"normalization": "nfd"}, "normalization"), ({"missing": "ignore"}, "missing"), ({"threads": -1}, "threads")],
)
def test_scoring_that_makes_no_sense_is_refused_by_name(options: dict[str, Any], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Scoring(**options)


def test_one_metric_is_taken_in_place_of_a_list() -> None:
    one, listed = (tertium.score(SYSTEMS, REFERENCES, metrics=metrics) for metrics in ("bleu", ["bleu"]))
    assert [score.score for score in one.systems[0].scores] == [score.score for score in listed.systems[0].scores]
