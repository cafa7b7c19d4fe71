"""Texts as pairs for features."""

from tertium.text.pool import Pairing
from tertium.text.testset import References


def pairs(hypotheses: list[str], references: list[str], threads: int = 1) -> Pairing:
    return Pairing.of(hypotheses, References.by_stream(references), threads=threads)
