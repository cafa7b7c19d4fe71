"""The program that measures how far `transport` is from a converged plan computes what the features are."""

import numpy as np
import pytest

from papers.judgements import DATA
from papers.transport import FAR, real_pairs, values
from tertium.learn.features.base import FeatureOptions, get
from tertium.resources import store
from tertium.resources.vectors import transport


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the real data in ../shared, which is not there")
def test_values_are_those_of_the_features_and_not_converged() -> None:
    pairing, vectors = real_pairs(100), store.find("vectors.en", "vectors").vectors()
    ours = values(pairing, vectors, transport.STEPS)
    assert np.array_equal(ours, get("transport").compute(pairing, FeatureOptions()))
    off = np.abs(ours - values(pairing, vectors, 2000))
    assert 0.3 < (off > FAR).mean() < 0.7
    assert off.max() < 0.03
