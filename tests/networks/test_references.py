"""Networks made of references."""

import gzip
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.membership import contains
from tertium.networks.paths import Paths
from tertium.networks.references import from_references
from tertium.resources import store
from tests.support.networks import sentences

FUNCTION_WORDS = frozenset(["the", "a", "on", "of"])


sentence = st.lists(st.sampled_from(["a", "the", "cat", "mat", "sat", ",", "old"]), max_size=6)


@given(st.lists(sentence, min_size=1, max_size=4))
def test_a_network_of_references_contains_them(references: Any) -> None:
    said = sentences(from_references(references, FUNCTION_WORDS))
    assert {tuple(words) for words in references} <= set(said)


def test_parts_of_references_recombine_to_new_sentences() -> None:
    references = ["the cat sat on the old mat .", "a cat was sitting on the mat ."]
    said = {" ".join(s) for s in sentences(from_references([r.split() for r in references], FUNCTION_WORDS))}
    assert said == {
        f"{first} cat {verb} on the {old}mat ." for first in ("the", "a") for verb in ("sat", "was sitting")
        for old in ("", "old ")
    }  # fmt: skip


def test_function_words_alone_are_no_common_place() -> None:
    references = [["walk", "the", "dog"], ["feed", "the", "parrot"]]
    assert len(sentences(from_references(references, FUNCTION_WORDS))) == 2
    assert len(sentences(from_references(references))) == 4


@pytest.mark.shared
def test_networks_of_real_references_contain_each_of_them(shared: Path) -> None:
    with gzip.open(shared / "data/multiref/multiref_fisher_es-en_4refs.tsv.gz", "rt", encoding="utf-8") as file:
        header = next(file).rstrip("\n").split("\t")
        places = [i for i, name in enumerate(header) if name.startswith("reference")]
        rows = [line.rstrip("\n").split("\t") for line in islice(file, 300)]
    words = frozenset(store.default("function", "en").load().words)
    larger = 0
    for row in rows:
        references = [row[i].split() for i in places]
        network = from_references(references, words)
        assert all(contains(network, reference) for reference in references)
        larger += Paths.of(network).count > len(set(map(tuple, references)))
    assert larger > 100


def test_no_references_are_refused() -> None:
    with pytest.raises(DataError, match="there are no references"):
        from_references([])
