"""Whether a metric likes outputs longer than it should."""

from dataclasses import replace

import numpy as np

from tertium.learn.data import Unlabelled
from tertium.learn.features.base import pair_items
from tertium.learn.linear_model import LinearModel
from tertium.learn.ranking.length_bias import LengthBias
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.trainer import Run, train
from tertium.meta.judgements import Items, Origin
from tertium.text.testset import References
from tests.support import training
from tests.support.training import beer_trainer


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
