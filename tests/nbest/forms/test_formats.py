"""Lists are read in parts that follow each other."""

from pathlib import Path

import pytest

from tertium import read_nbest
from tertium.errors import DataError
from tertium.nbest.forms.formats import read_portions
from tertium.nbest.forms.writing import write_nbest
from tests.support.types import Put


def test_parts_follow_each_other(put: Put, tmp_path: Path) -> None:
    content = "".join(f"{i} ||| text {i} {k} ||| lm= {k} ||| {-k}\n" for i in range(20) for k in range(1 + i % 3))
    path = put("a.nbest", content)
    parts = list(read_portions(path, size=5))
    assert len(parts) > 3
    assert [texts for part in parts for texts in part] == list(read_nbest(path))
    write_nbest(read_portions(path, size=5), tmp_path / "b.jsonl")
    assert list(read_nbest(tmp_path / "b.jsonl")) == list(read_nbest(path))
    with pytest.raises(DataError, match=r"list 20 has no|sentence 25 after sentence 19"):
        list(read_portions(put("c.nbest", content + "25 ||| x ||| lm= 1 ||| 1\n"), size=5))
