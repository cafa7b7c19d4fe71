"""HTER: TER against post-edits."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.metrics.choice import choose
from tertium.metrics.hter import HTER
from tertium.metrics.ter import TER
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

EDITED = TestSet.build(
    {"ours": ["the cat sat", "a dog"], "theirs": ["cat the sat", "dog a"]},
    References.by_stream(["something else entirely", "another thing"]),
    post_edits={"ours": ["the cat sat down", "a dog"], "theirs": ["the cat sat", None]},
)


def test_hter_is_ter_against_the_post_edits() -> None:
    pairing = Pairing.of_systems(EDITED)["ours"]
    assert HTER().statistics(pairing).tolist() == [[1, 4], [0, 2]]
    against = Pairing.of(EDITED.systems["ours"], References.by_stream(EDITED.post_edits["ours"]))
    np.testing.assert_array_equal(HTER().statistics(pairing), TER().statistics(against))
    assert HTER().explain(pairing, 0).reference == ("the", "cat", "sat", "down")


def test_hter_asks_for_post_edits_that_are_missing() -> None:
    with pytest.raises(DataError, match=r"segment 2 has no post-edit \(1 of 2"):
        HTER().statistics(Pairing.of_systems(EDITED)["theirs"])
    with pytest.raises(DataError, match="--post-edits"):
        HTER().corpus_score(["a"], References.by_stream(["a"]))


def test_other_metrics_do_not_mind_missing_post_edits() -> None:
    assert TER().statistics(Pairing.of_systems(EDITED)["theirs"]).shape == (2, 2)


def test_all_metrics_are_those_that_need_no_post_edits() -> None:

    assert "hter" not in [metric.key for metric in choose(["all"]).metrics]
    assert "terp" in [metric.key for metric in choose(["all"]).metrics]
