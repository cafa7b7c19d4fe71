"""N-grams that one of two systems has right more often."""

from typing import Any

import pytest

import tertium
from tertium.evaluation.differences.ngrams import share
from tests.support.texts import REFERENCES, STREAMS, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20, "metrics": ["chrf"]}


def test_the_first_are_those_that_one_system_has_right_more_often() -> None:
    references = ["a b c", "a b d", "e f"]
    systems = {"one": ["a b x", "a b d", "f"], "two": ["x", "d", "e f"]}
    made = tertium.compare(systems, references, n_ngrams=2, **QUICK)
    found = [(one.ngram, one.right_a, one.right_b, one.share) for one in made.ngrams]
    assert found == [
        ("a", 2, 0, 0.75), ("a b", 2, 0, 0.75), ("e", 0, 1, pytest.approx(1 / 3)), ("e f", 0, 1, pytest.approx(1 / 3)),
    ]  # fmt: skip
    for format in ("text", "json", "html"):
        assert "a b" in made.render(format)


def test_none_are_looked_for_unless_asked() -> None:
    assert tertium.compare(SYSTEMS, REFERENCES, **QUICK).ngrams == ()


def test_they_are_those_of_compare_mt() -> None:
    ngram_utils = pytest.importorskip("compare_mt.ngram_utils")
    words = {name: [text.split() for text in texts] for name, texts in SYSTEMS.items()}
    plain = {name: [" ".join(w for w in text if w.isalnum()) for text in texts] for name, texts in words.items()}
    references = [" ".join(w for w in text.split() if w.isalnum()) for text in STREAMS[0]]
    made = tertium.compare(plain, references, n_ngrams=10_000, **QUICK)
    right = {
        name: ngram_utils.compare_ngrams([r.split() for r in references], [t.split() for t in texts])[1]
        for name, texts in plain.items()
    }
    for a, b in [("phrase", "neural"), ("phrase", "rules")]:
        found = {one.ngram: one for one in made.ngrams if (one.system_a, one.system_b) == (a, b)}
        expected = {" ".join(n) for n in {**right[a], **right[b]} if right[a][n] != right[b][n]}
        assert set(found) == expected
        for text, one in found.items():
            ngram = tuple(text.split())
            assert (one.right_a, one.right_b) == (right[a][ngram], right[b][ngram])
            assert one.share == share(right[a][ngram], right[b][ngram])
