"""Minimum Bayes risk against its definition."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium import MBROptions, NBest, References, mbr
from tertium.errors import DataError, OptionError
from tertium.metrics import Metric
from tertium.metrics.choice import Spec
from tertium.nbest import mbr as module
from tertium.nbest.mbr import utility

LISTS = [
    ["the cat sat on the mat", "a cat sat on a mat", "the cat sat on the mat", "dogs bark at night", ""],
    ["one"],
    ["same words here", "same words here"],
    ["the house is small", "the house is little", "that house is small", "the house was small and green"],
]


def expected_utilities(metric: Metric, texts: list[str], weights: list[float]) -> list[float]:
    """Every pair scored on its own."""
    n = len(texts)
    pairs = metric.segment_scores(
        [hyp for hyp in texts for _ in texts], References.by_stream([ref for _ in texts for ref in texts])
    )
    expected: list[float] = (pairs.reshape(n, n) @ np.array(weights) / sum(weights)).tolist()
    return expected


@pytest.mark.parametrize("spec", ["chrf", "chrf++", "bleu", "ter", "wer", "meteor", "beer", "fmeasure", "hyter"])
def test_the_choice_is_that_of_the_definition(spec: str) -> None:
    (metric,) = utility(spec).metrics
    for texts, choice in zip(LISTS, mbr(LISTS, spec), strict=True):
        expected = expected_utilities(metric, texts, [1.0] * len(texts))
        assert choice.utilities.tolist() == pytest.approx(expected, abs=1e-9)
        best = max(expected) if metric.higher_is_better else min(expected)
        assert choice.index == next(i for i, value in enumerate(expected) if value == pytest.approx(best, abs=1e-9))
        assert choice.text == texts[choice.index]
        assert choice.utility == pytest.approx(best)


TEXTS = st.lists(st.lists(st.text("ab c", max_size=12), min_size=1, max_size=20), min_size=1, max_size=6)


@settings(max_examples=20)
@given(TEXTS, st.sampled_from(["chrf", "bleu", "ter"]))
def test_any_lists_get_the_utilities_of_the_definition(lists: list[list[str]], spec: str) -> None:
    (metric,) = utility(spec).metrics
    for texts, choice in zip(lists, mbr(lists, spec), strict=True):
        expected = expected_utilities(metric, texts, [1.0] * len(texts))
        assert choice.utilities.tolist() == pytest.approx(expected, abs=1e-8)
        assert sorted(choice.ranking.tolist()) == list(range(len(texts)))


def test_portions_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    lists = [[" ".join(rng.choice(list("abcdefgh"), 9)) for _ in range(12)] for _ in range(50)]
    for method in ("exact", "prune", "aggregate", "coarse:chrf,4"):
        whole = mbr(lists, "bleu", options=MBROptions(method=method, subsample=8))
        monkeypatch.setattr(module, "PORTION", 30)
        parts = mbr(lists, "bleu", options=MBROptions(method=method, subsample=8, threads=3))
        monkeypatch.undo()
        assert [c.index for c in whole] == [c.index for c in parts]
        for a, b in zip(whole, parts, strict=True):
            np.testing.assert_array_equal(a.utilities, b.utilities)


def test_weights_of_the_model_count_equal_texts_once() -> None:
    texts = ["a b c", "a b d", "a b c"]
    nbest = NBest.of([texts], log_prob=[[-1.0, -2.0, -1.0]])
    (choice,) = mbr(nbest, "chrf", options=MBROptions(weights="model", temperature=0.5))
    p = np.exp([-0.5, -1.0])
    expected = expected_utilities(tertium.CHRF(), texts[:2], p.tolist())
    assert choice.utilities.tolist() == pytest.approx([*expected, expected[0]])


def test_very_small_probabilities_do_not_underflow() -> None:
    nbest = NBest.of([["a b", "c d"]], log_prob=[[-5000.0, -5001.0]])
    (choice,) = mbr(nbest, "chrf", options=MBROptions(weights="model"))
    assert choice.index == 0
    assert np.isfinite(choice.utilities).all()


def test_equal_utilities_go_to_the_more_probable_and_then_to_the_first() -> None:
    texts = [["a b", "c d", "e f"]]
    assert mbr(texts, "chrf")[0].index == 0
    assert mbr(NBest.of(texts, log_prob=[[-3.0, -1.0, -1.0]]), "chrf")[0].index == 1
    assert mbr(NBest.of(texts, log_prob=[[-3.0, -1.0, -1.0]]), "chrf")[0].ranking.tolist() == [1, 2, 0]


def test_other_references_and_given_weights() -> None:
    (choice,) = mbr([["x y", "a b"]], "chrf", references=[["a b", "a c"]])
    assert choice.text == "a b"
    (choice,) = mbr([["x y", "a b", "a c"]], "chrf", weights=[1.0, 0.0, 0.0])
    assert choice.text == "x y"


def test_leaving_out_oneself() -> None:
    texts = ["a b c", "a b d", "x y z"]
    (choice,) = mbr([texts, ["lone"]], "chrf", options=MBROptions(leave_out_self=True))[:1]
    metric = tertium.CHRF()
    for i, value in enumerate(choice.utilities):
        others = [t for j, t in enumerate(texts) if j != i]
        scores = [metric.corpus_score([texts[i]], References.by_stream([t])) for t in others]
        assert value == pytest.approx(sum(scores) / 2)


def test_bleu_by_name_has_effective_order_unless_it_is_said() -> None:
    assert utility("bleu").metrics[0].signature()["eff"] == "yes"
    assert utility("bleu(effective_order=no)").metrics[0].signature()["eff"] == "no"
    assert utility(tertium.BLEU()).metrics[0].signature()["eff"] == "no"


def fluency(hypotheses: Sequence[str]) -> list[float]:
    return [1.0 for _ in hypotheses]


@pytest.mark.parametrize(("metric", "name"), [("nist", "nist"), (fluency, "fluency")])
def test_metrics_that_cannot_compare_two_texts_are_refused_by_their_name(metric: Spec, name: str) -> None:
    with pytest.raises(OptionError, match=f"metric '{name}' .*cannot compare two candidates"):
        mbr([["a", "b"]], metric)


def test_what_a_metric_needs_is_asked_for_by_the_door() -> None:
    with pytest.raises(DataError, match=r"hter needs post-edits, which n-best lists has not"):
        mbr([["a", "b"]], "hter")
    with pytest.raises(DataError, match=r"copied needs sources, and n-best lists has none; pass -s FILE"):
        mbr([["a", "b"]], copied)


def copied(sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """The words of the source that stand in the hypothesis but not in the reference, against which it is."""
    rows = zip(sources, hypotheses, references, strict=True)
    return [float(len({*source.split()} & {*text.split()} - {*words[0].split()})) for source, text, words in rows]


SOURCED = NBest.of([["a b", "a c", "x"], ["d e", "lone", "d", "f"], ["g h i", "g"]], source=["a x", "d f", "g h i"])


def test_a_candidate_is_compared_with_the_others_beside_its_own_source() -> None:
    for how in (MBROptions(), MBROptions(leave_out_self=True)):
        for texts, source, choice in zip(SOURCED, SOURCED.source or (), mbr(SOURCED, copied, options=how), strict=True):
            for i, text in enumerate(texts):
                others = [t for j, t in enumerate(texts) if j != i or not how.leave_out_self]
                scores = [copied([source or ""], [text], [[other]])[0] for other in others]
                assert choice.utilities[i] == pytest.approx(sum(scores) / len(scores))


@pytest.mark.parametrize(
    "options",
    [
        {"method": "fast"},
        {"method": "coarse:chrf"},
        {"method": "coarse:chrf,0"},
        {"weights": "high"},
        {"subsample": 0},
        {"temperature": -1.0},
        {"leave_out_self": True, "method": "prune"},
    ],
)
def test_options_that_cannot_be(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"expected|needs"):
        MBROptions(**options)


def test_refusals() -> None:
    with pytest.raises(OptionError, match="'ter' has no aggregate form"):
        mbr([["a", "b"]], "ter", options=MBROptions(method="aggregate"))
    with pytest.raises(DataError, match="has no log-probabilities"):
        mbr([["a", "b"]], options=MBROptions(weights="model"))
    nbest = NBest.of([["a"]], log_prob=[[-1.0]], log_prob_kind="mean")
    with pytest.raises(DataError, match="means over tokens"):
        mbr(nbest, options=MBROptions(weights="model"))
    with pytest.raises(DataError, match="all weights of list 0 are 0"):
        mbr([["a", "b"]], weights=[0.0, 0.0])
    with pytest.raises(DataError, match="negative or not finite"):
        mbr([["a", "b"]], weights=[1.0, -1.0])
    with pytest.raises(DataError, match="1 weights for 2 candidates"):
        mbr([["a", "b"]], weights=[1.0])
    with pytest.raises(DataError, match=r"has 1 lists but .* has 2"):
        mbr([["a"]], references=[["a"], ["b"]])


def test_very_long_candidates() -> None:
    rng = np.random.default_rng(5)
    long = "".join(rng.choice(list("abcdefgh "), 100_000))
    choices = mbr([[long, long[:-7] + "x", "", "short"]], "chrf")
    assert choices[0].index in (0, 1)
    assert choices[0].utility > 40
