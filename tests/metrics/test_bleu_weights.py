"""Weights of BLEU's orders: as nltk's, and equal ones change nothing."""

import pytest
from nltk.translate.bleu_score import corpus_bleu

from tertium.errors import OptionError
from tertium.metrics.bleu import BLEU
from tertium.text.testset import References
from tests.support.texts import STREAMS, SYSTEMS


@pytest.mark.parametrize("weights", ["0.4/0.3/0.2/0.1", "0.25/0.25/0.25/0.25", "0.5/0.5", "0.1/0.2/0.7"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_weighted_orders_score_as_in_nltk(weights: str, system: str) -> None:
    numbers = tuple(map(float, weights.split("/")))
    metric = BLEU(tok="none", weights=weights, max_order=len(numbers))
    # For a text without n-grams of some order nltk counts one that does not match.
    long = [i for i, text in enumerate(SYSTEMS[system]) if len(text.split()) >= 4]
    hypotheses, references = [SYSTEMS[system][i] for i in long], [[stream[i] for stream in STREAMS] for i in long]
    words = [[text.split() for text in row] for row in references]
    expected = 100 * corpus_bleu(words, [text.split() for text in hypotheses], weights=numbers)
    assert metric.corpus_score(hypotheses, References.by_segment(references)) == pytest.approx(expected, abs=1e-9)


def test_equal_weights_are_no_weights_and_proportions_count() -> None:
    references = References.by_stream(*STREAMS)
    plain = BLEU().segment_scores(SYSTEMS["rules"], references)
    assert BLEU(weights="1/1/1/1").segment_scores(SYSTEMS["rules"], references).tolist() == plain.tolist()
    twice = BLEU(weights="0.8/0.6/0.4/0.2").corpus_score(SYSTEMS["rules"], references)
    once = BLEU(weights="0.4/0.3/0.2/0.1").corpus_score(SYSTEMS["rules"], references)
    assert twice == pytest.approx(once, abs=1e-9)
    assert BLEU(weights="0.4/0.3/0.2/0.1").signature()["w"] == "0.4/0.3/0.2/0.1"
    assert "w" not in BLEU().signature()


@pytest.mark.parametrize("weights", ["", "1/2", "1/1/1/-1", "0/0/0/0", "a/b/c/d", "1/1/1/inf", "nan/1/1/1"])
def test_weights_that_cannot_be_are_refused(weights: str) -> None:
    with pytest.raises(OptionError, match="4 numbers from 0 on joined by /"):
        BLEU(weights=weights)
