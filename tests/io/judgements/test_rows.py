"""Judgements of which no text stays: the study is the same to the last bit, and rows stand in files."""

import random
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.io.judgements import cells
from tertium.io.judgements.formats import read_judgements
from tertium.io.judgements.rows import keep_rows, read_textless
from tertium.meta.study.languages import choose_for
from tertium.meta.study.study import StudyOptions, study
from tertium.storage.rowfiles import row_files

HEADER = ["lang_pair", "doc_id", "seg_id", "system", "source", "reference", "hypothesis", "score", "domain"]
WORDS = ["the", "a", "cat", "dog", "sat", "lay", "on", "mat", "and", "it", "rained", "all", "day", "long", "."]


def table(path: Path, n: int, *, ids: bool = True) -> str:
    chance = random.Random(n)
    lines = ["\t".join(HEADER)]
    for i in range(n):
        segment = random.Random(i // 4)
        reference = " ".join(segment.choices(WORDS, k=8))
        hypothesis = " ".join(word if chance.random() < 0.7 else chance.choice(WORDS) for word in reference.split())
        named = [f"d{i // 20}" if ids else "", f"s{i // 4}" if ids else ""]
        pair = "de-en" if i // 4 % 3 else "fr-en"
        score = "" if i % 17 == 3 else str(chance.randint(0, 100))
        lines.append("\t".join([pair, *named, f"sys{i % 4}", f"quelle {i // 4}", reference, hypothesis, score, "news"]))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


@pytest.mark.parametrize("ids", [True, False])
def test_a_study_without_texts_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ids: bool) -> None:
    monkeypatch.setattr(cells, "_ROWS_OF_BLOCK", 37)
    paths = [table(tmp_path / "a.tsv", 240, ids=ids), table(tmp_path / "b.tsv", 120, ids=ids)]
    groups = [group for path in paths for group in read_judgements(path)]
    settings = StudyOptions(measures=["spearman", "accuracy", "pearson"], n_samples=20, tests=True)
    whole = study(groups, ["chrf", "ter"], settings=settings)
    textless = read_textless(paths)
    choice = choose_for(textless.beginnings, ["chrf", "ter"], None)
    with row_files(tmp_path / "work") as files:
        rows = keep_rows(paths, choice, files)
        apart = study(textless.groups, choice, settings=settings, rows=rows)
    assert apart.to_json() == whole.to_json()
    assert [len(table) for of_group in rows for table in of_group] == [len(g.items) for g in groups for _ in range(2)]
    assert all(isinstance(table, np.memmap) for of_group in rows for table in of_group)


def test_no_text_stays(tmp_path: Path) -> None:
    path = table(tmp_path / "a.tsv", 48)
    for group in read_textless([path]).groups:
        items = group.items
        assert not any(items.hypothesis)
        assert not any(items.source)
        assert not any(items.references)
        assert list(items.extra) == ["domain"]
    (first, second) = read_textless([path]).beginnings
    assert first.items.hypothesis[0]
    assert second.items.references[0]


def test_only_wanted_language_pairs_are_scored(tmp_path: Path) -> None:
    path = table(tmp_path / "a.tsv", 48)
    groups = list(read_judgements(path))
    with row_files(tmp_path / "work") as files:
        rows = keep_rows([path], choose_for(groups, ["chrf"], None), files, is_asked=lambda pair: pair == "de-en")
    assert [len(of_metric) for (of_metric,) in rows] == [sum(len(g.items) for g in groups if g.lang_pair == "de-en")]


def test_what_cannot_be_read_in_parts_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "a.tsv", 24)
    rated = tmp_path / "rated.tsv"
    rated.write_text("system\treference\thypothesis\tscore\trater\na\tb\tc\t1\td\n", "utf-8")
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("hyp_a\thyp_b\tpreference\treference\na\tb\t>\tc\n", "utf-8")
    for file, message in (
        (rated, "without a column of raters"),
        (pairs, "found pairs"),
        ("-", "reads judgements twice"),
    ):
        with pytest.raises(DataError, match=message):
            read_textless([file])
    groups = list(read_judgements(path))
    with row_files(tmp_path / "work") as files, pytest.raises(OptionError, match="needs all segments at once"):
        keep_rows([path], choose_for(groups, ["nist"], None), files)
