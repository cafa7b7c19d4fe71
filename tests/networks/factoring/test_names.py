"""Names of cards say what they are about, and are all different."""

import pytest

from tertium.networks.factoring.cards import Pool
from tertium.networks.factoring.names import capitals, free_name, names_of


@pytest.mark.parametrize(
    ("word", "name"), [("prime-minister", "PRIME-MINISTER"), ("été", "ÉTÉ"), ("'s", "S"), (",", "COMMA"), ("の", "の")]
)
def test_letters_in_capitals_or_the_name_of_the_sign(word: str, name: str) -> None:
    assert capitals(word) == name


def test_the_first_free_name_then_two_together_then_a_number() -> None:
    assert free_name(["A", "B"], {"A"}) == "B"
    assert free_name(["A", "B"], {"A", "B"}) == "A-B"
    assert free_name(["A", "B"], {"A", "B", "A-B"}) == "A-2"
    assert free_name([], {"CARD"}) == "CARD-2"


def test_content_words_name_cards_and_inner_cards_choose_first() -> None:
    pool = Pool()
    pool.add([("the", "boss"), ("the", "chief")])
    pool.add([(0, "said"), (0, "stated")])
    assert names_of(pool, [1], {"the"}, "S") == {0: "BOSS", 1: "SAID"}
