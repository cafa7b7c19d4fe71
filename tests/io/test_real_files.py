"""The real data beside the project, where it is there."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io import read_lines, read_test_set, write_test_set

DATA = Path(__file__).parents[3] / "shared" / "data"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not DATA.is_dir(), reason="the real data (../shared/data beside the project) is not here"),
]


def test_wmt14_has_13_german_systems_on_3003_segments() -> None:
    path = DATA / "judgements" / "sys_wmt14_to-en.tsv.gz"
    test_set = read_test_set(path, where={"lang_pair": "de-en"})
    assert len(test_set) == 3003
    assert len(test_set.systems) == 13
    assert test_set.references.number == "1"
    assert test_set.documents is None
    assert not test_set.incomplete()


def test_wmt14_as_a_whole_is_refused_with_its_language_pairs() -> None:
    with pytest.raises(DataError, match=r"5 language pairs .*\(cs-en, de-en, fr-en, hi-en, ru-en\).*--where"):
        read_test_set(DATA / "judgements" / "sys_wmt14_to-en.tsv.gz")


def test_wmt18_has_empty_outputs_that_are_not_missing() -> None:
    test_set = read_test_set(DATA / "judgements" / "sys_wmt18_to-en.tsv.gz", where={"lang_pair": "zh-en"})
    outputs = [text for texts in test_set.systems.values() for text in texts]
    assert (outputs.count(""), outputs.count(None)) == (2, 0)


def test_estonian_has_two_references_everywhere() -> None:
    test_set = read_test_set(DATA / "judgements" / "seg_mlqe_et-en_2refs_da.tsv.gz")
    assert len(test_set) == 1000
    assert list(test_set.systems) == ["nmt"]
    assert test_set.references.number == "2"


def test_wmt21_systems_lack_segments_that_others_have() -> None:
    test_set = read_test_set(DATA / "judgements" / "seg_wmt21_da.tsv.gz", where={"lang_pair": "ja-en"})
    assert len(test_set) == 1005
    assert sum(text is None for texts in test_set.systems.values() for text in texts) == 16 * 1005 - 14482
    assert len(set(test_set.documents)) == 81


def test_repeated_segments_are_refused_with_both_lines() -> None:
    with pytest.raises(DataError, match=r"tsv\.gz:73: system 'NA' has segment '881' already at .*tsv\.gz:5;"):
        read_test_set(DATA / "judgements" / "seg_wmt15_da.tsv.gz")


def test_eleven_references_without_a_system_are_read() -> None:
    path = DATA / "multiref" / "multiref_wmt14_en-de_en-fr_11refs.tsv.gz"
    test_set = read_test_set(path, where={"lang_pair": "en-de"})
    assert (len(test_set), test_set.systems, test_set.references.number) == (500, {}, "11")


@pytest.mark.parametrize("ending", ["tsv.gz", "jsonl", "xml", "sgm"])
def test_real_text_survives_every_format(tmp_path: Path, ending: str) -> None:
    test_set = read_test_set(DATA / "judgements" / "seg_wmt23_mqm_dasqm.tsv.gz", where={"lang_pair": "he-en"})
    path = tmp_path / f"a.{ending}"
    write_test_set(test_set, path)
    again = read_test_set(path)
    assert again.systems == test_set.systems
    assert again.references == test_set.references
    assert again.source == test_set.source
    assert again.documents == test_set.documents


def test_verses_are_parallel_lines() -> None:
    versions = [read_lines(DATA / "bitext" / f"ebible.{name}.gz") for name in ("vref", "eng-engbsb", "deu-deu1912")]
    assert [len(lines) for lines in versions] == [41_899] * 3
