"""Filters of paraphrases: the first that objects removes a row, and what it removed is counted."""

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra paraphrase)")

from tertium.paraphrase.filters import CANDIDATES, judge_batches  # noqa: E402
from tertium.paraphrase.options import Filtering  # noqa: E402

GOOD = {
    "source": "big house",
    "target": "large home",
    "probability": 0.5,
    "back_probability": 0.5,
    "pivots": 5,
    "languages": 2,
    "source_count": 50,
    "target_count": 50,
}


def judged(*rows: dict[str, object], **options: float) -> list[tuple[str, str, int]]:
    batch = pa.RecordBatch.from_pylist([{**GOOD, **row} for row in rows], schema=CANDIDATES)
    table = pa.Table.from_batches(judge_batches(Filtering(**options), "en")([batch]))
    return [(row["source"], row["removed"], row["n"]) for row in table.to_pylist()]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"probability": 1e-9}, "probability"),
        ({"source": "3 dogs", "target": "4 dogs"}, "numbers"),
        ({"source": "big house", "target": "big house garden"}, "inclusion"),
        ({"source": "like it", "target": "never enjoy it"}, "negation"),
    ],
)
def test_each_filter_names_what_it_removed(row: dict[str, object], name: str) -> None:
    assert judged({}, row, row) == [("big house", "", 1), ("", name, 2)]


def test_what_nobody_objects_to_stays() -> None:
    assert judged({}) == [("big house", "", 1)]
    assert judged({"pivots": 4}, min_pivots=5) == [("", "pivots", 1)]
