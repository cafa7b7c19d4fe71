"""Explanations of segments and systems."""

import pytest

from tertium.errors import DataError, OptionError
from tertium.evaluation.explain import commonest_errors, explain
from tertium.metrics import Metric, parse
from tertium.metrics.wer import WER
from tertium.text.pool import Pairing
from tertium.text.testset import References


def test_a_segment_that_is_not_there_is_refused() -> None:
    pairing = Pairing.of(["a", "b"], References.by_stream(["a", "b"]))
    for number in (-1, 2):
        with pytest.raises(DataError, match=f"no segment {number + 1}; segments are numbered from 1 to 2"):
            parse("ter").explain(pairing, number)


def test_a_metric_without_an_explanation_says_which_have_one() -> None:
    class Silent(WER):
        key = "silent"
        explain = Metric.explain

    assert not Silent.has_explanation()
    with pytest.raises(OptionError, match=r"'silent' has no explanation; those with one: .*bleu, cer, chrf"):
        Silent().explain(Pairing.of(["a"], References.by_stream(["a"])), 0)


def test_the_commonest_errors_are_counted_by_stretches() -> None:
    hypotheses = ["a big dog ran very fast", "a big dog slept", "the cat sat", "x"]
    references = ["a small dog ran fast", "a small dog slept", "the cat sat down there", "y"]
    result = explain(hypotheses, References.by_stream(references), metrics=["wer"])
    found = [(e.kind, e.hypothesis, e.reference, e.count) for e in commonest_errors(result, 3).errors]
    assert found == [
        ("substitution", "big", "small", 2),
        ("insertion", "very", "", 1),
        ("deletion", "", "down there", 1),
    ]
    assert len(commonest_errors(result, 99).errors) == 4
