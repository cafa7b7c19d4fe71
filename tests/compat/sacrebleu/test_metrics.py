"""sacreBLEU's objects and functions beside sacreBLEU's own."""

from typing import Any

import numpy as np
import pytest
import sacrebleu as theirs
from hypothesis import given
from hypothesis import strategies as st

from tertium.compat import sacrebleu as ours
from tertium.errors import DataError
from tests.metrics.inputs import Input, inputs
from tests.support.texts import STREAMS, SYSTEMS

HYPOTHESES = next(iter(SYSTEMS.values()))
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("BLEU", {}),
    ("BLEU", {"tokenize": "intl", "lowercase": True}),
    ("BLEU", {"smooth_method": "add-k", "max_ngram_order": 3, "effective_order": True}),
    ("BLEU", {"smooth_method": "floor", "smooth_value": 0.3, "tokenize": "char"}),
    ("BLEU", {"smooth_method": "none", "trg_lang": "zh"}),
    ("CHRF", {}),
    ("CHRF", {"word_order": 2, "lowercase": True, "beta": 1}),
    ("CHRF", {"whitespace": True, "eps_smoothing": True, "char_order": 4}),
    ("TER", {}),
    ("TER", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}),
]


def assert_alike(mine: Any, other: Any) -> None:
    assert mine.name == other.name
    for name in (
        "score",
        "counts",
        "totals",
        "precisions",
        "bp",
        "ratio",
        "sys_len",
        "ref_len",
        "num_edits",
        "ref_length",
    ):
        assert hasattr(mine, name) == hasattr(other, name)
        if hasattr(other, name):
            np.testing.assert_allclose(getattr(mine, name), getattr(other, name), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_scores_are_sacrebleus(name: str, options: dict[str, Any]) -> None:
    mine, other = getattr(ours, name)(**options), getattr(theirs, name)(**options)
    assert_alike(mine.corpus_score(HYPOTHESES, STREAMS), other.corpus_score(HYPOTHESES, STREAMS))
    assert str(mine.get_signature()).split("|version")[0] == str(other.get_signature()).split("|version")[0]
    assert repr(mine.corpus_score(HYPOTHESES, STREAMS)) == repr(other.corpus_score(HYPOTHESES, STREAMS))
    for hypothesis, *references in zip(HYPOTHESES[:5], *STREAMS, strict=False):
        assert_alike(mine.sentence_score(hypothesis, references), other.sentence_score(hypothesis, references))


@given(inputs(), st.sampled_from(OPTIONS))
def test_any_text_is_scored_alike(data: Input, option: tuple[str, dict[str, Any]]) -> None:
    name, options = option
    mine, other = getattr(ours, name)(**options), getattr(theirs, name)(**options)
    assert_alike(mine.corpus_score(data.hypotheses, data.streams), other.corpus_score(data.hypotheses, data.streams))
    assert mine.get_signature().info["nrefs"] == other.get_signature().info["nrefs"]


def test_intervals_are_sacrebleus(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in ("12345", "7"):
        monkeypatch.setenv("SACREBLEU_SEED", seed)
        mine, other = ours.BLEU(), theirs.BLEU()
        score = mine.corpus_score(HYPOTHESES, STREAMS, n_bootstrap=80)
        assert score.format(4) == other.corpus_score(HYPOTHESES, STREAMS, n_bootstrap=80).format(4)
        assert f"bs:80|seed:{seed}" in str(mine.get_signature())


def test_references_can_be_given_once() -> None:
    metric = ours.BLEU(references=STREAMS)
    assert metric.corpus_score(HYPOTHESES, None).score == ours.corpus_bleu(HYPOTHESES, STREAMS).score
    with pytest.raises(RuntimeError, match="no references"):
        ours.BLEU().corpus_score(HYPOTHESES, None)


def test_signatures_say_who_computed_them() -> None:
    metric = ours.CHRF()
    with pytest.raises(ValueError, match="score something first"):
        metric.get_signature()
    metric.corpus_score(HYPOTHESES, STREAMS)
    assert f"version:tertium-{ours.__version__}" in str(metric.get_signature())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ours.corpus_bleu("a text", [["b"]]), "expected a list of hypotheses"),
        (lambda: ours.corpus_bleu(["a"], ["b"]), "expected a list of reference streams"),
        (lambda: ours.sentence_bleu("a", "b"), "expected a list of references"),
        (lambda: ours.sentence_bleu(["a"], ["b"]), "expected a hypothesis as text"),
    ],
)
def test_lists_in_the_wrong_place_are_refused(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_nothing_is_cut_to_the_shorter_side() -> None:
    with pytest.raises(DataError, match="2"):
        ours.corpus_bleu(["a", "b"], [["a"]])


def test_text_that_looks_tokenised_is_told(caplog: pytest.LogCaptureFixture) -> None:
    lines = ["a line ."] * 100
    ours.corpus_bleu(lines, [lines])
    assert "full stop with a space before it" in caplog.text
    caplog.clear()
    ours.corpus_bleu(lines, [lines], force=True)
    assert caplog.text == ""
