from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.resources import store, synonyms
from tertium.resources.synonyms import Sources
from tertium.text.arrays import PackedTexts


def sets_of(found: synonyms.Synonyms, *words: str) -> list[set[int]]:
    batch = found.sets(PackedTexts.pack(list(words)))
    return [set(batch.ids[a:b].tolist()) for a, b in zip(batch.offsets[:-1], batch.offsets[1:], strict=True)]


def test_the_shipped_dictionary_knows_forms_and_sets() -> None:
    found = store.synonyms("auto", "en")
    assert found is not None
    big, large, cats, cat, mice, mouse = sets_of(found, "big", "large", "cats", "cat", "mice", "mouse")
    assert big & large
    assert cats >= cat
    assert mice & mouse
    assert sets_of(found, "xyzzyx") == [set()]


def test_files_of_wordnet_are_read(tmp_path: Path) -> None:
    for part in synonyms.PARTS:
        (tmp_path / f"index.{part}").write_text("  licence\n")
        (tmp_path / f"{part}.exc").write_text("")
    (tmp_path / "index.noun").write_text("  licence\ncat n 1 0 1 0 0012\n")
    (tmp_path / "noun.exc").write_text("cattes cat\n")
    found = synonyms.read_wordnet(tmp_path)
    assert found.sets == {"cat": {12}}
    assert found.irregular == {"cattes": ["cat"]}
    assert found.set_parts == {("cat", 12): 1}


def test_files_of_meteor_are_read(tmp_path: Path) -> None:
    (tmp_path / "english.synsets").write_text("big\n1 2\nlarge\n2\n")
    (tmp_path / "english.exceptions").write_text("go\nwent gone\n")
    assert synonyms.read_meteor(tmp_path, "english") == Sources(
        {"big": {1, 2}, "large": {2}}, {"went": ["go"], "gone": ["go"]}
    )
    with pytest.raises(DataError, match="cannot be opened"):
        synonyms.read_meteor(tmp_path, "french")
