"""Pairs from references: the same from the same seed, and none where nothing can be changed."""

import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.meta.challenge.generator import Plan, make

REFERENCES = [
    "However, the old bridge is not open.",
    "Perhaps Ada did not see the 12 big cars in Vienna.",
    "Nothing to change here?",
    "",
    "Yesterday, Bob bought a big car.",
]


def test_each_pair_has_a_change_of_either_sort() -> None:
    found = make(REFERENCES)
    assert {pair.segment for pair in found.pairs} == {0, 1, 4}
    assert {"negation", "antonym", "number", "name", "omission"} <= {pair.phenomenon for pair in found.pairs}
    for pair in found.pairs:
        assert len({pair.reference, pair.good, pair.bad}) == 3
        assert pair.reference == REFERENCES[pair.segment]


def test_a_seed_gives_the_same_pairs_whatever_else_is_asked_for() -> None:
    every = make(REFERENCES, plan=Plan(seed=3)).pairs
    assert every == make(REFERENCES, plan=Plan(seed=3)).pairs
    assert every != make(REFERENCES, plan=Plan(seed=4)).pairs
    alone = make(REFERENCES, plan=Plan(seed=3, harmful=("number",))).pairs
    assert alone == tuple(pair for pair in every if pair.phenomenon == "number")


def test_rates_and_numbers_bound_what_is_made() -> None:
    without = make(REFERENCES, plan=Plan(rates={"negation": 0.0}))
    assert "negation" not in {pair.phenomenon for pair in without.pairs}
    few = make(REFERENCES, plan=Plan(per_sentence=2)).pairs
    assert [sum(pair.segment == segment for pair in few) for segment in (0, 1, 4)] == [2, 2, 2]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown harmful change 'negatoin'.*did you mean 'negation'"):
        make(REFERENCES, plan=Plan(harmful=("negatoin",)))
    with pytest.raises(OptionError, match="rate of 'number': found 2, expected 0 to 1"):
        Plan(rates={"number": 2.0})
    with pytest.raises(OptionError, match="found 0, expected 1 or more"):
        Plan(per_sentence=0)
    with pytest.raises(DataError, match="no pair can be made of 1 references in the language 'de'"):
        make(["Das Haus ist rot."], "de")


def test_paraphrases_stand_in_the_place_of_harmless_changes() -> None:
    said = [
        "",
        "Ada may have missed the dozen large cars in Vienna.",
        "Is there nothing to change?",
        "x",
        REFERENCES[4],
    ]
    found = make(REFERENCES, paraphrases=said).pairs
    assert {pair.segment for pair in found} == {1, 2}
    assert all(pair.good == said[pair.segment] and pair.change == "paraphrase" for pair in found)
    with pytest.raises(DataError, match="1 paraphrases, expected 5, one for each reference"):
        make(REFERENCES, paraphrases=["x"])
