"""Weights are put into Moses' configuration."""

import pytest

from tertium.errors import DataError
from tertium.nbest.weights import Weights
from tertium.tuning.moses.ini import with_weights

LINES = ["[feature]", "KENLM name=LM0", "[weight]", "LM0= 0.5", "TranslationModel0= 0.2 0.2", "Other0= 1", "[end]"]


def test_weights_are_put_into_a_configuration() -> None:
    weights = Weights({"LM0": 0.25, "TranslationModel0_0": 0.5, "TranslationModel0_1": -0.25})
    changed = with_weights(LINES, weights, "moses.ini")
    assert changed == [*LINES[:3], "LM0= 0.25", "TranslationModel0= 0.5 -0.25", "Other0= 1", "[end]"]


def test_weights_of_another_configuration_are_refused() -> None:
    with pytest.raises(DataError, match=r"moses.ini: the part \[weight\] has no line for tm"):
        with_weights(LINES, Weights({"tm": 1.0}), "moses.ini")
