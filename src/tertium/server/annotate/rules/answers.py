"""What the editor shows at every key: counts, samples, and how near the watched texts are."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.networks.flat import flatten
from tertium.networks.membership import contains
from tertium.networks.network import Alternative, Card, Network, Ref
from tertium.networks.paths import Paths
from tertium.networks.search import ClosestPath, closest_tokens, compile_network
from tertium.server.annotate.rules.derivation import Choice, Derivations
from tertium.server.annotate.rules.network import LIMITS, Built, Problem, build
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.rules.sheet.words import scan
from tertium.text.arrays import PackedTexts
from tertium.text.network import FlatNetwork

CELLS = 2e7
"""What one search for a closest path may compute."""
SECONDS = 0.4
"""Processor time after which nothing more is begun; what is left out is said, and the answer takes under a second."""
MOST_SAMPLES = 50
_ALL = "*"  # the root above all cards, where some are not used
_ALL_LIMITS = replace(
    LIMITS,
    cards=LIMITS.cards + 1,
    alternatives=LIMITS.alternatives + LIMITS.cards,
    symbols=LIMITS.symbols + LIMITS.cards,
)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of paths, in digits where there are not too many."""

    paths: str | None
    log10: float
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence of the network and where it comes from."""

    text: str
    words: list[str]
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Asked:
    """A text to look for: watched, shown by the protocol, or typed."""

    kind: str
    name: str | None
    words: list[str]


@dataclass(frozen=True, slots=True)
class Step:
    """One step from the text to the closest sentence."""

    kind: str
    word: int | None
    place: int | None
    moved: bool


@dataclass(frozen=True, slots=True)
class CardStretch:
    """Words of the closest sentence that come from a card."""

    card: str | None
    start: int
    stop: int
    depth: int


@dataclass(frozen=True, slots=True)
class Closest:
    """The sentence of the network that takes fewest edits."""

    words: list[str]
    steps: list[Step]
    cards: list[CardStretch]


@dataclass(frozen=True, slots=True)
class Answer:
    """How far a text is from the network."""

    kind: str
    name: str | None
    text: str
    words: list[str]
    contained: bool
    edits: int | None
    distance: float | None
    closest: Closest | None


@dataclass(slots=True)
class Live:
    """All that one request of the editor asks for."""

    problems: list[Problem] = field(default_factory=list)
    count: Count = field(default_factory=lambda: Count("0", 0.0))
    cards: dict[str, Count] = field(default_factory=dict)
    alternatives: dict[str, Count] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    cpu_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class _Search:
    """A network made ready once for any number of searches."""

    network: _core.Network
    words: PackedTexts
    numbers: dict[str, int]

    @classmethod
    def of(cls, flat: FlatNetwork) -> "_Search":
        numbers = {word: number for number, word in reversed(list(enumerate(flat.words)))}
        return cls(compile_network(flat), PackedTexts.pack([*flat.words, ""]), numbers)

    def closest(self, words: Sequence[str]) -> ClosestPath:
        unknown = len(self.words) - 1
        ids = np.array([self.numbers.get(word, unknown) for word in words], np.int32)
        return closest_tokens(ids, self.network, self.words, limit=CELLS)


class Draft:
    """A document with its network, flattened once for every question."""

    def __init__(self, document: Document) -> None:
        begin = time.thread_time()
        self.document = document
        self.ids = {card.name: card.id for card in document.cards}
        self.built: Built = build(document)
        self.flat: FlatNetwork | None = flatten(self.built.network) if self.built.network else None
        self.paths = Paths(self.flat, LIMITS) if self.flat else None
        # Without costs, a text that takes an edit is not contained, and need not be looked for.
        self.weighted = any(a.cost for card in self.built.cards for a in card.alternatives)
        self.seconds = time.thread_time() - begin
        """Processor time that this took; a draft with one change takes about as much."""

    @cached_property
    def _search(self) -> "_Search":
        assert self.flat is not None
        return _Search.of(self.flat)

    def count(self) -> Count:
        if self.paths is None:
            return Count("0", -math.inf, self.built.at_least)
        log10 = self.paths.log10_count
        return Count(str(self.paths.count) if log10 < LIMITS.digits else None, log10, self.built.at_least)

    def contains(self, words: Sequence[str]) -> bool:
        return self.flat is not None and contains(self.flat, words)

    def samples(self, n: int, seed: int) -> list[list[str]]:
        """Sentences, each path with the same probability, none twice where there are enough."""
        if self.paths is None or self.paths.log10_count >= LIMITS.digits:
            return []
        rng = np.random.default_rng(seed)
        if self.paths.count <= n:
            return [self.paths.path(number) for number in range(self.paths.count)]
        drawn: dict[tuple[str, ...], None] = {}
        for _ in range(4 * n):
            drawn[tuple(self.paths.sample(rng))] = None
            if len(drawn) == n:
                break
        return [list(words) for words in drawn]

    def answer(self, asked: Asked) -> Answer:
        text = " ".join(asked.words)
        if self.flat is None:
            return Answer(asked.kind, asked.name, text, asked.words, False, None, None, None)
        closest_path = self._search.closest(asked.words)
        words = [self.flat.words[token] for token in closest_path.tokens]
        edits = sum(edit.kind != "keep" for edit in closest_path.edits)
        path = Closest(
            words,
            [Step(e.kind, e.word, e.place, e.moved) for e in closest_path.edits],
            [CardStretch(self.ids.get(self.flat.cards[c.card]), c.start, c.stop, c.depth) for c in closest_path.cards],
        )
        contained = edits == 0 or (self.weighted and self.contains(asked.words))
        return Answer(asked.kind, asked.name, text, asked.words, contained, edits, closest_path.rate, path)

    def derivation(self, words: Sequence[str]) -> list[Choice]:
        return (self._derivations.of(words) or []) if self._derivations else []

    @cached_property
    def _derivations(self) -> Derivations | None:
        return Derivations(self.document, self.built.network) if self.built.network else None


def live(document: Document, asked: Sequence[Asked], *, seed: int = 0, samples: int = 5) -> Live:
    """Everything at once; what does not fit into the time is left out and named."""
    begin = time.thread_time()
    result = Live()
    try:
        draft = Draft(document)
    except DataError as error:
        result.problems = [Problem(level="error", code="limit", what=str(error), do="make the sheet smaller")]
        result.left_out = ["counts, samples and closest paths: the sheet is too large"]
        return result
    result.problems = list(draft.built.problems)
    result.count = draft.count()
    _card_counts(draft, result)
    late = 0
    for item in asked:
        if time.thread_time() - begin > SECONDS:
            late += 1
            continue
        try:
            result.answers.append(draft.answer(item))
        except DataError:
            result.left_out.append(
                f"the closest path to {item.name or ' '.join(item.words)[:40]!r}: too large a search"
            )
    if late:
        result.left_out.append(f"closest paths of {late} texts: out of time")
    if draft.paths is not None and draft.paths.log10_count >= LIMITS.digits:
        result.left_out.append(f"samples: more than 10^{LIMITS.digits:,} paths")
    try:
        for words in draft.samples(min(samples, MOST_SAMPLES), seed):
            in_time = time.thread_time() - begin < SECONDS
            result.samples.append(Sample(" ".join(words), words, draft.derivation(words) if in_time else []))
    except DataError as error:
        result.left_out.append(f"samples: {error}")
    result.cpu_ms = 1000 * (time.thread_time() - begin)
    return result


def _card_counts(draft: Draft, result: Live) -> None:
    """Counts of every card, also those that are not used, and of every alternative."""
    paths = _all_paths(draft)
    exact: dict[str, int] = {}
    logs: dict[str, float] = {}
    if paths is not None:
        logs = paths.card_log10_counts
        exact = paths.card_counts if paths.log10_count < LIMITS.digits else {}
    uses: dict[str, int] = dict.fromkeys(draft.ids, 0)
    for card in draft.document.cards:
        for alternative in card.alternatives:
            tokens = scan(alternative.text)
            names = [token.value for token in tokens if token.kind == "card"]
            for name in names:
                if name in uses:
                    uses[name] += 1
            if not tokens or any(token.kind == "bad" for token in tokens):
                continue
            log10 = sum(logs.get(name, 0.0) for name in names)  # may be infinite, which fsum refuses
            number = str(math.prod(exact.get(name, 1) for name in names)) if log10 < LIMITS.digits else None
            result.alternatives[alternative.id] = Count(number if exact or not names else None, log10)
        if card.name in logs:
            number = str(exact[card.name]) if card.name in exact else None
            result.cards[card.id] = Count(number, logs[card.name])
        else:
            result.cards[card.id] = Count("0", -math.inf)
    result.uses = {draft.ids[name]: n for name, n in uses.items()}


def _all_paths(draft: Draft) -> Paths | None:
    if not draft.built.unused:
        return draft.paths
    cards = draft.built.cards
    if not cards:
        return None
    inner = {name for card in cards for name in card.references()}
    tops = [card.name for card in cards if card.name not in inner]
    root = _ALL
    while root in draft.ids:
        root += _ALL
    whole = Network(root, (*cards, Card(root, tuple(Alternative((Ref(name),)) for name in tops))), _ALL_LIMITS)
    return Paths(flatten(whole), LIMITS)
