"""What learners learn from: folds that share no segment, and data that gives nothing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.regression.training import BLEUR, MTR
from tertium.learn.trainer import Run, train
from tertium.text.testset import References
from tests.support import training
from tests.support.training import beer_trainer


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
