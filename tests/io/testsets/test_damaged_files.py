"""A file that was damaged on the way is read or refused; nothing else happens."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.io import read_stream, read_test_set, write_test_set
from tertium.text.testset import References, TestSet

TEST_SET = TestSet.build(
    {"A": ["a & b", None], "B": ["<c>\t", "d\\"]},
    References.by_segment([["r", "é"], ["q"]]),
    source=["s", ""],
    documents=["x", "y"],
)
MARKUP = b'< > " <!-- <doc> </doc> <seg </seg> <ref> <tstset> & &#0; &#xD800; &#99999999;'.split()
OTHERS = [b"", b"{", b"}", b"[", b"\t", b"\n", b"\r", b"\\", b"\\u", b"\x00", b"\xff", b"null", b"1e999"]
SPLICES = st.sampled_from(MARKUP + OTHERS)


@pytest.mark.parametrize("format_name", ["tsv", "jsonl", "wmt-xml", "sgml"])
def test_damage_is_refused_or_does_no_harm(tmp_path_factory: pytest.TempPathFactory, format_name: str) -> None:
    path = tmp_path_factory.mktemp("damaged") / "file"
    write_test_set(TEST_SET, path, format_name)
    whole = path.read_bytes()
    places = st.integers(0, len(whole))

    @settings(deadline=None, max_examples=300)
    @given(st.lists(st.tuples(places, st.integers(0, 8), SPLICES | st.binary(max_size=3)), min_size=1, max_size=4))
    def check(damages: Any) -> None:
        content = whole
        for place, length, splice in damages:
            content = content[:place] + splice + content[place + length :]
        path.write_bytes(content)
        with suppress(DataError):
            test_set = read_test_set(path, format_name)
            assert {len(texts) for texts in test_set.systems.values()} <= {len(test_set)}
        with suppress(DataError):
            assert isinstance(read_stream(path, "reference"), list)

    check()
