"""What the features of small changes say about sentences that people can judge."""

import numpy as np
import pytest

from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.directions import directions
from tertium.resources.knowledge import Matching
from tertium.text.pool import Pairing
from tertium.text.testset import References

OPTIONS = FeatureOptions(Matching("en", "all", "auto", "meteor"))
REFERENCE = "He did not sell 1,000 useful houses to the old man in Paris on Monday."


def row(hypothesis: str, reference: str = REFERENCE, options: FeatureOptions = OPTIONS) -> dict[str, float]:
    chosen = features.get("contrast")
    table = chosen.compute(Pairing.of([hypothesis], References.by_stream([reference])), options)
    return {name: value for name, value in zip(chosen.names(options), table[0].tolist(), strict=True) if value}


@pytest.mark.parametrize(
    ("old", "new", "columns"),
    [
        ("did not sell", "did sell", {"polarity.lost", "single.negation", "nearly.negation"}),
        ("did not sell", "didn't sell", set()),
        ("1,000", "1000", set()),
        (
            "1,000",
            "2000",
            {
                "replaced.number.missing",
                "replaced.number.extra",
                "replaced.number.both",
                "single.number",
                "nearly.number",
            },
        ),
        ("useful", "useless", {"replaced.opposite.extra", "single.opposite", "nearly.opposite"}),
        (
            "Paris",
            "Rome",
            {"replaced.name.missing", "replaced.name.extra", "replaced.name.both", "single.name", "nearly.name"},
        ),
        ("houses", "homes", {"single.synonym", "nearly.synonym"}),
        ("houses", "shoes", {"single.other", "nearly.other"}),
        ("old ", "", {"single.dropped", "nearly.dropped"}),
        ("old", "very old", {"single.added", "nearly.added"}),
        (".", "!", set()),
        ("sell", "sold", {"single.inflected", "nearly.inflected"}),
        ("useful houses", "useful huts", {"single.other", "nearly.other"}),
    ],
)
def test_a_small_change_is_seen_as_what_it_is(old: str, new: str, columns: set[str]) -> None:
    assert set(row(REFERENCE)) == set()
    assert set(row(REFERENCE.replace(old, new, 1))) == columns


def test_a_day_for_another_is_another_of_its_kind() -> None:
    found = row(REFERENCE.replace("Monday", "Sunday"))
    assert found["single.exclusive"] == 1
    assert found["replaced.exclusive.extra"] == 1


def test_a_number_may_be_written_in_letters() -> None:
    assert row("He has 14 dogs at home.", "He has fourteen dogs at home.") == {}


def test_two_words_in_each_others_places_are_seen() -> None:
    assert row("Tom loves Mary very much.", "Mary loves Tom very much.")["places.exchanged"] == 1
    assert "places.exchanged" not in row("Yesterday he came.", "He came yesterday.")


def test_a_change_among_many_others_counts_less() -> None:
    alone = row("The boys did see the red car near our house.", "The boys did not see the red car near our house.")
    among = row("Some lads did see the red bus by our home.", "The boys did not see the red car near our house.")
    assert alone["single.negation"] == 1
    assert among.get("single.negation", 0.0) < 0.5
    assert alone["nearly.negation"] == 1
    assert among["nearly.negation"] < 0.2


def test_a_change_counts_less_the_more_there_is_elsewhere() -> None:
    reference = "The boys did not see the red car near our house on Monday morning."
    found = [
        row(text, reference).get("nearly.negation", 0.0)
        for text in (
            "The boys did see the red car near our house on Monday morning.",
            "The boys did see the blue car near our house on Monday morning.",
            "The boys did see the blue bus near our house on Monday morning.",
            "Those boys did see the blue bus behind a barn on Friday morning.",
        )
    ]
    assert found == pytest.approx([1, 5 / 6, 4 / 6, 0])


@pytest.mark.parametrize(
    ("reference", "hypothesis", "column"),
    [
        ("The new rules were accepted by all.", "The new rules were rejected by all.", "nearly.opposite"),
        ("It strengthens the river bed.", "It weakens the river bed.", "nearly.opposite"),
        ("She went home with her dog.", "She goes home with her dog.", "nearly.inflected"),
        ("They walk home every day.", "They walked home every day.", "nearly.inflected"),
        ("The colour of the centre is red.", "The color of the center is red.", ""),
        ("She stayed because it rained.", "She stayed although it rained.", "nearly.exclusive"),
    ],
)
def test_lists_know_opposites_forms_and_spellings(reference: str, hypothesis: str, column: str) -> None:
    found = {name for name in row(hypothesis, reference) if name.startswith("nearly.")}
    assert column in found if column else not found


def test_rows_do_not_depend_on_other_rows() -> None:
    texts = ["He did sell houses.", "unhappy useless 7", "", REFERENCE.replace("useful", "useless")]
    chosen = features.get("contrast")
    whole = chosen.compute(Pairing.of(texts, References.by_stream([REFERENCE] * 4)), OPTIONS)
    alone = [chosen.compute(Pairing.of([t], References.by_stream([REFERENCE])), OPTIONS)[0] for t in texts]
    assert np.array_equal(whole, np.array(alone))


def test_other_languages_have_what_needs_no_list() -> None:
    german = FeatureOptions(Matching("de", "exact", "none", "intl"))
    found = row("Er hat 3 Autos in Berlin gekauft.", "Er hat 2 Autos in Berlin gekauft.", german)
    assert found["single.number"] == 1


def test_more_of_each_is_never_better() -> None:
    names = features.get("contrast").names(OPTIONS)
    assert (directions(names) == -1).all()
