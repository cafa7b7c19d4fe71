"""Features of dependency parses and Treepel, with parses of our own in CoNLL-U."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.parses import LABELS
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.learn.parsed import SENTENCES, text


def compared(hypothesis: str, reference: str, parser: str) -> dict[str, float]:
    sets, options = features.parse("parse"), FeatureOptions(parser=parser)
    pairing = Pairing.of([hypothesis], References.by_stream([reference]))
    return dict(zip(features.feature_names(sets, options), features.compute(sets, pairing, options)[0], strict=True))


def test_a_sentence_against_itself_matches_everything(parses: str) -> None:
    found = compared(text(SENTENCES[2]), text(SENTENCES[2]), parses)
    for family in ("tags.bigram", "arcs.words", "arcs.types", "arcs.valency"):
        assert [found[f"{family}.{part}"] for part in ("precision", "recall", "f1")] == [1, 1, 1]
    assert sum(found[f"label.{label}.matched"] for label in LABELS) == pytest.approx(1)
    assert not any(value for name, value in found.items() if name.endswith("-only"))


def test_counts_by_hand(parses: str) -> None:
    found = compared(text(SENTENCES[0]), text(SENTENCES[2]), parses)
    # Tags: start-DET, DET-NOUN, NOUN-VERB are in both; the reference has VERB-ADV too.
    assert (found["tags.bigram.precision"], found["tags.bigram.recall"]) == (1, 3 / 4)
    # Pairs of words: (sat, cat) and (root, sat); "the" and "a" hang on the cat.
    assert (found["arcs.words.precision"], found["arcs.words.recall"]) == (2 / 3, 2 / 4)
    assert found["arcs.types.f1"] == pytest.approx(6 / 7)
    # The cat has one dependent in both; "sat" has one and two.
    assert found["arcs.valency.precision"] == pytest.approx(1 / 3)
    assert found["label.nsubj.matched"] == pytest.approx(2 / 7)
    assert found["label.det.hyp-only"] == pytest.approx(1 / 3)
    assert found["label.det.ref-only"] == pytest.approx(1 / 4)
    assert found["label.advmod.ref-only"] == pytest.approx(1 / 4)


def test_counts_are_clipped_and_letter_case_does_not_matter(parses: str) -> None:
    found = compared(text(SENTENCES[4]), text(SENTENCES[3]), parses)
    assert found["label.root.matched"] == pytest.approx(2 / 4)
    twice = compared(text(SENTENCES[3]), text(SENTENCES[0]), parses)
    # "cat" hangs on "sat" twice here and once there.
    assert twice["arcs.words.precision"] == pytest.approx(2 / 3)


def test_subtypes_count_as_their_relation_and_unknown_relations_as_other(parses: str) -> None:
    found = compared(text(SENTENCES[3]), text(SENTENCES[0]), parses)
    assert found["label.nsubj.matched"] == pytest.approx(2 / 6)
    assert found["label.other.hyp-only"] == pytest.approx(1 / 3)


def test_texts_without_words_have_no_arcs(parses: str) -> None:
    assert not any(compared("", "", parses).values())
    found = compared("", text(SENTENCES[0]), parses)
    assert sum(found.values()) == pytest.approx(1)
    assert np.isfinite(list(found.values())).all()


def test_a_parser_must_know_the_text(parses: str) -> None:
    with pytest.raises(DataError, match="holds no parse of 'something else'"):
        compared("something else", text(SENTENCES[0]), parses)
