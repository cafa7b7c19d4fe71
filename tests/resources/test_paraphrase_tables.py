"""Tables of paraphrases: what goes in comes out, from every format, and bad text is refused with its line."""

import gzip
import os
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError, UnknownNameError
from tertium.resources.paraphrases import Paraphrase, ParaphraseTable, write_table
from tertium.resources.paraphrases.formats import build, text_lines
from tertium.text.arrays import PackedTexts

ENTRIES = [("car", "motor car", 0.5), ("car", "auto", 0.25), ("motor car", "car", 0.125), ("auto", "a car", 1.0)]


def text_of(format: str) -> str:
    lines = {
        "meteor": "{p}\n{a}\n{b}\n",
        "terp": "{p} <p>{a}</p> <p>{b}</p>\n",
        "ppdb": "[NN] ||| {a} ||| {b} ||| x=1 p(e|f)={log} y=2 ||| 0-0 ||| Equivalence\n",
        "tsv": "{p}\t{a}\t{b}\n",
    }[format]
    return "".join(lines.format(a=a, b=b, p=p, log=-np.log(p)) for a, b, p in ENTRIES)


def table_of(folder: Path, text: str, format: str = "tsv") -> ParaphraseTable:
    (folder / "table.txt").write_text(text, encoding="utf-8")
    build(folder / "table.txt", folder / "table.bin", format=format, language="en")
    return ParaphraseTable.load(folder / "table.bin")


def test_tables_of_terp_may_have_a_number_before_the_probability(tmp_path: Path) -> None:
    for line in ("0.25 <p>give up</p> <p>stop</p>\n", "1.5e-3 0.25 <p>give up</p> <p>stop</p>\n"):
        table = table_of(tmp_path, line, "terp")
        assert list(text_lines(table, "tsv")) == ["0.25\tgive up\tstop\n"]
    with pytest.raises(DataError, match=r"table\.txt:1: found '1 2 3 <p>"):
        table_of(tmp_path, "1 2 3 <p>give up</p> <p>stop</p>\n", "terp")


@pytest.mark.parametrize("format", ["meteor", "terp", "ppdb", "tsv"])
def test_every_format_gives_the_same_table(tmp_path: Path, format: str) -> None:
    table = table_of(tmp_path, text_of(format), format)
    assert len(table) == 4
    assert [(p.phrase, pytest.approx(p.probability)) for p in table.lookup("car")] == [
        ("motor car", 0.5),
        ("auto", 0.25),
    ]
    assert table.lookup("motor car") == [Paraphrase("car", 0.125)]
    assert table.lookup_back("car") == [Paraphrase("motor car", 0.125)]
    assert table.lookup_back("a car") == [Paraphrase("auto", 1.0)]
    assert table.lookup("a") == table.lookup("motor") == table.lookup("van") == table.lookup("") == []


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


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("0.5\ta\tb\nnan\ta\tc\n", "tsv", r"table\.txt:2: found 'nan' as a probability, expected a number from 0 on"),
        ("0.5\ta\tb\n-0.1\ta\tc\n", "tsv", r"table\.txt:2: found '-0\.1' as a probability"),
        ("inf\ta\tb\n", "tsv", r"table\.txt:1: found 'inf' as a probability"),
        ("0.5\na\nb\nhalf\na\nb\n", "meteor", r"table\.txt:4: found 'half' as a probability"),
        ("0.5\na\nb\n0.5\na\n", "meteor", r"table\.txt:5: the file ends inside an entry"),
        ("0.5 a b\n", "terp", r"table\.txt:1: found '0\.5 a b', expected 0\.5 <p>phrase</p> <p>phrase</p>"),
        ("[X] ||| a ||| b ||| c ||| d\n", "ppdb", r"table\.txt:1: found"),
        ("0.5\ta\t \n", "tsv", r"table\.txt:1: found"),
        ("", "tsv", r"table\.txt: no entry found"),
        (f"0.5\ta\t{'b ' * 300}\n", "tsv", r"a phrase of 300 words .* expected at most 64"),
    ],
)
def test_bad_tables_are_refused_and_nothing_is_left_behind(
    tmp_path: Path, text: str, format: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        table_of(tmp_path, text, format)
    assert os.listdir(tmp_path) == ["table.txt"]


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown format of paraphrases 'tvs'.* did you mean 'tsv'"):
        build(tmp_path / "no", tmp_path / "table", format="tvs", language="en")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_bytes(b"0.5\t\xff\tb\n")
    with pytest.raises(DataError, match="not UTF-8"):
        build(tmp_path / "table.txt", tmp_path / "table.bin", format="tsv", language="en")


def test_a_packed_file_that_breaks_off_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(text_of("tsv").encode() * 100)
    (tmp_path / "table.gz").write_bytes(packed[:-20])
    with pytest.raises(DataError, match="is not a whole gzip file: it ends too early"):
        build(tmp_path / "table.gz", tmp_path / "table.bin", format="tsv", language="en")


@pytest.mark.parametrize("kept", [0, 5, 10, 100, -1])
def test_a_file_that_breaks_off_is_not_opened(tmp_path: Path, kept: int) -> None:
    table_of(tmp_path, text_of("tsv"))
    content = (tmp_path / "table.bin").read_bytes()
    (tmp_path / "cut.bin").write_bytes(content[:kept])
    with pytest.raises(DataError, match=r"not a file that Tertium wrote|damaged"):
        ParaphraseTable.load(tmp_path / "cut.bin")


def test_a_table_of_millions_opens_and_answers_at_once(tmp_path: Path) -> None:
    n = 5_000_000
    names = [f"w{i}" for i in range(1000)]
    phrases = PackedTexts.pack([f"{a} {b}" for a in names for b in names])
    rng = np.random.default_rng(1)
    sources, targets = rng.integers(len(phrases), size=(2, n))
    write_table(
        tmp_path / "large.bin", phrases, sources, targets, np.full(n, 0.5, np.float32), language="en", made_from="test"
    )
    started = time.perf_counter()
    table = ParaphraseTable.load(tmp_path / "large.bin")
    found, back = table.lookup("w7 w9"), table.lookup_back("w7 w9")
    seconds = time.perf_counter() - started
    assert len(table) == n
    assert table.child_slots is table.file.arrays["child_slots"]
    assert {p.phrase for p in found} == {phrases[int(t)] for t in targets[sources == 7009]}
    assert {p.phrase for p in back} == {phrases[int(s)] for s in sources[targets == 7009]}
    assert seconds < 0.1
