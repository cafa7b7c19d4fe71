"""Lines of a card with their common parts as cards: the same sentences in fewer words."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tertium.networks.paths import Paths
from tertium.server.annotate.rules.factoring import factored
from tertium.server.annotate.rules.network import build
from tertium.server.annotate.rules.sheet.document import Alternative, Card, Document
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.database.values import ids

OTHER = Card("o", "PREMIER", None, None, (Alternative("o1", "premier"), Alternative("o2", "PM")))


def sheet(*texts: str, first_costs: float = 0) -> Document:
    lines = tuple(Alternative(f"l{i}", text, 0 if i else first_costs) for i, text in enumerate(texts))
    return Document(root="s", cards=(OTHER, Card("s", "S", None, None, lines)))


def sentences(document: Document) -> set[tuple[str, ...]]:
    network = build(document).network
    assert network is not None
    return {tuple(words) for words in Paths.of(network).enumerate()}


def after(document: Document, *lines: str) -> Document | None:
    chosen = lines or tuple(line.id for line in document.cards[1].alternatives)
    command = factored(document, "s", chosen, "en", ids())
    return None if command is None else apply(document, command)[0]


WORDS = st.sampled_from(["the", "a", "[PREMIER]", "said", "so", r"\[x\]", '""', '"#', "of"])


@given(st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), min_size=2, max_size=12, unique=True))
def test_no_sentence_is_lost_or_new(texts: list[str]) -> None:
    document = sheet(*texts)
    changed = after(document)
    if changed is not None:
        assert sentences(changed) == sentences(document)
        assert len(changed.cards) > len(document.cards)


def test_two_hundred_lines_become_a_few_cards() -> None:
    parts = (
        ("the premier", "the PM", "Italy's premier", "the head"),
        ("said", "announced", "declared", "stated", "told us"),
        ("it", "this", "that", "so", "such a thing"),
        ("today", "now"),
    )
    texts = [" ".join(words) for words in itertools.product(*parts)]
    document = sheet(*texts)
    assert len(texts) == 200
    changed = after(document)
    assert changed is not None
    assert sentences(changed) == sentences(document)
    assert sum(len(card.alternatives) for card in changed.cards) < 30
    assert len(next(card for card in changed.cards if card.id == "s").alternatives) == 1


def test_what_is_not_chosen_or_costs_something_stays() -> None:
    texts = ["the premier said so", "the premier said it", "the premier told so", "the premier told it", "{0"]
    document = sheet(*texts, first_costs=0.5)
    changed = after(document, "l0", "l1", "l2", "l4")
    assert changed is not None
    left = {line.text: line.cost for line in next(card for card in changed.cards if card.id == "s").alternatives}
    assert left[texts[0]] == 0.5
    assert {texts[3], texts[4]} <= set(left)
    assert not {texts[1], texts[2]} & set(left)


def test_lines_without_common_parts_are_left_alone() -> None:
    assert after(sheet("one", "two")) is None
    assert after(sheet("one")) is None
    assert factored(sheet("one two", "one three"), "gone", ["l0", "l1"], "en", ids()) is None


def test_names_that_are_taken_are_not_taken_again() -> None:
    document = sheet("the premier said so", "the premier told so", "[SAID] not defined")
    changed = after(document, "l0", "l1")
    assert changed is not None
    names = [card.name for card in changed.cards]
    assert len(set(names)) == len(names)
    assert "SAID" not in names
