"""Texts that are hard to split, and the words of a tokeniser."""

from itertools import product

from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.base import Tokenizer
from tertium.text.tokenizers.tercom import tercom
from tests.support.strategies import PIECES, hard_texts


def words(texts: list[str], tokenizer: Tokenizer, *, lowercase: bool = False) -> list[list[str]]:
    packed = PackedTexts.pack(texts)
    batch = tokenizer.tokenize(packed.lower() if lowercase else packed)
    return [batch.tokens(row) for row in range(len(batch))]


batches = st.lists(hard_texts, min_size=1, max_size=4)
ALL_PAIRS = [a + b for a, b in product(PIECES, PIECES)]
BETWEEN = [f"{a}{b}{c}" for b in PIECES for a, c in product("a1 ", "a1 ")]


def assert_tercom(texts: list[str], options: tuple[bool, ...]) -> None:
    normalized, no_punct, asian_support, case_sensitive = options
    original = TercomTokenizer(*options)
    ours = tercom(normalized=normalized, no_punct=no_punct, asian_support=asian_support)
    once = [original(text.rstrip()) for text in texts]
    expected = once + [original(text) for text in once] if normalized else once
    found = words(texts, ours, lowercase=not case_sensitive)
    assert found == [text.split() for text in expected]
