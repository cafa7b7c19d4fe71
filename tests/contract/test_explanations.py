"""What the explanation of every metric that has one obeys. A new metric is tested by existing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import metrics
from tertium.evaluation.explain import Explanations, explain
from tertium.metrics.explanation import Explanation
from tertium.report.explanation.html import explanations_page
from tertium.text.testset import References
from tests.support.strategies import hard_texts

words = st.sampled_from(["the", "cat", "cats", "sat", "on", "mat", ".", "猫", "é"])
texts = st.one_of(st.lists(words, max_size=8).map(" ".join), hard_texts)
segments = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=2)), min_size=1, max_size=3)
NAMES = [name for name in metrics.explained() if "post-edits" not in metrics.get(name)().needs]
every_metric = pytest.mark.parametrize("name", NAMES)


def explained(name: str, batch: list[tuple[str, list[str]]]) -> Explanations:
    references = References.by_segment(refs for _, refs in batch)
    # Random letters are of any script, and a model refuses those it was not trained on unless a language is said.
    language = "en" if metrics.get(name)().trained_on() else None
    return explain([hyp for hyp, _ in batch], references, metrics=[name], language=language)


@every_metric
@settings(max_examples=12, deadline=None)
@given(batch=segments)
def test_it_explains_the_score_that_the_metric_gives(name: str, batch: list[tuple[str, list[str]]]) -> None:
    scores = metrics.get(name)().segment_scores(
        [hyp for hyp, _ in batch], References.by_segment(refs for _, refs in batch)
    )
    found = [item.explanation.score for item in explained(name, batch).items]
    assert found == pytest.approx(scores.tolist(), abs=1e-9)


@every_metric
@settings(max_examples=12, deadline=None)
@given(batch=segments)
def test_it_speaks_of_words_that_are_there(name: str, batch: list[tuple[str, list[str]]]) -> None:
    for item, (_, refs) in zip(explained(name, batch).items, batch, strict=True):
        e = item.explanation
        assert e.n_references == len(refs)
        assert 0 <= e.reference_number < len(refs)
        check_places(e)
        for side in ("hypothesis", "reference"):
            assert sorted(e.order(side)) == list(range(len(getattr(e, side))))


def check_places(e: Explanation) -> None:
    n_hyp, n_ref = len(e.hypothesis), len(e.reference)
    for link in e.links:
        assert 0 <= link.hypothesis <= link.hypothesis + link.hypothesis_length <= n_hyp
        assert 0 <= link.reference <= link.reference + link.reference_length <= n_ref
    for part in e.loose:
        assert 0 <= part.start < part.start + part.length <= (n_hyp if part.side == "hypothesis" else n_ref)
    for card in e.cards:
        assert 0 <= card.start <= card.start + card.length <= n_ref


@every_metric
@settings(max_examples=8, deadline=None)
@given(batch=segments)
def test_every_format_can_show_it(name: str, batch: list[tuple[str, list[str]]]) -> None:
    result = explained(name, batch)
    assert result.to_text().count("is better)") == len(batch)
    assert len(json.loads(result.to_json())["explanations"]) == len(batch)
    assert explanations_page(result).count('<section id="segment-') == len(batch)
