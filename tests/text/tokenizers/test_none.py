"""The tokeniser `none`: by hand, and as sacreBLEU."""

from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import get
from tertium.text.tokenizers.none import NONE
from tests.support.texts import TEXTS


def test_words_by_hand() -> None:
    assert NONE.tokenize(PackedTexts.pack(["a,b  c\u00a0d"])).tokens(0) == ["a,b", "c", "d"]
    assert get("none") is NONE


def test_words_are_those_of_sacrebleu() -> None:
    original = NoneTokenizer()
    batch = NONE.tokenize(PackedTexts.pack(TEXTS))
    assert [batch.tokens(row) for row in range(len(TEXTS))] == [original(text).split() for text in TEXTS]
