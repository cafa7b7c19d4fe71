r"""Networks as JSON.

`{"root": "S", "cards": {"S": [["the", "[PM]"]], "PM": [["PM"]]}, "spans": {"PM": [1, 3]}, "costs": {"PM": [0.5]}}`

Each card has a list of alternatives, each a list of words; `"[PM]"` is a card, and `"\\[PM]"` (one backslash before
it) is the word itself. `spans` and `costs` may be left out; `costs` has one number for each alternative. `id` names
the segment. A file is one such object, a list of them, or one per line (JSONL).
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.forms.form import NETWORK_FORMATS, NetworkForm
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Alternative, Card, Network, Ref, Span, Symbol, shown

_KEYS = ("id", "root", "cards", "spans", "costs")


def parse(text: str, name: str, limits: Limits = DEFAULT) -> list[Entry]:
    """The networks of a JSON text: one object or a list."""
    content = _load(text, name)
    if isinstance(content, list):
        entries = [_entry(item, f"{name}: network {i}", limits) for i, item in enumerate(content, 1)]
        return _distinct_ids(entries, name)
    return [_entry(content, name, limits)]


def parse_lines(lines: Iterable[str], name: str, limits: Limits = DEFAULT) -> list[Entry]:
    """The networks of a text with one object per line."""
    entries = [
        _entry(_load(line, f"{name}:{number}", "one JSON object on the line"), f"{name}:{number}", limits)
        for number, line in enumerate(lines, 1)
        if line and not line.isspace()
    ]
    return _distinct_ids(entries, name)


def write(entries: Sequence[Entry]) -> str:
    """One object for one network, a list for several."""
    objects = [_object(entry) for entry in entries]
    return json.dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False, indent=1) + "\n"


def write_lines(entries: Sequence[Entry]) -> str:
    """One object per line."""
    return "".join(json.dumps(_object(entry), ensure_ascii=False) + "\n" for entry in entries)


def _object(entry: Entry) -> dict[str, Any]:
    network = entry.network
    written: dict[str, Any] = {} if entry.id is None else {"id": entry.id}
    written["root"] = network.root
    written["cards"] = {c.name: [[_written(s) for s in a.symbols] for a in c.alternatives] for c in network.cards}
    if spans := {card.name: list(card.span) for card in network.cards if card.span}:
        written["spans"] = spans
    if costs := {
        c.name: [a.cost for a in c.alternatives] for c in network.cards if any(a.cost for a in c.alternatives)
    }:
        written["costs"] = costs
    return written


def _written(symbol: Symbol) -> str:
    if isinstance(symbol, Ref):
        return f"[{symbol.name}]"
    return f"\\{symbol}" if symbol.startswith("\\") or _is_card(symbol) else symbol


def _is_card(text: str) -> bool:
    return len(text) > 2 and text[0] == "[" and text[-1] == "]"


class _DuplicateKeyError(Exception):
    pass


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise _DuplicateKeyError(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return record


def _load(text: str, place: str, expected: str = "a network in JSON") -> object:
    try:
        return json.loads(text, object_pairs_hook=_distinct)
    except _DuplicateKeyError as error:
        raise DataError(f"{place}: {error.args[0][:60]!r} appears twice in one object; rename or remove one") from None
    except RecursionError:
        raise DataError(f"{place}: nested too deeply; expected lists of words inside lists of alternatives") from None
    except json.JSONDecodeError as error:
        where = f"{place}:{error.colno}" if "\n" not in text else f"{place}:{error.lineno}:{error.colno}"
        raise DataError(f"{where}: not {expected} ({error.msg})") from None
    except ValueError as error:
        raise DataError(f"{place}: not {expected} ({error})") from None


def _entry(item: object, place: str, limits: Limits) -> Entry:
    if not isinstance(item, dict):
        _refuse(place, item, 'an object such as {"root": "S", "cards": {"S": [["a", "word"]]}}')
    for key in item:
        if key not in _KEYS:
            raise DataError(f"{place}: unknown key {key[:60]!r}; known: {', '.join(_KEYS)}")
    for key in ("root", "cards"):
        if key not in item:
            raise DataError(f"{place}: the key {key!r} is missing; a network has a root and cards")
    identity, root, cards = item.get("id"), item["root"], item["cards"]
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if identity is not None and (not isinstance(identity, str) or identity.split() != [identity]):
        _refuse(f"{place}: id", identity, "a text without spaces, or a number")
    if not isinstance(root, str):
        _refuse(f"{place}: root", root, "the name of a card")
    if not isinstance(cards, dict):
        _refuse(f"{place}: cards", cards, "an object of cards by name")
    spans, costs = (_table(item.get(key), f"{place}: {key}", cards) for key in ("spans", "costs"))
    built = [_card(name, rows, spans.get(name), costs.get(name), place) for name, rows in cards.items()]
    try:
        return Entry(identity, Network(root, tuple(built), limits))
    except DataError as error:
        raise DataError(f"{place}: {error}") from None


def _table(value: object, place: str, cards: dict[str, object]) -> dict[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        _refuse(place, value, "an object by card")
    for name in value:
        if name not in cards:
            raise DataError(f"{place}: there is no card {shown(name)}; define it or remove it here")
    return value


def _card(name: str, rows: object, span: object, costs: object, place: str) -> Card:
    place = f"{place}: card {shown(name)}"
    if not isinstance(rows, list):
        _refuse(place, rows, "a list of alternatives, each a list of words")
    if costs is None:
        costs = [0.0] * len(rows)
    if not isinstance(costs, list) or len(costs) != len(rows):
        _refuse(f"{place}: costs", costs, f"a list of {len(rows)} numbers, one for each alternative")
    alternatives = []
    for number, (row, cost) in enumerate(zip(rows, costs, strict=True), 1):
        if not isinstance(row, list) or not all(isinstance(word, str) for word in row):
            _refuse(f"{place}: alternative {number}", row, "a list of words")
        if isinstance(cost, bool) or not isinstance(cost, int | float):
            _refuse(f"{place}: cost {number}", cost, "a number from 0")
        alternatives.append(Alternative(tuple(map(_symbol, row)), _number(cost)))
    return Card(name, tuple(alternatives), _span(span, place))


def _number(value: int | float) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _span(span: object, place: str) -> Span | None:
    if span is None:
        return None
    if not isinstance(span, list) or len(span) != 2 or not all(type(end) is int for end in span):
        _refuse(f"{place}: span", span, "two whole numbers such as [2, 4]")
    return span[0], span[1]


def _symbol(text: str) -> Symbol:
    if _is_card(text):
        return Ref(text[1:-1])
    return text[1:] if text.startswith("\\") else text


def _distinct_ids(entries: list[Entry], name: str) -> list[Entry]:
    counts = Counter(entry.id for entry in entries if entry.id is not None)
    if counts and (most := counts.most_common(1)[0])[1] > 1:
        raise DataError(f"{name}: two networks have the id {most[0][:60]!r}; rename one")
    return entries


def _refuse(place: str, found: object, expected: str) -> NoReturn:
    text = repr(found)
    raise DataError(f"{place}: found {text[:60]}{'...' if len(text) > 60 else ''}, expected {expected}")


NETWORK_FORMATS.add(
    "json",
    NetworkForm(
        lambda lines, name, limits, _symbols: parse("\n".join(lines), name, limits),
        lambda entries, _limits: write(entries),
        (".json",),
    ),
)
NETWORK_FORMATS.add(
    "jsonl",
    NetworkForm(
        lambda lines, name, limits, _symbols: parse_lines(lines, name, limits),
        lambda entries, _limits: write_lines(entries),
        (".jsonl",),
    ),
)
