"""Judgements as data: items and their views, scores, preferences, and errors with weights."""

from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.meta.judgements import (
    DocumentJudgements,
    ErrorSpans,
    Items,
    JudgementGroup,
    JudgementSet,
    Origin,
    Preferences,
    Ratings,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tertium.metrics.wer import WER
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

ITEMS = Items.build(
    ["a cat", "the cat", None],
    References.by_segment([["the cat"], ["the cat"], []]),
    system=["A", "B", None],
    segment=["1", "1", "2"],
    extra={"split": ["train", "test", "test"]},
)


def spans(*errors: Any, rated: Any = ((0, 0),), items: Any = ITEMS, raters: Any = ("r1", "r2")) -> Any:
    """Errors given as (item, rater, category, severity)."""
    item, rater, category, severity = zip(*errors, strict=True) if errors else ((), (), (), ())
    n = len(errors)
    rated_item, rated_rater = zip(*rated, strict=True) if rated else ((), ())
    return ErrorSpans(
        items,
        np.array(item, dtype=np.int64),
        np.array(rater, dtype=np.int32),
        np.full(n, -1),
        np.full(n, -1),
        (None,) * n,
        (None,) * n,
        category,
        severity,
        raters,
        np.array(rated_item, dtype=np.int64),
        np.array(rated_rater, dtype=np.int32),
    )


def test_what_is_not_given_is_missing_everywhere() -> None:
    items = Items.build(["a", ""])
    assert items.source == items.system == items.segment == items.document == (None, None)
    assert items.references == References.none(2)


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(DataError, match="2 hypotheses but 1 entries in 'system'"):
        Items.build(["a", "b"], system=["A"])
    with pytest.raises(DataError, match="2 hypotheses but 3 entries in 'split'"):
        Items.build(["a", "b"], extra={"split": ["x", "y", "z"]})


def test_a_metric_scores_all_items_at_once_and_gives_a_row_for_each() -> None:
    items = ITEMS.select([0, 1])
    test_set = items.test_set()
    assert len(test_set) == 2
    (outputs,) = test_set.systems.values()
    rows = WER().statistics(Pairing.of(outputs, test_set.references))
    assert WER().score(rows).tolist() == [50.0, 0.0]


def test_the_view_has_documents_only_where_every_item_has_one() -> None:
    assert Items.build(["a", "b"], document=["d", None]).test_set().documents is None
    assert Items.build(["a", "b"], document=["d", "e"]).test_set().documents == ("d", "e")


def test_selected_items_keep_all_their_columns() -> None:
    chosen = ITEMS.select([2, 0])
    assert chosen.hypothesis == (None, "a cat")
    assert tuple(chosen.references) == ((), ("the cat",))
    assert chosen.system == (None, "A")
    assert chosen.extra == {"split": ("test", "train")}


def test_references_come_from_other_items_by_segment() -> None:
    other = Items.build([None, None], References.by_segment([["x", "y"], ["z"]]), segment=["2", "9"])
    assert tuple(ITEMS.with_references(other).references) == (("the cat",), ("the cat",), ("x", "y"))


def test_a_segment_that_is_there_twice_has_all_its_references_unless_its_sources_differ() -> None:
    references = References.by_segment([["x", "y"], ["y", "z"], ["v"], ["w"]])
    other = Items.build([None] * 4, references, segment=["2", "2", "1", "1"], source=["s", "s", "t", "u"])
    assert tuple(ITEMS.with_references(other).references) == (("the cat",), ("the cat",), ("x", "y", "z"))


def test_texts_come_from_a_test_set_by_system_and_segment_number() -> None:
    test_set = TestSet.build(
        {"A": ["a1", "a2"], "B": ["b1", "b2"]}, References.by_stream(["r1", "r2"]), source=["s1", "s2"], name="news"
    )
    items = Items.build([None, None], system=["A", "B+C"], segment=["2", "1"]).with_texts(test_set)
    assert items.hypothesis == ("a2", "b1")
    assert tuple(items.references) == (("r2",), ("r1",))
    assert items.source == ("s2", "s1")
    for segment in ("3", "0", "x", None):
        with pytest.raises(DataError, match=f"segment {segment!r}, expected a number from 1 to 2.*news"):
            Items.build([None], system=["A"], segment=[segment]).with_texts(test_set)
    with pytest.raises(DataError, match="system 'C', which news does not have; it has A, B"):
        Items.build([None], system=["C"], segment=["1"]).with_texts(test_set)


def test_scores_of_the_wrong_shape_or_infinite_ones_are_refused() -> None:
    with pytest.raises(DataError, match=r"da scores have shape \(2,\), expected \(3,\)"):
        SegmentScores(ITEMS, np.zeros(2), "da")
    with pytest.raises(DataError, match="number 2 is -inf; use NaN"):
        SegmentScores(ITEMS, np.array([0, -np.inf, 0]), "da")
    with pytest.raises(DataError, match="for 1 systems"):
        SystemJudgements(ITEMS, ("A",), np.zeros(2), "da")
    with pytest.raises(DataError, match="for 2 document names"):
        DocumentJudgements(ITEMS, ("A",), ("d", "e"), np.zeros(1), "da")


def test_scores_are_means_of_ratings_and_can_be_normalised() -> None:
    ratings = Ratings(np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]), np.array([1.0, 3.0, 80.0, 90.0]), ("x", "y"))
    scores = SegmentScores.from_ratings(ITEMS, ratings, "da")
    assert scores.scores[:2].tolist() == [40.5, 46.5]
    assert np.isnan(scores.scores[2])
    half = 1 / np.sqrt(2)
    assert scores.normalized("z").scores[:2] == pytest.approx([-half, half])
    assert scores.normalized("percentile").scores[:2].tolist() == [0.25, 0.75]
    assert scores.normalized("raw").scores[:2].tolist() == [40.5, 46.5]


