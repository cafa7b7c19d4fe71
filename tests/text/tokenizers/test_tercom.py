"""Tercom's normalisation gives the words of sacreBLEU."""

from itertools import product

import pytest
from hypothesis import given, settings
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from tertium.text import tokenizers
from tertium.text.tokenizers.tercom import tercom
from tests.support.texts import TEXTS
from tests.text.tokenizers.hard import ALL_PAIRS, BETWEEN, assert_tercom, batches, words

OPTIONS = list(product([False, True], repeat=4))


@pytest.mark.parametrize("options", OPTIONS)
@settings(max_examples=15)
@given(texts=batches)
def test_tercom_equals_the_original_with_all_options(options: tuple[bool, ...], texts: list[str]) -> None:
    assert_tercom(texts, options)


@pytest.mark.parametrize("options", OPTIONS)
def test_tercom_equals_the_original_on_many_texts(options: tuple[bool, ...]) -> None:
    assert_tercom(TEXTS + BETWEEN, options)


@pytest.mark.parametrize("options", [(True, False, False, False), (True, True, True, True)])
def test_tercom_equals_the_original_on_all_pairs_of_pieces(options: tuple[bool, ...]) -> None:
    assert_tercom(ALL_PAIRS, options)


def test_the_registered_tercom_normalises() -> None:
    original = TercomTokenizer(normalized=True, case_sensitive=True)
    assert words(TEXTS, tokenizers.get("tercom")) == [original(text).split() for text in TEXTS]


def test_a_second_time_tercom_splits_what_it_left_the_first_time() -> None:
    # Why references have rows of their own: sacreBLEU tokenises them twice.
    found = words(["Poor's,"], tercom(normalized=True, no_punct=False, asian_support=False))
    assert found == [["Poor's", ","], ["Poor", "'s", ","]]
