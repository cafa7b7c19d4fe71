"""The tokeniser of mteval-v13a, the standard of WMT for languages written with spaces."""

from tertium.text.tokenizers.base import CoreTokenizer, register

MTEVAL_13A = register(CoreTokenizer("13a", "mteval-v13a: punctuation apart, numbers kept whole; as sacreBLEU", "13a"))
