"""Regressions as metrics."""

import pytest

from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References

ONE = ["The cat sat on a mat.", "He did not come home on Tuesday.", "A house is red"]
REFERENCES = References.by_segment(
    [["The cat sat on the mat.", "A cat sat on the mat."], ["He did not come home on Tuesday."], ["The house was red."]]
)


def test_the_score_of_a_regression_follows_from_its_sum() -> None:
    metric = parse("regression")
    pairing = Pairing.of(ONE, REFERENCES)
    for segment in (0, 2):
        found = metric.explain(pairing, segment)
        parts = {part.name: part for part in found.parts}
        low = float(parts["sum"].note.split("sum - ")[1].split(")")[0])
        share = (parts["sum"].value - low) / (parts["reference"].value - low)
        assert found.score == pytest.approx(100 * min(max(share, 0), 1), abs=0.05)
        alone = metric.explain(Pairing.of([ONE[segment]], References.by_segment([[found.reference_text]])), 0)
        assert alone.reference_text == found.reference_text
