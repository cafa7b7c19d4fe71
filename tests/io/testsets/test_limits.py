import re

import pytest

from tertium.errors import DataError
from tertium.io.testsets import limits
from tertium.text.testset import References, TestSet

FULL = TestSet.build({"ours": ["a", None]}, References.by_stream(["r", "s"]), source=["q", None], documents=["d", "e"])


def test_every_text_has_a_name_for_messages() -> None:
    assert list(limits.labelled_texts(FULL)) == [
        ("the name of a system", "ours"),
        ("segment 1 of system 'ours'", "a"),
        ("reference 1 of segment 1", "r"),
        ("reference 1 of segment 2", "s"),
        ("the source of segment 1", "q"),
        ("the document name of segment 1", "d"),
        ("the document name of segment 2", "e"),
    ]


def test_what_a_format_cannot_hold_is_named() -> None:
    limits.refuse_characters(FULL, re.compile("\t"), "TSV")
    with pytest.raises(DataError, match=r"reference 1 of segment 2 has the character U\+0073, which X cannot hold"):
        limits.refuse_characters(FULL, re.compile("^s$"), "X")
    half = TestSet.build({"ours": ["\ud800"]}, References.by_stream(["r"]))
    with pytest.raises(DataError, match=r"U\+D800, which JSONL in UTF-8 cannot hold"):
        limits.refuse_surrogates(half, "JSONL")


def test_segments_must_be_there_and_show() -> None:
    limits.refuse_no_segments(FULL, "SGML")
    limits.refuse_bare_segments(FULL, "SGML")
    with pytest.raises(DataError, match="there are no segments, and SGML cannot hold that"):
        limits.refuse_no_segments(TestSet.build({"a": []}, References.by_stream([])), "SGML")
    bare = TestSet.build({"a": [None]}, References.by_segment([[]]))
    with pytest.raises(DataError, match="segment 1 has no source, reference or hypothesis"):
        limits.refuse_bare_segments(bare, "SGML")
