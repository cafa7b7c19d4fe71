import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.networks.paths import Paths
from tertium.server.annotate.rules import derivation as module
from tertium.server.annotate.rules.derivation import Choice, Derivations
from tertium.server.annotate.rules.network import build
from tertium.server.annotate.rules.sheet.document import Document
from tests.server.annotate.rules.drafts import document
from tests.server.test_answers import random_document

TEXT = '[S] = the [WHO] said so | [WHO] [MAYBE] announced it\n[WHO] = premier | prime minister\n[MAYBE] = then | ""\n'


def derived(sheet: Document, text: str) -> list[Choice] | None:
    network = build(sheet).network
    assert network is not None
    return Derivations(sheet, network).of(text.split())


def lines(sheet: Document, choices: list[Choice]) -> list[tuple[str, str, int, int, int]]:
    cards = {card.id: card for card in sheet.cards}
    texts = {a.id: a.text for card in sheet.cards for a in card.alternatives}
    return [(cards[c.card].name, texts[c.alt], c.start, c.stop, c.depth) for c in choices]


def test_a_sentence_comes_from_the_alternatives_that_give_its_words() -> None:
    sheet = document(TEXT)
    choices = derived(sheet, "prime minister then announced it")
    assert choices is not None
    assert lines(sheet, choices) == [
        ("S", "[WHO] [MAYBE] announced it", 0, 5, 0),
        ("WHO", "prime minister", 0, 2, 1),
        ("MAYBE", "then", 2, 3, 1),
    ]
    assert choices[0].stops == (2, 3, 4, 5)


def test_an_alternative_without_words_takes_none() -> None:
    sheet = document(TEXT)
    choices = derived(sheet, "premier announced it")
    assert choices is not None
    assert lines(sheet, choices)[2] == ("MAYBE", '""', 1, 1, 1)
    assert choices[2].stops == ()


@pytest.mark.parametrize("text", ["", "the premier said", "premier said so", "the premier said so today"])
def test_what_the_network_does_not_have_comes_from_nothing(text: str) -> None:
    assert derived(document(TEXT), text) is None


def test_of_several_derivations_the_first_in_the_sheet_counts() -> None:
    sheet = document("[S] = [A] | [B]\n[A] = x y\n[B] = x y\n")
    choices = derived(sheet, "x y")
    assert choices is not None
    assert [name for name, *_ in lines(sheet, choices)] == ["S", "A"]


def test_what_would_take_too_long_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = document(TEXT)
    assert derived(sheet, "premier " * module.MOST_STEPS) is None
    monkeypatch.setattr(module, "MOST_PLACES", 1)
    monkeypatch.setattr(module._Ends, "__init__", _without_places)
    assert derived(sheet, "premier announced it") is None


def _without_places(self: module._Ends, words: list[str], by_card: dict[str, list[set[int]]]) -> None:
    self.words, self.by_card, self.left = words, by_card, 1


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_the_words_of_the_choices_are_the_sentence(seed: int) -> None:
    sheet = random_document(seed)
    built = build(sheet)
    if built.network is None or built.at_least:
        return
    paths = Paths.of(built.network)
    if not paths.count:
        return
    sentence = paths.path(seed % min(paths.count, 50))
    choices = Derivations(sheet, built.network).of(sentence)
    assert choices is not None
    assert (choices[0].start, choices[0].stop) == (0, len(sentence))
    texts = {a.id: a.text for card in sheet.cards for a in card.alternatives}
    for choice in choices:
        if "[" not in texts[choice.alt]:
            own = [word for word in texts[choice.alt].split() if word != '""']
            assert sentence[choice.start : choice.stop] == own
