"""Groups of judgements."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.meta.judgements import (
    DocumentJudgements,
    JudgementGroup,
    JudgementSet,
    Origin,
    Preferences,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tests.meta.samples import ITEMS, spans


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
