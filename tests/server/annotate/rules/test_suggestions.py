import pytest

from tertium.server.annotate.rules.suggestions import (
    fit,
    free_name,
    from_references,
    from_resources,
    inner_cards,
    matches,
    suggestion,
)
from tests.server.annotate.rules.drafts import document

TEXT = "[S] = the [WHO] said so\n[WHO] = premier | [TITLE] of Italy\n[TITLE] = prime minister | premier\n"


def test_resources_give_paraphrases_and_synonyms_but_none_of_little_words() -> None:
    found = list(from_resources("at the big house", "en-GB"))
    assert {one["source"] for one in found} <= {"table", "wordnet"}
    synonyms = [one for one in found if one["source"] == "wordnet"]
    assert {one["detail"] for one in synonyms} == {"big", "house"}
    assert any(one["text"] == "at the large house" for one in synonyms)
    phrases = [one["score"] for one in from_resources("the problem", "en") if one["source"] == "table"]
    assert phrases == sorted(phrases, reverse=True)
    assert phrases
    assert list(from_resources(" ", "en")) == []
    assert list(from_resources("etwas", "xx")) == []


def test_references_are_cut_round_the_words_that_they_share() -> None:
    references = [("one", ["yesterday", "the", "old", "premier", "of", "Italy", "said", "so"]), ("two", ["nothing"])]
    assert list(from_references("Premier", references)) == [
        suggestion("reference", "the old premier of Italy", detail="one")
    ]
    assert list(from_references("the premier said", [("whole", ["the", "premier", "said"])])) == []
    far = [("far", ["premier", *"abcdefghijk", "premier"])]
    assert list(from_references("premier", far)) == []


def test_a_card_brings_those_inside_it_with_it() -> None:
    sheet = document(TEXT)
    ids = {card.name: card.id for card in sheet.cards}
    assert [card.name for card in inner_cards(sheet, ids["S"])] == ["TITLE", "WHO", "S"]
    assert [card.name for card in inner_cards(sheet, ids["TITLE"])] == ["TITLE"]
    assert inner_cards(sheet, "nowhere") == []


def test_copied_cards_get_free_names_and_equal_ones_are_not_copied() -> None:
    source = document(TEXT)
    cards = inner_cards(source, source.cards[0].id)
    same = document("[S] = x [TITLE]\n[TITLE] = prime minister | premier\n")
    assert [(name, texts, there) for _, name, texts, there in fit(same, cards)] == [
        ("TITLE", ("prime minister", "premier"), True),
        ("WHO", ("premier", "[TITLE] of Italy"), False),
        ("S-2", ("the [WHO] said so",), False),
    ]
    other = document("[S] = x [TITLE]\n[TITLE] = sir\n")
    assert [(name, texts) for _, name, texts, _ in fit(other, cards)] == [
        ("TITLE-2", ("prime minister", "premier")),
        ("WHO", ("premier", "[TITLE-2] of Italy")),
        ("S-2", ("the [WHO] said so",)),
    ]


def test_a_name_that_cannot_be_becomes_another() -> None:
    assert free_name("A", set()) == "A"
    assert free_name("A", {"A", "A-2"}) == "A-3"
    assert free_name("a\tb", set()) == "CARD"


@pytest.mark.parametrize(
    ("text", "found"), [("", True), ("wh", True), ("Prime", False), ("ITALY of", True), ("italy france", False)]
)
def test_cards_are_found_by_name_or_by_all_words_of_a_line(text: str, found: bool) -> None:
    (card,) = (card for card in document(TEXT).cards if card.name == "WHO")
    assert matches(card, text) is found
