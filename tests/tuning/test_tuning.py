"""Tuning on lists of our own: every metric, seeds, bounds, fixed weights, mixtures, smoothing, refusals."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tertium
from tertium import metrics
from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.sparse import Sparse
from tertium.nbest.truth import Truth
from tertium.text.testset import References, TestSet
from tertium.tuning.goal import Goal
from tertium.tuning.lines import Line, smoothed, widest_best
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Mira
from tertium.tuning.pro import Pro
from tertium.tuning.space import Space
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


@pytest.mark.parametrize("method", ["mert", "pro", "mira"])
def test_tuning_finds_the_feature_that_tells_good_from_bad(method: str) -> None:
    nbest, references = ten_lists(n_candidates=30)
    start = {"model": -1.0, "length": 1.0, "noise": 1.0}
    found = tune(nbest, references, metric="chrf", method=method, start=start, seed=3)
    assert found.score > found.start_score + 10
    assert found.weights.values["model"] > abs(found.weights.values["noise"])


@pytest.mark.parametrize("method", [Mert(restarts=4, directions=3), Pro(samples=200), Mira(epochs=5)])
def test_the_same_seed_gives_the_same_bytes_for_any_number_of_threads(method: Any) -> None:
    nbest, references = ten_lists(n_candidates=20)
    found = [tune(nbest, references, method=method, seed=7, threads=threads) for threads in (1, 2, 5)]
    assert found[0].weights.to_json() == found[1].weights.to_json() == found[2].weights.to_json()
    other = tune(nbest, references, method=method, seed=8)
    assert other.weights.to_json() != found[0].weights.to_json()


def test_weights_that_are_fixed_stay_and_others_keep_their_bounds() -> None:
    nbest, references = ten_lists(n_candidates=20)
    start = {"model": -0.5, "length": 0.25, "noise": 0.5}
    found = tune(nbest, references, start=start, fix=["len*"], bounds={"noise": (0.1, 2.0)}, seed=1)
    assert found.weights.values["length"] == 0.25
    assert 0.1 <= found.weights.values["noise"] <= 2.0
    assert found.weights.values["model"] != -0.5
    only = tune(nbest, references, start=start, only=["model"], seed=1)
    assert only.weights.values["length"] == 0.25
    assert only.weights.values["noise"] == 0.5


@pytest.mark.parametrize("method", [Pro(samples=500), Mira(epochs=3)])
def test_other_ways_of_tuning_keep_bounds_and_fixed_weights_too(method: Any) -> None:
    nbest, references = ten_lists(n_candidates=20)
    start = {"model": 0.3, "length": 0.25, "noise": 0.5}
    found = tune(nbest, references, method=method, start=start, fix=["length"], bounds={"noise": (0.2, 1.0)}, seed=1)
    assert found.weights.values["length"] == 0.25
    assert 0.2 <= found.weights.values["noise"] <= 1.0


def test_without_bounds_the_sizes_of_the_weights_add_up_to_1() -> None:
    nbest, references = ten_lists()
    found = tune(nbest, references, seed=1)
    assert sum(map(abs, found.weights.values.values())) == pytest.approx(1)


def test_mixtures_lie_between_their_metrics() -> None:
    nbest, references = ten_lists(n_candidates=30)
    mixed = tune(nbest, references, metric=["bleu", "ter"], mix=[1, -1], seed=1)
    assert mixed.weights.metric == "1*bleu-1*ter"
    chosen = [nbest.text(int(i)) for i in nbest.best(nbest.scores(mixed.weights.values))]
    bleu, ter = (parse(name).corpus_score(chosen, references) for name in ("bleu", "ter"))
    assert mixed.score == pytest.approx(bleu - ter, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "mix", "message"),
    [
        (["bleu", "ter"], None, "2 metrics to tune with but no shares.*--mix 1,-1"),
        (["bleu", "ter"], [1, 1], "share of ter is 1, but its lower scores are better"),
        (["bleu"], [1, 2], "1 metrics but 2 shares"),
        (["bleu"], [float("nan")], "share of bleu is nan"),
    ],
)
def test_mixtures_that_make_no_sense_are_refused(given: list[str], mix: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Goal.of([parse(name) for name in given], mix)


def test_held_out_lists_choose_among_the_starts() -> None:
    nbest, references = ten_lists(seed=1)
    others, truth = ten_lists(seed=2)
    found = tune(nbest, references, held_out=(others, truth), seed=1)
    chosen = [others.text(int(i)) for i in others.best(others.scores(found.weights.values))]
    assert found.held_out[1] == pytest.approx(parse("bleu").corpus_score(chosen, truth), abs=1e-9)
    assert found.held_out[1] >= found.held_out[0]


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


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"model": 0.0, "length": 0.0, "noise": 0.0}, "all weights are 0"),
        ({"model": float("nan"), "length": 0.0, "noise": 0.0}, "the weight of model is nan"),
        ({"model": 1.0, "length": 0.0}, "none for noise"),
        ({"model": 1.0, "length": 0.0, "noise": 0.0, "lm": 1.0}, "lm is no feature"),
    ],
)
def test_useless_start_weights_are_refused(start: dict[str, float], message: str) -> None:
    nbest, references = ten_lists()
    with pytest.raises(DataError, match=message):
        tune(nbest, references, start=start)


def test_wrong_names_and_empty_choices_are_refused() -> None:
    nbest, references = ten_lists()
    with pytest.raises(UnknownNameError, match="unknown weight 'lemgth'"):
        tune(nbest, references, fix=["lemgth"])
    with pytest.raises(OptionError, match="every weight is fixed"):
        tune(nbest, references, fix=["*"])
    with pytest.raises(OptionError, match="lowest weight 2 is not below the highest 1"):
        tune(nbest, references, bounds={"noise": (2, 1)})
    with pytest.raises(DataError, match="10 lists but 2 segments"):
        tune(nbest, References.by_stream(["a", "b"]))
    with pytest.raises(DataError, match="no two candidates of a list differ"):
        tune(nbest, references, method=Pro(least_difference=2.0))


def test_features_that_never_change_move_no_weight() -> None:
    lists = [["a b c d", "a b"], ["e f g h", "e f"]]
    features = [[{"same": 5.0, "good": 1.0}, {"same": 5.0, "good": 2.0}]] * 2
    references = References.by_stream(["a b c d", "e f g h"])
    nbest = NBest.of(lists, features=features)
    found = tune(nbest, references, start={"same": 1.0, "good": 1.0}, method=Mert(restarts=0), seed=1)
    assert found.score == pytest.approx(100)
    assert found.weights.values["same"] > 0
    assert found.weights.values["good"] < 0


def line(x: list[float], scores: list[float]) -> Line:
    return Line(np.array(x, float), np.array(scores, float))


@pytest.mark.parametrize(
    ("where", "bounds", "expected"),
    [
        (line([0, 1, 4], [1, 5, 5, 2]), (-np.inf, np.inf), (2.5, 5)),  # the wider of two equal ones
        (line([0, 1, 4], [1, 3, 2, 5]), (-np.inf, np.inf), (6.0, 5)),  # beyond the last: half of all gaps are 2 wide
        (line([3, 3.1], [9, 1, 1]), (-np.inf, np.inf), (2.9, 9)),  # before the first: at least 0.1
        (line([0, 1, 4], [1, 5, 5, 2]), (-np.inf, 2), (0.5, 5)),  # bounds cut the wider one
        (line([0, 1, 4], [1, 5, 5, 9]), (-np.inf, 6), (5.0, 9)),  # and give outer ones an end
        (line([1, 2], [7, 0, 7]), (-np.inf, np.inf), (0.0, 7)),  # both without end: the one that holds 0
    ],
)
def test_the_best_stretch_of_a_line(where: Line, bounds: tuple[float, float], expected: tuple[float, float]) -> None:
    place = widest_best(where, *bounds)
    assert (place.x, place.score) == pytest.approx(expected)


def test_a_line_without_changes_and_one_outside_its_bounds_give_nothing() -> None:
    assert widest_best(line([], [3]), -np.inf, np.inf) is None
    assert widest_best(line([1, 2], [3, 4, 5]), 1, 1) is None


def test_smoothing_prefers_a_broad_hill_to_a_narrow_peak() -> None:
    hill = line([0, 1, 2, 3, 4, 5, 6, 7], [0, 9, 0, 0, 7, 8, 7, 0, 0])
    assert widest_best(hill, -np.inf, np.inf).x == 0.5
    for smoothing in ("average", "minimum"):
        assert smoothed(widest_best, smoothing, 1)(hill, -np.inf, np.inf).x == 4.5
    nbest, references = ten_lists()
    found = tune(nbest, references, method=Mert(smoothing="average", window=2, restarts=2), seed=1)
    assert np.isfinite(found.score)


def test_random_starts_keep_what_is_fixed_and_their_range() -> None:
    space = Space.of(["lm", "w", "tm_0"], fix=["tm_*"], ranges={"lm": (2, 3)})
    starts = np.array([space.random_start(np.random.default_rng(i), np.full(3, 9.0)) for i in range(50)])
    assert ((starts[:, 0] > 2) & (starts[:, 0] < 3)).all()
    assert (starts[:, 1] < 0).any()  # penalties have either sign
    assert (starts[:, 2] == 9).all()


def test_tune_stays_a_function_and_its_objects_are_public() -> None:
    from tertium.tuning.mira import Mira

    assert tertium.Mira is Mira
    assert {"Mert", "Mira", "Pro", "Weights", "tune"} <= set(tertium.__all__)
    assert callable(tertium.tune)
