"""Tokenisers, one file each."""

from tertium.text.tokenizers import char, intl, mteval_13a, none, ptb, tercom, zh  # noqa: F401  (they register)
from tertium.text.tokenizers.base import CoreTokenizer, PythonTokenizer, Tokenizer, get, names, register

__all__ = ["CoreTokenizer", "PythonTokenizer", "Tokenizer", "get", "names", "register"]
