"""Random sheets and commands, also wrong ones, for properties of the reducer and of live answers."""

import random
from typing import Any

from tertium.server.annotate.rules.sheet.document import Document

WORDS = ["the", "a", "premier", "PM", "said", "chief", "of", "Italy", "'s", "\\[", '""', "é", "首相", "👍🏽"]
NAMES = ["S", "A", "B", "C", "D", "E]", "F\\", "G H"]


def text(rng: random.Random, names: list[str]) -> str:
    parts = []
    for _ in range(rng.randrange(0, 5)):
        if names and rng.random() < 0.4:
            name = rng.choice(names)
            parts.append("[" + name.replace("\\", "\\\\").replace("]", "\\]") + "]")
        else:
            parts.append(rng.choice(WORDS))
    if rng.random() < 0.05:
        parts.append(rng.choice(["[open", '"x y"', "{2}", "#c", "a|b", "]", "\\", '"']))
    return " ".join(parts)


def command(rng: random.Random, document: Document, *, inside: bool = False) -> dict[str, Any]:
    """One command that often fits the document."""
    cards = [card.id for card in document.cards]
    lines = [a.id for card in document.cards for a in card.alternatives]
    names = [card.name for card in document.cards] + [rng.choice(NAMES)]

    def some(ids: list[str]) -> str:
        return rng.choice(ids) if ids and rng.random() < 0.97 else "nowhere"

    def fresh() -> str:
        return f"n{rng.randrange(10**9)}" if rng.random() < 0.97 else rng.choice([*cards, *lines, "", "UP"])

    def at() -> int | None:
        return rng.choice([None, 0, 1, rng.randrange(-1, 5)])

    def span() -> list[int] | None:
        start = rng.randrange(0, 5)
        return rng.choice([None, [start, start + rng.randrange(0, 3)]])

    def alternatives() -> list[dict[str, Any]]:
        return [
            {"id": fresh(), "text": text(rng, names), "cost": rng.choice([0, 0.5, 2])} for _ in range(rng.randrange(3))
        ]

    kinds = {
        "card.add": lambda: {"card": fresh(), "name": rng.choice(NAMES), "span": span(), "at": at(),
                             "alternatives": alternatives()},
        "card.delete": lambda: {"card": some(cards)},
        "card.rename": lambda: {"card": some(cards), "name": rng.choice(NAMES), "rewrite": rng.random() < 0.8},
        "card.span": lambda: {"card": some(cards), "span": span()},
        "card.move": lambda: {"card": some(cards), "at": at() or 0},
        "card.split": lambda: {"card": (home := some(cards)), "new": fresh(), "name": rng.choice(NAMES),
                               "alternatives": [a.id for card in document.cards if card.id == home
                                                for a in card.alternatives if rng.random() < 0.5],
                               "uses": [line for line in lines if rng.random() < 0.3]},
        "alt.add": lambda: {"card": some(cards), "alt": fresh(), "text": text(rng, names), "at": at(),
                            "cost": rng.choice([0, 0, 1.5])},
        "alt.set": lambda: {"alt": some(lines), "text": text(rng, names)},
        "alt.cost": lambda: {"alt": some(lines), "cost": rng.choice([0, 1, 0.25, -1])},
        "alt.move": lambda: {"alt": some(lines), "card": some(cards), "at": at() or 0},
        "alt.delete": lambda: {"alt": some(lines)},
        "root.set": lambda: {"card": rng.choice([None, some(cards)])},
        "watch.add": lambda: {"kind": rng.choice(["must", "must_not"]), "text": rng.choice(WORDS), "at": at()},
        "watch.remove": lambda: {"kind": rng.choice(["must", "must_not"]), "text": rng.choice(WORDS)},
    }  # fmt: skip
    if not inside and rng.random() < 0.1:
        return {"do": "batch", "commands": [command(rng, document, inside=True) for _ in range(rng.randrange(1, 4))]}
    weights = [6, 1, 2, 2, 1, 2, 8, 4, 1, 2, 2, 2, 1, 1]
    kind = rng.choices(list(kinds), weights)[0]
    return {"do": kind, **kinds[kind]()}
