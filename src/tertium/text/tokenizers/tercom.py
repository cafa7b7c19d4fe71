"""Tercom's normalisation, as TER uses it."""

from tertium.text.tokenizers.base import CoreTokenizer, register

TERCOM = register(CoreTokenizer("tercom", "tercom's normalisation (punctuation and 's apart); as sacreBLEU", "tercom"))


def tercom(*, normalized: bool, no_punct: bool, asian_support: bool) -> CoreTokenizer:
    """Tercom's tokeniser with its switches; letter case is not its business. Texts are tokenised `again` too."""
    kernel = "tercom" if normalized else "none"
    return CoreTokenizer("tercom", TERCOM.summary, kernel, asian=asian_support, no_punct=no_punct, again=normalized)
