r"""The form of networks that people type.

    # Lines that begin with a number sign are comments.
    @segment 12
    [PM] 2:4 = prime minister | PM | head of government {0.5}
    [S]      = the [PM] spoke
             | there spoke the [PM]

`[NAME]` is a card; `2:4` says which words of the source it stands for (from 2 up to, not including, 4); `{0.5}` at the
end of an alternative is its cost. A line that begins with `|` goes on with the alternatives of the card above. `""`
is an alternative without words. `@segment ID` begins the network of another segment, and `@root [NAME]` says which
card is the sentence; without it, it is the one card that no other contains. The signs `[ ] | { } # @ " \` are written
with a backslash before them, or in a word between quotes, where they would mean something else.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.forms.form import NETWORK_FORMATS, NetworkForm
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import (
    Alternative,
    Card,
    Network,
    Ref,
    Span,
    Symbol,
    bad_name,
    cycle_message,
    find_cycle,
    shown,
)

_SPACE = re.compile(r"\s*")
_PLAIN = re.compile(r"[^\s|\[\]\\\"{#@]+")  # what may follow the start of a word without a closer look
# Words alone, up to the next alternative; most alternatives are such.
_PLAIN_ALTERNATIVE = re.compile(r"[^|\[\]\\\"{#@]+(?=\||$)")
_SPAN = re.compile(r"(\d{1,9}):(\d{1,9})")
_COST = re.compile(r"\{\s*(\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?|\.\d{1,300})\s*\}")
_MEANS_SOMETHING = re.compile(r'[\[\]|\\]|^["#@{]')


def parse(lines: Iterable[str], name: str, limits: Limits = DEFAULT) -> list[Entry]:
    """The networks of a file; `name` is how messages call it.

    Raises:
        DataError: Something is not as above; says in which line and column.
    """
    blocks = [_Block(None, 1)]
    for number, line in enumerate(lines, 1):
        scanner = _Scanner(line, f"{name}:{number}")
        scanner.skip_space()
        if scanner.at_end() or scanner.peek() == "#":
            continue
        if scanner.peek() == "@":
            _directive(scanner, blocks, number)
        elif scanner.peek() == "|":
            blocks[-1].go_on(scanner)
        else:
            blocks[-1].begin(scanner)
    if len(blocks) > 1 and not blocks[0].cards and blocks[0].root is None:
        del blocks[0]
    elif len(blocks) > 1:
        raise DataError(f"{name}:{blocks[1].line}: cards stand before the first @segment; give them one of their own")
    return [Entry(block.segment, block.network(name, limits)) for block in blocks]


@dataclass(slots=True)
class Draft:
    """The cards of a text that need not be a whole network yet, and what cannot be read in it."""

    root: str | None
    cards: list[Card]
    problems: list[tuple[int, str]]
    """Number of the line and message."""


def parse_draft(lines: Iterable[str], name: str) -> Draft:
    """The cards of one network while somebody still works on it: cards may be missing, empty or in a circle."""
    block = _Block(None, 1)
    problems: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        scanner = _Scanner(line, f"{name}:{number}")
        scanner.skip_space()
        try:
            if scanner.at_end() or scanner.peek() == "#":
                continue
            if scanner.peek() == "@":
                blocks = [block]
                _directive(scanner, blocks, number)
                if len(blocks) > 1:
                    raise scanner.fail("@segment begins another network; expected one", 0)
            elif scanner.peek() == "|":
                block.go_on(scanner)
            else:
                block.begin(scanner)
        except DataError as error:
            problems.append((number, str(error)))
    return Draft(block.root, [Card(card, tuple(a), span) for card, (a, span, _) in block.cards.items()], problems)


def write(entries: Sequence[Entry]) -> str:
    """The text, which reads as the same networks."""
    several = len(entries) > 1 or any(entry.id is not None for entry in entries)
    blocks = []
    for number, entry in enumerate(entries, 1):
        lines = [f"@segment {_word(entry.id or str(number))}"] if several else []
        network = entry.network
        if _tops(network.cards) != [network.root]:
            lines.append(f"@root {_card_name(network.root)}")
        lines += [line for card in network.cards for line in _card_lines(card)]
        blocks.append("".join(f"{line}\n" for line in lines))
    return "\n".join(blocks)


def _card_lines(card: Card) -> list[str]:
    span = f" {card.span[0]}:{card.span[1]}" if card.span else ""
    head = f"{_card_name(card.name)}{span} ="
    texts = [_alternative(alternative) for alternative in card.alternatives]
    line = f"{head} {' | '.join(texts)}"
    if len(line) <= 100 or len(texts) == 1:
        return [line]
    return [f"{head} {texts[0]}", *(f"  | {text}" for text in texts[1:])]


def _alternative(alternative: Alternative) -> str:
    parts = [_card_name(s.name) if isinstance(s, Ref) else _word(s) for s in alternative.symbols] or ['""']
    if alternative.cost:
        parts.append(f"{{{alternative.cost!r}}}")
    return " ".join(parts)


def _card_name(name: str) -> str:
    return "[" + re.sub(r"[\\\]]", r"\\\g<0>", name) + "]"


def _word(word: str) -> str:
    return re.sub(_MEANS_SOMETHING, r"\\\g<0>", word)


def _tops(cards: Iterable[Card]) -> list[str]:
    """The cards that no card contains."""
    cards = list(cards)
    inner = {name for card in cards for name in card.references()}
    return [card.name for card in cards if card.name not in inner]


@dataclass(slots=True)
class _Scanner:
    line: str
    place: str
    at: int = 0

    def at_end(self) -> bool:
        return self.at >= len(self.line)

    def peek(self) -> str:
        return self.line[self.at : self.at + 1]

    def skip_space(self) -> None:
        self.at = _SPACE.match(self.line, self.at).end()  # type: ignore[union-attr]  # it matches everywhere

    def fail(self, message: str, at: int | None = None) -> DataError:
        return DataError(f"{self.where(at)}: {message}")

    def where(self, at: int | None = None) -> str:
        return f"{self.place}:{(self.at if at is None else at) + 1}"

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        if match := pattern.match(self.line, self.at):
            self.at = match.end()
        return match

    def until(self, end: str, what: str) -> str:
        """What stands up to a sign; a backslash takes the next sign as it is."""
        start = self.at
        self.at += 1
        parts: list[str] = []
        while not self.at_end():
            sign = self.peek()
            if sign == end:
                self.at += 1
                return "".join(parts)
            plain = self.take(_PLAIN)
            parts.append(plain[0] if plain else self._sign())
        raise self.fail(f"{what} has no end; expected {end} behind it", start)

    def _sign(self) -> str:
        if self.peek() == "\\":
            self.at += 1
            if self.at_end():
                raise self.fail("the line ends with a backslash; write two for the sign itself", self.at - 1)
        self.at += 1
        return self.line[self.at - 1]

    def card_name(self) -> str:
        start = self.at
        name = self.until("]", "the name of a card")
        if problem := bad_name(name):
            raise self.fail(problem, start)
        return name

    def word(self) -> str:
        """A word without quotes."""
        parts: list[str] = []
        while not self.at_end() and (sign := self.peek()) not in "|[" and not sign.isspace():
            if sign == "]":
                raise self.fail("a ] without a [; write \\] for the sign itself")
            plain = self.take(_PLAIN)
            parts.append(plain[0] if plain else self._sign())
        return "".join(parts)


@dataclass(slots=True)
class _Block:
    """The network of one segment while it is being read."""

    segment: str | None
    line: int
    root: str | None = None
    root_place: str = ""
    cards: dict[str, tuple[list[Alternative], Span | None, str]] = field(default_factory=dict)
    used: dict[str, str] = field(default_factory=dict)
    """Where each card is used first."""
    last: str | None = None

    def begin(self, scanner: _Scanner) -> None:
        """A line that defines a card."""
        start = scanner.at
        if scanner.peek() != "[":
            raise scanner.fail(f"found {scanner.line[start : start + 20]!r}, expected a card: [NAME] = words | words")
        name = scanner.card_name()
        if name in self.cards:
            raise scanner.fail(
                f"card {shown(name)} is defined twice, first at {self.cards[name][2]}; rename one or join them", start
            )
        scanner.skip_space()
        span = scanner.take(_SPAN)
        if span and int(span[1]) >= int(span[2]):
            raise scanner.fail(f"span {span[0]}; expected the end behind the start, such as 2:4", span.start())
        scanner.skip_space()
        if scanner.peek() != "=":
            raise scanner.fail(f"found {scanner.peek() or 'the end of the line'!r}, expected = behind the card's name")
        scanner.at += 1
        scanner.skip_space()
        self.last = name
        self.cards[name] = ([], (int(span[1]), int(span[2])) if span else None, scanner.where(start))
        if not scanner.at_end() and scanner.peek() != "#":
            self._alternatives(scanner)

    def go_on(self, scanner: _Scanner) -> None:
        """A line of further alternatives."""
        if self.last is None:
            raise scanner.fail("a line that begins with | goes on with a card, and there is none above it")
        scanner.at += 1
        self._alternatives(scanner)

    def _alternatives(self, scanner: _Scanner) -> None:
        alternatives = self.cards[self.last or ""][0]
        while True:
            alternatives.append(self._alternative(scanner))
            if scanner.peek() != "|":
                return
            scanner.at += 1

    def _alternative(self, scanner: _Scanner) -> Alternative:
        plain = scanner.take(_PLAIN_ALTERNATIVE)
        if plain and (words := plain[0].split()):
            return Alternative(tuple(words))
        symbols: list[Symbol] = []
        cost, said = 0.0, False
        while True:
            scanner.skip_space()
            sign, start = scanner.peek(), scanner.at
            if sign in ("", "|", "#"):
                if not said:
                    raise scanner.fail('an alternative without words; write "" if that is meant')
                return Alternative(tuple(symbols), cost)
            said = True
            if sign == "{":
                cost = self._cost(scanner)
            elif sign == "[":
                name = scanner.card_name()
                self.used.setdefault(name, scanner.where(start))
                symbols.append(Ref(name))
            elif sign == '"':
                if quoted := scanner.until('"', "a word between quotes"):
                    if quoted.split() != [quoted]:
                        raise scanner.fail("a space between quotes; write the words one by one", start)
                    symbols.append(quoted)
            else:
                symbols.append(scanner.word())

    def _cost(self, scanner: _Scanner) -> float:
        start = scanner.at
        number = scanner.take(_COST)
        if not number:
            raise scanner.fail("expected a cost such as {0.5}; write \\{ for the sign itself")
        scanner.skip_space()
        if scanner.peek() not in ("", "|", "#"):
            raise scanner.fail("a cost stands at the end of its alternative", start)
        if (cost := float(number[1])) == float("inf"):
            raise scanner.fail("the cost is too large for a number", start)
        return cost

    def network(self, name: str, limits: Limits) -> Network:
        place = f"{name}:{self.line}" if self.segment is not None else name
        if not self.cards:
            raise DataError(f"{place}: there are no cards; expected lines such as [NAME] = words | other words")
        for card, (alternatives, _, where) in self.cards.items():
            if not alternatives:
                raise DataError(
                    f"{where}: card {shown(card)} has no alternatives, so it stands for nothing; give it one"
                )
        cards = {card: Card(card, tuple(lines), span) for card, (lines, span, _) in self.cards.items()}
        for used, where in self.used.items():
            if used not in cards:
                raise DataError(f"{where}: card {shown(used)} is used but not defined{_hint(used, cards)}")
        if (cycle := find_cycle(cards)) is not None:
            raise DataError(f"{self.cards[cycle[0]][2]}: {cycle_message(cycle)}")
        try:
            return Network(self._root(cards, place), tuple(cards.values()), limits)
        except DataError as error:
            raise error if str(error).startswith(name) else DataError(f"{place}: {error}") from None

    def _root(self, cards: dict[str, Card], place: str) -> str:
        if self.root is not None:
            if self.root not in cards:
                raise DataError(
                    f"{self.root_place}: the root {shown(self.root)} is not defined{_hint(self.root, cards)}"
                )
            return self.root
        tops = _tops(cards.values())
        if len(tops) == 1:
            return tops[0]
        listed = ", ".join(map(shown, tops[:5])) + (", ..." if len(tops) > 5 else "")
        raise DataError(
            f"{place}: which card is the sentence? {len(tops)} are in no other: {listed}; add @root {shown(tops[-1])}"
        )


def _hint(name: str, cards: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name[:100], list(cards)[:1000], n=1)
    return f"; did you mean {shown(close[0])}?" if close else f"; define it: {shown(name)} = ..."


_DIRECTIVE = re.compile(r"@(\S*)\s*")


def _directive(scanner: _Scanner, blocks: list[_Block], number: int) -> None:
    start = scanner.at
    directive = scanner.take(_DIRECTIVE)
    kind = directive[1] if directive else ""
    if kind == "segment":
        segment = scanner.word() if scanner.peek() not in ("|", "[") else ""
        if not segment:
            raise scanner.fail("expected the segment's id behind @segment")
        if segment in (block.segment for block in blocks):
            raise scanner.fail(f"segment {segment!r} appears twice; rename one", start)
        blocks.append(_Block(segment, number))
    elif kind == "root":
        if scanner.peek() != "[":
            raise scanner.fail("expected a card behind @root, such as @root [S]")
        if blocks[-1].root is not None:
            raise scanner.fail("@root appears twice for one network; keep one", start)
        blocks[-1].root, blocks[-1].root_place = scanner.card_name(), scanner.where(start)
    else:
        raise scanner.fail(f"@{kind} is unknown; known: @segment, @root; write \\@ for the sign itself", start)
    scanner.skip_space()
    if not scanner.at_end() and scanner.peek() != "#":
        raise scanner.fail(f"found {scanner.line[scanner.at :][:20]!r} behind it, expected nothing")


NETWORK_FORMATS.add(
    "typed",
    NetworkForm(
        lambda lines, name, limits, _symbols: parse(lines, name, limits),
        lambda entries, _limits: write(entries),
        (".net", ".cards"),
    ),
)
