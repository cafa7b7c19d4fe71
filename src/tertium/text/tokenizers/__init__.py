"""Tokenisers, one file each."""

from tertium.text.tokenizers import char, intl, mecab, mteval_13a, none, ptb, spm, tercom, zh  # noqa: F401  (they register)
from tertium.text.tokenizers.base import CoreTokenizer, PythonTokenizer, Tokenizer, get, names, needs, register

__all__ = ["CoreTokenizer", "PythonTokenizer", "Tokenizer", "get", "names", "needs", "register"]
