"""Results as people use them from Python: by name, as data frames, in a notebook, and by names they know."""

import math
from typing import Any

import pytest
import sacrebleu

import tertium
from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.evaluation.explain import worst_segments
from tests.support.texts import DOCUMENTS, REFERENCES, STREAMS, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20}


def test_scores_are_found_by_system_and_metric() -> None:
    result = tertium.score(SYSTEMS, REFERENCES, metrics=["bleu", "chrf", "bleu(tok=intl)"])
    assert result["neural"]["chrf"].score == result.systems[1].scores[1].score
    assert result["neural"]["chrF2"] is result["neural"]["chrf"]
    with pytest.raises(KeyError, match=r"more than one metric here; name one: 'bleu', 'bleu\(tok=intl\)'"):
        result["neural"]["BLEU"] if "BLEU" in result["neural"].scores else result["neural"]["bleu"]
    with pytest.raises(KeyError, match="no system 'ours' in this result; there are phrase, neural, rules"):
        result["ours"]
    with pytest.raises(KeyError, match="no metric 'ter' in this result"):
        result["neural"]["ter"]
    compared = tertium.compare(SYSTEMS, REFERENCES, metrics=["bleu"], **QUICK)
    assert compared["neural"]["bleu"].score == compared.evaluation["neural"]["bleu"].score


def test_results_are_data_frames() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra pandas)")
    test_set = tertium.TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS)
    result = tertium.score(test_set, metrics=["bleu", "ter"], segments=True, documents=True)
    wide = result.to_pandas(layout="wide")
    assert wide.loc["neural", "BLEU"] == result["neural"]["bleu"].score
    assert list(wide.columns) == ["BLEU", "TER"]
    long = result.to_pandas()
    assert len(long[long.record == "segment"]) == 2 * 3 * 30
    one = long[(long.record == "segment") & (long.metric == "TER") & (long.system == "rules")]
    assert one.score.tolist() == result["rules"]["ter"].segments.tolist()
    assert set(long[long.record == "document"].document) == set(DOCUMENTS)
    with pytest.raises(OptionError, match="layout is 'tall'; expected one of long, wide"):
        result.to_pandas(layout="tall")


def test_what_a_user_should_know_stays_with_the_result() -> None:
    texts = ["这是一个很好的例子。", "我们今天去公园散步。"]
    result = tertium.score({"ours": texts}, texts, metrics="bleu")
    assert [note.warning for note in result.notes] == [True]
    assert "bleu" in result.notes[0].text
    both = {"ours": texts, "theirs": texts}
    assert tertium.compare(both, texts, metrics="bleu", **QUICK).notes == result.notes
    assert tertium.score({"ours": texts}, texts, metrics="bleu", language="zh").notes == ()


def test_missing_texts_of_pandas_are_explained() -> None:
    with pytest.raises(TypeError, match="entry 2: found nan, as pandas writes a text that is missing; give None"):
        tertium.score(["a", math.nan], tertium.References.by_stream(["a", "b"]))
    pandas = pytest.importorskip("pandas", reason="pandas is not installed (extra pandas)")
    with pytest.raises(TypeError, match="as pandas writes a text that is missing"):
        tertium.score(pandas.Series(["a", pandas.NA]), tertium.References.by_stream(["a", "b"]))


def test_functions_of_sacrebleu() -> None:
    ours = tertium.corpus_bleu(SYSTEMS["neural"], STREAMS)
    assert ours.score == pytest.approx(sacrebleu.corpus_bleu(SYSTEMS["neural"], STREAMS).score, abs=1e-9)
    assert tertium.corpus_bleu(SYSTEMS["neural"], STREAMS[0], tok="intl").signature.startswith("bleu|tok:intl")
    chrf = sacrebleu.corpus_chrf(SYSTEMS["neural"], STREAMS).score
    assert tertium.corpus_chrf(SYSTEMS["neural"], STREAMS).score == pytest.approx(chrf, abs=1e-9)
    ter = sacrebleu.corpus_ter(SYSTEMS["neural"], STREAMS).score
    assert tertium.corpus_ter(SYSTEMS["neural"], STREAMS).score == pytest.approx(ter, abs=1e-9)
    with pytest.raises(DataError, match=r"reference stream 1 has 2 entries for 30 hypotheses.*tertium\.compute"):
        tertium.corpus_bleu(SYSTEMS["neural"], list(zip(*STREAMS, strict=True)))


def test_compute_as_hugging_face() -> None:
    by_segment = [list(row) for row in zip(*STREAMS, strict=True)]
    found = tertium.compute(predictions=SYSTEMS["neural"], references=by_segment)
    assert found["score"] == tertium.corpus_bleu(SYSTEMS["neural"], STREAMS).score
    assert found["signature"].startswith("bleu|")
    one = tertium.compute("chrf", predictions=["你好吗"], references=["你好吗"], language="zh")
    assert one["score"] == 100
    with pytest.raises(DataError, match="references has 2 entries for 30 predictions"):
        tertium.compute(predictions=SYSTEMS["neural"], references=STREAMS)
    with pytest.raises(UnknownNameError, match="did you mean 'chrf'"):
        tertium.compute("chfr", predictions=["a"], references=["a"])


def test_the_primary_metric_comes_first() -> None:
    def first(metrics: list[str], primary: str | None = None) -> str:
        compared = tertium.compare(SYSTEMS, REFERENCES, metrics=metrics, primary=primary, n_contrasts=1, **QUICK)
        assert compared.contrasts[0].metric == compared.evaluation.systems[0].scores[0].metric
        return compared.evaluation.systems[0].scores[0].metric

    assert first(["beer", "chrf", "bleu"]) == "BLEU"
    assert first(["beer", "chrf"]) == "chrF2"
    assert first(["ter", "wer"]) == "TER"
    assert first(["bleu", "wer"], "wer") == "WER"
    with pytest.raises(UnknownNameError, match="unknown metric of this comparison 'meteor'; known: bleu"):
        first(["bleu"], "meteor")


def test_the_worst_segments_come_first() -> None:
    test_set = tertium.TestSet.build({"rules": SYSTEMS["rules"]}, REFERENCES)
    metric = tertium.TER()
    scores = metric.segment_scores(SYSTEMS["rules"], REFERENCES)
    assert [scores[i - 1] for i in worst_segments(test_set, metric, 5)] == sorted(scores, reverse=True)[:5]
    both = tertium.TestSet.build({name: SYSTEMS[name] for name in ("rules", "neural")}, REFERENCES)
    (first,) = worst_segments(both, tertium.CHRF(), 1, against="neural")
    chrf = {name: tertium.CHRF().segment_scores(SYSTEMS[name], REFERENCES)[first - 1] for name in both.systems}
    assert chrf["rules"] < chrf["neural"]
