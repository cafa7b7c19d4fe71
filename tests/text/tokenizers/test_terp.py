"""TERp's normalisation, with its switches."""

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.terp import terp


def words(text: str, *, normalized: bool = True, no_punct: bool = False) -> list[str]:
    return terp(normalized=normalized, no_punct=no_punct).tokenize(PackedTexts.pack([text])).tokens(0)


def test_switches() -> None:
    text = "The cat's mat, 3.5 m."
    assert words(text) == ["The", "cat", "'s", "mat", ",", "3.5", "m", "."]
    assert words(text, normalized=False) == ["The", "cat's", "mat,", "3.5", "m."]
    assert words(text, normalized=False, no_punct=True) == ["The", "cat's", "mat", "35", "m"]
