"""From bitexts to tables on this machine: equal to plain Python, resumed, refused where the input is wrong."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")

from tertium import _core
from tertium.engines.duckdb import DuckDBEngine
from tertium.errors import DataError, OptionError
from tertium.io.bitext import read_bitext, read_groups
from tertium.paraphrase import pivot as plain
from tertium.paraphrase.acquisition import Summary, acquire
from tertium.paraphrase.options import Extraction, Filtering, Options, Pivoting
from tertium.resources.paraphrases import ParaphraseTable

from .bitexts import write_bitext

KEEP_ALL = Filtering(
    min_probability=0, min_set_probability=0, numbers=False, function_words=False, inclusion=False, negation=False
)


def engine(scratch: Path) -> DuckDBEngine:
    return DuckDBEngine(scratch, memory="500MB", threads=2)


def corpora(folder: Path, sizes: tuple[int, ...] = (300, 200)) -> list[Any]:
    paths = [write_bitext(folder, f"b{i}", 1 + i % 2, size, seed=i) for i, size in enumerate(sizes)]
    return [read_bitext(english, other, language, points) for english, other, language, *points in paths]


def run(folder: Path, given: list[Any], options: Options | None = None, **more: Any) -> Summary:
    return acquire(given, folder / "table.bin", folder / "work", engine, options, **more)


def extracted(work: Path, options: Extraction) -> list[plain.PhrasePair]:
    """Phrase pairs, one for each occurrence, from the spans that the kernel gives."""
    import numpy as np

    found = []
    for folder in sorted(work.glob("aligned-*")):
        for row in pq.read_table(folder).to_pylist():
            words = row["english"].split(), row["pivot"].split()
            first, second = (np.array([len(side)], np.int32) for side in words)
            lengths = {"first_lengths": first, "second_lengths": second}
            aligned = _core.read_alignments(_core.pack([row["forward"]]), **lengths)
            for _, a, b, c, d in _core.phrase_pairs(aligned, **lengths, max_words=options.max_phrase).tolist():
                phrases = " ".join(words[0][a:b]), " ".join(words[1][c:d])
                if not {","} & set(" ".join(phrases).split()):
                    found.append((phrases[0], row["language"], phrases[1]))
    return found


@pytest.mark.parametrize("least", [1, 3])
def test_the_pivot_equals_plain_python(tmp_path: Path, least: int) -> None:
    pivoting = Pivoting(min_phrase_count=least, min_translation_probability=0.01)
    options = Options(extraction=Extraction(max_phrase=4), pivoting=pivoting, filtering=KEEP_ALL)
    summary = run(tmp_path, corpora(tmp_path), options)
    expected = plain.candidates(extracted(tmp_path / "work", options.extraction), options.pivoting)
    rows = [tuple(row.values()) for row in pq.read_table(tmp_path / "work" / "candidates").to_pylist()]
    assert len(rows) == len(expected) == summary.candidates > 500
    for found, wanted in zip(sorted(rows), expected, strict=True):
        assert found[:2] == wanted[:2]
        assert found[4:] == wanted[4:]
        assert found[2:4] == pytest.approx(wanted[2:4], rel=1e-12)


def test_the_table_has_what_means_the_same(tmp_path: Path) -> None:
    summary = run(tmp_path, corpora(tmp_path), Options(filtering=Filtering(min_probability=0.05)))
    table = ParaphraseTable.load(tmp_path / "table.bin")
    assert {p.phrase for p in table.lookup("big")} == {"large"}
    assert {p.phrase for p in table.lookup("in favour of")} >= {"supporting"}
    assert table.lookup("12 dogs") == []
    assert summary.entries == len(table)
    assert summary.punctuation > 0
    assert summary.removed["inclusion"] > 0
    assert summary.removed["negation"] > 0
    assert sum(summary.removed.values()) + summary.entries <= summary.candidates


def test_phrases_of_one_pivot_share_a_set(tmp_path: Path) -> None:
    run(tmp_path, corpora(tmp_path), Options(filtering=Filtering(min_probability=0.05)))
    sets = ParaphraseTable.load(tmp_path / "table.bin").sets
    assert sets is not None
    assert len(sets) > 10
    shared = set(sets.sets_of("big")) & set(sets.sets_of("large"))
    assert shared
    assert all({"big", "large"} <= set(sets.members(number)) for number in shared)
    assert not set(sets.sets_of("big")) & set(sets.sets_of("quickly"))


def test_a_finished_run_is_not_repeated(tmp_path: Path) -> None:
    given = corpora(tmp_path)
    first = run(tmp_path, given)
    content = (tmp_path / "table.bin").read_bytes()
    again = run(tmp_path, given)
    assert first.done_before == ()
    assert set(again.done_before) == {p.name for p in (tmp_path / "work").iterdir() if p.is_dir()} - {"scratch"}
    assert (tmp_path / "table.bin").read_bytes() == content


def test_other_options_repeat_only_what_depends_on_them(tmp_path: Path) -> None:
    given = corpora(tmp_path)
    run(tmp_path, given)
    again = run(tmp_path, given, Options(filtering=Filtering(min_probability=0.2)))
    assert {"aligned-00", "pairs-01", "counts", "links", "candidates"} <= set(again.done_before)
    assert not {"judged", "table", "sets"} & set(again.done_before)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    run(tmp_path, corpora(tmp_path))
    again = run(tmp_path, corpora(tmp_path, (300, 210)))
    assert set(again.done_before) == {"aligned-00", "pairs-00"}


@pytest.mark.parametrize("at", ["pairs-01", "links", "judged"])
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, at: str) -> None:
    given = corpora(tmp_path)
    (tmp_path / "whole").mkdir()
    acquire(given, tmp_path / "whole" / "table.bin", tmp_path / "whole" / "work", engine)

    def stop(stage: str, done: int, _: int) -> None:
        if stage == at and not done:
            (tmp_path / "work" / f"{at}.part").mkdir()
            (tmp_path / "work" / f"{at}.part" / "part-7.parquet").write_bytes(b"half a file")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, given, report=stop)
    assert not (tmp_path / "table.bin").exists()
    again = run(tmp_path, given)
    assert "aligned-00" in again.done_before
    assert at not in again.done_before
    assert (tmp_path / "table.bin").read_bytes() == (tmp_path / "whole" / "table.bin").read_bytes()


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


def test_nothing_given_and_values_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nothing to find paraphrases in"):
        run(tmp_path, [])
    with pytest.raises(OptionError, match="words of a phrase: found 0, expected a number from 1 to 64"):
        run(tmp_path, corpora(tmp_path), Options(extraction=Extraction(max_phrase=0)))
    with pytest.raises(OptionError, match="memory limit 'lots'"):
        acquire(corpora(tmp_path), tmp_path / "t", tmp_path / "work", lambda s: DuckDBEngine(s, memory="lots"))


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    given = corpora(tmp_path)

    def meanwhile(stage: str, done: int, _: int) -> None:
        if stage == "counts" and not done:
            run(tmp_path, given)

    with pytest.raises(DataError, match="another run is at work here"):
        run(tmp_path, given, report=meanwhile)


def test_the_manifest_says_what_was_made_from_what(tmp_path: Path) -> None:
    run(tmp_path, corpora(tmp_path))
    manifest = json.loads((tmp_path / "work" / "manifest.json").read_text("utf-8"))
    assert manifest["versions"].keys() >= {"tertium", "duckdb", "pyarrow"}
    assert [len(corpus["hashes"]) for corpus in manifest["inputs"]] == [4, 4]
    assert manifest["options"]["extraction"]["max_phrase"] == 7
    assert manifest["stages"]["counts"]["notes"]["rows"] == manifest["summary"]["phrase_pairs"]
