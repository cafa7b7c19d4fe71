"""A linear model: its weights beside the features that they are of."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.text.pool import Pairing
from tertium.text.testset import References

PAIRING = Pairing.of(["the cat sat", "a dog", ""], References.by_stream(["the cat sat", "the cat sat", "a dog"]))


def test_a_row_is_the_sum_of_its_groups() -> None:
    linear = LinearModel.load("beer-en", "beer")
    table = linear.features(PAIRING)
    assert linear.apply(PAIRING).tolist() == pytest.approx((table @ linear.model.weights).tolist())
    groups = linear.by_group(table[1])
    assert sum(groups.values()) == pytest.approx(linear.apply(PAIRING)[1])
    assert set(groups) == {name.split(".")[0] for name in linear.model.features}
    assert linear.one_empty(PAIRING).tolist() == [False, False, True]


def test_weights_stand_in_the_order_of_the_columns() -> None:
    model = Model.load("beer-en", metrics=["beer"])
    turned = replace(model, features=model.features[::-1], weights=model.weights[::-1].copy())
    assert np.array_equal(LinearModel.of(turned).apply(PAIRING), LinearModel.of(model).apply(PAIRING))


def test_a_model_that_names_no_features_is_refused() -> None:
    model = Model.load("beer-en", metrics=["beer"])
    with pytest.raises(DataError, match="mine: says nothing about its sets of features"):
        LinearModel.of(replace(model, options={}), "mine")
