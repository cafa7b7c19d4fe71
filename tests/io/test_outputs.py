from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.outputs import read_outputs


def test_rows_of_one_segment_belong_together(put: Callable[[str, str | bytes], Path]) -> None:
    path = put("a.tsv", "seg_id\thypothesis\treference\n1\ta\tr\n1\tb\tr\n2\tc\ts\n")
    found = read_outputs(path)
    assert found.items.hypothesis == ("a", "b", "c")
    assert found.items.segment == ("1", "1", "2")
    assert [found.items.references[i] for i in range(3)] == [("r",), ("r",), ("s",)]
    assert found.origin.sha256 == sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("reference\nr\n", "has no column 'hypothesis'; found reference"),
        ("hypothesis\treference\n", "there are no rows"),
    ],
)
def test_what_holds_no_outputs_is_refused(put: Callable[[str, str | bytes], Path], content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_outputs(put("a.tsv", content))
