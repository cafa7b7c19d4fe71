"""Tuning on lists of our own: every metric, seeds, bounds, fixed weights, mixtures, smoothing, refusals."""

from dataclasses import replace
from typing import Any

import pytest

import tertium
from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.text.testset import References
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Mira
from tertium.tuning.pro import Pro
from tertium.tuning.tuning import tune
from tests.tuning.lists import SENTENCES, ten_lists


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


@pytest.mark.parametrize("method", [Pro(samples=500), Mira(epochs=3)])
def test_other_ways_of_tuning_keep_bounds_and_fixed_weights_too(method: Any) -> None:
    nbest, references = ten_lists(n_candidates=20)
    start = {"model": 0.3, "length": 0.25, "noise": 0.5}
    found = tune(nbest, references, method=method, start=start, fix=["length"], bounds={"noise": (0.2, 1.0)}, seed=1)
    assert found.weights.values["length"] == 0.25
    assert 0.2 <= found.weights.values["noise"] <= 1.0


def test_held_out_lists_choose_among_the_starts() -> None:
    nbest, references = ten_lists(seed=1)
    others, truth = ten_lists(seed=2)
    found = tune(nbest, references, held_out=(others, truth), seed=1)
    chosen = [others.text(int(i)) for i in others.best(others.scores(found.weights.values))]
    assert found.held_out[1] == pytest.approx(parse("bleu").corpus_score(chosen, truth), abs=1e-9)
    assert found.held_out[1] >= found.held_out[0]


def test_references_may_be_plain_lists() -> None:
    (nbest, references), (others, truth) = ten_lists(seed=1), ten_lists(seed=2)
    lists = replace(nbest, references=None)
    found = tune(lists, references, held_out=(others, truth), seed=1)
    assert tune(lists, SENTENCES, held_out=(others, SENTENCES), seed=1).to_json() == found.to_json()
    assert NBest.of(list(lists), references=SENTENCES).references == references
    with pytest.raises(TypeError, match="references must say how they are laid out"):
        tune(lists, [[text] for text in SENTENCES])  # type: ignore[misc]


def test_held_out_lists_meet_the_door_too() -> None:
    (nbest, references), (others, _) = ten_lists(), ten_lists(n_lists=1)
    with pytest.raises(OptionError, match=r"its model was trained on English, and .* is in Han script"):
        tune(nbest, references, metric="tertium", held_out=(others, ["我们明天去北京看望我的父母。"]))


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


def test_tune_stays_a_function_and_its_objects_are_public() -> None:
    from tertium.tuning.mira import Mira

    assert tertium.Mira is Mira
    assert {"Mert", "Mira", "Pro", "Weights", "tune"} <= set(tertium.__all__)
    assert callable(tertium.tune)
