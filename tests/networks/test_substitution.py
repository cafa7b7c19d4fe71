"""Networks made of one reference, synonyms and paraphrases."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.networks.substitution import Sources, Thresholds, alternatives, from_paraphrases, neighbours
from tertium.resources import store
from tertium.resources.paraphrases.formats import build
from tests.support.networks import sentences

FUNCTION_WORDS = frozenset(["the", "a", "on", "of"])


@pytest.fixture(scope="module")
def synonyms() -> Any:
    return store.default("synonyms", "en").load()


@pytest.fixture
def table(tmp_path: Path) -> Any:
    text = "0.6\tgreen\tverdant\n0.05\tgreen\tlime\n0.4\tlarge tree\ttall oak\n0.5\tof the\tfrom the\n"
    source, target = tmp_path / "table.tsv", tmp_path / "paraphrases.en.mine.bin"
    source.write_text(text, "utf-8")
    build(source, target, format="tsv", language="en")
    return store.load(target, "paraphrases")


def test_synonyms_keep_the_ending_and_leave_function_words(synonyms: Any) -> None:
    words = ["The", "pupils", "purchased", "a", "car"]
    sources = Sources(synonyms=synonyms, function_words=FUNCTION_WORDS)
    found = alternatives(words, sources, Thresholds(shared_meanings=0.15))
    said = {(f.start, *f.words) for f in found}
    assert {(1, "students"), (2, "bought"), (4, "automobile")} <= said
    assert (1, "schoolchilds") not in said
    assert all(f.start not in (0, 3) and f.end == f.start + 1 for f in found)
    assert all(f.words[0].endswith("s") for f in found if f.start == 1)


def test_irregular_forms_are_left_alone(synonyms: Any) -> None:
    assert alternatives(["said", "children"], Sources(synonyms=synonyms), Thresholds(shared_meanings=0)) == []


def test_fewer_meanings_in_common_give_more_synonyms(synonyms: Any) -> None:
    def count(share: Any, most: int = 100) -> Any:
        thresholds = Thresholds(shared_meanings=share, most=most)
        return len(alternatives(["the", "clever", "house"], Sources(synonyms=synonyms), thresholds))

    assert count(0.0) > count(0.3) > count(0.9)
    assert count(0.0, most=2) <= 3 * 2


def test_paraphrases_must_be_probable_and_replace_a_content_word(table: Any) -> None:
    words = ["a", "large", "tree", "of", "the", "green", "park"]
    sources = Sources(paraphrases=table, function_words=FUNCTION_WORDS)
    network = from_paraphrases(words, sources, Thresholds(probability=0.1))
    assert {" ".join(s) for s in sentences(network)} == {
        f"a {tree} of the {green} park" for tree in ("large tree", "tall oak") for green in ("green", "verdant")
    }
    more = from_paraphrases(words, sources, Thresholds(probability=0.01))
    assert len(sentences(more)) == 6


def test_alternatives_must_have_been_seen_beside_a_neighbour(table: Any) -> None:
    words = ["the", "green", "park"]
    sources = Sources(paraphrases=table, context=neighbours(["A lime park"]))
    said = {s[1] for s in sentences(from_paraphrases(words, sources, Thresholds(probability=0.01)))}
    assert said == {"green", "lime"}


def test_unlikely_alternatives_cost_more(table: Any) -> None:
    found = sentences(from_paraphrases(["green"], Sources(paraphrases=table), Thresholds(probability=0.01), costs=True))
    assert found == pytest.approx({("green",): 0.0, ("verdant",): -np.log10(0.6), ("lime",): -np.log10(0.05)})


def test_a_sentence_keeps_its_capital(table: Any) -> None:
    said = sentences(from_paraphrases(["Green", "park"], Sources(paraphrases=table)))
    assert set(said) == {("Green", "park"), ("Verdant", "park")}


def test_an_empty_reference_is_a_network_too(table: Any) -> None:
    assert set(sentences(from_paraphrases([], Sources(paraphrases=table)))) == {()}