def test_scores_without_known_raters_cannot_be_normalised() -> None:
    with pytest.raises(OptionError, match="who gave which rating is not known"):
        SegmentScores(ITEMS, np.zeros(3), "da").normalized("z")


def test_preferences_point_to_items_that_exist() -> None:
    def pairs(b: Any) -> Any:
        return Preferences(
            ITEMS,
            np.array([0]),
            np.array([b]),
            np.array([1], np.int8),
            np.array([-1], np.int32),
            np.array([-1], np.int32),
        )

    assert len(pairs(2)) == 1
    for b in (3, -1):
        with pytest.raises(DataError, match="there are 3 items"):
            pairs(b)
    with pytest.raises(DataError, match="1 pairs but 2 entries in 'b'"):
        pairs(2).__class__(
            ITEMS,
            np.array([0]),
            np.array([1, 2]),
            np.array([1], np.int8),
            np.array([-1], np.int32),
            np.array([-1], np.int32),
        )


def test_chosen_preferences_keep_their_items() -> None:
    pairs = Preferences(
        ITEMS,
        np.array([0, 1]),
        np.array([1, 2]),
        np.array([1, 0], np.int8),
        np.zeros(2, np.int32),
        np.zeros(2, np.int32),
    )
    strict = pairs.select(pairs.preference != 0)
    assert (strict.a.tolist(), strict.b.tolist(), strict.items) == ([0], [1], ITEMS)


def test_the_weights_of_google_are_the_default() -> None:
    found = spans(
        (0, 0, "Accuracy/Mistranslation", "Major"),
        (0, 0, "Non-translation!", "Major"),
        (0, 0, "non_translation", "major"),
        (0, 0, "Fluency/Punctuation", "Minor"),
        (0, 0, "Fluency/Punctuation", "Major"),
        (0, 0, "Fluency/Grammar", "minor"),
        (0, 0, "Style", "Neutral"),
    )
    assert found.penalties().tolist() == [5, 25, 25, 0.1, 5, 1, 0]


def test_rated_without_errors_is_zero_and_unrated_is_missing() -> None:
    scores = spans((0, 0, "Style", "Minor"), rated=[(0, 0), (1, 0)]).scores()
    assert scores.scores[:2].tolist() == [-1, 0]
    assert str(scores.scores[1]) == "0.0"
    assert np.isnan(scores.scores[2])


