"""Word pieces: the longest first, accents, ideographs, and what is in no list."""

import pytest

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.word_pieces import UNKNOWN, WordPieceTokenizer, prepared

PIECES = [UNKNOWN, "the", "un", "##able", "##a", "##b", "cafe", "café", "猫", ",", "。"]
LOWER = WordPieceTokenizer("a", PackedTexts.pack(PIECES), 0)
CASED = WordPieceTokenizer("b", PackedTexts.pack(PIECES), 0, lowercase=False)


@pytest.mark.parametrize(
    ("tokenizer", "text", "expected"),
    [
        (LOWER, "The unable", ["the", "un", "##able"]),
        (LOWER, "Café,猫。", ["cafe", ",", "猫", "。"]),
        (LOWER, "unab unx", ["un", "##a", "##b", UNKNOWN]),
        (CASED, "café The", ["café", UNKNOWN]),
    ],
)
def test_pieces(tokenizer: WordPieceTokenizer, text: str, expected: list[str]) -> None:
    batch = tokenizer.tokenize(PackedTexts.pack([text]))
    assert batch.tokens(0) == expected
    assert batch.ids.tolist() == [PIECES.index(piece) for piece in expected]


def test_preparation() -> None:
    assert prepared("É\u200b猫\ufffd¿", lowercase=True).split() == ["e", "猫", "¿"]
    assert prepared("É\tx", lowercase=False) == "É x"
