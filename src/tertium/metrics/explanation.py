"""What a metric can say about how the score of one segment was computed.

`Metric.explain` gives an `Explanation`; reports draw every one of them alike and know no metric. A metric fills in
what it has: words joined by links, words left over, moves, n-grams, cards of a network, and the parts of its score.
Indices count from 0. They mean tokens of the hypothesis or the reference as the metric split them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.text.arrays import Batch
from tertium.text.pool import Pairing

Side = Literal["hypothesis", "reference"]
Unit = Literal["word", "character"]


@dataclass(frozen=True, slots=True)
class Link:
    """A stretch of the hypothesis that stands for a stretch of the reference.

    `kind` is `same`, `stem`, `synonym`, `paraphrase` or `substitution`; a metric may have kinds of its own, which are
    drawn in a colour for the rest. `contribution` is what the link adds to the metric's count (of errors, of
    matches), `probability` how sure it is: the probability of a paraphrase, the posterior of an alignment. `label`
    says what the kind does not.
    """

    hypothesis: int
    hypothesis_length: int
    reference: int
    reference_length: int
    kind: str
    contribution: float | None = None
    probability: float | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Loose:
    """A stretch of one side that nothing on the other side stands for.

    In the hypothesis it is too much (`insertion`), in the reference it is missing (`deletion`).
    """

    side: Side
    start: int
    length: int = 1
    contribution: float | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Words of one side that go somewhere else: a shift, a jump.

    `words` are the words as they stood in the text at first, so that moves can be made one after the other: take them
    out of the present order, put them before the word `before`, or at the end where it is None.
    """

    words: tuple[int, ...]
    before: int | None
    side: Side = "hypothesis"
    contribution: float | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """N-grams of one length. `matched` counts them as the metric does, clipped; the starts say which they are.

    `contribution` is what the matches are worth where that is not their number, such as their information.
    """

    n: int
    matched: float
    in_hypothesis: float
    in_reference: float
    hypothesis_starts: tuple[int, ...] = ()
    reference_starts: tuple[int, ...] = ()
    contribution: float | None = None


@dataclass(frozen=True, slots=True)
class NGrams:
    """All n-grams of one unit, over tokens of their own: a metric may count characters and words."""

    unit: Unit
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A named stretch of the reference side: the card of a network, or the rule, that these words came from.

    A card inside another has a larger `depth`.
    """

    name: str
    start: int
    length: int
    depth: int = 0
    contribution: float | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A named number that the score is made of, and how."""

    name: str
    value: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How one hypothesis came to its score.

    `reference_number` counts the segment's references from 0; the texts are what the tokens were made of. `parts`
    are in the order in which one would compute the score; the last of them need not be the score. Learned metrics
    have one called `sum`: those before it, but for `factor`, add up to it.
    """

    score: float
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    hypothesis_text: str
    reference_text: str
    reference_number: int = 0
    n_references: int = 1
    unit: Unit = "word"
    links: tuple[Link, ...] = ()
    loose: tuple[Loose, ...] = ()
    moves: tuple[Move, ...] = ()
    ngrams: tuple[NGrams, ...] = ()
    cards: tuple[Card, ...] = ()
    parts: tuple[Part, ...] = ()
    notes: tuple[str, ...] = ()

    def order(self, side: Side = "hypothesis") -> list[int]:
        """The words of one side after all moves, as their places before."""
        order = list(range(len(self.hypothesis if side == "hypothesis" else self.reference)))
        for move in self.moves:
            if move.side == side:
                moved = set(move.words)
                order = [word for word in order if word not in moved]
                at = len(order) if move.before is None else order.index(move.before)
                order[at:at] = move.words
        return order


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One segment of a pairing, cut out for explaining; `rows` are its references in the pool."""

    pairing: Pairing
    hypothesis: int
    rows: tuple[int, ...]

    @classmethod
    def of(cls, pairing: Pairing, segment: int) -> "Excerpt":
        """Segment `segment`, from 0, and nothing else."""
        one = pairing.only(segment)
        return cls(one, int(one.hypotheses[0]), tuple(int(row) for row in one.references))

    def reference_of(self, statistics: Callable[[Pairing], NDArray[np.float64]], *columns: int) -> int:
        """The first reference that alone gives the same numbers in these columns, or in all; 0 where none does."""
        selection = list(columns) or slice(None)
        together = statistics(self.pairing)[0, selection]
        for number in range(len(self.rows) if len(self.rows) > 1 else 0):
            if np.array_equal(statistics(self.pairing.against(number))[0, selection], together):
                return number
        return 0

    def tokens(self, batch: Batch, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of the hypothesis and of one reference."""
        return tuple(batch.tokens(self.hypothesis)), tuple(batch.tokens(self.rows[number]))

    def explanation(
        self, score: float, hypothesis: tuple[str, ...], reference: tuple[str, ...], number: int
    ) -> Explanation:
        """The score against reference `number`, with both sides as tokens; the metric puts in how it was computed."""
        texts = self.pairing.pool.texts
        return Explanation(
            score, hypothesis, reference, texts[self.hypothesis], texts[self.rows[number]], number, len(self.rows)
        )


def left_over(
    links: Iterable[Link],
    hypothesis: Sequence[str],
    reference: Sequence[str],
    contribution: float | None = None,
) -> tuple[Loose, ...]:
    """The words that no link touches, one by one, in the order of the texts."""
    used: dict[Side, set[int]] = {"hypothesis": set(), "reference": set()}
    for link in links:
        used["hypothesis"].update(range(link.hypothesis, link.hypothesis + link.hypothesis_length))
        used["reference"].update(range(link.reference, link.reference + link.reference_length))
    sides: tuple[tuple[Side, int], ...] = (("hypothesis", len(hypothesis)), ("reference", len(reference)))
    return tuple(
        Loose(side, i, contribution=contribution) for side, n in sides for i in range(n) if i not in used[side]
    )
