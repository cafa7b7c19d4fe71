"""What candidates are scored against: its parts, its lengths, its statistics."""

import numpy as np
import pytest

from tertium import BLEU, NBest, References
from tertium.nbest.truth import Truth
from tertium.networks.flat import flatten
from tertium.networks.network import Card, Network

REFERENCES = References.by_segment([["the cat sat", "a cat"], ["it rains"], []])
NETWORKS = [None, None, flatten(Network("S", (Card.of("S", "one two", "one two three four"),)))]


def truth() -> Truth:
    return Truth(REFERENCES, post_edits=["p", "q", None], networks=NETWORKS, sources=["x", "y", "z"])


def test_lengths_are_means_of_references_or_of_the_ends_of_a_network() -> None:
    assert truth().lengths().tolist() == [2.5, 2, 3]
    assert Truth(References.by_segment([["a"], []])).lengths().tolist() == [1, 0]


def test_a_part_has_everything_of_its_segments() -> None:
    part = truth().part(1, 3)
    assert (len(part), list(part.references), part.networks) == (2, [("it rains",), ()], NETWORKS[1:])
    assert (part.post_edits, part.sources) == (["q", None], ["y", "z"])


def test_a_segment_may_occur_often_in_a_test_set() -> None:
    made = truth().test_set(["one", "two", "three"], [1, 1, 0])
    assert list(made.references) == [("it rains",), ("it rains",), ("the cat sat", "a cat")]
    assert made.source == ("y", "y", "x")
    assert truth().setting(None).has == {"references", "networks", "sources", "post-edits"}


def test_rows_lead_to_the_scores_of_single_texts() -> None:
    lists = NBest.of([["the cat sat", "a dog sat"], ["it rains", "it rains"]])
    metric = BLEU(effective_order=True, tok="none")
    rows, different = Truth(REFERENCES.part(0, 2)).rows(lists, metric)
    scores = metric.score(rows)[different.which]
    expected = [
        metric.corpus_score([text], REFERENCES.part(i, i + 1)) for i, texts in enumerate(lists) for text in texts
    ]
    assert scores.tolist() == pytest.approx(expected)
    assert np.isclose(scores[0], 100)
