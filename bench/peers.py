"""The programs beside which ours is timed."""

import logging
from importlib.metadata import version

from sacrebleu.metrics.bleu import BLEU as SacreBLEU
from sacrebleu.metrics.chrf import CHRF as SacreCHRF
from sacrebleu.metrics.ter import TER as SacreTER
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

__all__ = ["NAMES", "SacreBLEU", "SacreCHRF", "SacreTER", "forget_tokens", "named"]

# Distribution and the name it calls itself.
NAMES = {
    "sacrebleu": "sacreBLEU",
    "bleuscore": "bleuscore",
    "fastchrf": "fastchrf",
    "jiwer": "jiwer",
    "nltk": "nltk",
    "translate-toolkit": "Translate Toolkit",
}

# It advises against text that looks tokenised; that is not what is measured here.
logging.getLogger("sacrebleu").setLevel(logging.ERROR)


def named(distribution: str) -> str:
    """Name and version."""
    return f"{NAMES[distribution]} {version(distribution)}"


def forget_tokens() -> None:
    """Empty sacreBLEU's memory of tokenised lines, so that each round starts from strings."""
    for tokenizer in (Tokenizer13a, TokenizerRegexp, TercomTokenizer):
        tokenizer.__call__.cache_clear()
