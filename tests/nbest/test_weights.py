"""Files of weights."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.nbest.lists import grouped
from tertium.nbest.weights import Weights, read_weights, write_weights

WHOLE = Weights(
    {"d_0": 0.1, "d_1": -1e-20, "lm": 0.3333333333333333, "w_1": 2.0},
    scale=3.0,
    metric="beer",
    signature="beer|v:1",
    seed=7,
    hashes={"dev.nbest": "ab12"},
    trace=({"score": 0.5},),
)


def test_json_gives_back_everything(tmp_path: Path) -> None:
    write_weights(WHOLE, tmp_path / "w.json")
    assert read_weights(tmp_path / "w.json") == WHOLE


def test_text_gives_back_the_weights(tmp_path: Path) -> None:
    write_weights(WHOLE, tmp_path / "run1.dense")
    assert (tmp_path / "run1.dense").read_text() == "d= 0.1 -1e-20\nlm= 0.3333333333333333\nw_1= 2.0\n"
    assert read_weights(tmp_path / "run1.dense").values == WHOLE.values


def test_a_name_on_several_lines_has_several_values(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("d= 0.1\nd= 0.2\n\nlm: 3\n")
    assert read_weights(tmp_path / "w").values == {"d_0": 0.1, "d_1": 0.2, "lm": 3.0}


def test_only_a_series_from_zero_is_a_group() -> None:
    names = ("a_0", "b_0", "b_1", "c_1", "c_2", "d", "d_0")
    assert grouped(names) == [
        ("a_0", ["a_0"]),
        ("b", ["b_0", "b_1"]),
        ("c_1", ["c_1"]),
        ("c_2", ["c_2"]),
        ("d", ["d"]),
        ("d_0", ["d_0"]),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there are no weights"),
        ("lm= 0\n", "all weights are 0"),
        ("lm= nan\n", "weight of 'lm' is nan"),
        ("lm 0.5\n", ":1: found 'lm 0.5', expected a line such as"),
        ("lm= 1\nw= x\n", ":2: a weight of 'w' is no number"),
        ("{", "not JSON"),
        ("[]", "expected a line such as"),
        ('{"format": 1}', "an object without 'weights'"),
        ('{"format": 2, "weights": {"a": 1}}', "format 2"),
        ('{"format": 1, "weights": {"a": "1"}}', "weight of 'a' is '1', expected a number"),
        ('{"format": 1, "weights": {"a": true}}', "expected a number"),
        ('{"format": 1, "weights": {"a": NaN}}', "expected a finite number"),
        ('{"format": 1, "weights": {"a": 1}, "wieghts": {}}', "the key 'wieghts'"),
        ('{"format": 1, "weights": {"a": 1}, "seed": "x"}', "'seed' as str"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "w").write_text(content)
    with pytest.raises(DataError, match=message):
        read_weights(tmp_path / "w")
