"""TERp's normalisation."""

from tertium.text.tokenizers.base import CoreTokenizer

_SUMMARY = "TERp's normalisation (punctuation and 's apart)"


def terp(*, normalized: bool, no_punct: bool) -> CoreTokenizer:
    """TERp's tokeniser with its switches; letter case is not its business."""
    return CoreTokenizer("terp", _SUMMARY, "terp" if normalized else "java", no_punct=no_punct)
