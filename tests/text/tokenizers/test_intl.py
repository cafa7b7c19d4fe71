"""The tokeniser `intl`: by hand, and as sacreBLEU."""

from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import get
from tertium.text.tokenizers.intl import INTL
from tests.support.texts import TEXTS


def test_words_by_hand() -> None:
    assert INTL.tokenize(PackedTexts.pack(["«été» 5€, 1,000"])).tokens(0) == ["«", "été", "»", "5", "€", ",", "1,000"]
    assert get("intl") is INTL


def test_words_are_those_of_sacrebleu() -> None:
    original = TokenizerV14International()
    batch = INTL.tokenize(PackedTexts.pack(TEXTS))
    assert [batch.tokens(row) for row in range(len(TEXTS))] == [original(text).split() for text in TEXTS]
