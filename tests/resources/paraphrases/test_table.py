"""Tables of paraphrases: what goes in comes out, from every format, and bad text is refused with its line."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.resources.paraphrases import Paraphrase, ParaphraseTable, write_table
from tertium.resources.paraphrases.formats import build
from tertium.text.arrays import PackedTexts
from tests.resources.paraphrases.tables import table_of, text_of
from tests.support.effort import counted


def test_a_packed_table_is_read_as_it_is(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "table.gz", "wt", encoding="utf-8") as file:
        file.write(text_of("tsv"))
    assert build(tmp_path / "table.gz", tmp_path / "table.bin", format="tsv", language="en") == 4


words = st.sampled_from(["a", "b", "c", "é", "猫"])
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(st.lists(st.tuples(phrases, phrases, st.floats(0, 1, width=32)), min_size=1, max_size=40))
def test_a_table_holds_what_was_put_in_both_ways(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, str, float]]
) -> None:
    folder = tmp_path_factory.mktemp("table")
    table = table_of(folder, "".join(f"{p!r}\t{a}\t{b}\n" for a, b, p in entries))
    for phrase in {text for a, b, _ in entries for text in (a, b)}:
        assert table.lookup(phrase) == [Paraphrase(b, p) for a, b, p in entries if a == phrase]
        back = sorted((Paraphrase(a, p) for a, b, p in entries if b == phrase), key=repr)
        assert sorted(table.lookup_back(phrase), key=repr) == back


def test_a_packed_file_that_breaks_off_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(text_of("tsv").encode() * 100)
    (tmp_path / "table.gz").write_bytes(packed[:-20])
    with pytest.raises(DataError, match="is not a whole gzip file: it ends too early"):
        build(tmp_path / "table.gz", tmp_path / "table.bin", format="tsv", language="en")


def test_a_table_of_millions_opens_and_answers_at_once(tmp_path: Path) -> None:
    n = 5_000_000
    names = [f"w{i}" for i in range(1000)]
    phrases = PackedTexts.pack([f"{a} {b}" for a in names for b in names])
    rng = np.random.default_rng(1)
    sources, targets = rng.integers(len(phrases), size=(2, n))
    write_table(
        tmp_path / "large.bin", phrases, sources, targets, np.full(n, 0.5, np.float32), language="en", made_from="test"
    )
    with counted() as effort:
        table = ParaphraseTable.load(tmp_path / "large.bin")
        found, back = table.lookup("w7 w9"), table.lookup_back("w7 w9")
    assert len(table) == n
    assert table.child_slots is table.file.arrays["child_slots"]
    assert {p.phrase for p in found} == {phrases[int(t)] for t in targets[sources == 7009]}
    assert {p.phrase for p in back} == {phrases[int(s)] for s in sources[targets == 7009]}
    # Nothing is copied or read through: the arrays are views of the mapped file, and few calls find two phrases.
    assert not any(array.flags.owndata for array in table.file.arrays.values())
    assert effort.calls < 2_000
