"""The result of a comparison."""

from typing import Any

import pytest

import tertium
from tertium.evaluation.differences.results import Comparison
from tests.support.texts import REFERENCES, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=100), "n_swaps": 100}


@pytest.fixture(scope="module")
def compared() -> Comparison:
    return tertium.compare(SYSTEMS, REFERENCES, metrics="bleu", **QUICK)


def test_a_comparison_finds_systems_and_writes_itself(compared: Comparison) -> None:
    assert compared["neural"] is compared.evaluation["neural"]
    assert compared.notes == compared.evaluation.notes
    data: dict[str, Any] = dict(compared.to_dict())
    assert [test["p_holm"] for test in data["tests"]] == [test.p_holm for test in compared.tests]
    assert data["rankings"][0]["clusters"] == [list(cluster) for cluster in compared.rankings[0].clusters]
    records = [row[0] for row in compared.records()[0].records]
    assert records.count("test") == len(compared.tests) == 2 * 3
    assert records.count("score") == len(SYSTEMS)
    assert [table.keys for table in compared.wide()] == [1]


def test_a_frame_of_a_comparison_has_intervals_differences_and_p_values(compared: Comparison) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra pandas)")
    long = compared.to_pandas()
    tests = long[long.record == "test"]
    assert tests.p_holm.tolist() == [test.p_holm for test in compared.tests]
    assert tests.difference.tolist() == [test.difference for test in compared.tests]
    intervals = [row.scores[0].interval for row in compared.evaluation.systems]
    assert long[long.record == "score"].low.tolist() == [interval[0] for interval in intervals if interval]
    assert compared.to_pandas(layout="wide").loc["neural", "BLEU"] == compared["neural"]["bleu"].score
