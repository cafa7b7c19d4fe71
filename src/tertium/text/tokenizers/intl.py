"""The international tokeniser of mteval-v14: Unicode punctuation and symbols."""

from tertium.text.tokenizers.base import CoreTokenizer, register

INTL = register(CoreTokenizer("intl", "mteval-v14: Unicode punctuation and symbols apart; as sacreBLEU", "intl"))
