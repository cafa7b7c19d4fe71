"""The tokeniser `13a`: by hand, and as sacreBLEU."""

from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import get
from tertium.text.tokenizers.mteval_13a import MTEVAL_13A
from tests.support.texts import TEXTS


def test_words_by_hand() -> None:
    assert MTEVAL_13A.tokenize(PackedTexts.pack(["It cost $3.50, (or 1,000)."])).tokens(0) == [
        "It",
        "cost",
        "$",
        "3.50",
        ",",
        "(",
        "or",
        "1,000",
        ")",
        ".",
    ]
    assert get("13a") is MTEVAL_13A


def test_words_are_those_of_sacrebleu() -> None:
    original = Tokenizer13a()
    batch = MTEVAL_13A.tokenize(PackedTexts.pack(TEXTS))
    assert [batch.tokens(row) for row in range(len(TEXTS))] == [original(text).split() for text in TEXTS]
