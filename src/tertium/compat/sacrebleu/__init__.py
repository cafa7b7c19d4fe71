"""sacreBLEU's Python interface over our metrics: the same scores by the same names.

    from tertium.compat import sacrebleu
    sacrebleu.corpus_bleu(hypotheses, [references]).score
    sacrebleu.BLEU(tokenize="intl").corpus_score(hypotheses, [references]).precisions

Signatures say that we computed them (`version:tertium-…`). Lists of different lengths are refused, where sacreBLEU cuts
them to the shortest without a word. Test sets are read from sacreBLEU's folder and never downloaded.
"""

from tertium._version import __version__
from tertium.compat.sacrebleu import compat, metrics, significance
from tertium.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from tertium.compat.sacrebleu.metrics import BLEU, CHRF, TER

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "__version__",
    "compat",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "metrics",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "significance",
]
