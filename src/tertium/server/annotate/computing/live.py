"""A live answer: what it is worked out from, and how it is shown. Nothing here knows of the database."""

import math
from typing import Any

import msgspec
from msgspec import Struct

from tertium.errors import DataError
from tertium.server.annotate.rules.answers import Asked, Count, Live, live
from tertium.server.annotate.rules.protocol import split_all
from tertium.server.annotate.rules.sheet.commands import ClientCommand
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.rules.sheet.draft import draft
from tertium.server.annotate.rules.sheet.refusals import Refused


class LiveTask(Struct, frozen=True, tag="live"):
    """All that a live answer depends on."""

    request: int
    stored: str
    """The document, as the database has it."""
    edits: list[ClientCommand]
    """What is done to it first."""
    asked: list[Asked]
    watching: str | None
    """The tokeniser of watched texts; None: they are not looked for."""
    seed: int
    samples: int
    n_tokens: int
    """Of the source."""

    def run(self) -> bytes:
        """The answer as it is sent."""
        try:
            document = draft(self.stored, self.edits)
        except Refused as refused:
            raise DataError(refused.what) from None
        asked = list(self.asked)
        if self.watching is not None:
            words = split_all([watch.text for watch in document.watches], self.watching)
            asked += [Asked(watch.kind, None, own) for watch, own in zip(document.watches, words, strict=True)]
        result = live(document, asked, seed=self.seed, samples=self.samples)
        return msgspec.json.encode(_shown(document, self, result))


def count_of(count: Count) -> dict[str, Any]:
    log10 = count.log10 if math.isfinite(count.log10) else None
    return {"paths": count.paths, "log10": log10, "at_least": count.at_least}


def _shown(document: Document, task: LiveTask, result: Live) -> dict[str, Any]:
    n_tokens = task.n_tokens
    coverage = [False] * n_tokens
    for card in document.cards:
        if card.span and result.uses.get(card.id) and card.id != document.root:
            for place in range(card.span[0], min(card.span[1], n_tokens)):
                coverage[place] = True
    return {
        "request": task.request,
        "problems": result.problems,
        "count": count_of(result.count),
        "cards": {id: {**count_of(count), "uses": result.uses.get(id, 0)} for id, count in result.cards.items()},
        "alternatives": {id: count_of(count) for id, count in result.alternatives.items()},
        "coverage": coverage,
        "samples": [
            {
                "text": sample.text,
                "words": sample.words,
                "choices": [
                    {"card": k.card, "alt": k.alt, "start": k.start, "stop": k.stop, "depth": k.depth}
                    for k in sample.choices
                ],
            }
            for sample in result.samples
        ],
        "answers": result.answers,
        "left_out": result.left_out,
        "cpu_ms": round(result.cpu_ms, 2),
    }
