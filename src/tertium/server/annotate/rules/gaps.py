"""Every edit of a closest path as a repair, with what else it would let in."""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium.errors import DataError
from tertium.networks import network as net
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.server.annotate.rules.answers import SECONDS, Answer, Asked, Count, Draft
from tertium.server.annotate.rules.derivation import Choice
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import Alternative, Document
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused, bad_name
from tertium.server.annotate.rules.sheet.words import Token, card_text, scan, word_text

MOST_PROPOSALS = 12
_SECONDS = 1.5 * SECONDS
"""Processor time that all proposals together may take; the rest of them is left out."""
_TRIES = 200


@dataclass(frozen=True, slots=True)
class Preview:
    """What a command would do."""

    before: Count
    after: Count
    newcomers: list[str]
    must_not: list[str]
    contained: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """A repair that one key accepts."""

    kind: str
    card: str
    alt: str | None
    label: str
    command: c.Command
    preview: Preview


def propose(draft: Draft, words: Sequence[str], new_id: Iterator[str]) -> tuple[Answer, list[Proposal]]:
    """The closest path to a text, and repairs for its edits; `new_id` gives ids for what they add."""
    begin = time.thread_time() - draft.seconds
    answer = draft.answer(Asked("ask", None, list(words)))
    if answer.contained or answer.closest is None:
        return answer, []
    choices = draft.derivation(answer.closest.words)
    if not choices:
        return answer, []
    finder = _Finder(draft.document, choices, new_id)
    drafts = itertools.chain(finder.single_repairs(answer), finder.whole_stretches(answer))
    proposals = []
    each = 2 * draft.seconds  # what a preview takes: the draft again, and the part of it that is new
    for kind, card, alt, label, command in itertools.islice(drafts, MOST_PROPOSALS):
        if time.thread_time() - begin + each > _SECONDS:
            break
        try:
            shown = preview(draft, command, words)
        except (Refused, DataError):
            continue
        proposals.append(Proposal(kind, card, alt, label, command, shown))
    return answer, proposals


def preview(draft: Draft, command: c.Command, words: Sequence[str] | None = None) -> Preview:
    """Count before and after, up to three new sentences, and unwanted ones that would get in.

    New sentences are not looked for in a sheet so large that this would take too long.

    Raises:
        Refused: The command does not fit the document.
    """
    document, _ = apply(draft.document, command)
    after = Draft(document)
    unwanted = [
        watch.text
        for watch in document.watches
        if watch.kind == "must_not" and after.contains(watch.text.split()) and not draft.contains(watch.text.split())
    ]
    contained = words is not None and after.contains(words)
    newcomers = _newcomers(draft, after) if draft.seconds + after.seconds < SECONDS / 2 else []
    return Preview(draft.count(), after.count(), newcomers, unwanted, contained)


def _newcomers(before: Draft, after: Draft, most: int = 3) -> list[str]:
    network = after.built.network
    if network is None:
        return []
    changed = _changed_lines(before.document, after)
    narrow = _only_through(network, changed)
    if narrow is None:
        return []
    paths = Paths.of(narrow, LIMITS)
    if paths.log10_count >= LIMITS.digits:
        return []
    rng = np.random.default_rng(0)
    few = paths.count <= _TRIES
    sentences: dict[str, None] = {}
    for number in range(paths.count if few else _TRIES):
        words = paths.path(number) if few else paths.sample(rng)
        if not before.contains(words):
            sentences[" ".join(words)] = None
            if len(sentences) == most:
                break
    return list(sentences)


def _changed_lines(before: Document, after: Draft) -> dict[str, set[tuple[net.Symbol, ...]]]:
    """For each card the alternatives that are new or other than before; a new root makes all its lines new."""
    old = {card.name: {a.text for a in card.alternatives} for card in before.cards}
    network = after.built.network
    changed: dict[str, set[tuple[net.Symbol, ...]]] = {}
    for card in after.document.cards:
        if network is None or card.name not in network:
            continue
        readable = [a.text for a in card.alternatives if (t := scan(a.text)) and all(k.kind != "bad" for k in t)]
        for text, alternative in zip(readable, network[card.name].alternatives, strict=True):
            if text not in old.get(card.name, ()) or before.root != after.document.root:
                changed.setdefault(card.name, set()).add(alternative.symbols)
    return changed


def _only_through(network: Network, changed: dict[str, set[tuple[net.Symbol, ...]]]) -> Network | None:
    """The paths that go through a changed alternative (at least one at each way down)."""
    leading: set[str] = set()
    lines_of: dict[str, tuple[net.Alternative, ...]] = {}
    for name in reversed(network.order()):
        card = network[name]
        lines = tuple(
            a
            for a in card.alternatives
            if a.symbols in changed.get(name, ())
            or any(isinstance(s, net.Ref) and s.name in leading for s in a.symbols)
        )
        if lines:
            leading.add(name)
        lines_of[name] = lines or card.alternatives
    if network.root not in leading:
        return None
    cards = tuple(net.Card(name, lines, network[name].span) for name, lines in lines_of.items())
    return Network(network.root, cards, LIMITS)


_Draft = tuple[str, str, str | None, str, c.Command]
"""Kind, card, alternative, label and command of a proposal."""


