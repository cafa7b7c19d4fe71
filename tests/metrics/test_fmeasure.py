"""The F-measure of maximum matching, by hand."""

import pytest

from tertium.metrics.fmeasure import FMeasure
from tertium.text.pool import Pairing
from tertium.text.testset import References


def score(hypothesis: str, *references: str, **options: float) -> float:
    metric = FMeasure(tok="none", **options)
    return metric.corpus_score([hypothesis], References.by_segment([references]))


def test_words_in_common_over_the_words_of_both() -> None:
    assert score("a b c", "a b d e") == pytest.approx(100 * 2 * 2 / 7)
    assert score("b a", "a b") == pytest.approx(100)
    assert score("a a a", "a") == pytest.approx(100 * 2 / 4)
    assert score("", "") == 100


def test_longer_runs_are_rewarded_by_the_exponent() -> None:
    # Runs of 2 and 1 words: the 2-norm of their lengths.
    assert score("a b x c", "a b y c", exponent=2) == pytest.approx(100 * 2 * 5**0.5 / 8)
    assert score("c a b", "a b c", exponent=2) < score("a b c", "a b c", exponent=2)


def test_the_best_reference_counts() -> None:
    assert score("a b", "x y z", "a b") == pytest.approx(100)


def test_an_explanation_has_the_runs() -> None:
    pairing = Pairing.of(["a b x c"], References.by_stream(["c y a b"]))
    explanation = FMeasure(tok="none", exponent=2).explain(pairing, 0)
    assert [(link.hypothesis, link.reference, link.hypothesis_length) for link in explanation.links] == [
        (0, 2, 2),
        (3, 0, 1),
    ]
    assert {part.name: part.value for part in explanation.parts}["match size"] == pytest.approx(5**0.5)
