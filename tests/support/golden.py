"""Sentences of our own, and how the originals were run on them; what they gave stands in tests/golden."""

from pathlib import Path

from tests.support.texts import STREAMS, SYSTEMS

GOLDEN = Path(__file__).parents[1] / "golden"
METEOR_SCORES = GOLDEN / "meteor15.tsv"
# In `lower` and `norm` function words weigh as much as others, so that no list of them matters.
_NO_LISTS = ("-m", "exact stem", "-w", "1.0 0.6", "-p", "0.85 0.2 0.6 0.5")
METEOR_RUNS: dict[str, tuple[str, ...]] = {
    "lower": ("-lower", *_NO_LISTS),
    "norm": ("-norm", *_NO_LISTS),
    "full": ("-norm",),
}

Triple = tuple[str, str, str]
"""A hypothesis and its two references."""


def meteor_sentences() -> list[Triple]:
    lines = (GOLDEN / "meteor_sentences.tsv").read_text("utf-8").splitlines()
    own = [(fields[0], fields[1], fields[2]) for fields in (line.split("\t") for line in lines)]
    first, second = STREAMS
    return own + [triple for outputs in SYSTEMS.values() for triple in zip(outputs, first, second, strict=True)]