class _Finder:
    """Where in the sheet the words of a path stand."""

    def __init__(self, document: Document, choices: Sequence[Choice], new_id: Iterator[str]) -> None:
        self.document, self.choices, self.new_id = document, choices, new_id
        self.cards = {card.id: card for card in document.cards}
        self.lines = {a.id: (i, a) for card in document.cards for i, a in enumerate(card.alternatives, 1)}

    def single_repairs(self, answer: Answer) -> Iterator[_Draft]:
        assert answer.closest is not None
        place = 0  # of the next word of the path
        for step in answer.closest.steps:
            if step.kind == "missing" and step.place is not None:
                yield from self._optional(step.place, answer.closest.words[step.place])
            elif step.kind == "substitute" and step.place is not None and step.word is not None:
                yield from self._beside(step.place, answer.closest.words[step.place], answer.words[step.word])
            elif step.kind == "extra" and step.word is not None:
                yield from self._insert(place, answer.words[step.word])
            if step.place is not None:
                place = step.place + 1

    def whole_stretches(self, answer: Answer) -> Iterator[_Draft]:
        """The words between the first and the last edit as a new alternative of a card around them."""
        assert answer.closest is not None
        first, last = _edited(answer)
        n = len(answer.closest.words)
        around = [choice for choice in self.choices if choice.start <= first and last <= choice.stop]
        around.sort(key=lambda choice: (choice.stop - choice.start, -choice.depth))
        picked = {choice.card: choice for choice in reversed([*around[:2], *around[-1:]])}
        for choice in reversed(picked.values()):
            stretch = answer.words[choice.start : len(answer.words) - (n - choice.stop)]
            text = " ".join(map(word_text, stretch)) or '""'
            card = self.cards[choice.card]
            label = f"add “{' '.join(stretch)}” as an alternative of [{card.name}]"
            yield "alternative", card.id, None, label, c.AltAdd(card.id, next(self.new_id), text)

    def _optional(self, place: int, word: str) -> Iterator[_Draft]:
        choice, token = self._at(place)
        card, (number, line) = self.cards[choice.card], self.lines[choice.alt]
        label = f"make “{word}” optional in [{card.name}] {number}"
        if len([t for t in scan(line.text) if t.kind != "nothing"]) == 1:
            command: c.Command = c.AltAdd(card.id, next(self.new_id), '""')
        else:
            command = self._new_card(f"{word}?", [word_text(word), '""'], line, token, token.end)
        yield "optional", card.id, line.id, label, command

    def _beside(self, place: int, old: str, new: str) -> Iterator[_Draft]:
        choice, token = self._at(place)
        card, (number, line) = self.cards[choice.card], self.lines[choice.alt]
        label = f"add “{new}” beside “{old}” in [{card.name}] {number}"
        if len([t for t in scan(line.text) if t.kind != "nothing"]) == 1:
            command: c.Command = c.AltAdd(card.id, next(self.new_id), word_text(new))
        else:
            command = self._new_card(old, [word_text(old), word_text(new)], line, token, token.end)
        yield "beside", card.id, line.id, label, command

    def _insert(self, place: int, word: str) -> Iterator[_Draft]:
        """Between two words of the path, in the innermost alternative that holds both."""
        candidates = [k for k in self.choices if k.start < place < k.stop] or [k for k in self.choices if k.depth == 0]
        choice = max(candidates, key=lambda k: k.depth)
        card, (number, line) = self.cards[choice.card], self.lines[choice.alt]
        tokens = [token for token in scan(line.text) if token.kind != "nothing"]
        before = [i for i, stop in enumerate(choice.stops) if stop <= place]
        at = tokens[before[-1]].end if before else 0
        label = f"allow “{word}” here in [{card.name}] {number}"
        command = self._new_card(f"{word}?", [word_text(word), '""'], line, None, at)
        yield "beside", card.id, line.id, label, command

    def _new_card(
        self, name: str, texts: Sequence[str], line: Alternative, replaced: Token | None, at: int
    ) -> c.Command:
        """A card with these texts in the place of a token, or put in at a place."""
        free = self._free(name.upper())
        start = replaced.start if replaced else at
        before, behind = line.text[:start].rstrip(), line.text[at:].lstrip()
        text = " ".join(part for part in (before, card_text(free), behind) if part)
        lines = tuple(Alternative(next(self.new_id), text) for text in texts)
        return c.Batch((c.CardAdd(next(self.new_id), free, None, None, lines), c.AltSet(line.id, text)))

    def _at(self, place: int) -> tuple[Choice, Token]:
        """The alternative and the token that a word of the path comes from."""
        choice = max((k for k in self.choices if k.start <= place < k.stop), key=lambda k: k.depth)
        tokens = [token for token in scan(self.lines[choice.alt][1].text) if token.kind != "nothing"]
        number = next(i for i, stop in enumerate(choice.stops) if place < stop)
        return choice, tokens[number]

    @cached_property
    def _taken(self) -> set[str]:
        """Names that cards have or are meant to have."""
        used = {t.value for _, line in self.lines.values() for t in scan(line.text) if t.kind == "card"}
        return used | {card.name for card in self.document.cards}

    def _free(self, name: str) -> str:
        base = "CARD" if bad_name(name) else name
        free, number = base, 1
        while free in self._taken:
            number += 1
            free = f"{base}-{number}"
        return free


def _edited(answer: Answer) -> tuple[int, int]:
    """The words of the path from the first edit up to the last."""
    assert answer.closest is not None
    places: list[int] = []
    place = 0
    for step in answer.closest.steps:
        if step.kind != "keep":
            places += [place, place + (step.place is not None)]
        if step.place is not None:
            place = step.place + 1
    return min(places), max(places)
