"""A score that changes is seen: under one signature the sample has the scores that are kept in kept_scores.json.

A new signature is a new score, and free: an option, a model's digest or a raised `revision` stands in it. To keep the
scores of new signatures, run `python -m tests.contract.test_kept_scores`.
"""

import json
from pathlib import Path

import pytest

from tertium.evaluation.statistics import signature
from tertium.metrics import Metric, parse
from tertium.metrics.neural import NeuralMetric
from tertium.text.pool import Pairing
from tertium.text.testset import TestSet
from tests.contract.test_metric_contract import SPECS
from tests.support.extras import installed
from tests.support.texts import REFERENCES, STREAMS, SYSTEMS

KEPT = Path(__file__).with_name("kept_scores.json")
KNOWN = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def sample_of(metric: Metric) -> TestSet:
    post_edits = dict.fromkeys(SYSTEMS, STREAMS[0]) if "post-edits" in metric.needs else None
    return TestSet.build(SYSTEMS, REFERENCES, post_edits=post_edits)


def name_of(metric: Metric) -> str:
    """The signature without the version of the program, which every release raises."""
    return signature(metric, "nfc", "2", sample_of(metric)).rpartition("|v:")[0]


def scores_of(metric: Metric) -> dict[str, float]:
    pairings = Pairing.of_systems(sample_of(metric))
    return {system: float(metric.score(metric.statistics(pairs).sum(0))) for system, pairs in pairings.items()}


def test_most_signatures_are_kept() -> None:
    present = [metric for metric in map(parse, SPECS) if installed(metric)]
    assert sum(name_of(metric) in KNOWN for metric in present) > len(SPECS) / 2


@pytest.mark.parametrize("spec", SPECS)
def test_the_scores_of_the_sample_are_those_that_were_kept(spec: str) -> None:
    metric = parse(spec)
    if (kept := KNOWN.get(name_of(metric))) is None:
        return
    assert scores_of(metric) == pytest.approx(kept, rel=1e-9), (
        f"{spec}: scores changed under an old signature. Raise `revision` of the metric, say in CHANGELOG.md what the "
        "sample had before and has now, and run: python -m tests.contract.test_kept_scores"
    )


if __name__ == "__main__":
    present = [metric for metric in map(parse, SPECS) if installed(metric) and not isinstance(metric, NeuralMetric)]
    made = {name_of(metric): scores_of(metric) for metric in present}
    KEPT.write_text(json.dumps({**KNOWN, **made}, indent=1, ensure_ascii=False) + "\n", "utf-8")
