"""Parses from files, kept parses, and the pipeline inside the package."""

import gzip
from collections.abc import Sequence
from pathlib import Path

import pytest

from tertium.data import PARSERS
from tertium.errors import DataError
from tertium.resources.parsers.dependencies import CachedParser, ParsedSentences, SpacyParser, find, named_by_model
from tertium.text.parses import Parse, read_conllu, write_conllu

SENTENCE = Parse(("Cats", "sleep", "."), ("NOUN", "VERB", "PUNCT"), (1, -1, 1), ("nsubj", "root", "punct"))


class Counting:
    """Gives flat parses and counts how many it was asked for."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        self.asked += len(sentences)
        return [
            Parse(tuple(s), ("X",) * len(s), (-1, *[0] * (len(s) - 1))[: len(s)], ("dep",) * len(s)) for s in sentences
        ]


@pytest.mark.parametrize("name", ["parses.conllu", "parses.conllu.gz"])
def test_sentences_of_a_file_are_found_however_they_are_split(tmp_path: Path, name: str) -> None:
    path, content = tmp_path / name, write_conllu(SENTENCE).encode()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    parser = find(str(path))
    assert parser.parse([["Cats", "sleep", "."], ["Cats", "sleep."], []])[0] == SENTENCE
    assert parser.parse([["Cats", "sleep."]])[0].heads == (1, -1)


def test_a_sentence_that_nobody_parsed_is_named(tmp_path: Path) -> None:
    (path := tmp_path / "parses.conllu").write_text(write_conllu(SENTENCE), "utf-8")
    with pytest.raises(DataError, match=r"parses\.conllu@.*holds no parse of 'Dogs bark'"):
        ParsedSentences.read(path).parse([["Dogs", "bark"]])


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    (path := tmp_path / "parses.conllu").write_bytes(b"# text\n1\t\xff\n")
    with pytest.raises(DataError, match=r"parses\.conllu:2: is not UTF-8"):
        find(str(path))


def test_a_kept_parse_is_not_asked_for_again(tmp_path: Path) -> None:
    inner = Counting()
    sentences = [["a", "b"], ["c"], ["a", "b"], []]
    first = CachedParser(inner, tmp_path / "parses.sqlite").parse(sentences)
    again = CachedParser(inner, tmp_path / "parses.sqlite").parse(sentences)
    assert inner.asked == 3
    assert first == again == Counting().parse(sentences)


def test_a_file_that_is_no_store_of_parses_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "parses.sqlite").write_bytes(b"something else entirely" * 100)
    with pytest.raises(DataError, match="cannot be used to keep parses"):
        CachedParser(Counting(), path).parse([["a"]])


def test_a_folder_without_a_pipeline_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    with pytest.raises(DataError, match="is not a spaCy pipeline"):
        SpacyParser.load(tmp_path)


@pytest.mark.parametrize("name", ["pytest", "this", "os", "../somewhere"])
def test_what_is_installed_as_something_else_is_not_imported(name: str) -> None:
    pytest.importorskip("spacy")
    with pytest.raises(DataError, match="neither a folder nor an installed pipeline"):
        SpacyParser.load(name)


def test_a_model_opens_no_folder_by_itself(tmp_path: Path) -> None:
    for choice in ("auto", "none", "a.conllu", "b.conllu.gz"):
        assert named_by_model(choice, "own.model") == choice
    for choice in (str(tmp_path), "pytest", "", "."):
        with pytest.raises(DataError, match=r"own\.model: was trained with the parser .* a model opens no folder"):
            named_by_model(choice, "own.model")


def test_a_language_without_a_parser_is_named() -> None:
    with pytest.raises(DataError, match="no parser for 'xx'"):
        find("auto", "xx")


def test_our_own_parser_finds_subject_and_object() -> None:
    pytest.importorskip("spacy")
    parse, empty, long = find("auto").parse(
        [["The", "minister", "signed", "the", "new", "law", "."], [], ["and"] * 2500]
    )
    assert parse.labels[1] == "nsubj"
    assert parse.heads[1] == 2
    assert parse.labels[5] == "obj"
    assert parse.tags[:3] == ("DET", "NOUN", "VERB")
    assert len(empty) == 0
    assert len(long) == 2500


def test_our_own_parser_is_small() -> None:
    assert sum(path.stat().st_size for path in (PARSERS / "en").rglob("*") if path.is_file()) < 10_000_000


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-", "1-", "1." + "2" * 400])
def test_numbers_of_words_that_no_sentence_has(number: str) -> None:
    line = f"{number}\ta\t_\tX\t_\t_\t0\troot\t_\t_"
    with pytest.raises(DataError, match=r"x:1: .* found, the number of a word expected"):
        list(read_conllu([(1, line)], "x"))
