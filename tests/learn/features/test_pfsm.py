"""The prediction of pPDA+f as a feature is what the metric's own model predicts."""

import pytest

from tertium.learn.features.base import FeatureOptions, compute, parse
from tertium.learn.features.pfsm import MODEL
from tertium.metrics import parse as metric
from tertium.text.pool import Pairing
from tertium.text.testset import References

TEXTS = ["The old man bought a boat .", "A boat old man the .", "Nobody came ."]
PAIRING = Pairing.of(TEXTS, References.by_stream(["The old man bought a small boat ."] * 3))


def test_better_translations_have_higher_predictions() -> None:
    options = FeatureOptions()
    column = compute(parse("ppda"), PAIRING, options)
    assert column.shape == (3, 1)
    assert column[0, 0] > column[1, 0] > column[2, 0]


def test_it_orders_as_the_metric_with_this_model_does() -> None:
    options = FeatureOptions()
    values = compute(parse("ppda"), PAIRING, options)[:, 0]
    scores = metric(f"ppda+f(model={MODEL})").statistics(PAIRING)
    rows = metric(f"ppda+f(model={MODEL})").score(scores)
    assert values.argsort().tolist() == rows.argsort().tolist()
    assert values[0] != pytest.approx(values[1])
