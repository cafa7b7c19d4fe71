"""What workers compute of a test set that is spread over them."""

import pytest

from tertium.evaluation.scale.distributed import _in_order, _schema, _texts, statistics_batches
from tertium.evaluation.statistics import local_rows
from tertium.metrics.choice import choose
from tertium.text.testset import TestSet
from tests.support.texts import REFERENCES, SYSTEMS

pa = pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")


def test_what_workers_do_gives_the_rows_in_the_order_of_the_segments() -> None:
    test_set = TestSet.build(SYSTEMS, REFERENCES, post_edits={"neural": SYSTEMS["neural"][::-1]})
    metrics = choose(["bleu,chrf,ter"]).metrics
    function = statistics_batches([metric.spec() for metric in metrics], list(SYSTEMS), "nfc")
    batches = _texts(test_set).to_batches(max_chunksize=7)[::-1]
    made = pa.Table.from_batches(list(function(batches)), schema=_schema())
    rows = _in_order(made, list(SYSTEMS), len(metrics), len(test_set))
    expected = local_rows(test_set, metrics, "nfc", 1, None)
    for system, by_metric in expected.items():
        for one, other in zip(rows[system], by_metric, strict=True):
            assert one.tobytes() == other.tobytes()
