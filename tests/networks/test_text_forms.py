import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.entry import Entry, by_segment
from tertium.networks.forms import fst, typed
from tertium.networks.forms import json as jsonform
from tertium.networks.forms import lines as plain
from tertium.networks.limits import Limits
from tertium.networks.network import Alternative, Card, Network, Ref
from tests.support.networks import PREMIER, costs, hard_names, hard_words, networks, sentences

hard_networks = networks(words=hard_words, names=hard_names, costs=costs, spans=True)
ids = st.one_of(st.none(), hard_words)


@st.composite
def files(draw: st.DrawFn, networks: Any = hard_networks) -> Any:
    found = draw(st.lists(networks, min_size=1, max_size=3))
    names = draw(st.lists(hard_words, min_size=len(found), max_size=len(found), unique=True))
    named = draw(st.booleans())
    return [Entry(name if named else None, network) for name, network in zip(names, found, strict=True)]


def lines(text: str) -> list[str]:
    assert text.endswith("\n")
    return text[:-1].split("\n")


def numbered(entries: list[Entry]) -> list[Entry]:
    """With the numbers that a form with blocks writes where there are no ids."""
    if len(entries) == 1:
        return entries
    return [Entry(entry.id or str(i), entry.network) for i, entry in enumerate(entries, 1)]


@given(files())
def test_typed_networks_read_as_they_were_written(entries: Any) -> None:
    assert typed.parse(lines(typed.write(entries)), "f") == numbered(entries)


@given(files())
def test_json_networks_read_as_they_were_written(entries: Any) -> None:
    assert jsonform.parse(jsonform.write(entries), "f") == entries
    assert jsonform.parse_lines(lines(jsonform.write_lines(entries)), "f") == entries


@given(files(networks(costs=costs)))
def test_automata_keep_sentences_and_costs(entries: Any) -> None:
    read = fst.parse(lines(fst.write(entries)), "f")
    assert len(read) == len(entries)
    for one, other in zip(entries, read, strict=True):
        assert sentences(other.network) == pytest.approx(sentences(one.network))


@given(networks())
def test_plain_files_keep_sentences(network: Any) -> None:
    said = sentences(network)
    if () in said:
        with pytest.raises(DataError, match="the empty sentence"):
            plain.write([Entry(None, network)])
    else:
        (read,) = plain.parse(lines(plain.write([Entry(None, network)])), "f")
        assert sentences(read.network) == said


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
        ("[A] =\n[B] = [A]", "f:1:1: card [A] has no alternatives, so nothing can be said"),
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
        ("[A] = x\n[B] = y", "f: which card is the sentence? 2 are in no other: [A], [B]; say @root [B]"),
        ("@root [C]\n[A] = x", "f:1:1: the root [C] is not defined"),
        ("@root [A]\n@root [A]\n[A] = x", "f:2:1: @root is there twice"),
        ("@root A", "f:1:7: expected a card behind @root"),
        ("@roof [A]", "f:1:1: @roof is unknown; known: @segment, @root"),
        ("@segment\n", "f:1:9: expected the segment's id"),
        ("@segment 1\n[A] = x\n@segment 1\n[A] = x", "f:3:1: segment '1' is there twice"),
        ("[A] = x\n@segment 1\n[A] = x", "f:2: cards stand before the first @segment"),
        ("@segment 1 2", "f:1:12: found '2' behind it, expected nothing"),
        ("@segment 1\n", "f:1: there are no cards"),
        ("# nothing", "f: there are no cards"),
    ],
)
def test_what_is_wrong_in_the_typed_form_is_said_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(DataError, match="^" + re.escape(message)):
        typed.parse(text.split("\n"), "f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "f:2: not a network in JSON"),
        ("[1]", "f: network 1: found 1, expected an object"),
        ('{"root": "A"}', "f: the key 'cards' is missing"),
        ('{"root": "A", "cards": {}, "x": 1}', "f: unknown key 'x'"),
        ('{"root": 1, "cards": {}}', "f: root: found 1, expected the name of a card"),
        ('{"root": "A", "cards": []}', "f: cards: found [], expected an object"),
        ('{"root": "A", "cards": {"A": "x"}}', "f: card [A]: found 'x', expected a list of alternatives"),
        ('{"root": "A", "cards": {"A": ["x"]}}', "f: card [A]: alternative 1: found 'x', expected a list of words"),
        ('{"root": "A", "cards": {"A": [["a b"]]}}', "f: card [A]: the word 'a b' has a space in it"),
        ('{"root": "A", "cards": {"A": [[""]]}}', "f: card [A]: a word may not be empty"),
        ('{"root": "A", "cards": {"A": [["\\ud800"]]}}', "f: card [A]: the word '\\ud800' has half a surrogate pair"),
        ('{"root": "A", "cards": {"A": []}}', "f: card [A] has no alternatives"),
        ('{"root": "A", "cards": {"A": [["[B]"]]}}', "f: card [B] is used but not defined"),
        ('{"root": "B", "cards": {"A": [["x"]]}}', "f: card [B] is used but not defined"),
        ('{"root": "A", "cards": {"A": [["[A]"]]}}', "f: a card contains itself: [A] → [A]"),
        ('{"root": "A", "cards": {"A": [["x"]], "A": [["y"]]}}', "f: 'A' is there twice in one object"),
        ('{"root": "A", "cards": {"A": [["x"]]}, "spans": {"A": [2]}}', "f: card [A]: span: found [2], expected two"),
        ('{"root": "A", "cards": {"A": [["x"]]}, "spans": {"A": [2, 1]}}', "f: card [A]: span (2, 1), expected"),
        ('{"root": "A", "cards": {"A": [["x"]]}, "spans": {"B": [1, 2]}}', "f: spans: there is no card [B]"),
        (
            '{"root": "A", "cards": {"A": [["x"]]}, "costs": {"A": [1, 2]}}',
            "f: card [A]: costs: found [1, 2], expected",
        ),
        ('{"root": "A", "cards": {"A": [["x"]]}, "costs": {"A": [NaN]}}', "f: card [A]: cost nan, expected a number"),
        ('{"id": [], "root": "A", "cards": {"A": [["x"]]}}', "f: id: found [], expected a text"),
        ("[" * 100_000, "f: nested too deeply"),
    ],
)
def test_what_is_wrong_in_json_is_said(text: str, message: str) -> None:
    with pytest.raises(DataError, match="^" + re.escape(message)):
        jsonform.parse(text, "f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: there are no arcs"),
        ("0 1 a a\n1 0 b b\n1", "f:1: the automaton has a cycle"),
        ("0 1 a a", "f:1: the automaton accepts nothing"),
        ("0 1 a b\n1", "f:1: input 'a' and output 'b' differ"),
        ("0 x a a\n", "f:1: found 'x', expected the number of a state"),
        ("0 1 a a -1\n1", "f:1: cost '-1', expected a number from 0"),
        ("0 1 a a 1 2\n1", "f:1: 6 columns, expected source, target"),
    ],
)
def test_what_is_wrong_in_automata_is_said(text: str, message: str) -> None:
    with pytest.raises(DataError, match="^" + re.escape(message)):
        fst.parse(text.split("\n"), "f")


