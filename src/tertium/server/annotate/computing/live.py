"""A live answer: what it is worked out from, and how it is shown. Nothing here knows of the database."""

import math
from typing import Any

import msgspec
from msgspec import Struct

from tertium.server.annotate.rules.answers import Asked, Count, Live, live
from tertium.server.annotate.rules.sheet.document import Document


class LiveTask(Struct, frozen=True, tag="live"):
    """All that a live answer depends on."""

    request: int
    document: Document
    asked: list[Asked]
    seed: int
    samples: int
    n_tokens: int
    """Of the source."""

    def run(self) -> bytes:
        """The answer as it is sent."""
        result = live(self.document, self.asked, seed=self.seed, samples=self.samples)
        return msgspec.json.encode(_shown(self, result))


def count_of(count: Count) -> dict[str, Any]:
    log10 = count.log10 if math.isfinite(count.log10) else None
    return {"paths": count.paths, "log10": log10, "at_least": count.at_least}


def _shown(task: LiveTask, result: Live) -> dict[str, Any]:
    document, n_tokens = task.document, task.n_tokens
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
