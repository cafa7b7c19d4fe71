"""Words near each other by their vectors."""

import numpy as np
import pytest

from tertium.learn.features.base import FeatureOptions, compute, parse
from tertium.learn.features.vectors import NAMES, similarities
from tertium.text.pool import Pairing
from tertium.text.testset import References

ENGLISH, OTHER = FeatureOptions.of({}, "en"), FeatureOptions.of({"tok": "intl", "matches": "exact"}, "any")
REFERENCE = "The car was fast."


def row(hypothesis: str, sets: str = "vectors+transport") -> dict[str, float]:
    pairing = Pairing.of([hypothesis], References.by_stream([REFERENCE]))
    names = (*NAMES, "transport.mean", "transport.weighted-mean")
    return dict(zip(names, compute(parse(sets), pairing, ENGLISH)[0].tolist(), strict=True))


def test_words_of_like_meaning_are_nearer_than_others_and_equal_ones_nearest() -> None:
    same, near, far = (row(text) for text in (REFERENCE, "The automobile was quick.", "The onion was purple."))
    for name in ("vectors.f1", "vectors.mean", "transport.mean"):
        assert same[name] > near[name] > far[name]
    assert same["vectors.precision"] == pytest.approx(1, abs=1e-5)


def test_similarities_are_cosines_of_words() -> None:
    found = similarities(ENGLISH, ["car", "onion"], ["car", "automobile"])
    assert found[0, 0] == pytest.approx(1)
    assert found[0, 1] > found[1, 1]
    assert (np.abs(found) <= 1 + 1e-9).all()
    assert similarities(ENGLISH, [], ["car"]).shape == (0, 1)


def test_a_language_without_vectors_has_no_such_features() -> None:
    pairing = Pairing.of(["a"], References.by_stream(["a"]))
    assert compute(parse("vectors"), pairing, OTHER).shape == (1, 0)
    assert similarities(OTHER, ["car"], ["car"]).tolist() == [[0.0]]
