"""Inputs on which a metric must equal sacreBLEU's, and the comparison."""

from typing import Any

import numpy as np

from tertium.metrics import Metric
from tests.support.texts import STREAMS, SYSTEMS

from .inputs import Input

EDGES = [
    Input([""], [["a"]]),
    Input(["a"], [[""]]),
    Input([""], [[""]]),
    Input(["a b c", ""], [["", "a b c"], ["a b c", None]]),
    Input(["a"], [["a"]]),
    Input([" ", "\n"], [["\u3000", "\t"]]),
]
SAMPLE = [Input(hypotheses, streams) for hypotheses in SYSTEMS.values() for streams in (STREAMS, STREAMS[:1])]


def assert_equal_scores(metric: Metric, original: Any, data: Input) -> None:
    expected = original.corpus_score(data.hypotheses, data.streams).score
    found = metric.corpus_score(data.hypotheses, data.references, normalization="none")
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    expected = [original.sentence_score(hypothesis, references).score for hypothesis, references in data.segments()]
    found = metric.segment_scores(data.hypotheses, data.references, normalization="none")  # type: ignore[assignment]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