def test_a_rater_who_found_nothing_counts_in_the_mean() -> None:
    scores = spans((0, 0, "Style", "Major"), (0, 0, "Style", "Minor"), rated=[(0, 1), (0, 0)]).scores()
    assert scores.scores[0] == -3
    assert sorted(scores.ratings.value.tolist()) == [-6, 0]


def test_a_severity_without_a_weight_is_named_with_its_place_and_can_be_given_one() -> None:
    found = spans((0, 0, "Style", "Critical"))
    with pytest.raises(OptionError, match=r"no weight for severity 'Critical'.*segment '1' of system 'A'.*'critical'"):
        found.scores()
    assert found.scores({"critical": 10}).scores[0] == -10


def test_errors_can_be_counted_by_severity_and_category() -> None:
    found = spans(
        (0, 0, "Fluency/Grammar", "Minor"),
        (0, 0, "Fluency", "Major"),
        (0, 0, "Fluency-like", "Major"),
        rated=[(0, 0), (0, 1)],
    )
    assert found.counts().scores[0] == -1.5
    assert found.counts(severities=["major"]).scores[0] == -1
    assert found.counts(categories=["fluency"]).scores[0] == -1
    assert found.counts(categories=["fluency"], severities=["Minor"]).scores[0] == -0.5


def test_an_error_outside_every_annotation_is_refused() -> None:
    for rated in ([], [(1, 0)], [(0, 1)]):
        with pytest.raises(DataError, match="annotation that is not listed"):
            spans((0, 0, "Style", "Minor"), rated=rated).scores()


def test_groups_are_found_by_language_pair_and_data_set() -> None:
    groups = tuple(
        JudgementGroup(dataset, pair, ITEMS) for dataset, pair in [("x", "de-en"), ("x", "fr-en"), ("y", "de-en")]
    )
    judgements = JudgementSet(groups, Origin("a.tsv", "0" * 64))
    assert judgements.group("fr-en") is groups[1]
    assert judgements.group("de-en", "y") is groups[2]
    assert judgements.lang_pairs == ("de-en", "fr-en")
    with pytest.raises(DataError, match=r"a\.tsv: 2 groups for de-en.*x de-en, x fr-en, y de-en"):
        judgements.group("de-en")
    with pytest.raises(DataError, match="0 groups for cs-en"):
        judgements.group("cs-en")


def test_segment_scores_are_found_by_kind() -> None:
    tables = ScoreTables(tuple(SegmentScores(ITEMS, np.zeros(3), kind) for kind in ("da", "hter")))
    group = JudgementGroup("x", "de-en", ITEMS, tables)
    assert group.segment_scores().kind == "da"
    assert group.segment_scores("hter").kind == "hter"
    with pytest.raises(DataError, match="no segment scores of kind 'mqm'; it has da, hter"):
        group.segment_scores("mqm")


def test_new_items_reach_every_part_of_a_group() -> None:
    pairs = Preferences(
        ITEMS, np.array([0]), np.array([1]), np.ones(1, np.int8), np.zeros(1, np.int32), np.zeros(1, np.int32)
    )
    human = ScoreTables(
        (SegmentScores(ITEMS, np.zeros(3), "da"),),
        (DocumentJudgements(ITEMS, ("A",), ("d",), np.zeros(1), "da"),),
        (SystemJudgements(ITEMS, ("A",), np.zeros(1), "da"),),
    )
    group = JudgementGroup("x", "de-en", ITEMS, human, pairs, spans(), human)
    new = ITEMS.with_references(ITEMS)
    changed = group.with_items(new)
    parts = [changed, changed.preferences, changed.spans, *changed.human.segments, *changed.human.documents]
    parts += [*changed.human.systems, *changed.metrics.segments]
    assert all(part.items is new for part in parts)
    with pytest.raises(DataError, match="x de-en has 3 items, got 1"):
        group.with_items(ITEMS.select([0]))
