"""Explanations drawn in characters."""

import re

from tertium.results.characters import columns
from tests.support.explanations import explained


def test_words_stand_above_each_other() -> None:
    text = explained("on the mat sat the cat", "the cat sat on the old mat", metrics=["ter"]).to_text()
    rows = {line[:10].strip(): line for line in text.split("\n") if line.startswith(("hypothesis", "reference "))}
    assert columns(rows["hypothesis"]) > 20
    assert "D only in the reference" in text
    assert re.search(r"^1> words? .* goe?s? ", text, re.MULTILINE)
    assert "\x1b" not in text


def test_lines_stay_within_the_page() -> None:
    hypothesis = " ".join(f"word{i}" for i in range(300))
    reference = " ".join(f"word{i}" for i in range(5, 305))
    result = explained(hypothesis, reference, metrics=["ter", "bleu", "chrf"])
    lines = result.render("text", width=60).split("\n")
    rows = [line for line in lines if re.match(r"(hypothesis|reference|\d-grams)? +(word\d|\*|=)", line)]
    assert len(rows) > 100
    assert max(map(columns, rows)) <= 60
