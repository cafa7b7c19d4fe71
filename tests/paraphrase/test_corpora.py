"""Bitexts that are read: pairs, groups, and what is dropped or refused."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bitext import read_bitext, read_groups
from tests.paraphrase.acquiring import corpora, run

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")


def test_groups_are_paired_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "groups.txt"
    path.write_text("1 ||| a b\n1 ||| c d\n1 ||| a b\n1 ||| e f\n2 ||| g h\n", encoding="utf-8")
    corpus = read_groups(path, "en")
    found = [(p.line, p.english, p.pivot) for p in corpus.pairs()]
    assert found == [(1, "a b", "c d"), (1, "a b", "e f"), (2, "c d", "e f")]
    assert corpus.mirrored


@pytest.mark.parametrize(
    ("english", "other", "points", "message"),
    [
        ("a\nb\n", "x\n", "0-0\n0-0\n", "xx: ends after 1 lines, but .*en has 2"),
        ("a\nb\n", "x\ny\n", "0-0\n0-1\n", "forward alignment, line 2: found the point 0-1, but the sentences have 1"),
        ("a\nb\n", "x\ny\n", "0-0\n0_0\n", "line 2: found '0_0', expected a point such as 3-4"),
        ("\n\n", "x\ny\n", "\n\n", "no sentence pair is left after cleaning"),
        ("a b\n", "x y\n", "0-0 1-1\n", "no paraphrase is left after the filters"),
        (b"a\n\xff\n", "x\ny\n", "0-0\n0-0\n", "en:2: byte 0xff"),
    ],
)
def test_input_that_is_not_as_announced_is_refused(
    tmp_path: Path, english: str | bytes, other: str, points: str, message: str
) -> None:
    for ending, content in (("en", english), ("xx", other), ("points", points)):
        (tmp_path / f"t.{ending}").write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError, match=message):
        run(tmp_path, [read_bitext(tmp_path / "t.en", tmp_path / "t.xx", "xx", [tmp_path / "t.points"] * 2)])
    assert not (tmp_path / "table.bin").exists()


def test_empty_and_endless_lines_are_dropped_and_counted(tmp_path: Path) -> None:
    corpora(tmp_path, (300,))
    for ending, more in (("en", "\n" + "a " * 5000 + "\n<range>\na\n"), ("xx", "x\nx\ny\n" + "z " * 20 + "\n")):
        with (tmp_path / f"b0.{ending}").open("a", encoding="utf-8") as file:
            file.write(more)
    with (tmp_path / "b0.points").open("a", encoding="utf-8") as file:
        file.write("\n" * 4)
    paths = [tmp_path / f"b0.{ending}" for ending in ("en", "xx")]
    summary = run(tmp_path, [read_bitext(*paths, "x1", [tmp_path / "b0.points"] * 2)])  # type: ignore[call-arg]
    assert summary.dropped == {"empty": 2, "too long": 1, "lengths too different": 1}
    assert summary.sentence_pairs == 300
