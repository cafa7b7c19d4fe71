"""Tokenisers, one file each."""

from tertium.text.tokenizers.base import CoreTokenizer, PythonTokenizer, Tokenizer, get, names, needs, register

__all__ = ["CoreTokenizer", "PythonTokenizer", "Tokenizer", "get", "names", "needs", "register"]
