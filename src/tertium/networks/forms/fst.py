"""Networks as text of the AT&T tools and OpenFst: one arc per line, `source target input output [cost]`.

A line of one or two columns is a final state and its cost, which is also what is left of an arc when a file is cut off:
the last line needs its line end. The first line begins in the start state. Acceptors leave `output` out. Several
automata in one file are separated by blank lines; the first line of each may be a name alone, as Kaldi writes it.
Symbol tables are lines of `word number`, with 0 for `<eps>`, no word.
"""

from collections.abc import Iterable, Mapping, Sequence

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.expansion import Automaton, automaton
from tertium.networks.flat import flatten
from tertium.networks.forms.form import NETWORK_FORMATS, NetworkForm
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.structure import from_automaton
from tertium.text.words import is_number

EPSILON = "<eps>"

_Line = tuple[int, list[str]]


def parse(
    lines: Iterable[str], name: str, symbols: Mapping[str, str] | None = None, limits: Limits = DEFAULT
) -> list[Entry]:
    """The networks of a text; `symbols` gives the word of each number, where labels are numbers.

    Raises:
        DataError: A line is not an arc, input and output differ, there is a cycle, or no end is reached.
    """
    blocks: list[list[_Line]] = [[]]
    for number, line in enumerate(lines, 1):
        columns = line.split()
        if columns:
            blocks[-1].append((number, columns))
        elif blocks[-1]:
            blocks.append([])
    if not blocks[-1]:
        blocks.pop()
    if not blocks:
        raise DataError(f"{name}: there are no arcs; expected lines such as 0 1 word word")
    entries = []
    for block in blocks:
        identity = None
        if len(block) > 1 and len(block[0][1]) == 1:
            identity = block.pop(0)[1][0]
        place = f"{name}:{block[0][0]}"
        try:
            entries.append(Entry(identity, from_automaton(_automaton(block, name, symbols), limits=limits)))
        except DataError as error:
            raise error if str(error).startswith(f"{name}:") else DataError(f"{place}: {error}") from None
    return entries


def parse_symbols(lines: Iterable[str], name: str) -> dict[str, str]:
    """The word of each number, which stay texts."""
    table: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        columns = line.split()
        if not columns:
            continue
        if len(columns) != 2 or not columns[1].isdecimal():
            raise DataError(f"{name}:{number}: found {line[:60]!r}, expected a word and its number")
        if columns[1] in table:
            raise DataError(f"{name}:{number}: the number {columns[1]} appears twice; keep one")
        table[columns[1]] = columns[0]
    return table


def write(entries: Sequence[Entry], limits: Limits = DEFAULT) -> str:
    """One automaton for each network, its cards expanded; words stand in the text, as fstcompile takes them.

    Raises:
        DataError: A network has too many states when it is expanded, or a word is `<eps>`.
    """
    several = len(entries) > 1 or any(entry.id is not None for entry in entries)
    blocks = []
    for number, entry in enumerate(entries, 1):
        lines = [entry.id or str(number)] if several else []
        lines += _lines(automaton(flatten(entry.network), limits))
        blocks.append("".join(f"{line}\n" for line in lines))
    return "\n".join(blocks)


def write_symbols(entries: Sequence[Entry]) -> str:
    """The symbol table of all words, for fstcompile."""
    words = sorted({word for entry in entries for word in flatten(entry.network).words})
    _refuse_epsilon(words)
    return "".join(f"{word}\t{number}\n" for number, word in enumerate([EPSILON, *words]))


def _lines(whole: Automaton) -> list[str]:
    lines = []
    for state, arcs in enumerate(whole.arcs):
        _refuse_epsilon([word for word, _, _ in arcs])
        for word, cost, target in arcs:
            lines.append(f"{state}\t{target}\t{word}\t{word}" + (f"\t{cost!r}" if cost else ""))
        if (end := whole.ends[state]) is not None:
            lines.append(f"{state}" + (f"\t{end!r}" if end else ""))
    return lines


def _refuse_epsilon(words: Sequence[str]) -> None:
    if EPSILON in words:
        raise DataError(f"the word {EPSILON} means 'no word' in automata; rename it or write another format")


def _automaton(block: Sequence[_Line], name: str, symbols: Mapping[str, str] | None) -> Automaton:
    acceptor = _is_acceptor(block)
    numbers: dict[str, int] = {}
    arcs: list[list[tuple[str, float, int]]] = []
    ends: list[float | None] = []

    def state(text: str, place: str) -> int:
        if not text.isdecimal():
            raise DataError(f"{place}: found {text[:60]!r}, expected the number of a state")
        if text not in numbers:
            numbers[text] = len(arcs)
            arcs.append([])
            ends.append(None)
        return numbers[text]

    for number, columns in block:
        place = f"{name}:{number}"
        source = state(columns[0], place)
        if len(columns) <= 2:
            ends[source] = _cost(columns[1], place) if len(columns) == 2 else 0.0
            continue
        target = state(columns[1], place)
        labels, costs = (columns[2:3], columns[3:]) if acceptor else (columns[2:4], columns[4:])
        if len(labels) == (1 if acceptor else 2) and len(costs) <= 1:
            if labels[0] != labels[-1]:
                raise DataError(
                    f"{place}: input {labels[0][:40]!r} and output {labels[1][:40]!r} differ; expected an automaton "
                    "whose both sides are the same (fstproject makes one)"
                )
            word = _word(labels[0], symbols, place)
            arcs[source].append((word, _cost(costs[0], place) if costs else 0.0, target))
        else:
            raise DataError(f"{place}: {len(columns)} columns, expected source, target, label(s) and perhaps a cost")
    return Automaton(arcs, ends)


def _is_acceptor(block: Sequence[_Line]) -> bool:
    """Whether arcs have one label: a fourth column that is a number everywhere and never the label is a cost."""
    arcs = [columns for _, columns in block if len(columns) > 2]
    if any(len(columns) > 4 for columns in arcs):
        return False
    if any(len(columns) == 3 for columns in arcs):
        return True
    return all(is_number(columns[3]) and columns[2] != columns[3] for columns in arcs)


def _cost(text: str, place: str) -> float:
    cost = float(text) if is_number(text) else -1.0
    if not 0 <= cost < float("inf"):
        raise DataError(f"{place}: cost {text[:40]!r}, expected a number from 0")
    return cost


def _word(label: str, symbols: Mapping[str, str] | None, place: str) -> str:
    if symbols is not None:
        if label not in symbols:
            raise DataError(f"{place}: label {label[:40]!r} is not in the symbol table")
        label = symbols[label]
    return "" if label == EPSILON else label


NETWORK_FORMATS.add(
    "fst",
    NetworkForm(
        lambda lines, name, limits, symbols: parse(lines, name, symbols, limits),
        write,
        (".fst", ".att"),
        ends_lines=True,
    ),
)
