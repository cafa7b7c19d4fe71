"""Rows of statistics: features side by side or summed, and what the search says is what the metric says."""

from dataclasses import replace

import pytest

import tertium
from tertium import metrics
from tertium.errors import OptionError
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.sparse import Sparse
from tertium.nbest.truth import Truth
from tertium.text.testset import References, TestSet
from tertium.tuning.goal import Goal
from tertium.tuning.mert import Mert
from tertium.tuning.tuning import Plan, tune, tune_lists
from tests.support.encoders import english_encoder
from tests.tuning.lists import SENTENCES, ten_lists

__all__ = ["english_encoder"]


@pytest.mark.parametrize("name", metrics.names())
def test_every_metric_can_be_tuned_on(name: str) -> None:
    """No metric has code of its own in tuning; what the search says is what the metric says of the chosen texts."""
    if package := metrics.get(name).package:
        pytest.importorskip(package)
    metric = parse(name)
    if lack := metric.lack():
        pytest.skip(lack)
    nbest, references = ten_lists(n_candidates=5)
    truth = Truth(references, post_edits=SENTENCES if "post-edits" in metric.needs else None)
    found = tune_lists(nbest, truth, Plan(Goal.of([metric]), Mert(restarts=0), seed=1))
    chosen = nbest.best(nbest.scores(found.weights.values))
    texts = [nbest.text(int(i)) for i in chosen]
    edits = {"a": SENTENCES} if "post-edits" in metric.needs else None
    test_set = TestSet.build({"a": texts}, references, post_edits=edits)
    expected = tertium.score(test_set, metrics=[metric]).systems[0].scores[0].score
    assert found.score == pytest.approx(expected, abs=1e-9)
    better = found.score - found.start_score
    assert (better if metric.higher_is_better else -better) >= 0


def test_sparse_features_are_summed_for_mert_and_tuned_each_by_mira() -> None:
    references = References.by_stream(["a b c d e", "f g h i j"])
    lists = [["a b c d e", "a x"], ["f g h i j", "x j"]]
    rows = [[{"lm": 0.0, "good_x": 1.0}, {"lm": 1.0}], [{"lm": 0.0, "good_x": 2.0}, {"lm": 1.0, "bad_y": 1.0}]]
    dense = NBest.of(lists, features=[[{"lm": row["lm"]} for row in part] for part in rows])
    sparse = Sparse.of([{k: v for k, v in row.items() if k != "lm"} for part in rows for row in part])
    nbest = replace(dense, sparse=sparse)
    with pytest.raises(OptionError, match="mert cannot tune 2 sparse features one by one"):
        tune(nbest, references)
    grouped = tune(nbest, references, group_sparse=True, seed=1)
    assert set(grouped.weights.values) == {"lm", "sparse"}
    each = tune(nbest, references, method="mira", seed=1)
    assert set(each.weights.values) == {"lm", "good_x", "bad_y"}
