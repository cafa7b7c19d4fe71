"""Scores of other metrics beside ours: from which files, for which systems, and what signatures say of them."""

import gzip
from pathlib import Path

import pytest

from tertium.errors import DataError, UnknownNameError
from tertium.io.segment_scores import read_segment_scores
from tertium.text.testset import References, TestSet
from tests.support.types import GivePipe, Put

TEST_SET = TestSet.build({"a": ["x", "y"], "b": ["x", "z"]}, References.by_stream(["x", "y"]), documents=["d", "e"])


@pytest.mark.parametrize(
    "content",
    [
        "1\n2\n3\n4\n",
        "a\t1\na\t2\nb\t3\nb\t4\n",
        "system\tsegment\tscore\nb\t1\t3\nb\t2\t4\na\t1\t1\na\t2\t2\n",
        "system\tdocument\tsegment\tscore\na\td\t1\t1\na\te\t1\t2\nb\td\t1\t3\nb\te\t1\t4\n",
    ],
    ids=["in order", "by system", "table", "documents"],
)
def test_every_form_gives_the_scores_of_each_system(put: Put, content: str) -> None:
    (column,) = read_segment_scores([f"comet={put('s.txt', content)}"], ["comet"], TEST_SET)
    assert column.scores == {"a": (1, 2), "b": (3, 4)}
    assert (column.name, column.higher_is_better) == ("comet", False)


def test_the_signature_says_what_was_in_the_file(put: Put, pipe: GivePipe) -> None:
    def origin(path: Path) -> str:
        (column,) = read_segment_scores([f"m={path}"], [], TEST_SET)
        return column.file

    content = b"1\n2\n3\n4\n"
    name, digest = origin(put("s.txt", content)).split("@")
    assert name == "s.txt"
    assert origin(pipe("pipe", content)) == f"pipe@{digest}"
    assert origin(put("s.gz", gzip.compress(content))) == f"s.gz@{digest}"
    assert origin(put("other.txt", b"1\n2\n3\n5\n")) != f"other.txt@{digest}"


def test_what_does_not_fit_is_refused(put: Put) -> None:
    three, systems = put("three.txt", "1\n2\n3\n"), put("systems.txt", "a\t1\nb\t2\n")
    with pytest.raises(DataError, match=r"3 scores, expected 2 for each of 2 systems \(a, b\)"):
        read_segment_scores([f"m={three}"], [], TEST_SET)
    with pytest.raises(DataError, match="scores of whole systems; expected one for each segment: one per line"):
        read_segment_scores([f"m={systems}"], [], TEST_SET)
    with pytest.raises(UnknownNameError, match=r"unknown metric of --scores 'n'"):
        read_segment_scores([f"m={three}"], ["n"], TEST_SET)
