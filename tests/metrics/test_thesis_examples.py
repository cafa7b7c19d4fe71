"""Worked examples of Kulesza's thesis (2004), whose two sentence pairs show what each metric sees."""

import math

import numpy as np
import pytest

from tertium.metrics import Metric
from tertium.metrics.bleu import BLEU
from tertium.metrics.fmeasure import FMeasure
from tertium.metrics.nist import NIST
from tertium.metrics.wer import PER, WER
from tertium.text.pool import Pairing
from tertium.text.testset import References

WALK = ["he walked the dog"], References.by_stream(["he took the dog for a walk"])
STORE = ["he went to the store"], References.by_stream(["to the store he went"])


@pytest.mark.parametrize(
    ("metric", "pair", "errors"),
    [
        (WER(unit="count"), WALK, 4),
        (PER(unit="count"), WALK, 4),
        (WER(unit="count"), STORE, 4),
        (PER(unit="count"), STORE, 0),
    ],
)
def test_word_errors(metric: Metric, pair: tuple[list[str], References], errors: int) -> None:
    assert metric.corpus_score(*pair) == errors


def test_bleu_with_bigrams_is_a_half_before_the_brevity_penalty_and_236_after() -> None:
    metric = BLEU(max_order=2, smooth="none")
    assert metric.corpus_score(*WALK) / 100 == pytest.approx(0.5 * math.exp(-3 / 4), abs=1e-12)
    assert metric.corpus_score(*WALK) / 100 == pytest.approx(0.236, abs=5e-4)
    rows = metric.statistics(Pairing.of(*WALK))
    rows[:, 1] = rows[:, 0]  # a reference as long as the hypothesis
    np.testing.assert_allclose(metric.score(rows) / 100, 0.5, rtol=1e-12)


def test_bleu_with_four_words_is_0() -> None:
    assert BLEU(smooth="none").corpus_score(*WALK) == 0


def test_nist() -> None:
    assert NIST().corpus_score(*WALK) == pytest.approx(0.5622, abs=5e-5)


def test_f_measure() -> None:
    assert FMeasure().corpus_score(*WALK) / 100 == pytest.approx(6 / 11, abs=1e-12)
    assert FMeasure(exponent=2.0).corpus_score(*WALK) / 100 == pytest.approx(2 * math.sqrt(5) / 11, abs=1e-12)
    # Too long for the exact search: taking the longest run first gives the same here.
    greedy = FMeasure(exponent=2.0, exact_up_to=0)
    assert greedy.corpus_score(*WALK) / 100 == pytest.approx(2 * math.sqrt(5) / 11, abs=1e-12)
