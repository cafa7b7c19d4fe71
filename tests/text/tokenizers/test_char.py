"""Characters as words, with and without white space."""

import pytest

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.base import Tokenizer
from tertium.text.tokenizers.char import CHAR, CHAR_AND_SPACE, INNER_CHARACTERS


@pytest.mark.parametrize(
    ("tokenizer", "expected"),
    [
        (CHAR, [["ä", "b", "c"], []]),
        (CHAR_AND_SPACE, [[" ", "ä", "b", " ", "c"], [" ", " "]]),
        (INNER_CHARACTERS, [["ä", "b", " ", "c"], []]),
    ],
)
def test_characters(tokenizer: Tokenizer, expected: list[list[str]]) -> None:
    batch = tokenizer.tokenize(PackedTexts.pack([" äb c", "  "]))
    assert [batch.tokens(row) for row in range(2)] == expected


def test_a_text_without_outer_spaces_is_not_touched() -> None:
    texts = PackedTexts.pack(["a b", "c"])
    assert INNER_CHARACTERS.tokenize(texts).ids.tolist() == CHAR_AND_SPACE.tokenize(texts).ids.tolist()
