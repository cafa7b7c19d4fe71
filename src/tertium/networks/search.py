"""The path of a network that is closest to a hypothesis, by the search of the core.

The core never writes a network out: cost depends on its size, not on how many paths it has.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

import numpy as np

from tertium import _core
from tertium.errors import DataError, OptionError
from tertium.text.arrays import Batch, Floats, Ids, Offsets, PackedTexts, keeping_most
from tertium.text.network import FlatNetwork

MoveCost = Literal["word", "block", "free"]
Engine = Literal["either", "dp", "astar"]
EditKind = Literal["keep", "substitute", "extra", "missing"]

MAX_WINDOW = 6
LIMIT = 4e9
"""Cells that one search may compute; it takes a few seconds. A search that needs more is refused before it starts."""

_KINDS: tuple[EditKind, ...] = ("keep", "substitute", "extra", "missing")
# In edit scripts of two texts: put in what is missing, take out what is extra.
_NAMES: tuple[EditKind, ...] = ("keep", "substitute", "missing", "extra")
_STEPS = {kind: number for number, kind in enumerate(_NAMES)}
_NO_IDS, _NO_WEIGHTS, _NO_FLAGS = np.zeros(0, np.int32), np.zeros(0), np.zeros(0, np.uint8)
_NO_ROWS = np.zeros(1, np.int64)
_NO_BATCH = _core.Batch(_NO_IDS, _NO_ROWS)


@dataclass(frozen=True, slots=True)
class Edit:
    """One step from the hypothesis to the path, in the order of the path.

    `word` counts the words of the hypothesis and `place` those of the path, both from 0; an extra word has no place,
    a missing one no word. `moved` says that the word was taken out of its order, which counts as a move.
    """

    kind: EditKind
    word: int | None
    place: int | None
    moved: bool = False


@dataclass(frozen=True, slots=True)
class UsedCard:
    """A card that the path goes through: the words from `start` up to but not including `stop` come from it."""

    card: int
    start: int
    stop: int
    depth: int
    """How many cards are around it; the root has 0."""


def edit_rate(edits: Floats, words: Floats) -> Floats:
    """HyTER: edits per word of the closest path; a path without words counts as one word."""
    return edits / np.maximum(words, 1.0)


@dataclass(frozen=True, slots=True)
class ClosestPath:
    """The path that needs fewest edits; of several the longest, then the first in the order of its words."""

    cost: float
    """Edits and moves, and the weights of the path where the network has any."""
    tokens: tuple[int, ...]
    cards: tuple[UsedCard, ...]
    """From the outside in, from left to right. Cards that the path goes through without a word are not named."""
    edits: tuple[Edit, ...]

    def count(self, kind: EditKind) -> int:
        """How many edits are of this kind."""
        return sum(edit.kind == kind for edit in self.edits)

    @property
    def rate(self) -> float:
        """HyTER of the hypothesis, as a share."""
        return float(edit_rate(np.array(self.cost), np.array(float(len(self.tokens)))))

    @property
    def moves(self) -> int:
        return sum(edit.moved for edit in self.edits)


def compile_network(
    flat: FlatNetwork | None, words: Batch | None = None, paths: Batch | None = None, *, small: int = 64
) -> _core.Network:
    """Make a network ready for searches.

    Row i of `words` holds the tokens that word i of the network stands for; without it, word i is token i. `paths`
    are plain references, further paths beside the network's; without a network they are all there is. Cards of up to
    `small` arcs are written into the cards that use them, which changes the speed alone.
    """
    others = _NO_BATCH if paths is None else paths
    try:
        if flat is None:
            return _core.Network(
                first_states=_NO_IDS,
                final=_NO_FLAGS,
                arc_offsets=_NO_ROWS,
                labels=_NO_IDS,
                targets=_NO_IDS,
                weights=_NO_WEIGHTS,
                words=_NO_BATCH,
                paths=others,
            )
        return _core.Network(
            first_states=flat.first_states,
            final=flat.final,
            arc_offsets=flat.arc_offsets,
            labels=flat.labels,
            targets=flat.targets,
            weights=flat.weights,
            words=_one_token_each(len(flat.words)) if words is None else words,
            paths=others,
            small=small,
        )
    except ValueError as error:
        raise DataError(f"{error}; make networks with tertium.networks, or see tertium.text.network") from None


def _one_token_each(n_words: int) -> _core.Batch:
    return _core.Batch(np.arange(n_words, dtype=np.int32), np.arange(n_words + 1, dtype=np.int64))


def closest(
    hypothesis: Sequence[str],
    flat: FlatNetwork,
    *,
    window: int = 1,
    move_cost: MoveCost = "word",
    engine: Engine = "either",
    limit: float = LIMIT,
) -> ClosestPath:
    """The closest path to the words of a hypothesis; its tokens are numbers of `flat.words`.

    Args:
        hypothesis: its words, compared with those of the network as they stand.
        flat: the network.
        window: how far the next word may stand behind the first that is left, that one included; 1 = no moves.
        move_cost: 1 for each word taken before its turn, for each block of such words, or nothing.
        engine: `dp`, `astar`, or whichever ends first; all give the same path.
        limit: cells that may be computed; a search that needs more is refused.
    """
    numbers = {word: number for number, word in reversed(list(enumerate(flat.words)))}
    unknown = len(flat.words)
    ids = np.array([numbers.get(word, unknown) for word in hypothesis], np.int32)
    texts = PackedTexts.pack([*flat.words, ""])
    return closest_tokens(
        ids, compile_network(flat), texts, window=window, move_cost=move_cost, engine=engine, limit=limit
    )


def closest_tokens(
    hypothesis: Ids,
    network: _core.Network,
    words: PackedTexts,
    *,
    window: int = 1,
    move_cost: MoveCost = "word",
    engine: Engine = "either",
    limit: float = LIMIT,
) -> ClosestPath:
    """The closest path to a row of tokens; `words` names the tokens."""
    path = _closest(hypothesis, network, words=words, window=window, move_cost=move_cost, engine=engine, limit=limit)
    edits = tuple(
        Edit(_KINDS[kind], None if word < 0 else word, None if place < 0 else place, bool(moved))
        for kind, moved, word, place in path.steps.tolist()
    )
    cards = _cards(path.occurrences.tolist(), path.nesting)
    return ClosestPath(path.cost, tuple(path.tokens.tolist()), cards, edits)


def with_most_kept(path: ClosestPath, hypothesis: Ids) -> ClosestPath:
    """The same path with as many edits in the same order of words, of which most keep a word."""
    order = [edit.word for edit in path.edits if edit.word is not None]
    before = np.array([_STEPS[edit.kind] for edit in path.edits], np.uint8)
    steps = keeping_most(hypothesis[np.array(order, np.int64)], np.array(path.tokens, np.int32), before)
    moved = {edit.word for edit in path.edits if edit.moved}
    found = []
    i = j = 0
    for step in steps.tolist():
        word, place = None if step == _STEPS["missing"] else order[i], None if step == _STEPS["extra"] else j
        found.append(Edit(_NAMES[step], word, place, word is not None and word in moved))
        i += word is not None
        j += place is not None
    return replace(path, edits=tuple(found))


@dataclass(frozen=True, slots=True, eq=False)
class ClosestTokens:
    """The tokens of a closest path and how many edits of each kind lead to it, without the edits themselves."""

    cost: float
    tokens: Ids
    extra: int
    missing: int
    substituted: int


def closest_counts(
    hypothesis: Ids,
    network: _core.Network,
    words: PackedTexts,
    *,
    window: int = 1,
    move_cost: MoveCost = "word",
    limit: float = LIMIT,
) -> ClosestTokens:
    """What `closest_tokens` finds, counted: for many hypotheses it takes a fraction of the time."""
    path = _closest(hypothesis, network, words=words, window=window, move_cost=move_cost, engine="either", limit=limit)
    counts = np.bincount(path.steps[:, 0], minlength=len(_KINDS))
    _, substituted, extra, missing = counts.tolist()
    return ClosestTokens(path.cost, path.tokens, extra, missing, substituted)


def network_statistics(
    batch: Batch,
    hypotheses: Ids,
    networks: Sequence[_core.Network],
    *,
    window: int = 1,
    move_cost: MoveCost = "word",
    engine: Engine = "either",
    limit: float = LIMIT,
    threads: int = 1,
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """One row for each hypothesis: edits, words of the closest path, words extra, missing, substituted; moves."""
    _check_window(window)
    with _limits(window, limit):
        return _core.network_statistics(
            batch,
            hypotheses,
            list(networks),
            words=batch.words,
            window=window,
            move_cost=move_cost,
            engine=engine,
            limit=limit,
            threads=threads,
        )


def rows_of(rows: Sequence[Sequence[int]]) -> tuple[Ids, Offsets]:
    """Rows of token numbers laid end to end, with their offsets."""
    offsets = np.fromiter(accumulate(map(len, rows), initial=0), np.int64, len(rows) + 1)
    return np.array([number for row in rows for number in row], np.int32), offsets


def _check_window(window: int) -> None:
    if not 1 <= window <= MAX_WINDOW:
        raise OptionError(f"the window cannot be {window}; it takes a whole number from 1 (no moves) to {MAX_WINDOW}")


def _closest(
    hypothesis: Ids, network: _core.Network, *, words: PackedTexts, window: int, move_cost: MoveCost, engine: Engine,
    limit: float,
) -> _core.ClosestPath:  # fmt: skip
    _check_window(window)
    with _limits(window, limit):
        return _core.closest_path(
            hypothesis, network, words=words, window=window, move_cost=move_cost, engine=engine, limit=limit
        )


@contextmanager
def _limits(window: int, limit: float) -> Iterator[None]:
    try:
        yield
    except OverflowError as error:
        smaller = " a smaller window," if window > 1 else ""
        raise DataError(
            f"{error}; at most {limit:g} cells may be computed. Use{smaller} shorter texts, or raise the limit"
        ) from None


def _cards(occurrences: list[int], nesting: list[tuple[int, int]]) -> tuple[UsedCard, ...]:
    """Stretches of words from the cards around each word."""
    spans: dict[int, tuple[int, int]] = {}
    depths: list[int] = []
    for parent, _ in nesting:  # what is around stands before what is inside
        depths.append(0 if parent < 0 else depths[parent] + 1)
    for place, innermost in enumerate(occurrences):
        spans[innermost] = (spans.get(innermost, (place, place))[0], place + 1)
    for number in range(len(nesting) - 1, -1, -1):  # insides are known before what is around them
        parent = nesting[number][0]
        if parent >= 0:
            start, stop = spans[number]
            span = spans.get(parent, (start, stop))
            spans[parent] = (min(span[0], start), max(span[1], stop))
    used = [UsedCard(nesting[number][1], *spans[number], depths[number]) for number in spans]
    return tuple(sorted(used, key=lambda card: (card.start, card.depth, card.stop)))
