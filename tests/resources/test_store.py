"""Resources are found by name or path; two with one name are refused."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tertium.errors import DataError, UnknownNameError
from tertium.resources import store
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import WordList
from tertium.text.arrays import PackedTexts

LANGUAGES = ("cs", "de", "en", "es", "fr", "ru")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path))
    return tmp_path


def test_every_language_of_meteor_has_function_words() -> None:
    for language in LANGUAGES:
        found = store.default("function", language)
        assert found is not None
        words = found.load()
        assert isinstance(words, WordList)
        assert 50 < len(words.words) < 120
        assert {",", "."} <= set(words.words)


def test_synonyms_share_a_set_in_all_their_forms() -> None:
    found = store.default("synonyms", "en")
    assert found is not None
    synonyms = found.load()
    assert isinstance(synonyms, Synonyms)
    words = PackedTexts.pack(["car", "automobiles", "banana", "bought", "purchase", "glass", "is", "qzx"])
    sets = synonyms.sets(words)
    rows = [set(sets.ids[start:stop].tolist()) for start, stop in pairwise(sets.offsets)]
    assert rows[0] & rows[1]
    assert rows[3] & rows[4]
    assert not rows[0] & rows[2]
    assert rows[5]
    assert rows[7] == set()


def test_the_english_paraphrases_are_small_and_as_their_manifest_says() -> None:
    found = store.default("paraphrases", "en")
    assert found is not None
    assert found.own
    assert found.path.stat().st_size <= 6_000_000
    table = found.load()
    assert isinstance(table, ParaphraseTable)
    assert table.sets is not None
    made = json.loads(found.path.with_suffix(".manifest.json").read_text(encoding="utf-8"))
    assert len(table) == made["summary"]["entries"]
    assert len(table.sets) == made["summary"]["sets"]
    assert {corpus["language"] for corpus in made["inputs"]} == {"de", "en", "es", "fr"}
    assert "center" in [other.phrase for other in table.lookup("centre")]


def test_auto_is_the_resource_of_the_language_or_none() -> None:
    english = store.resolve("paraphrases", "auto", "en")
    assert english is not None
    assert english.name == "paraphrases.en"
    assert store.resolve("paraphrases", "auto", "de") is store.resolve("paraphrases", "none", "en") is None
    assert store.fixed("paraphrases", "auto", "en") == "paraphrases.en"
    assert store.fixed("paraphrases", "auto", "de") == store.fixed("paraphrases", "none", "en") == "none"


def test_a_list_of_ones_own_is_found(own_folder: Path) -> None:
    (own_folder / "function.nl.txt").write_text("# own\nde\nhet\n", encoding="utf-8")
    (own_folder / "readme.txt").write_text("not a resource\n", encoding="utf-8")
    found = store.default("function", "nl")
    assert found is not None
    assert found.load() == WordList(("de", "het"), ("", ""))
    assert not found.own


def test_two_resources_with_one_name_are_refused(own_folder: Path) -> None:
    (own_folder / "function.en.txt").write_text("the\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"two resources are called 'function\.en': .*rename one of them"):
        store.all_resources()


def test_a_folder_that_is_not_there_is_said(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.VARIABLE, str(own_folder / "no"))
    with pytest.raises(DataError, match=r"TERTIUM_RESOURCES names .* which is not a folder"):
        store.all_resources()


def test_names_and_paths_choose_resources(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("the\n", encoding="utf-8")
    assert store.find("function.en", "function").own
    assert store.find(str(path), "function").load() == WordList(("the",), ("",))
    with pytest.raises(UnknownNameError, match=r"unknown function 'function\.e'; .*did you mean"):
        store.find("function.e", "function")
    with pytest.raises(DataError, match=r"words\.no: no such file"):
        store.find(str(tmp_path / "words.no"), "function")


@pytest.mark.parametrize("line", ["two words", "word\tnumbers", "\tnumber"])
def test_a_list_with_a_bad_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(f"the\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"words\.txt:2: found .* expected one word"):
        WordList.read(path)


def test_the_digest_of_a_list_changes_with_its_words() -> None:
    assert WordList.of({"a": ""}).digest != WordList.of({"b": ""}).digest
    assert WordList.of({"a": "", "b": ""}).digest == WordList.of({"b": "", "a": ""}).digest
