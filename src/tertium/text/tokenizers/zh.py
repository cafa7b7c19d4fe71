"""Chinese: every Chinese character is a word, the rest as in 13a."""

from tertium.text.tokenizers.base import CoreTokenizer, register

ZH = register(CoreTokenizer("zh", "Chinese characters one by one, the rest as 13a; as sacreBLEU", "zh"))
