"""CER, MER, WIL and WIP equal jiwer's; with `kept=most` they count the best of equally short edits."""

import jiwer
import numpy as np
import pytest
import rapidfuzz
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core
from tertium.metrics import parse
from tertium.metrics.mer import MER, WIL, WIP
from tertium.metrics.wer import CER
from tertium.text.testset import References
from tests.support.texts import STREAMS, SYSTEMS

words = st.sampled_from(["the", "cat", "sat", "a", "é", "."])
texts = st.lists(words, max_size=14).map(" ".join)
spaced = st.text("ab é\t", max_size=12)
Pairs = list[tuple[str, str]]


def jiwers(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    found = jiwer.process_words(references, hypotheses)
    return {"mer": 100 * found.mer, "wil": 100 * found.wil, "wip": 100 * found.wip}


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=6))
@example([("", "")])
@example([("", ""), ("a b", "")])
@example([("", "a b"), ("a", "a")])
@example([("this was a messy test", "this is a test of skill")])
def test_shares_of_kept_words_are_those_of_jiwer(pairs: Pairs) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    for name, expected in jiwers(hypotheses, references).items():
        metric = parse(name)
        assert metric.corpus_score(hypotheses, References.by_stream(references)) == pytest.approx(expected, abs=1e-9)
        segments = [jiwers([hyp], [ref])[name] for hyp, ref in pairs]
        found = metric.segment_scores(hypotheses, References.by_stream(references))
        np.testing.assert_allclose(found, segments, rtol=0, atol=1e-9)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_sample_has_the_scores_of_jiwer(system: str) -> None:
    references = References.by_stream(STREAMS[0])
    for name, expected in jiwers(SYSTEMS[system], STREAMS[0]).items():
        assert parse(name).corpus_score(SYSTEMS[system], references) == pytest.approx(expected, abs=1e-9)
    characters = 100 * jiwer.cer(STREAMS[0], SYSTEMS[system])
    assert CER().corpus_score(SYSTEMS[system], references) == pytest.approx(characters, abs=1e-9)


@given(st.lists(st.tuples(spaced, spaced), min_size=1, max_size=5))
@example([(" a  b ", "a b")])
@example([("ab", "")])
def test_character_errors_are_those_of_jiwer(pairs: Pairs) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    given_texts = hypotheses, References.by_stream(references)
    expected = 100 * jiwer.cer(references, hypotheses)
    assert CER().corpus_score(*given_texts, normalization="none") == pytest.approx(expected, abs=1e-9)
    joined = [["".join(text.split()) for text in side] for side in (references, hypotheses)]
    expected = 100 * jiwer.cer(*joined)
    assert CER(spaces=False).corpus_score(*given_texts, normalization="none") == pytest.approx(expected, abs=1e-9)


def kept_by_rapidfuzz(hyp: list[int], ref: list[int]) -> list[float]:
    steps = rapidfuzz.distance.Levenshtein.opcodes(ref, hyp)
    kept = sum(step.src_end - step.src_start for step in steps if step.tag == "equal")
    return [rapidfuzz.distance.Levenshtein.distance(ref, hyp), kept]


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.sampled_from([2, 3, 8, 60]), st.sampled_from([8, 70, 200, 400]))
def test_kept_words_are_those_of_rapidfuzz_or_the_most(seed: int, vocabulary: int, longest: int) -> None:
    rng = np.random.default_rng(seed)
    hyp, ref = (rng.integers(vocabulary, size=rng.integers(longest + 1)).tolist() for _ in range(2))
    batch = _core.Batch(np.array(hyp + ref, np.int32), np.array([0, len(hyp), len(hyp) + len(ref)], np.int64))
    rows = np.array([0], np.int32), np.array([1], np.int32)
    as_jiwer = _core.match_counts(batch, *rows, most=False)[0].tolist()
    assert as_jiwer == kept_by_rapidfuzz(hyp, ref)
    steps = _core.edit_script(batch, 0, 1).steps
    most = _core.match_counts(batch, *rows, most=True)[0].tolist()
    assert most == [np.count_nonzero(steps != 0), np.count_nonzero(steps == 0)]
    assert most[1] >= as_jiwer[1]


def test_most_kept_words_count_where_they_are_asked_for() -> None:
    references = References.by_stream(["this is a test of skill"])
    hypotheses = ["this was a messy test"]
    # Four edits either way; jiwer keeps `this a test`, or fewer; at most three words can be kept.
    assert MER(kept="most").corpus_score(hypotheses, references) == pytest.approx(100 * 4 / 7)
    assert WIP(kept="most").corpus_score(hypotheses, references) == pytest.approx(100 * 9 / 30)
    assert WIL(kept="most").corpus_score(hypotheses, references) == pytest.approx(100 * 21 / 30)


@pytest.mark.parametrize("metric", [MER(), WIL(), WIP()])
def test_the_best_reference_counts_whatever_the_order(metric: MER) -> None:
    for row in (["x y", "a b c"], ["a b c", "x y"]):
        found = metric.segment_scores(["a b d"], References.by_segment([row]))
        assert found == metric.segment_scores(["a b d"], References.by_stream(["a b c"]))
