"""Tercom's tokeniser as a function from text to text."""

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.tercom import tercom


class TercomTokenizer:
    """Words with spaces between them, in lower case unless `case_sensitive`."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._tokenizer = tercom(normalized=normalized, no_punct=no_punct, asian_support=asian_support)
        self._lowercase = not case_sensitive

    def signature(self) -> str:
        return "tercom"

    def __call__(self, sent: str) -> str:
        text = sent.lower() if self._lowercase else sent
        return " ".join(self._tokenizer.tokenize(PackedTexts.pack([text])).tokens(0))
