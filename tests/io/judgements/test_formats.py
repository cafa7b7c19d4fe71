"""How the format of judgements is found, where they came from, and what cannot be written."""

import gzip
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io.judgements.formats import JUDGEMENT_FORMATS, detect_judgements, read_judgements, write_judgements
from tertium.meta.judgements import Items, JudgementGroup, ScoreTables, SegmentScores
from tests.support.types import GiveStdin, Put

SCORES = "system\thypothesis\tscore\nA\ta\t1\n"
SAMPLES = {
    "scores": SCORES,
    "pairs": "hyp_a\thyp_b\tpreference\na\tb\t>\n",
    "mqm-tsv": "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    "A\td\t1\t1\tr\ts\tt\tx\tMinor\n",
    "wmt-rankings": "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
    "cze,eng,1,1,j,X,1,Y,2,1\n",
    "post-edits": '<xliff version="1.2"><file original="d" source-language="en" target-language="de"><body>'
    '<trans-unit id="1"><source>a</source><target>b c</target><alt-trans origin="mt"><target>b</target></alt-trans>'
    "</trans-unit></body></file></xliff>",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_format_is_found_by_the_header_whatever_the_name(put: Put, name: Any) -> None:
    path = put("some.file", SAMPLES[name])
    assert detect_judgements(path) == name
    assert len(read_judgements(path)) == 1


def test_every_format_has_a_sample_here_or_is_a_folder() -> None:
    assert {entry.name for entry in JUDGEMENT_FORMATS.values() if not entry.folder} == set(SAMPLES)


def test_jsonl_is_found_too(put: Put) -> None:
    assert detect_judgements(put("a", '{"mt": "a", "score": 1}\n')) == "scores"
    assert detect_judgements(put("a", '\n{"hyp_a": "a", "hyp_b": "b", "preference": "="}\n')) == "pairs"


def test_a_folder_is_one_of_mt_metrics_eval(tmp_path: Path) -> None:
    assert detect_judgements(tmp_path) == "mt-metrics-eval"


def test_named_columns_make_an_mqm_header_a_table_of_scores(put: Put) -> None:
    content = "system\trater\tsource\ttarget\tcategory\tseverity\tmark\nA\tr\ts\tt\tx\tMinor\t3\n"
    group = read_judgements(put("a.tsv", content), columns={"score": "mark", "hypothesis": "target"}).group()
    assert group.segment_scores("mark").scores.tolist() == [3]


@pytest.mark.parametrize("content", ["", "just a sentence\n", "\x00\n"])
def test_what_is_no_judgement_is_refused_with_the_known_formats(put: Put, content: str) -> None:
    with pytest.raises(DataError, match=r"a\.txt:1: found .*expected one of scores .*mt-metrics-eval"):
        read_judgements(put("a.txt", content))


def test_a_damaged_first_json_line_is_named(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.jsonl:1: not one JSON object"):
        read_judgements(put("a.jsonl", '{"mt": "a", \n'))


def test_an_unknown_format_is_refused(put: Put) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown format of judgements 'pair'.*did you mean 'pairs'"):
        read_judgements(put("a.tsv", SCORES), "pair")
    with pytest.raises(UnknownNameError, match="unknown format of judgements"):
        write_judgements([], "a.tsv", "tsv")


def test_the_origin_has_the_path_and_the_hash_of_the_content_packed_or_not(put: Put) -> None:
    expected = hashlib.sha256(SCORES.encode()).hexdigest()
    plain, packed = put("a.tsv", SCORES), put("a.tsv.gz", gzip.compress(SCORES.encode()))
    assert read_judgements(plain).origin.sha256 == expected
    assert read_judgements(packed).origin.sha256 == expected
    assert read_judgements(plain).origin.path == str(plain)


def test_the_hash_covers_files_longer_than_the_head(put: Put) -> None:
    content = SCORES + "A\ta\t1\n" * 40_000
    assert read_judgements(put("a.tsv", content)).origin.sha256 == hashlib.sha256(content.encode()).hexdigest()


def test_standard_input_is_read(stdin: GiveStdin) -> None:
    stdin(SCORES.encode())
    judgements = read_judgements("-")
    assert judgements.groups[0].dataset == "stdin"


def test_the_first_name_without_a_data_set_is_the_files(put: Put) -> None:
    assert read_judgements(put("mine.tsv.gz", SCORES)).groups[0].name == "mine unknown"


def group_of(items: Any, **parts: Any) -> Any:
    return JudgementGroup("x", "de-en", items, **parts)


def test_what_a_format_cannot_hold_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    items = Items.build(["a"])
    with pytest.raises(DataError, match="x de-en has no segment scores"):
        write_judgements([group_of(items)], path, "scores")
    with pytest.raises(DataError, match="x de-en has no pairwise preferences"):
        write_judgements([group_of(items)], path, "pairs")
    with pytest.raises(DataError, match="0 groups with errors, expected one"):
        write_judgements([group_of(items)], path, "mqm-tsv")
    with pytest.raises(OptionError, match="can only be read; formats that can be written: scores, pairs"):
        write_judgements([group_of(items)], path, "wmt-rankings")
    with pytest.raises(OptionError, match="a kind of scores cannot be chosen"):
        write_judgements([group_of(items)], path, "pairs", kind="da")
    assert not path.exists()


def test_names_and_texts_that_would_not_come_back_are_refused(tmp_path: Path) -> None:
    for items, message in (
        (Items.build(["a"], system=["NA"]), "called 'NA'"),
        (Items.build(["\ud800"]), r"half a surrogate pair \(U\+D800\)"),
    ):
        scores = ScoreTables((SegmentScores(items, np.zeros(1), "da"),))
        with pytest.raises(DataError, match=message):
            write_judgements([group_of(items, human=scores)], tmp_path / "a.tsv", "scores")
    assert not list(tmp_path.iterdir())
