"""Any language: as `intl`, and letters of scripts in which no spaces stand between words one by one."""

from tertium.text.tokenizers.base import CoreTokenizer, register

ANY = register(CoreTokenizer("any", "as intl; letters of scripts without spaces between words one by one", "any"))
