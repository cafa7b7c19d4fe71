"""What the features of content and of vectors say about sentences that people can judge."""

import numpy as np
import pytest

from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.text.pool import Pairing
from tertium.text.testset import References

REFERENCE = "He did not sell 300 houses in Paris, and nobody complained."


def row(name: str, hypothesis: str, reference: str = REFERENCE) -> dict[str, float]:
    chosen, options = features.get(name), FeatureOptions()
    table = chosen.compute(Pairing.of([hypothesis], References.by_stream([reference])), options)
    return dict(zip(chosen.names(options), table[0].tolist(), strict=True))


@pytest.mark.parametrize(
    ("hypothesis", "column", "value"),
    [
        ("He sold 300 houses in Paris, and nobody complained.", "kind.negation.missing", 0.5),
        ("He did not sell 30 houses in Paris, and nobody complained.", "kind.number.missing", 1.0),
        ("He did not sell 30 houses in Paris, and nobody complained.", "kind.number.extra", 1.0),
        ("He did not sell 300 houses in Rome, and nobody complained.", "kind.name.missing", 1.0),
        ("He did not sell 300 houses in Paris, and nobody complained", "form.end", 0.0),
        ("He did not sell 300 houses in Paris Paris Paris, and nobody complained.", "repeats.1", 2 / 15),
        ("He did not sell 300 houses in paris, and nobody complained.", "form.case", 1 / 13),
        ("He did not sell 300 domov in Paris, and nobody complained.", "vocabulary.unknown-hyp", 1 / 13),
    ],
)
def test_what_went_wrong_is_seen(hypothesis: str, column: str, value: float) -> None:
    assert row("content", REFERENCE)[column] != pytest.approx(value)
    assert row("content", hypothesis)[column] == pytest.approx(value)


def test_a_missing_rare_word_costs_more_than_a_missing_common_one() -> None:
    rare = row("content", "The jumped over the fence.", "The giraffe jumped over the fence.")
    common = row("content", "Giraffe jumped over the fence.", "The giraffe jumped over the fence.")
    assert rare["weighted.words.recall"] < common["weighted.words.recall"]


def test_words_of_like_meaning_are_near() -> None:
    near, far = (row("vectors", f"The {word} was fast.", "The car was fast.") for word in ("automobile", "cucumber"))
    assert near["vectors.f1"] > far["vectors.f1"]
    assert row("vectors", "The car was fast.", "The car was fast.")["vectors.f1"] == pytest.approx(1)


def test_a_word_said_twice_has_one_counterpart_when_it_is_moved() -> None:
    twice = "The fast fast fast car was fast."
    greedy, moved = (row(name, twice, "The fast red old car was new.") for name in ("vectors", "transport"))
    assert greedy["vectors.precision"] == pytest.approx(1)
    assert moved["transport.mean"] < 0.8
    assert row("transport", twice, twice)["transport.mean"] == 1


def test_rows_do_not_depend_on_other_rows() -> None:
    texts = ["He slept.", "The giraffe jumped.", ""]
    for name in ("content", "vectors", "transport"):
        chosen, options = features.get(name), FeatureOptions()
        whole = chosen.compute(Pairing.of(texts, References.by_stream([REFERENCE] * 3)), options)
        alone = [chosen.compute(Pairing.of([t], References.by_stream([REFERENCE])), options)[0] for t in texts]
        assert whole == pytest.approx(np.array(alone), abs=1e-12)
