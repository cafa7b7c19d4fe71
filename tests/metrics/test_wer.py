"""WER equals jiwer's; PER follows its definition; both take the closest of several references."""

from collections import Counter

import jiwer
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium.metrics.wer import PER, WER
from tertium.text.testset import References
from tests.support.texts import STREAMS, SYSTEMS

texts = st.lists(st.sampled_from(["the", "cat", "sat", "é", "😀", "."]), max_size=10).map(" ".join)
pairs = st.lists(st.tuples(texts, texts), min_size=1, max_size=6)


@given(pairs)
@example([("", "")])
@example([("a b", "")])
@example([("", "a b"), ("a", "a")])
def test_wer_equals_that_of_jiwer(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    found = WER().corpus_score(hypotheses, References.by_stream(references))
    assert found == pytest.approx(100 * jiwer.wer(references, hypotheses), abs=1e-9)
    segments = WER().segment_scores(hypotheses, References.by_stream(references))
    expected = [100 * jiwer.wer(ref, hyp) for hyp, ref in pairs]
    np.testing.assert_allclose(segments, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("system", SYSTEMS)
def test_wer_of_the_sample_equals_that_of_jiwer(system: str) -> None:
    expected = 100 * jiwer.wer(STREAMS[0], SYSTEMS[system])
    assert WER().corpus_score(SYSTEMS[system], References.by_stream(STREAMS[0])) == pytest.approx(expected, abs=1e-9)


@given(pairs)
def test_counts_are_those_of_jiwer(pairs: list[tuple[str, str]]) -> None:
    for hypothesis, reference in pairs:
        if not reference:
            continue
        edits = jiwer.process_words(reference, hypothesis)
        expected = edits.substitutions + edits.deletions + edits.insertions
        assert WER(unit="count").corpus_score([hypothesis], References.by_stream([reference])) == expected


@given(pairs)
def test_per_is_the_longer_length_less_the_words_in_common(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    expected = [
        max(len(h.split()), len(r.split())) - (Counter(h.split()) & Counter(r.split())).total() for h, r in pairs
    ]
    found = PER(unit="count").segment_scores(hypotheses, References.by_stream(references))
    assert found.tolist() == expected


@pytest.mark.parametrize("metric", [WER(), PER()])
def test_the_reference_with_the_lowest_rate_counts(metric: WER) -> None:
    # 1 of 2 words wrong, or 2 of 5: fewer edits but a higher rate.
    references = References.by_segment([["a x", "a b y z"]])
    assert metric.segment_scores(["a b"], references).tolist() == [50]
    references = References.by_segment([["a x", "a b c y z"]])
    assert metric.segment_scores(["a b c"], references).tolist() == [40]


@pytest.mark.parametrize("metric", [WER(unit="count"), PER(unit="count")])
def test_the_reference_with_the_fewest_errors_counts_where_errors_are_counted(metric: WER) -> None:
    for row in (["b", "d a b"], ["d a b", "b"]):
        references = References.by_segment([row])
        assert metric.segment_scores(["d"], references).tolist() == [1]
        assert metric.corpus_score(["d"], references) == 1


@pytest.mark.parametrize("metric", [WER(), PER()])
def test_an_empty_reference_is_the_best_one_only_for_an_empty_hypothesis(metric: WER) -> None:
    for row in (["", "a b"], ["a b", ""]):
        references = References.by_segment([row])
        assert metric.segment_scores([""], references).tolist() == [0]
        assert metric.segment_scores(["a"], references).tolist() == [50]


def test_letter_case_counts_unless_it_is_ignored() -> None:
    references = References.by_stream(["The Cat"])
    assert WER().corpus_score(["the cat"], references) == 100
    assert WER(lowercase=True).corpus_score(["the cat"], references) == 0


def test_tokenisers_decide_what_a_word_is() -> None:
    references = References.by_stream(["the cat."])
    assert WER().corpus_score(["the cat"], references) == 50
    assert WER(tok="13a").corpus_score(["the cat"], references) == pytest.approx(100 / 3)
