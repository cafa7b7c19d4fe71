"""Scores of a test set in blocks are those of the whole."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.results import Evaluation
from tertium.evaluation.scale import sums
from tertium.evaluation.scale.blocks import ScoredBlock, joined, score_blocks
from tertium.evaluation.score import score
from tertium.text.testset import TestSet, Text
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

WHOLE = TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS, name="sample", language="en")
METRICS = ["bleu", "chrf", "meteor"]  # meteor's rows are fractions


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "SEGMENTS", 4)


def blocks(test_set: TestSet, size: int) -> Iterator[TestSet]:
    return (test_set.part(start, start + size) for start in range(0, len(test_set), size))


def with_gaps(texts: list[str]) -> list[Text]:
    return [None if 4 <= i < 8 or i == 13 else text for i, text in enumerate(texts)]


def same(a: Evaluation, b: Evaluation) -> bool:
    return a.to_json() == b.to_json()


def test_it_is_public() -> None:
    assert tertium.score_blocks is score_blocks


@pytest.mark.parametrize("size", [4, 8, 28, 100])
def test_scores_are_those_of_the_whole_to_the_last_bit(size: int) -> None:
    whole = score(WHOLE, metrics=METRICS, segments=True, documents=True)
    assert same(score_blocks(blocks(WHOLE, size), metrics=METRICS, segments=True, documents=True), whole)


def test_missing_segments_are_left_out_of_blocks_too() -> None:
    system, *others = SYSTEMS
    gaps = {system: with_gaps(SYSTEMS[system])} | {other: SYSTEMS[other] for other in others}
    test_set = TestSet.build(gaps, REFERENCES, documents=DOCUMENTS, name="sample")
    skip = Scoring(missing="skip")
    whole = score(test_set, metrics=METRICS, scoring=skip, segments=True, documents=True)
    assert whole.n_segments == 25
    apart = score_blocks(blocks(test_set, 4), metrics=METRICS, scoring=skip, segments=True, documents=True)
    assert same(apart, whole)
    with pytest.raises(DataError, match=r"segment 5 has no hypothesis .*\(4 of 4 segments"):
        score_blocks(blocks(test_set, 4), metrics=METRICS)
    with pytest.raises(DataError, match="there are no segments to score"):
        score_blocks([test_set.part(4, 8)], metrics=METRICS, scoring=skip)


def test_the_number_of_references_is_that_of_all_blocks() -> None:
    references = tertium.References.by_segment([["a b", "c"][: 1 + (i > 5)] for i in range(12)])
    test_set = TestSet.build({"s": ["a b"] * 12}, references)
    assert "refs:1-2" in score_blocks(blocks(test_set, 4), metrics="bleu")["s"]["bleu"].signature


def test_segment_scores_come_block_by_block() -> None:
    came: list[ScoredBlock] = []
    done: list[tuple[str, int, int]] = []
    score_blocks(blocks(WHOLE, 8), metrics="chrf", each=came.append, progress=lambda *at: done.append(at))
    whole = score(WHOLE, metrics="chrf", segments=True)
    for row in whole.systems:
        column = np.concatenate([block.scores[row.system][:, 0] for block in came])
        np.testing.assert_array_equal(column, row.scores[0].segments)
    assert [block.test_set.first for block in came] == [0, 8, 16, 24]
    assert [at for at in done if at[2] == 0] == [("scoring", n, 0) for n in (8, 16, 24, 30)]


def test_what_needs_the_whole_is_refused_where_there_is_more_than_one_block() -> None:
    assert same(score_blocks([WHOLE], metrics="nist"), score(WHOLE, metrics="nist"))
    with pytest.raises(OptionError, match="nist: the row of a segment depends on all other segments"):
        score_blocks(blocks(WHOLE, 20), metrics="nist")
    assert joined(blocks(WHOLE, 7)) == WHOLE


def test_blocks_that_do_not_belong_together_are_refused() -> None:
    first, second = blocks(WHOLE, 15)
    fewer = replace(second, systems={"neural": second.systems["neural"]})
    with pytest.raises(DataError, match=r"sample: from segment 16 on there are other systems than before"):
        score_blocks([first, fewer], metrics="bleu")
    with pytest.raises(DataError, match="there are no documents, and before there were some"):
        score_blocks([first, replace(second, documents=None)], metrics="bleu")
    with pytest.raises(DataError, match="there are no blocks"):
        score_blocks([])
