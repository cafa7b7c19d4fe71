"""Training of ranking metrics, on unlabelled outputs too."""

import pytest

from tertium.errors import DataError
from tertium.learn.data import Unlabelled
from tertium.learn.trainer import Run, train
from tertium.meta.judgements import Items, Origin
from tertium.text.testset import References
from tests.support import training
from tests.support.training import beer_trainer


def test_the_same_seed_gives_the_same_model_whatever_the_threads() -> None:
    data = training.data(training.preferences())
    first, second = (train(beer_trainer(), data, Run(seed=3, threads=n), folds=2).model for n in (1, 2))
    assert first.weights.tobytes() == second.weights.tobytes()
    assert first.figures == second.figures


def unlabelled(lists: list[list[str]], references: list[str]) -> Unlabelled:
    texts = [(text, reference) for each, reference in zip(lists, references, strict=True) for text in each]
    items = Items.build([text for text, _ in texts], References.by_stream(reference for _, reference in texts))
    return Unlabelled(items, Origin("lists.tsv", "1" * 64))


def test_unlabelled_outputs_without_rivals_are_refused() -> None:
    outputs = unlabelled([["one"], ["two"]], ["one", "two"])
    with pytest.raises(DataError, match="no segment with two of them; give n-best lists"):
        train(beer_trainer(), training.data(training.preferences()), Run(unlabelled=outputs))


def test_unlabelled_outputs_that_are_all_alike_are_refused() -> None:
    outputs = unlabelled([["one", "one"], ["two", "two"]], ["one", "two"])
    with pytest.raises(DataError, match="all alike; there is nothing to learn from"):
        train(beer_trainer(), training.data(training.preferences()), Run(unlabelled=outputs))
