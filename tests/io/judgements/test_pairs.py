"""Pairwise preferences in TSV and JSONL."""

import json
from typing import Any

import pytest

from tertium.errors import DataError
from tertium.io.judgements.formats import read_judgements
from tests.support.types import Put

HEADER = (
    "lang_pair\tseg_id\tsource\treference\thyp_a\thyp_b\tsystem_a\tsystem_b\tjudge\tpreference\tdataset\tranking_id"
)


def row(
    preference: Any,
    a: str = "x",
    b: str = "y",
    *,
    seg: str = "1",
    judge: str = "j1",
    ranking: str = "9",
    pair: str = "de-en",
    systems: Any = ("A", "B"),
) -> Any:
    return f"{pair}\t{seg}\ts\tr\t{a}\t{b}\t{systems[0]}\t{systems[1]}\t{judge}\t{preference}\tnews\t{ranking}"


def table(*rows: Any) -> Any:
    return "\n".join([HEADER, *rows, ""])


def test_preferences_point_to_outputs_which_are_there_once(put: Put) -> None:
    path = put("p.tsv", table(row(">"), row("<", "y", "z", systems="BC"), row("=", "x", "z", systems="AC")))
    group = read_judgements(path).group("de-en", "news")
    pairs = group.preferences
    assert group.items.hypothesis == ("x", "y", "z")
    assert group.items.system == ("A", "B", "C")
    assert tuple(group.items.references) == (("r",),) * 3
    assert (pairs.a.tolist(), pairs.b.tolist(), pairs.preference.tolist()) == ([0, 1, 0], [1, 2, 2], [1, -1, 0])
    assert pairs.preference.dtype == "int8"


def test_repeated_rows_are_repeated_judgements(put: Put) -> None:
    pairs = read_judgements(put("p.tsv", table(row(">"), row(">"), row("<")))).group().preferences
    assert pairs.preference.tolist() == [1, 1, -1]
    assert len(pairs.items) == 2


def test_the_same_words_by_another_system_or_for_another_segment_are_another_item(put: Put) -> None:
    path = put("p.tsv", table(row(">"), row(">", seg="2"), row(">", systems="CD")))
    assert len(read_judgements(path).group().items) == 6


def test_judges_and_rankings_are_kept_and_unknown_ones_are_minus_one(put: Put) -> None:
    path = put("p.tsv", table(row(">"), row("<", judge="NA", ranking=""), row("=", judge="j2", ranking="9")))
    pairs = read_judgements(path).group().preferences
    assert (pairs.judge.tolist(), pairs.judges) == ([0, -1, 1], ("j1", "j2"))
    assert (pairs.ranking.tolist(), pairs.rankings) == ([0, -1, 0], ("9",))


def test_language_pairs_are_groups_even_with_equal_segments(put: Put) -> None:
    judgements = read_judgements(put("p.tsv", table(row(">"), row("<", pair="fr-en"), row("<"))))
    assert [len(group.preferences) for group in judgements] == [2, 1]
    assert [len(group.items) for group in judgements] == [2, 2]


def test_a_name_from_the_caller_joins_the_data_sets(put: Put) -> None:
    path = put("p.tsv", table(row(">"), row("<").replace("\tnews\t", "\ttalks\t")))
    assert len(read_judgements(path)) == 2
    assert len(read_judgements(path, dataset="all").group(dataset="all").preferences) == 2


@pytest.mark.parametrize("symbol", ["", ">>", "a", "1"])
def test_another_symbol_is_refused_with_its_row(put: Put, symbol: str) -> None:
    with pytest.raises(DataError, match=rf"p\.tsv:3: 'preference' is '{symbol}', expected > \(a is better\)"):
        read_judgements(put("p.tsv", table(row(">"), row(symbol))))


def test_missing_columns_and_rows_are_refused(put: Put) -> None:
    with pytest.raises(DataError, match=r"p\.tsv:2: no column 'preference'; found hyp_a, hyp_b"):
        read_judgements(put("p.tsv", "hyp_a\thyp_b\nx\ty\n"), "pairs")
    with pytest.raises(DataError, match=r"p\.tsv: there are no rows"):
        read_judgements(put("p.tsv", f"{HEADER}\n"))


def test_jsonl_reads_like_tsv(put: Put) -> None:
    record = {"hyp_a": "x", "hyp_b": "y", "preference": "<", "references": ["r", "q"], "segment": 3, "rater": "j"}
    path = put("p.jsonl", f"{json.dumps(record)}\n{json.dumps(record | {'preference': '='})}\n")
    pairs = read_judgements(path).group().preferences
    assert pairs.preference.tolist() == [-1, 0]
    assert tuple(pairs.items.references) == (("r", "q"), ("r", "q"))
    assert pairs.items.segment == ("3", "3")
    assert pairs.judges == ("j",)
    with pytest.raises(DataError, match=r"p\.jsonl:1: 'preference' is 1"):
        read_judgements(put("p.jsonl", json.dumps(record | {"preference": 1}) + "\n"))
    with pytest.raises(DataError, match=r"p\.jsonl:1: 'hyp_a' is 5"):
        read_judgements(put("p.jsonl", json.dumps(record | {"hyp_a": 5}) + "\n"))
