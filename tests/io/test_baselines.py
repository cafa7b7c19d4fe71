"""Stored baselines: the same outputs again, and refused for another test set."""

import json
from pathlib import Path

import pytest

from tertium import read
from tertium.errors import DataError
from tertium.io.baselines import read_baseline, write_baseline
from tertium.text.testset import References, TestSet

SAMPLE = read(sample=True)


def test_a_baseline_comes_first_when_it_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, SAMPLE, "neural")
    both = read_baseline(path).beside(SAMPLE, "base.json")
    assert list(both.systems) == ["baseline", *SAMPLE.systems]
    assert both.systems["baseline"] == SAMPLE.systems["neural"]


def test_another_test_set_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, SAMPLE, "neural")
    n = len(SAMPLE)
    other = TestSet.build({"a": ["x"] * n}, References.by_stream(["y"] * n), name="other")
    with pytest.raises(DataError, match="stored with other references than those of other"):
        read_baseline(path).beside(other, "base.json")
    with pytest.raises(DataError, match="has 30 segments, and other has 29"):
        read_baseline(path).beside(other.select(range(n - 1)), "base.json")


@pytest.mark.parametrize(
    "content",
    ["", "[", "{}", "[1]", '{"kind": "tertium baseline", "version": 2}', '{"kind": "tertium baseline", "version": 1}'],
)
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(content, "utf-8")
    with pytest.raises(DataError, match=r"base\.json: "):
        read_baseline(path)


def test_every_cut_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    write_baseline(path, SAMPLE.select(range(2)), "neural")
    whole = path.read_text("utf-8")
    for length in range(len(whole) - 2):
        path.write_text(whole[:length], "utf-8")
        with pytest.raises(DataError):
            read_baseline(path)
    record = json.loads(whole)
    path.write_text(json.dumps({**record, "outputs": [1, "x"]}), "utf-8")
    with pytest.raises(DataError, match="output 1 is no text"):
        read_baseline(path)
