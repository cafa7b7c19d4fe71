"""Segments in buckets."""

from typing import Any

import pytest

import tertium
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20}


@pytest.mark.parametrize("by", ["length", "frequency", "document"])
def test_buckets_hold_every_segment_once(by: Any) -> None:
    test_set = tertium.TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS)
    compared = tertium.compare(test_set, metrics=["ter"], by=[by], **QUICK)
    assert sum(bucket.n_segments for bucket in compared.buckets) == 30
    assert len(compared.buckets) > 1
    if by == "document":
        documents = tertium.score(test_set, metrics=["ter"], documents=True)
        for bucket in compared.buckets:
            assert bucket.scores["rules"]["TER"] == documents["rules"]["ter"].documents[bucket.name]
    for format in ("text", "tsv", "csv", "json", "html"):
        assert compared.buckets[0].name in compared.render(format)
