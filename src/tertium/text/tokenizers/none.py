"""No tokenisation beyond white space, for text that is tokenised already."""

from tertium.text.tokenizers.base import CoreTokenizer, register

NONE = register(CoreTokenizer("none", "split at white space only; as sacreBLEU", "none"))
