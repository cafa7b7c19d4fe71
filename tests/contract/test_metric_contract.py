"""What every registered metric obeys, by default and with some other options. A new metric is tested by existing."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import metrics
from tertium.errors import DataError
from tertium.metrics import Floats, Metric, parse
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.support.neural import GOLDENS
from tests.support.strategies import hard_texts

DECIDED_BY_MODEL = "its own"
"""The bounds of metrics whose scale is that of a model which the user brings."""

VARIANTS = [
    "bleu(smooth=none,effective_order=yes)",
    "bleu(smooth=add-k,tok=char,max_order=2,lowercase=yes)",
    "bleu(smooth=floor,tok=ptb)",
    "chrf(whitespace=yes,eps_smoothing=yes)",
    "chrf(beta=0,word_order=1,lowercase=yes)",
    "ter(normalized=yes,no_punct=yes,asian_support=yes)",
    "ter(rules=tercom)",
    "terp(settings=ter)",
    "terp(settings=terph,normalized=no,stop_words=none,cap=no)",
    "wer(tok=13a,unit=count)",
    "per(lowercase=yes)",
    "nist(max_order=2,tok=intl)",
    "fmeasure(exponent=2)",
    "fmeasure(exponent=1.5,exact_up_to=0,tok=zh)",
    "bleu(brevity=no,max_order=1)",
    "paraeval(measure=precision,search=optimal,tok=13a)",
    "paraeval(measure=recall,relation=entries,min_paraphrase_len=2)",
    "hyter(reorder=3,normalize=all,tok=13a)",
    "hyter(reorder=2,move_cost=block,normalize=punct)",
    "svm(model=svm-kulesza-en)",
]
# Over tiny models with random weights.
ENCODER, COMET = GOLDENS / "encoders" / "bert", GOLDENS / "comet"
NEURAL = [
    f"bertscore(model={ENCODER},layer=2)",
    f"bertscore(model={ENCODER},layer=3,idf=yes,measure=recall)",
    *(
        f"comet(model={COMET / name},encoder={COMET / 'encoder'})"
        for name in ("regression", "referenceless", "unified")
    ),
    f"cometkiwi(model={COMET / 'unified-qe'},encoder={COMET / 'encoder'})",
    f"xcomet(model={COMET / 'xcomet'},encoder={COMET / 'encoder'},windows=yes)",
    f"bleurt(model={GOLDENS / 'bleurt' / 'bleurt'})",
]


def id_of(spec: str) -> str:
    """The spec without folders."""
    return re.sub(r"=/[^,)]*/", "=", spec)


def sources_of(metric: Metric, batch: "Segments") -> list[str] | None:
    """Any texts as sources, where a metric reads some."""
    return [" ".join(refs) for _, refs in batch] if "sources" in metric.needs | metric.uses else None


SPECS = metrics.names() + VARIANTS + NEURAL
every_metric = pytest.mark.parametrize("metric", [pytest.param(parse(spec), id=id_of(spec)) for spec in SPECS])
pytestmark = pytest.mark.filterwarnings("ignore::tertium.errors.LimitWarning")

words = st.sampled_from(["the", "cat", "sat", "on", "mat", ".", "A", "猫", "é"])
texts = st.one_of(st.lists(words, max_size=8).map(" ".join), hard_texts)
segments = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=5)
Segments = list[tuple[str, list[str]]]


def rows(metric: Metric, batch: Segments, *, threads: int = 1) -> Floats:
    references = References.by_segment(refs for _, refs in batch)
    post_edits = {"a": [refs[0] for _, refs in batch]} if "post-edits" in metric.needs else None
    outputs = {"a": [hyp for hyp, _ in batch]}
    test_set = TestSet.build(outputs, references, post_edits=post_edits, source=sources_of(metric, batch))
    has_sources = test_set.source is not None
    return metric.statistics(Pairing.of_systems(test_set, threads=threads, sources=has_sources)["a"])


@every_metric
@settings(max_examples=12)
@given(batch=segments)
def test_a_segment_counts_the_same_alone_and_in_a_batch(metric: Metric, batch: Segments) -> None:
    together = rows(metric, batch)
    if metric.whole_test_set:
        # The references of all segments count, but not the other hypotheses.
        alone = [
            rows(metric, [(hyp if j == i else "", refs) for j, (hyp, refs) in enumerate(batch)])[i]
            for i, (hyp, _) in enumerate(batch)
        ]
        np.testing.assert_array_equal(together, alone)
    else:
        np.testing.assert_array_equal(together, np.vstack([rows(metric, [segment]) for segment in batch]))


@every_metric
@settings(max_examples=6)
@given(batch=segments, data=st.data())
def test_the_order_of_segments_does_not_matter(metric: Metric, batch: Segments, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(batch))))
    shuffled = rows(metric, [batch[i] for i in order])
    np.testing.assert_allclose(shuffled, rows(metric, batch)[order], rtol=1e-12, atol=1e-12)


@every_metric
@settings(max_examples=6)
@given(batch=segments)
def test_score_keeps_leading_axes(metric: Metric, batch: Segments) -> None:
    table = rows(metric, batch)
    scores = metric.score(table)
    assert scores.shape == (len(batch),)
    assert metric.score(table.sum(0)).shape == ()
    assert metric.score(table[:0]).shape == (0,)
    stacked = metric.score(np.stack([table, table[::-1]])[:, :, None])
    assert stacked.shape == (2, len(batch), 1)
    np.testing.assert_array_equal(stacked[0, :, 0], scores)
    np.testing.assert_array_equal(stacked[1, :, 0], scores[::-1])


@every_metric
@given(batch=segments)
@settings(max_examples=6)
def test_score_changes_nothing_it_is_given(metric: Metric, batch: Segments) -> None:
    table = rows(metric, batch)
    table.flags.writeable = False
    before = table.copy()
    scores = metric.score(table)
    assert not np.shares_memory(scores, table)
    np.testing.assert_array_equal(table, before)


@every_metric
@settings(max_examples=15)
@given(
    reference=st.lists(words, min_size=5, max_size=10).map(" ".join),
    other_reference=texts,
    hypothesis=st.lists(words, max_size=12).map(" ".join),
)
def test_a_perfect_translation_is_never_beaten(
    metric: Metric, reference: str, other_reference: str, hypothesis: str
) -> None:
    if metric.bounds == DECIDED_BY_MODEL:
        return
    if metric.whole_test_set:
        # Where words weigh by information, leaving out a common one can raise the score; no word in common cannot.
        hypothesis, other_reference = "x y z", reference
    refs = [reference, other_reference]
    perfect, other = metric.score(rows(metric, [(reference, refs), (hypothesis, refs)]))
    if not metric.higher_is_better:
        perfect, other = -perfect, -other
    assert perfect >= other - 1e-9


@every_metric
def test_signature_and_descriptions_are_text(metric: Metric) -> None:
    signature = metric.signature()
    assert signature
    for text in (
        *signature,
        *signature.values(),
        metric.name,
        metric.key,
        metric.summary,
        metric.bounds,
        metric.original,
    ):
        assert isinstance(text, str)
        assert text
        assert "\n" not in text


@every_metric
@settings(max_examples=6)
@given(batch=segments)
def test_threads_do_not_matter(metric: Metric, batch: Segments) -> None:
    assert rows(metric, batch, threads=3).tobytes() == rows(metric, batch).tobytes()


LONG = [f"word{i}" for i in range(10_000)]
EXTREMES = {
    "empty": "",
    "white space": " \t\u3000\n",
    "one word": "word",
    "one character": "a",
    "emoji": "👩‍👩‍👧 🇩🇪 👍🏽",
    "combining marks": "e\u0301 a\u0300\u0301\u0302 \u0301",
    "NUL": "a\0b \0",
    "control characters": "\x01\x07 \x1b[31mred\x1b[0m \x7f\u202e",
    "byte order mark": "\ufeffword",
    "carriage return": "word\r",
    "punctuation": ". , ; ' \" -- ... & < >",
    "10,000 words": " ".join(LONG),
}
ALMOST = " ".join([*LONG[:5], "x", *LONG[6:7000], "y", *LONG[7003:]])


@pytest.mark.filterwarnings("ignore::tertium.errors.LimitWarning")
@every_metric
def test_extreme_texts_give_finite_numbers(metric: Metric) -> None:
    pairs = [(hyp, ref) for hyp in EXTREMES.values() for ref in EXTREMES.values()] + [
        (ALMOST, EXTREMES["10,000 words"])
    ]
    batch = [(hyp, [ref]) for hyp, ref in pairs] + [(hyp, [ref, "word", ""]) for hyp, ref in pairs if len(ref) < 100]
    table = rows(metric, batch)
    assert np.isfinite(table).all()
    assert metric.bounds == DECIDED_BY_MODEL or (table >= 0).all()
    scores = metric.score(table)
    assert np.isfinite(scores).all()
    assert metric.bounds == DECIDED_BY_MODEL or (scores >= 0).all()
    assert np.isfinite(metric.score(table.sum(0)))
    assert np.isfinite(metric.score(np.zeros(table.shape[1])))


@every_metric
def test_scores_stay_on_the_scale_that_is_printed(metric: Metric) -> None:
    batch = [(hyp, [ref]) for hyp in EXTREMES.values() for ref in EXTREMES.values() if len(ref) < 100]
    if metric.bounds == "0-100":
        assert (metric.score(rows(metric, batch)) <= 100 + 1e-9).all()
    else:
        assert metric.bounds in ("0-100 and more", "0 up, open", DECIDED_BY_MODEL)


@every_metric
@settings(max_examples=6)
@given(batch=segments)
def test_statistics_of_any_text_are_finite(metric: Metric, batch: Segments) -> None:
    table = rows(metric, batch)
    assert np.isfinite(table).all()
    assert np.isfinite(metric.score(table)).all()


@every_metric
@settings(max_examples=6)
@given(batch=segments)
def test_corpus_and_segment_scores_are_those_of_the_rows(metric: Metric, batch: Segments) -> None:
    hypotheses = [hyp for hyp, _ in batch]
    references = References.by_segment(refs for _, refs in batch)
    if "post-edits" in metric.needs:
        with pytest.raises(DataError, match="post-edits"):
            metric.corpus_score(hypotheses, references)
        return
    table = rows(metric, batch)
    sources = sources_of(metric, batch)
    assert metric.corpus_score(hypotheses, references, sources=sources) == metric.score(table.sum(0))
    found = metric.segment_scores(hypotheses, references, sources=sources)
    np.testing.assert_array_equal(found, metric.score(table))
