"""The test set inside the package: what the demo, the documentation and other tests rely on."""

import json
import unicodedata
from collections import Counter
from itertools import combinations
from typing import TypedDict

import pytest

from tertium.data import SAMPLE


class Line(TypedDict):
    document: str
    segment: int
    source: str
    references: list[str]
    hypotheses: dict[str, str]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    # Not splitlines(): it would also cut at separators that may stand inside a JSON string.
    return [json.loads(line) for line in SAMPLE.read_bytes().decode("utf-8").removesuffix("\n").split("\n")]


def texts(line: Line) -> list[str]:
    return [line["source"], *line["references"], *line["hypotheses"].values()]


def test_it_has_30_segments_in_5_documents(lines: list[Line]) -> None:
    assert len(lines) == 30
    assert Counter(line["document"] for line in lines) == dict.fromkeys(
        ["news", "recipe", "email", "manual", "story"], 6
    )


def test_every_line_has_the_same_keys_in_the_same_order(lines: list[Line]) -> None:
    assert {tuple(line) for line in lines} == {("document", "segment", "source", "references", "hypotheses")}


def test_documents_follow_each_other_and_segments_count_from_1(lines: list[Line]) -> None:
    documents = list(dict.fromkeys(line["document"] for line in lines))
    assert [(line["document"], line["segment"]) for line in lines] == [
        (document, segment) for document in documents for segment in range(1, 7)
    ]


def test_every_segment_has_the_outputs_of_the_same_3_systems(lines: list[Line]) -> None:
    assert {tuple(line["hypotheses"]) for line in lines} == {("phrase", "neural", "rules")}


def test_every_segment_has_2_different_references(lines: list[Line]) -> None:
    assert {len(line["references"]) for line in lines} == {2}
    assert [line for line in lines if len(set(line["references"])) != 2] == []


def test_no_text_is_empty_or_padded_with_space(lines: list[Line]) -> None:
    assert [text for line in lines for text in texts(line) if not text or text != text.strip()] == []


def test_all_text_is_nfc(lines: list[Line]) -> None:
    assert [text for line in lines for text in texts(line) if not unicodedata.is_normalized("NFC", text)] == []


def test_no_text_has_a_line_break_or_a_tab(lines: list[Line]) -> None:
    # The set must survive being written as plain text and as TSV.
    assert [text for line in lines for text in texts(line) if len(text.splitlines()) != 1 or "\t" in text] == []


def test_the_file_ends_its_last_line_and_has_no_byte_order_mark() -> None:
    data = SAMPLE.read_bytes()
    assert data.startswith(b'{"document"')
    assert data.endswith(b"}}\n")
    assert b"\r" not in data


def test_references_run_from_one_word_to_more_than_forty(lines: list[Line]) -> None:
    lengths = [len(reference.split()) for line in lines for reference in line["references"]]
    assert min(lengths) == 1
    assert max(lengths) >= 40


def test_some_segments_are_translated_alike_by_two_systems_but_not_many(lines: list[Line]) -> None:
    # Ties must occur, since ranking and pairwise tests have to cope with them.
    alike = [
        (first, second)
        for line in lines
        for first, second in combinations(line["hypotheses"], 2)
        if line["hypotheses"][first] == line["hypotheses"][second]
    ]
    assert 2 <= len(alike) <= 4


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param("3.8 million", id="decimal point"),
        pytest.param("5,200", id="thousands comma"),
        pytest.param("€1,140.50", id="currency"),
        pytest.param("7%", id="percent"),
        pytest.param('"', id="quotation mark"),
        pytest.param("two-year", id="hyphen"),
        pytest.param("Dr. ", id="abbreviation"),
        pytest.param("Müller", id="umlaut"),
        pytest.param("🙂", id="emoji outside the basic plane"),
        pytest.param("...", id="three dots"),
        pytest.param("…", id="ellipsis character"),
        pytest.param("–", id="dash"),
        pytest.param("(serves 4)", id="parentheses"),
        pytest.param("citizens' ", id="apostrophe"),
        pytest.param("couldn't", id="contraction"),
    ],
)
def test_the_references_hold_what_tokenisers_find_hard(lines: list[Line], piece: str) -> None:
    assert any(piece in reference for line in lines for reference in line["references"])
