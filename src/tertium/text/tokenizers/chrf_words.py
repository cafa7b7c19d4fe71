"""Words as chrF++ counts them; not registered, because it is of no use elsewhere."""

from tertium.text.tokenizers.base import CoreTokenizer

CHRF_WORDS = CoreTokenizer("chrf", "white space, and one punctuation mark split off each word", "chrf")
