"""Training: what every trainer gives, folds, dev data, and data that cannot be learned from."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.learn import trainer as trainers
from tertium.learn.data import Unlabelled
from tertium.learn.features.base import pair_items
from tertium.learn.linear_model import LinearModel
from tertium.learn.ranking.length_bias import LengthBias
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.regression.training import BLEUR, MTR, AnyRegression
from tertium.learn.trainer import Run, train
from tertium.meta.judgements import Items, Origin
from tertium.text.testset import References
from tests.support import training
from tests.support.training import beer_trainer

BY_SCORES = ("bleur", "nistr", "terr", "meteorr", "mtr", "regression")
BOTH = {"beer": training.preferences(), **dict.fromkeys(BY_SCORES, training.scores())}


@pytest.mark.parametrize("name", BOTH)
def test_every_trainer_learns_to_put_better_outputs_first(name: str) -> None:
    few = {"min_pairs": 1} if name == "beer" else {}
    result = train(trainers.get(name)(**few), training.data(BOTH[name]), Run())
    figures = {(figure.data, figure.measure): figure.value for figure in result.model.figures}
    assert figures["train", "wmt14-tau" if name == "beer" else "spearman"] > 0.8
    assert np.isfinite(result.model.weights).all()
    assert [name for group in result.groups.values() for name in group] == list(result.model.features)
    assert result.model.training[0].name == "tiny.tsv"


def test_the_same_seed_gives_the_same_model_whatever_the_threads() -> None:
    data = training.data(training.preferences())
    first, second = (train(beer_trainer(), data, Run(seed=3, threads=n), folds=2).model for n in (1, 2))
    assert first.weights.tobytes() == second.weights.tobytes()
    assert first.figures == second.figures


def test_beer_learns_from_scores_as_from_preferences() -> None:
    from_scores = train(beer_trainer(), training.data(training.scores()), Run())
    ranked = train(beer_trainer(), training.data(training.preferences()), Run())
    # Every pair of one segment differs, so both see the same pairs but for the one tie.
    assert from_scores.log[0].startswith("ranking: 48 pairs")
    assert ranked.log[0].startswith("ranking: 47 pairs")


def test_scores_too_close_make_no_preference() -> None:
    result = train(beer_trainer(min_difference=40.0), training.data(training.scores()), Run())
    assert result.log[0].startswith("ranking: 32 pairs")


def test_folds_measure_on_segments_that_were_not_trained_on() -> None:
    flipped = training.data(training.preferences("de-en"), training.preferences("fr-en", flip=True))
    figures = train(beer_trainer(), flipped, Run(), folds="lang-pair").model.figures
    held = {figure.part: figure.value for figure in figures if figure.data == "round robin"}
    # Trained on the one, the other says the opposite; where every output beats its reference, all score alike.
    assert held["tiny fr-en"] < -0.8
    assert held["tiny de-en"] <= 0


def test_folds_share_no_segment() -> None:
    data = training.data(training.preferences())
    rng = np.random.default_rng(1)
    seen = []
    for rest, held in data.folds(4, rng):
        (inside,), (outside,) = rest.groups, held.groups
        texts = [{g.items.references[i] for i in g.preferences.a} for g in (inside, outside)]
        assert not texts[0] & texts[1]
        seen += list(texts[1])
        assert len(inside.preferences) + len(outside.preferences) == 48
    assert len(seen) == len(set(seen)) == len(training.REFERENCES)


def test_dev_data_is_measured_and_not_trained_on() -> None:
    data, dev = training.data(training.preferences()), training.data(training.preferences(flip=True))
    alone = train(beer_trainer(), data, Run())
    result = train(beer_trainer(), data, Run(dev=dev))
    assert result.model.weights.tolist() == alone.model.weights.tolist()
    assert next(f.value for f in result.model.figures if f.data == "dev") < -0.8
    assert [part.use for part in result.model.training] == ["train", "dev"]


def test_any_features_feed_any_learner() -> None:
    ranked = train(beer_trainer(features="surface+meteor"), training.data(training.preferences()), Run())
    predicted = train(AnyRegression(features="beer2+ter"), training.data(training.scores()), Run())
    assert set(ranked.groups) == {"ngram", "ratio", "errors", "meteor"}
    assert len(predicted.model.features) == 62 + 50


def test_missing_scores_are_left_out() -> None:
    result = train(BLEUR(), training.data(training.scores(missing=5)), Run())
    assert result.sizes[0].scores == 27


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: train(beer_trainer(), training.data(), Run()), "nothing to learn from; expected preferences"),
        (lambda: train(MTR(), training.data(training.preferences()), Run()), "expected segment scores, found 47 pref"),
        (lambda: train(BLEUR(), training.data(training.scores(missing=32)), Run()), "and 0 segment scores"),
        (lambda: train(BLEUR(), training.data(training.scores(missing=31)), Run()), "needs at least two"),
        (
            lambda: train(beer_trainer(min_difference=500.0), training.data(training.scores()), Run()),
            "nothing to rank",
        ),
        (
            lambda: train(beer_trainer(), training.data(training.preferences()), Run(), folds=9),
            "9 folds are more than",
        ),
        (
            lambda: train(beer_trainer(), training.data(training.preferences()), Run(), folds="lang-pair"),
            "needs at least two language pairs, found de-en",
        ),
    ],
)
def test_data_that_cannot_be_learned_from_is_refused(make: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        make()


def test_items_without_text_or_reference_are_left_out() -> None:
    group = training.preferences()
    texts = list(group.items.hypothesis)
    texts[0] = None
    references = list(group.items.references)
    references[5] = ()
    items = replace(group.items, hypothesis=tuple(texts), references=References.by_segment(references))
    result = train(beer_trainer(), training.data(group.with_items(items)), Run())
    assert result.log[0].startswith("ranking: 42 pairs")


def unlabelled(lists: list[list[str]], references: list[str]) -> Unlabelled:
    texts = [(text, reference) for each, reference in zip(lists, references, strict=True) for text in each]
    items = Items.build([text for text, _ in texts], References.by_stream(reference for _, reference in texts))
    return Unlabelled(items, Origin("lists.tsv", "1" * 64))


def test_self_training_tells_the_length_of_the_best_of_each_list_before_and_after() -> None:
    lists = [[training.spoil(text, n) for n in range(4)] + [f"{text} and more of it"] for text in training.REFERENCES]
    outputs = unlabelled(lists, training.REFERENCES)
    run = Run(unlabelled=outputs)
    result = train(beer_trainer(rounds=2, sample=240), training.data(training.preferences()), run)
    figures = {(f.part, f.measure): f for f in result.model.figures if f.data == "unlabelled"}
    assert figures["all outputs", "length-ratio"].n == 40
    for when in ("before", "after"):
        ratio = figures[f"best of each list, {when}", "length-ratio"]
        assert ratio.n == len(training.REFERENCES)
        assert 0.5 < ratio.value < 1.5
    assert [part.use for part in result.model.training] == ["train", "unlabelled"]
    again = train(beer_trainer(rounds=2, sample=240), training.data(training.preferences()), run)
    assert again.model.weights.tobytes() == result.model.weights.tobytes()


def test_recall_alone_prefers_longer_outputs_and_precision_shorter_ones() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    outputs = unlabelled([[text, "one two"]], [text]).items
    empty = BeerTrainer(paraphrases="none")._model(np.zeros(42))
    linear = LinearModel.of(empty)
    pairing, _ = pair_items(outputs, np.arange(2), threads=1)
    bias = LengthBias(linear, pairing, linear.features(pairing), [np.array([0, 1])], outputs)
    assert bias.of_all == 14 / 24
    for name, expected in (("word.exact.recall", 1.0), ("word.exact.precision", 0.0)):
        model = replace(empty, weights=np.array([float(each == name) for each in empty.features]))
        assert bias.prefers_longer(model) == expected
        assert bias.ratio(model) == 1.0


def test_unlabelled_outputs_without_rivals_are_refused() -> None:
    outputs = unlabelled([["one"], ["two"]], ["one", "two"])
    with pytest.raises(DataError, match="no segment with two of them; give n-best lists"):
        train(beer_trainer(), training.data(training.preferences()), Run(unlabelled=outputs))


def test_unlabelled_outputs_that_are_all_alike_are_refused() -> None:
    outputs = unlabelled([["one", "one"], ["two", "two"]], ["one", "two"])
    with pytest.raises(DataError, match="all alike; there is nothing to learn from"):
        train(beer_trainer(), training.data(training.preferences()), Run(unlabelled=outputs))


def test_wrong_options_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown trainer 'bear'"):
        trainers.get("bear")
    with pytest.raises(OptionError, match="beer: option 'penalty' cannot be -1"):
        BeerTrainer(penalty=-1.0)
    with pytest.raises(OptionError, match="'nist' depend on the whole test set"):
        train(beer_trainer(features="beer+nist"), training.data(training.preferences()), Run())
    with pytest.raises(OptionError, match="folds cannot be 1"):
        train(beer_trainer(), training.data(training.preferences()), Run(), folds=1)
    model = train(BLEUR(), training.data(training.scores()), Run()).model
    with pytest.raises(DataError, match="start from is of 'regression', expected 'beer'"):
        train(beer_trainer(), training.data(training.preferences()), Run(start=model))


def test_weights_are_not_learned_from_a_handful_of_pairs() -> None:
    with pytest.raises(DataError, match=r"47 pairs of outputs .* expected at least 100.*--min-pairs"):
        train(BeerTrainer(), training.data(training.preferences()), Run())
