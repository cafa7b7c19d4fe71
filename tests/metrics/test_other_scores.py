"""Scores from elsewhere as a metric: their mean, and nothing that it could compute."""

import numpy as np
import pytest

from tertium.errors import OptionError
from tertium.metrics.other_scores import other_metric, rows_of
from tertium.text.pool import Pairing
from tertium.text.testset import References


def test_the_score_is_the_mean_of_what_was_given() -> None:
    metric = other_metric("COMET", "comet.tsv", higher_is_better=False)
    rows = rows_of(np.array([0.5, 0.25, 0.75, 1.0]))
    assert float(metric.score(rows.sum(0))) == pytest.approx(0.625)
    assert metric.score(rows).tolist() == [0.5, 0.25, 0.75, 1.0]
    assert (metric.name, metric.spec(), metric.key, metric.higher_is_better) == ("COMET", "COMET", "COMET", False)
    assert metric.signature() == {"scores": "comet.tsv"}


def test_two_metrics_do_not_share_their_names() -> None:
    first, second = (other_metric(name, "f", higher_is_better=True) for name in ("A", "B"))
    assert (first.key, second.key) == ("A", "B")


def test_it_cannot_score_texts() -> None:
    with pytest.raises(OptionError, match="the scores of 'COMET' come from a file"):
        other_metric("COMET", "f", higher_is_better=True).statistics(Pairing.of(["a"], References.by_stream(["a"])))
