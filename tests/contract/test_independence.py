"""No metric flatters or depends on company: a copy is the best there is, and a segment's score is its own.

Where a metric cannot do so it says so: `whole_test_set` for rows that depend on all references of a test set, and a
scale without an upper end where nothing is the best score.
"""

import numpy as np
import pytest

from tertium import metrics
from tertium.metrics import Metric, parse
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.contract.test_metric_contract import NEURAL, SPECS, id_of
from tests.support.texts import STREAMS, SYSTEMS

N = 16
every_metric = pytest.mark.parametrize("metric", [pytest.param(parse(spec), id=id_of(spec)) for spec in SPECS])
pytestmark = pytest.mark.filterwarnings("ignore::tertium.errors.LimitWarning")
OUTPUTS = {system: texts[:N] for system, texts in SYSTEMS.items()}
REFERENCES = list(zip(*(stream[:N] for stream in STREAMS), strict=True))


def segment_scores(
    metric: Metric, systems: dict[str, list[str]], references: list[tuple[str, ...]] = REFERENCES
) -> dict[str, Floats]:
    post_edits = (
        {system: [refs[0] for refs in references] for system in systems} if "post-edits" in metric.needs else None
    )
    source = [" ".join(refs) for refs in references] if "sources" in metric.needs | metric.uses else None
    test_set = TestSet.build(systems, References.by_segment(references), post_edits=post_edits, source=source)
    pairings = Pairing.of_systems(test_set, sources=source is not None)
    return {name: metric.score(metric.statistics(pairs)) for name, pairs in pairings.items()}


def best_score(metric: Metric) -> float | None:
    """What a perfect translation has; None where a metric has no best score."""
    if not metric.higher_is_better:
        return 0.0
    return 100.0 if metric.bounds == "0-100" else None


# Models with random weights like nothing best.
@pytest.mark.parametrize("metric", [pytest.param(parse(spec), id=spec) for spec in SPECS if spec not in NEURAL])
def test_a_copy_of_a_reference_has_the_best_score(metric: Metric) -> None:
    best = best_score(metric)
    # A post-edit is the first reference here. BLEU has nothing to count in a text of fewer words than its order.
    for r in (0,) if "post-edits" in metric.needs else (0, 1):
        long = [refs for refs in REFERENCES if all(len(ref.split()) >= 5 for ref in refs)]
        assert len(long) > 5
        scores = segment_scores(metric, {"copy": [refs[r] for refs in long]}, long)["copy"]
        if best is None:
            assert metric.bounds == "0 up, open"
            rest = segment_scores(metric, {"empty": [""] * len(long)}, long)["empty"]
            assert (scores > rest).all()
        else:
            np.testing.assert_allclose(scores, best, rtol=0, atol=1e-9)


@every_metric
def test_other_systems_change_no_segment_score(metric: Metric) -> None:
    together = segment_scores(metric, OUTPUTS)
    name = next(iter(OUTPUTS))
    np.testing.assert_array_equal(segment_scores(metric, {name: OUTPUTS[name]})[name], together[name])


@every_metric
def test_the_order_of_segments_changes_no_segment_score(metric: Metric) -> None:
    name, texts = next(iter(OUTPUTS.items()))
    turned = segment_scores(metric, {name: texts[::-1]}, REFERENCES[::-1])[name][::-1]
    scores = segment_scores(metric, {name: texts})[name]
    # Sums over a test set can differ in their last digit with the order of its segments.
    np.testing.assert_allclose(turned, scores, rtol=1e-12 if metric.whole_test_set else 0, atol=0)


@every_metric
def test_a_part_of_a_test_set_has_the_scores_that_it_has_in_the_whole(metric: Metric) -> None:
    name, texts = next(iter(OUTPUTS.items()))
    whole = segment_scores(metric, {name: texts})[name]
    halves = [
        segment_scores(metric, {name: texts[part]}, REFERENCES[part])[name]
        for part in (slice(N // 2), slice(N // 2, N))
    ]
    same = np.array_equal(np.concatenate(halves), whole)
    assert same != metric.whole_test_set, "say `whole_test_set` of a metric whose rows depend on other segments"


def test_metrics_that_need_the_whole_test_set_are_few_and_said_to_be_so() -> None:
    assert [name for name in metrics.names() if metrics.get(name).whole_test_set] == ["nist", "regression"]


@pytest.mark.parametrize("spec", ["fmeasure", "fmeasure(exponent=2)", "wer(unit=count)", "per", "ter", "terp", "hyter"])
def test_the_order_of_references_does_not_matter(spec: str) -> None:
    metric = parse(spec)
    hypotheses = ["", *OUTPUTS["phrase"]]
    rows = [["a rather long reference for nothing", "a short one"], *map(list, REFERENCES)]
    found = metric.corpus_score(hypotheses, References.by_segment(rows))
    assert metric.corpus_score(hypotheses, References.by_segment(row[::-1] for row in rows)) == found