def test_automata_are_read_with_and_without_outputs_costs_and_symbols() -> None:
    said = {("a", "b"): 0.5}
    for text in ("0 1 a a\n1 2 b b 0.5\n2", "0 1 a\n1 2 b 0.5\n2", "0 1 a 0.25\n1 2 b 0.25\n2", "0 1 a\n1 2 b\n2 0.5"):
        (entry,) = fst.parse(text.split("\n"), "f")
        assert sentences(entry.network) == said
    symbols = fst.parse_symbols(["<eps> 0", "a 1", "b 2"], "s")
    (entry,) = fst.parse(["0 1 1 1", "1 2 0 0", "2 3 2 2 0.5", "3"], "f", symbols)
    assert sentences(entry.network) == said


def test_symbol_tables_name_every_word_and_begin_with_epsilon() -> None:
    text = fst.write_symbols([Entry(None, PREMIER)])
    table = fst.parse_symbols(text.splitlines(), "s")
    assert table["0"] == "<eps>"
    assert sorted(table.values()) == sorted({"<eps>", *(w for s in sentences(PREMIER) for w in s)})


def test_the_word_epsilon_cannot_be_written_as_automaton() -> None:
    with pytest.raises(DataError, match="means 'no word' in automata"):
        fst.write([Entry(None, Network("S", (Card.of("S", "<eps>"),)))])


def test_networks_are_given_to_segments_by_order_or_number() -> None:
    a, b = (Network("S", (Card.of("S", word),)) for word in "ab")
    assert by_segment([Entry(None, a), Entry(None, b)], 2, "f") == [a, b]
    assert by_segment([Entry("3", a), Entry("1", b)], 3, "f") == [b, None, a]
    for entries, message in (
        ([Entry(None, a)], "f: 1 networks for 2 segments"),
        ([Entry("3", a)], "f: network 1 has the id '3'; expected the number of a segment, 1 to 2"),
        ([Entry("1", a), Entry(None, b)], "f: network 2 has no id, but others have"),
        ([Entry("1", a), Entry("01", b)], "f: two networks are for segment 1"),
    ):
        with pytest.raises(DataError, match="^" + re.escape(message)):
            by_segment(entries, 2, "f")


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
