import re
from typing import Any

import pytest
from hypothesis import given

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.forms import fst, typed
from tertium.networks.limits import Limits
from tertium.networks.network import Alternative, Card, Network, Ref
from tests.networks.forms.texts import files, lines
from tests.support.networks import PREMIER, sentences


def numbered(entries: list[Entry]) -> list[Entry]:
    """With the numbers that a form with blocks writes where there are no ids."""
    if len(entries) == 1:
        return entries
    return [Entry(entry.id or str(i), entry.network) for i, entry in enumerate(entries, 1)]


@given(files())
def test_typed_networks_read_as_they_were_written(entries: Any) -> None:
    assert typed.parse(lines(typed.write(entries)), "f") == numbered(entries)


def test_the_typed_form_is_what_people_type() -> None:
    text = """
    # a comment
    [PM] 1:3 = prime minister | PM {0.5}   # behind a card too
    [S] = the [PM] , [PM]! | C# "#" \\[x\\]
      | "" | a"b
    """
    (entry,) = typed.parse(text.split("\n"), "f")
    pm = Ref("PM")
    assert entry.id is None
    assert entry.network == Network(
        "S",
        (
            Card("PM", (Alternative(("prime", "minister")), Alternative(("PM",), 0.5)), (1, 3)),
            Card(
                "S",
                (
                    Alternative(("the", pm, ",", pm, "!")),
                    Alternative(("C#", "#", "[x]")),
                    Alternative(()),
                    Alternative(('a"b',)),
                ),
            ),
        ),
    )


def test_a_file_may_hold_the_networks_of_many_segments() -> None:
    text = "@segment 1\n[A] = a\n\n@segment second\n@root [B]\n[A] = b [B]\n[B] = c\n"
    one, two = typed.parse(text.split("\n"), "f")
    assert (one.id, one.network.root, two.id, two.network.root) == ("1", "A", "second", "B")
    assert two.network.unused() == ["A"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[S] = the [CITI] slept\n[CITY] = x", "f:1:11: card [CITI] is used but not defined; did you mean [CITY]?"),
        ("[A] = [B]\n[B] = x [C]\n[C] = [A]", "f:1:1: a card contains itself: [A] → [B] → [C] → [A]"),
        ("[A] = [A]", "f:1:1: a card contains itself: [A] → [A]"),
        ("[A] = x\n [A] = y", "f:2:2: card [A] is defined twice, first at f:1:1"),
        ("[A] =\n[B] = [A]", "f:1:1: card [A] has no alternatives, so it stands for nothing"),
        ("[A] = x |\n", 'f:1:10: an alternative without words; write "" if that is meant'),
        ("[A] = x | | y", "f:1:11: an alternative without words"),
        ("[A = x", "f:1:1: the name of a card has no end; expected ]"),
        ("[A] x", "f:1:5: found 'x', expected = behind the card's name"),
        ("[A]", "f:1:4: found 'the end of the line', expected ="),
        ("[] = x", "f:1:1: a card's name may not be empty"),
        ("x = y", "f:1:1: found 'x = y', expected a card"),
        ("| y", "f:1:1: a line that begins with | goes on with a card"),
        ("[A] = x]", "f:1:8: a ] without a ["),
        ('[A] = "x', "f:1:7: a word between quotes has no end"),
        ('[A] = "x y"', "f:1:7: a space between quotes"),
        ("[A] = x \\", "f:1:9: the line ends with a backslash"),
        ("[A] = {0.5} x", "f:1:7: a cost stands at the end of its alternative"),
        ("[A] = x {-1}", "f:1:9: expected a cost such as {0.5}"),
        ("[A] = x {" + "9" * 310 + "}", "f:1:9: expected a cost"),
        ("[A] 4:2 = x", "f:1:5: span 4:2; expected the end behind the start"),
        ("[A] = x\n[B] = y", "f: which card is the sentence? 2 are in no other: [A], [B]; add @root [B]"),
        ("@root [C]\n[A] = x", "f:1:1: the root [C] is not defined"),
        ("@root [A]\n@root [A]\n[A] = x", "f:2:1: @root appears twice"),
        ("@root A", "f:1:7: expected a card behind @root"),
        ("@roof [A]", "f:1:1: @roof is unknown; known: @segment, @root"),
        ("@segment\n", "f:1:9: expected the segment's id"),
        ("@segment 1\n[A] = x\n@segment 1\n[A] = x", "f:3:1: segment '1' appears twice"),
        ("[A] = x\n@segment 1\n[A] = x", "f:2: cards stand before the first @segment"),
        ("@segment 1 2", "f:1:12: found '2' behind it, expected nothing"),
        ("@segment 1\n", "f:1: there are no cards"),
        ("# nothing", "f: there are no cards"),
    ],
)
def test_what_is_wrong_in_the_typed_form_is_said_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(DataError, match="^" + re.escape(message)):
        typed.parse(text.split("\n"), "f")


def test_symbol_tables_name_every_word_and_begin_with_epsilon() -> None:
    text = fst.write_symbols([Entry(None, PREMIER)])
    table = fst.parse_symbols(text.splitlines(), "s")
    assert table["0"] == "<eps>"
    assert sorted(table.values()) == sorted({"<eps>", *(w for s in sentences(PREMIER) for w in s)})


def test_the_word_epsilon_cannot_be_written_as_automaton() -> None:
    with pytest.raises(DataError, match="means 'no word' in automata"):
        fst.write([Entry(None, Network("S", (Card.of("S", "<eps>"),)))])


def test_ids_say_what_a_network_contains() -> None:
    cards = (Card.of("S", "a [X]"), Card.of("X", "b", "c", span=(0, 1)))
    network = Network("S", cards)
    assert network.id == Network("S", cards[::-1]).id == "eac90107f791fc7b"
    others = [
        Network("X", cards),
        Network("S", (cards[0], Card.of("X", "c", "b", span=(0, 1)))),
        Network("S", (cards[0], Card.of("X", "b", "c"))),
        Network("S", (Card("S", (Alternative(("a", "X")),)), cards[1])),
    ]
    assert len({network.id, *(other.id for other in others)}) == 5


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(cards=1), "2 cards, the limit is 1"),
        (Limits(alternatives=2), "3 alternatives, the limit is 2"),
        (Limits(symbols=3), "4 symbols, the limit is 3"),
        (Limits(name=3), r"\[NAME\]: the limit for names is 3 characters"),
    ],
)
def test_limits_can_be_set(limits: Any, message: str) -> None:
    cards = (Card.of("S", "a [NAME]"), Card.of("NAME", "b", "c"))
    assert Network("S", cards)
    with pytest.raises(DataError, match=message):
        Network("S", cards, limits)
