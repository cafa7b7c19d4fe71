"""Characters as words."""

from tertium.text.tokenizers.base import CoreTokenizer, register

CHAR = register(CoreTokenizer("char", "every character that is not white space; as sacreBLEU", "char"))

# Not registered: only chrF counts white space as characters.
CHAR_AND_SPACE = CoreTokenizer("char+space", "every character, white space too", "char+space")
