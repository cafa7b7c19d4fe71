"""Random commands, good and bad, for the two reducers."""

from random import Random
from typing import Any

GOOD_NAMES = ["S", "PM", "A B", "x]y", "back\\", "é", "首相", "D", "E", "F", "G H", "I"]
NAMES = [*GOOD_NAMES * 3, " bad", "", "a\u00a0b", "LONG" * 60]
PIECES = [
    r"the",
    r"[S]",
    r"[PM]",
    r"[A·B]",
    r"[x\]y]",
    r"[undefined]",
    r"\[S]",
    r'""',
    r'"q"',
    r'"a·b"',
    r"[PM",
    r"|",
    r"]",
    r"{0.5}",
    r"#c",
    r"😀",
    r"é",
    r"[é]",
    r"[首相]",
    r"[back\\]",
    r"{[PM]x",
]
PIECES = [piece.replace("·", " ") for piece in PIECES] + ["end\\", "a\u3000[PM]", "\0", "\ufeff"]
COSTS = [0, 1, 0.5, 2.0, -1, 1e-7, 1e10]
SPANS = [None, [0, 1], [1, 3], [3, 3], [-1, 2], [0, 1_000_001]]


class Maker:
    """Makes commands that mostly fit what it made before."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.cards: list[str] = []
        self.alts: list[str] = []

    def sequence(self, length: int) -> list[dict[str, Any]]:
        return [self.command() for _ in range(length)]

    def command(self) -> dict[str, Any]:
        kind = self.random.random()
        if kind < 0.1:
            return {"do": "batch", "commands": [self.step() for _ in range(self.random.randint(1, 4))]}
        if kind < 0.103:
            return {"do": self.random.choice(["sheet.submit", "sheet.reopen", "sheet.return", "sheet.discard"])}
        return self.step()

    def step(self) -> dict[str, Any]:
        kind = self.random.choice(
            ["card.add"] * 3
            + ["alt.add"] * 4
            + ["alt.set"] * 4
            + ["card.rename"] * 2
            + ["card.delete", "card.span", "card.move", "card.split", "alt.cost", "alt.move", "alt.delete", "root.set"]
            + ["watch.add", "watch.remove"]
        )
        made: dict[str, Any] = getattr(self, kind.replace(".", "_"))()
        return {"do": kind, **made}

    def text(self) -> str:
        known = PIECES if self.random.random() < 0.2 else ["a", *(f"[{name}]" for name in ("S", "PM", "D", "E", "F"))]
        return " ".join(self.random.choices(known, k=self.random.randint(0, 3)))

    def new(self, known: list[str]) -> str:
        if self.random.random() < 0.05:
            return self.random.choice([*known, "Bad", "", "x" * 33])
        known.append(f"{'c' if known is self.cards else 'a'}{len(known)}")
        return known[-1]

    def card(self) -> str:
        return self.random.choice(self.cards or ["none"])

    def alt(self) -> str:
        return self.random.choice(self.alts or ["none"])

    def at(self) -> dict[str, int]:
        return {"at": self.random.randint(-1, 4)} if self.random.random() < 0.3 else {}

    def line(self) -> dict[str, Any]:
        cost = {"cost": self.random.choice(COSTS)} if self.random.random() < 0.2 else {}
        return {"id": self.new(self.alts), "text": self.text(), **cost}

    def card_add(self) -> dict[str, Any]:
        lines = [self.line() for _ in range(self.random.randint(0, 2))]
        span = {"span": self.random.choice(SPANS)} if self.random.random() < 0.3 else {}
        name = self.random.choice(NAMES)
        return {"card": self.new(self.cards), "name": name, **span, **self.at(), "alternatives": lines}

    def card_delete(self) -> dict[str, Any]:
        return {"card": self.card()}

    def card_rename(self) -> dict[str, Any]:
        follow = {"rewrite": self.random.random() < 0.5} if self.random.random() < 0.3 else {}
        return {"card": self.card(), "name": self.random.choice(NAMES), **follow}

    def card_span(self) -> dict[str, Any]:
        return {"card": self.card(), "span": self.random.choice(SPANS)}

    def card_move(self) -> dict[str, Any]:
        return {"card": self.card(), "at": self.random.randint(-1, 4)}

    def card_split(self) -> dict[str, Any]:
        moved = self.random.sample(self.alts, min(len(self.alts), self.random.randint(0, 2)))
        uses = self.random.sample(self.alts, min(len(self.alts), self.random.randint(0, 3)))
        name = self.random.choice(NAMES)
        return {"card": self.card(), "new": self.new(self.cards), "name": name, "alternatives": moved, "uses": uses}

    def alt_add(self) -> dict[str, Any]:
        line = self.line()
        cost = {"cost": line["cost"]} if "cost" in line else {}
        return {"card": self.card(), "alt": line["id"], "text": line["text"], **cost, **self.at()}

    def alt_set(self) -> dict[str, Any]:
        return {"alt": self.alt(), "text": self.text()}

    def alt_cost(self) -> dict[str, Any]:
        return {"alt": self.alt(), "cost": self.random.choice(COSTS)}

    def alt_move(self) -> dict[str, Any]:
        return {"alt": self.alt(), "card": self.card(), "at": self.random.randint(-1, 3)}

    def alt_delete(self) -> dict[str, Any]:
        return {"alt": self.alt()}

    def root_set(self) -> dict[str, Any]:
        return {"card": self.random.choice([None, self.card()])}

    def watch_add(self) -> dict[str, Any]:
        kind = self.random.choice(["must", "must_not"])
        return {"kind": kind, "text": self.random.choice(["a", "b c", "é 😀"]), **self.at()}

    def watch_remove(self) -> dict[str, Any]:
        return {"kind": self.random.choice(["must", "must_not"]), "text": self.random.choice(["a", "b c"])}
