"""The tokeniser `zh`: by hand, and as sacreBLEU."""

from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import get
from tertium.text.tokenizers.zh import ZH
from tests.support.texts import TEXTS


def test_words_by_hand() -> None:
    assert ZH.tokenize(PackedTexts.pack(["他有2本书, OK."])).tokens(0) == ["他", "有", "2", "本", "书", ",", "OK", "."]
    assert get("zh") is ZH


def test_words_are_those_of_sacrebleu() -> None:
    original = TokenizerZh()
    batch = ZH.tokenize(PackedTexts.pack(TEXTS))
    assert [batch.tokens(row) for row in range(len(TEXTS))] == [original(text).split() for text in TEXTS]
