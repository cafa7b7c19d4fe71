"""Words as chrF++ counts them: those of sacreBLEU."""

from sacrebleu.metrics.chrf import CHRF

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.chrf_words import CHRF_WORDS
from tests.support.texts import TEXTS

HARD = ["(a)", "a.", ".a", "..a", "!", "a!?", "'tis", "don't", "3.5", "a - b"]


def test_words_are_those_of_sacrebleu() -> None:
    original = CHRF(word_order=2)
    batch = CHRF_WORDS.tokenize(PackedTexts.pack(TEXTS + HARD))
    for row, text in enumerate(TEXTS + HARD):
        assert batch.tokens(row) == original._remove_punctuation(text)
