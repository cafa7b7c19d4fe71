"""Soft matches of word pieces against the plain formula, and pieces against Hugging Face's program."""

import math
import unicodedata
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium import _core
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.word_pieces import WordPieceTokenizer
from tests.core.batches import Row, Segments

N_PIECES, DIMENSIONS = 5, 9
sentences = st.lists(st.integers(0, N_PIECES - 1), max_size=7)
rows = st.lists(st.integers(-127, 127), min_size=N_PIECES * DIMENSIONS, max_size=N_PIECES * DIMENSIONS)
# Not so small that single precision has no digits left for them.
weight = st.just(0.0) | st.floats(2**-20, 10, width=32)
weights = st.lists(weight, min_size=N_PIECES, max_size=N_PIECES)


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    size = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / size if size else 0.0


def expected(hyp: Row, ref: Row, vectors: np.ndarray, weight: list[float]) -> list[float]:
    if not hyp or not ref:
        return [0.0] * 11
    near = np.array([[1.0 if a == b else cosine(vectors[a], vectors[b]) for b in ref] for a in hyp])
    row: list[float] = []
    for each in ([1.0] * N_PIECES, weight):
        sides = []
        for best, text in ((near.max(1), hyp), (near.max(0), ref)):
            total = sum(each[piece] for piece in text)
            shares = sum(each[piece] * value for piece, value in zip(text, best, strict=True))
            sides.append(shares / total if total else 0.0)
        row += [*sides, 2 * sides[0] * sides[1] / sum(sides) if sum(sides) > 0 else 0.0]
    for each in ([1.0] * N_PIECES, weight):
        units = [v / (math.sqrt(float(v @ v)) or 1.0) for v in vectors]
        means = [np.sum([each[piece] * units[piece] for piece in text], 0) for text in (hyp, ref)]
        row.append(cosine(*means))
    bests = near.max(1), near.max(0)
    row += [float(np.sort(best)[:3].mean()) for best in bests]
    return [*row, float((np.concatenate(bests) > 0.5).mean())]


@given(sentences, st.lists(sentences, min_size=1, max_size=2), rows, weights)
def test_soft_matches_are_those_of_the_plain_formula(hyp: Row, refs: list[Row], flat: Row, weight: list[float]) -> None:
    vectors = np.array(flat, np.float64).reshape(N_PIECES, DIMENSIONS)
    refs = [*refs, hyp]  # a text against itself takes a shorter way
    table = _core.soft_features(
        Segments.of((hyp, refs)).pairs,
        values=np.array(flat, np.int8),
        dimensions=DIMENSIONS,
        weights=np.array(weight, np.float32),
    )
    wanted = np.array([expected(hyp, ref, vectors, weight) for ref in refs])
    # A cosine of exactly one half may fall on either side of it.
    assert table[:, :10] == pytest.approx(wanted[:, :10], abs=2e-4)


def test_arguments_that_do_not_fit_are_refused() -> None:
    pairs = Segments.of(([0, 2], [[1]])).pairs
    ones = np.ones(3, np.float32)
    for n_values, dimensions, given_weights, message in (
        (5, 2, ones, "5 numbers for 3 pieces of 2 dimensions"),
        (4, 2, ones[:2], "a piece is 2 but there are 2"),
        (6, 2, ones * np.float32(math.nan), "finite numbers that are not negative"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.soft_features(pairs, values=np.ones(n_values, np.int8), dimensions=dimensions, weights=given_weights)
    with pytest.raises(ValueError, match="unknown: piece 3 named, but there are 1"):
        _core.word_pieces(_core.pack(["a"]), _core.pack(["a"]), unknown=3, lowercase=True)


PIECES = [
    "[UNK]",
    *"abcdefghinostuxyz0123.,!?-'«»€中文",
    "##a",
    "##b",
    "##n",
    "##s",
    "##t",
    "not",
    "an",
    "the",
    "##ing",
]
PIECES += ["e", "##e", "un", "##un", "ß", "##ß", "i", "##i", "##̇", "ж", "##ж", "σ", "##σ"]
TEXTS = st.text(
    st.one_of(
        st.sampled_from("aAbBnNtTsSeEuUgG  \t\n.,!?-'«»€中文éÉñßİжЖΣσ\u00a0\u200b\u0300\ufffd\0\x07\u3000"),
        st.characters(exclude_categories=["Cs", "Cn"]),
    ),
    max_size=40,
)


def _older(tokenizers: Any, char: str) -> bool:
    """Whether `tokenizers`, whose Unicode is older, knows a mark or sign; later ones are letters to it."""
    category = unicodedata.category(char)
    if category == "Mn":
        return not tokenizers.normalizers.BertNormalizer(strip_accents=True).normalize_str(char)
    if category.startswith("P"):
        return len(tokenizers.pre_tokenizers.BertPreTokenizer().pre_tokenize_str(f"a{char}")) == 2
    return True


@given(st.lists(TEXTS, min_size=1, max_size=4), st.booleans())
def test_pieces_are_those_of_tokenizers(texts: list[str], lowercase: bool) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="needs tokenizers: pip install --group test")
    theirs = tokenizers.Tokenizer(
        tokenizers.models.WordPiece(
            {p: i for i, p in enumerate(PIECES)}, unk_token="[UNK]", max_input_chars_per_word=100
        )
    )
    theirs.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=lowercase)
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    assume(all(_older(tokenizers, char) for char in set("".join(texts))))
    ours = WordPieceTokenizer("pieces", PackedTexts.pack(PIECES), 0, lowercase)
    batch = ours.tokenize(PackedTexts.pack(texts))
    for row, text in enumerate(texts):
        assert batch.tokens(row) == theirs.encode(text).tokens, ascii(text)


def test_a_word_of_more_than_a_hundred_characters_is_unknown() -> None:
    ours = WordPieceTokenizer("pieces", PackedTexts.pack(PIECES), 0)
    batch = ours.tokenize(PackedTexts.pack(["a" * 100, "a" * 101, "é" * 100]))
    assert [len(batch.tokens(row)) for row in range(3)] == [100, 1, 100]
