"""Sentences of our own, and how the originals were run on them; what they gave stands in tests/golden."""

import json
from pathlib import Path

from tertium.data import SAMPLE

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
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
    sample = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
    systems = sample[0]["hypotheses"]
    return own + [(line["hypotheses"][system], *line["references"]) for system in systems for line in sample]
