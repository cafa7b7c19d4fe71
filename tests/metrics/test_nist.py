"""NIST equals nltk's with one reference, and mteval's formula with several."""

import math
import warnings
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.metrics.nist import NIST
from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tertium.text.testset import References
from tests.support.texts import REFERENCES, STREAMS, SYSTEMS

from .inputs import Input, inputs, sentences

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what nltk's own imports warn about is not ours
    from nltk.translate.nist_score import corpus_nist

Words = list[str]


def words(texts: list[str]) -> list[Words]:
    batch = tokenizers.get("13a").tokenize(PackedTexts.pack(texts))
    return [batch.tokens(row) for row in range(len(batch))]


@given(inputs(sentences, max_segments=5, max_streams=1), st.integers(1, 5))
def test_one_reference_gives_the_score_of_nltk(data: Input, max_order: int) -> None:
    # nltk divides by 0 where no hypothesis has n words, or no reference any: give it one segment that has.
    hypotheses, references = ([*texts, "the cat sat on a mat"] for texts in (data.hypotheses, data.streams[0]))
    expected = corpus_nist([[ref] for ref in words(references)], words(hypotheses), max_order)
    found = NIST(max_order=max_order).corpus_score(hypotheses, References.by_stream(references), normalization="none")
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("stream", [0, 1])
def test_the_sample_with_one_reference_gives_the_score_of_nltk(system: str, stream: int) -> None:
    references = References.by_stream(STREAMS[stream])
    expected = corpus_nist([[ref] for ref in words(STREAMS[stream])], words(SYSTEMS[system]))
    assert NIST().corpus_score(SYSTEMS[system], references) == pytest.approx(expected, abs=1e-6)


def ngrams(text: Words, n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))


class Mteval:
    """The formula of mteval-v13a, written down anew: information from all references, clipped matches."""

    def __init__(self, references: list[list[Words]], max_order: int) -> None:
        self.max_order = max_order
        self.counts: Counter[tuple[str, ...]] = Counter()
        for row in references:
            for ref in row:
                for n in range(1, max_order + 1):
                    self.counts += ngrams(ref, n)
        self.counts[()] = sum(len(ref) for row in references for ref in row)

    def score(self, hypotheses: list[Words], references: list[list[Words]]) -> float:
        total = 0.0
        for n in range(1, self.max_order + 1):
            information, n_hyp = 0.0, 0
            for hyp, refs in zip(hypotheses, references, strict=True):
                most = Counter[tuple[str, ...]]()
                for ref in refs:
                    most |= ngrams(ref, n)
                matches = ngrams(hyp, n) & most
                information += sum(k * math.log2(self.counts[g[:-1]] / self.counts[g]) for g, k in matches.items())
                n_hyp += max(0, len(hyp) - n + 1)
            total += information / n_hyp if n_hyp else 0.0
        hyp_words = sum(map(len, hypotheses))
        ref_words = sum(sum(map(len, refs)) / len(refs) for refs in references)
        ratio = min(1.0, hyp_words / ref_words) if ref_words else 1.0
        return total * (math.exp(math.log(0.5) * math.log(ratio) ** 2 / math.log(1.5) ** 2) if ratio else 0.0)


@given(inputs(sentences), st.integers(1, 6))
def test_several_references_follow_the_formula_of_mteval(data: Input, max_order: int) -> None:
    hypotheses, references = words(data.hypotheses), [words(list(row)) for row in data.references]
    formula = Mteval(references, max_order)
    metric = NIST(max_order=max_order)
    corpus = metric.corpus_score(data.hypotheses, data.references, normalization="none")
    assert corpus == pytest.approx(formula.score(hypotheses, references), abs=1e-9)
    segments = metric.segment_scores(data.hypotheses, data.references, normalization="none")
    alone = [formula.score([hyp], [refs]) for hyp, refs in zip(hypotheses, references, strict=True)]
    np.testing.assert_allclose(segments, alone, rtol=0, atol=1e-9)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_sample_with_two_references_follows_the_formula_of_mteval(system: str) -> None:
    hypotheses, references = words(SYSTEMS[system]), [words(list(row)) for row in REFERENCES]
    expected = Mteval(references, 5).score(hypotheses, references)
    assert NIST().corpus_score(SYSTEMS[system], REFERENCES) == pytest.approx(expected, abs=1e-9)


def test_the_penalty_is_a_half_at_two_thirds_of_the_length() -> None:
    metric = NIST(max_order=1)
    # hypothesis words, mean reference words, information, n-grams
    full, short = metric.score(np.array([[3.0, 3, 1, 1], [2.0, 3, 1, 1]]))
    assert (full, short) == (1.0, pytest.approx(0.5))
