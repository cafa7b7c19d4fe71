"""Words that systems get right, by kind."""

from collections import Counter
from typing import Any

import pytest

import tertium
from tertium.evaluation.differences.results import WordBucket
from tests.support.texts import REFERENCES, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20, "metrics": ["chrf"]}
KINDS = ["frequency", "length", "numbers", "names", "case"]


def buckets(references: list[str], by: Any, **systems: list[str]) -> dict[str, WordBucket]:
    made = tertium.compare(systems, references, words=[by], **QUICK)
    return {bucket.name: bucket for bucket in made.words}


def test_right_words_are_clipped_by_the_reference() -> None:
    found = buckets(["a cat 7 saw"], "numbers", one=["7 7 cat"], two=["a cat saw"])
    # One of two numbers is right, and the one of the reference is found.
    assert found["numbers"].scores["one"] == pytest.approx(200 * 1 / (1 + 2))
    assert found["numbers"].scores["two"] == 0
    assert found["other words"].n_words == 3
    assert found["other words"].scores == pytest.approx({"one": 200 * 1 / (3 + 1), "two": 100.0})


def test_names_are_capitalised_inside_segments_and_never_small() -> None:
    references = ["The man saw Anna there", "Then The end came", "Apples fell"]
    found = buckets(references, "names", one=["Anna Apples", "x", "y"], two=["anna", "x", "y"])
    assert found["names"].n_words == 3  # Anna, and The twice: inside the second segment, and nowhere small
    assert (
        buckets([*references, "and the rest"], "names", one=["Anna", "", "", "z"], two=["", "", "", ""])[
            "names"
        ].n_words
        == 1
    )


def test_case_frequency_and_length_have_their_kinds() -> None:
    references = ["Big NATO iPod x x 12", "Big x"]
    found = buckets(references, "case", one=references, two=["", ""])
    assert {name: bucket.n_words for name, bucket in found.items()} == {
        "lower case": 3, "Capitalised": 2, "ALL CAPITALS": 1, "mixed case": 1,
    }  # fmt: skip
    assert {bucket.scores["one"] for bucket in found.values()} == {100.0}
    found = buckets(references, "frequency", one=references, two=["", ""])
    assert {name: bucket.n_words for name, bucket in found.items()} == {"once": 3, "2 times": 2, "3 times": 3}
    found = buckets(references, "length", one=references, two=["", ""])
    assert {name: bucket.n_words for name, bucket in found.items()} == {"1-3 characters": 6, "4-6 characters": 2}


@pytest.mark.parametrize("by", ["frequency", "length", "numbers", "names"])
def test_kinds_divide_all_words_of_the_references(by: Any) -> None:
    made = tertium.compare(SYSTEMS, REFERENCES, words=[by], **QUICK)
    other = tertium.compare(SYSTEMS, REFERENCES, words=["numbers"], **QUICK)
    assert sum(bucket.n_words for bucket in made.words) == sum(bucket.n_words for bucket in other.words)
    for format in ("text", "json", "html", "markdown"):
        assert made.words[0].name in made.render(format)


def test_the_score_is_f1_counted_slowly() -> None:
    """A slow twin over all words at once: words without a kind of their own are all of one."""
    references, one = ["b a c a", "d e"], ["a a a x", "e d d"]
    right = sum((Counter(r.split()) & Counter(o.split())).total() for r, o in zip(references, one, strict=True))
    found = buckets(references, "length", one=one, two=["", ""])
    assert found["1-3 characters"].scores["one"] == pytest.approx(200 * right / (6 + 7))


def test_unknown_kinds_are_refused() -> None:
    kinds: Any = ["colour"]
    with pytest.raises(ValueError, match="words is 'colour'; expected one of frequency, length"):
        tertium.compare(SYSTEMS, REFERENCES, words=kinds, **QUICK)
