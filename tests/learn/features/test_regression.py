"""Features of regressions."""

import pytest

from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.regression import MeteorFeatures
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.learn.features.pairs import pairs


def test_features_of_a_perfect_translation_are_the_best_ones() -> None:
    text = "the quick cat jumps over the lazy dog"
    values = dict(
        zip(
            features.get("beer").names(FeatureOptions()),
            features.get("beer").compute(pairs([text], [text]), FeatureOptions())[0].tolist(),
            strict=True,
        )
    )
    assert all(values[f"char.{n}.f1"] == 1 for n in range(1, 7))
    assert values["word.exact.f1"] == values["order.kendall"] == values["order.monotone"] == 1
    assert values["word.stem.f1"] == values["order.inverted"] == 0
    assert values["function.recall"] + values["content.recall"] == pytest.approx(1)


def test_meteor_s_features_of_a_text_against_itself_are_what_its_search_finds() -> None:
    texts = ["The cat sat on the mat .", "a b a b a b c", "the the the", "", "."]
    pairing, options = Pairing.of(texts, References.by_stream(texts)), FeatureOptions()
    meteor = MeteorFeatures()
    assert meteor.compute(pairing, options).tolist() == meteor._of_others(pairing, options).tolist()
