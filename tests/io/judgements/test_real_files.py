"""The real judgements beside the project: every file reads, with the rows that it has."""

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.io.judgements.formats import read_judgements

pytestmark = pytest.mark.shared

# Rows, groups and items; the rows are those of the data's own README, exactly.
PAIRS = {
    "wmt08_rr_from-en": (5254, 3, 2076),
    "wmt08_rr_to-en": (5971, 4, 2877),
    "wmt09_rr_from-en": (21019, 3, 5968),
    "wmt09_rr_to-en": (10607, 5, 5714),
    "wmt10_rr_from-en": (28346, 3, 9635),
    "wmt10_rr_to-en": (28157, 4, 10352),
    "wmt11_rr_from-en": (31204, 3, 10860),
    "wmt11_rr_to-en": (20985, 4, 7938),
    "wmt12_rr_from-en": (51935, 3, 21086),
    "wmt12_rr_to-en": (48369, 4, 19674),
    "wmt13_rr5way_fr-en": (81148, 1, 19163),
    "wmt13_rr_to-en": (275789, 3, 70745),
    "wmt14_rr_to-en": (100919, 5, 43878),
    "wmt15_rr_from-en": (111557, 3, 27148),
    "wmt15_rr_to-en": (104233, 5, 35543),
    "wmt19_darr_to-en": (51700, 3, 25832),
}
SEGMENTS = {  # rows, groups, the kinds of scores
    "bio_mqm": (28525, 8, ["mqm", "errors"]),
    "mlqe_et-en_2refs_da": (1000, 1, ["da"]),
    "mlqe_pe": (63000, 7, ["da", "hter", "da_raw"]),
    "wmt10_edit_accept": (6830, 8, ["acceptance"]),
    "wmt13_da": (1610, 9, ["da", "da_raw"]),
    "wmt15_da": (2000, 4, ["da"]),
    "wmt16_da": (2240, 4, ["da"]),
    "wmt21_da": (32311, 3, ["da", "da_raw"]),
    "wmt21_mqm": (9416, 2, ["mqm"]),
    "wmt23_mqm_dasqm": (34083, 3, ["mqm", "da_sqm"]),
}


def test_no_file_is_left_out(shared: Path) -> None:
    names = {f"pairs_{name}" for name in PAIRS} | {f"seg_{name}" for name in SEGMENTS}
    names |= {"sys_wmt14_to-en", "sys_wmt18_to-en", "votes_indian_to-en"}
    assert {path.name.removesuffix(".tsv.gz") for path in (shared / "data" / "judgements").iterdir()} == names


@pytest.mark.parametrize("name", PAIRS)
def test_pairwise_files_have_all_their_judgements(shared: Path, name: Any) -> None:
    judgements = read_judgements(shared / "data" / "judgements" / f"pairs_{name}.tsv.gz")
    found = (sum(len(g.preferences) for g in judgements), len(judgements), sum(len(g.items) for g in judgements))  # type: ignore[misc]
    assert found == PAIRS[name]
    for group in judgements:
        pairs, segment = group.preferences, np.array(group.items.segment)
        assert (segment[pairs.a] == segment[pairs.b]).all()
        assert (pairs.a != pairs.b).all()
        assert group.items.references.number == "1"


def test_ties_and_judges_come_from_the_file_alone(shared: Path) -> None:
    path = shared / "data" / "judgements" / "pairs_wmt13_rr5way_fr-en.tsv.gz"
    pairs = read_judgements(path).group().preferences
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines][1:]
    signs = {">": 1, "<": -1, "=": 0}
    assert pairs.preference.tolist() == [signs[row[9]] for row in rows]
    assert [pairs.judges[code] for code in pairs.judge] == [row[8] for row in rows]
    assert [pairs.items.hypothesis[i] for i in pairs.b] == [row[5] for row in rows]
    assert max(np.bincount(pairs.ranking)) == 10  # five outputs make ten pairs


@pytest.mark.parametrize("name", SEGMENTS)
def test_segment_files_have_all_their_scores(shared: Path, name: Any) -> None:
    judgements = read_judgements(shared / "data" / "judgements" / f"seg_{name}.tsv.gz")
    rows, n_groups, kinds = SEGMENTS[name]
    assert len(judgements) == n_groups
    assert list(dict.fromkeys(scores.kind for group in judgements for scores in group.human.segments)) == kinds
    found = [group.segment_scores() for group in judgements]
    assert sum(len(s.items) if s.ratings is None else len(s.ratings) for s in found) == rows


def test_empty_scores_are_missing(shared: Path) -> None:
    judgements = read_judgements(shared / "data" / "judgements" / "seg_wmt23_mqm_dasqm.tsv.gz")
    missing = sum(int(np.isnan(group.segment_scores("mqm").scores).sum()) for group in judgements)
    assert missing == 1068
    assert max(np.nanmax(group.segment_scores("mqm").scores) for group in judgements) == 0


def test_outputs_rated_twice_are_one_item_with_two_ratings(shared: Path) -> None:
    judgements = read_judgements(shared / "data" / "judgements" / "seg_bio_mqm.tsv.gz")
    counts = np.concatenate([np.bincount(group.segment_scores().ratings.item) for group in judgements])
    assert (counts == 2).sum() == 28525 - 25845
    assert counts.max() == 2


@pytest.mark.parametrize(
    ("name", "rows", "systems"), [("sys_wmt14_to-en", 139680, 48), ("sys_wmt18_to-en", 212617, 71)]
)
def test_system_files_have_one_score_for_each_system(shared: Path, name: str, rows: int, systems: int) -> None:
    judgements = read_judgements(shared / "data" / "judgements" / f"{name}.tsv.gz")
    assert sum(len(group.items) for group in judgements) == rows
    assert sum(len(group.human.systems[0].systems) for group in judgements) == systems
    assert not any(np.isnan(group.human.systems[0].scores).any() for group in judgements)


def test_votes_find_their_references_by_segment(shared: Path) -> None:
    votes = read_judgements(shared / "data" / "judgements" / "votes_indian_to-en.tsv.gz")
    assert sum(len(group.items) for group in votes) == 176964
    group = votes.group("ta-en")
    assert group.segment_scores("votes").scores.sum() > 0
    references = read_judgements(shared / "data" / "multiref" / "multiref_indian_to-en_4refs.tsv.gz")
    items = group.items
    for other in references:
        if other.lang_pair == "ta-en":
            items = items.with_references(other.items)
    found = group.with_items(items).segment_scores("votes").items.references
    known = {segment for segment, texts in zip(items.segment, found, strict=True) if texts}
    assert len(known) == 3217 - 3  # three of the segments in both files stand there with two sources


def test_files_of_references_read_as_items_without_outputs(shared: Path) -> None:
    rows = {}
    for path in sorted((shared / "data" / "multiref").iterdir()):
        judgements = read_judgements(path)
        rows[path.name.split("_")[1]] = sum(len(group.items) for group in judgements)
        assert all(group.items.hypothesis[0] is None and group.items.references[0] for group in judgements)
    assert rows == {"fisher": 11581, "indian": 17912, "wmt14": 1000, "wmt19": 1997, "wmt21-23": 10217}
