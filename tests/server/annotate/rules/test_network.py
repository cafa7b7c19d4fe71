import pytest

from tertium.errors import DataError
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.server.annotate.rules.network import build, sound
from tertium.server.annotate.rules.sheet.document import Alternative, Card, Document
from tests.server.annotate.rules.drafts import document

TEXT = '[S] = the [WHO] said so | [WHO] left\n[WHO] = premier | ""\n'


def sheet(*cards: Card, root: str | None = "s") -> Document:
    return Document(root=root, cards=cards)


def card(id: str, *texts: str, span: tuple[int, int] | None = None) -> Card:
    return Card(id, id.upper(), span, None, tuple(Alternative(f"{id}{i}", text) for i, text in enumerate(texts)))


def sentences(network: Network) -> set[str]:
    return {" ".join(words) for words in Paths.of(network).enumerate()}


def test_a_draft_gives_the_network_of_its_lines() -> None:
    built = build(document(TEXT))
    assert (built.problems, built.unused, built.at_least) == ((), (), False)
    assert built.network is not None
    assert sentences(built.network) == {"the premier said so", "the said so", "premier left", "left"}


def test_a_card_that_is_not_there_yet_counts_as_one_word() -> None:
    built = build(sheet(card("s", "the [NEXT ONE] said", "so")))
    assert built.network is not None
    assert sentences(built.network) == {"the [NEXT_ONE] said", "so"}
    assert built.at_least
    (problem,) = built.problems
    assert (problem.code, problem.card, problem.alt, problem.column) == ("undefined", "s", "s0", 4)


@pytest.mark.parametrize(
    ("draft", "codes"),
    [
        (sheet(root=None), ["no-root"]),
        (sheet(card("s", "a", "")), ["draft-line"]),
        (sheet(card("s", "a"), card("b", "x")), ["unused"]),
        (sheet(card("s", "a [B]"), card("b")), ["empty-card"]),
        (sheet(card("s", "[B]", span=(0, 2)), card("b", "x", span=(1, 4))), ["span-outside"]),
        (sheet(card("s", "[B]", span=(0, 4)), card("b", "x", span=(1, 4))), []),
    ],
)
def test_what_is_open_is_named(draft: Document, codes: list[str]) -> None:
    assert [problem.code for problem in build(draft).problems] == codes


def test_a_line_that_cannot_be_read_is_named_and_left_out() -> None:
    built = build(sheet(card("s", "a [b", "c d")))
    assert built.network is not None
    assert sentences(built.network) == {"c d"}
    (problem,) = built.problems
    assert (problem.level, problem.alt, problem.column) == ("error", "s0", 2)


def test_without_a_sentence_there_is_no_network_but_cards_that_can_be_read() -> None:
    built = build(sheet(card("b", "x"), root=None))
    assert built.network is None
    assert [one.name for one in built.cards] == list(built.unused) == ["B"]


def test_what_is_exported_has_no_line_with_a_card_that_is_not_there() -> None:
    draft = sheet(card("s", "the [B] said", "so", "[C]"), card("b", "[NEXT]"), card("c", "x [NEXT]", "y"))
    assert sentences(sound(draft)) == {"so", "y"}
    for empty in (sheet(card("s", "[NEXT]")), sheet(card("s", "a"), root=None)):
        with pytest.raises(DataError, match="the sheet has no sentence yet"):
            sound(empty)
