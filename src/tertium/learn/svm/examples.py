"""Human and machine translations as examples to tell apart; nobody scored them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.learn.model import TrainedOn
from tertium.text.pool import Pairing
from tertium.text.testset import References

Mask = NDArray[np.bool_]
Indices = NDArray[np.int64]
_BIN, _LONGEST = 2, 60  # words: lengths of references that count as alike; longer ones are all alike


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Translations with references by others: `human[i]` says who made hypothesis i."""

    hypotheses: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    human: Mask
    origins: tuple[TrainedOn, ...] = ()

    def __len__(self) -> int:
        return len(self.hypotheses)

    @classmethod
    def build(cls, rows: Iterable[tuple[str, Sequence[str], bool]], origins: Iterable[TrainedOn] = ()) -> Self:
        """From hypothesis, references, and whether it is human.

        A reference that equals a human hypothesis is left out: the same translator may have made both.
        """
        rows_left = []
        for hypothesis, references, human in rows:
            others = tuple(text for text in references if text != hypothesis or not human)
            if others:
                rows_left.append((hypothesis, others, human))
        columns = list(zip(*rows_left, strict=True)) or [(), (), ()]
        return cls(columns[0], columns[1], np.array(columns[2], np.bool_), tuple(origins))

    def select(self, places: Indices) -> Self:
        numbers = places.tolist()
        return replace(
            self,
            hypotheses=tuple(self.hypotheses[i] for i in numbers),
            references=tuple(self.references[i] for i in numbers),
            human=self.human[places],
        )

    def pairing(self, threads: int = 1) -> Pairing:
        return Pairing.of(self.hypotheses, References.by_segment(self.references), threads=threads)

    def balanced(self, rng: np.random.Generator) -> Self:
        """As many human as machine examples with as many references, and with references of the same lengths.

        Of each segment one example of each sort is drawn. Otherwise a learner could tell them apart by the number of
        references, by the length of sentences where they come from different texts, or by guessing.
        """
        fewest = min(map(len, self.references), default=0)
        references = tuple(
            tuple(texts[i] for i in sorted(rng.permutation(len(texts))[:fewest])) for texts in self.references
        )
        fewer = replace(self, references=references)
        bins: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        seen: set[tuple[tuple[str, ...], bool]] = set()
        for i in rng.permutation(len(self)).tolist():
            human, own = bool(self.human[i]), references[i]
            if (own, human) not in seen:
                seen.add((own, human))
                bins[min(len(own[0].split()), _LONGEST) // _BIN][human].append(i)
        pairs = [pair for sides in bins.values() for pair in zip(*sides, strict=False)]
        # One human and one machine example alternate, so that any even part is balanced too.
        return fewer.select(rng.permutation(np.array(pairs, np.int64).reshape(-1, 2)).ravel())

    def split(self, n_train: int, n_test: int) -> tuple[Self, Self]:
        """The first examples to learn from, and later ones to measure on that share no text with them.

        The later ones are as many human as machine examples, too, of whatever sort more share texts: otherwise taking
        everything for the commoner sort would count as accuracy.
        """
        train = self.select(np.arange(min(n_train, len(self) * 2 // 3) // 2 * 2))
        seen = {text for i in range(len(train)) for text in (train.hypotheses[i], *train.references[i])}
        rest = [
            i
            for i in range(len(train), len(self))
            if self.hypotheses[i] not in seen and seen.isdisjoint(self.references[i])
        ]
        sorts = [[i for i in rest if self.human[i] == human] for human in (True, False)]
        n = min(n_test // 2, *map(len, sorts))
        return train, self.select(np.array(sorted(sorts[0][:n] + sorts[1][:n]), np.int64))

    def require(self) -> None:
        """Raise where there is nothing to tell apart."""
        n_human = int(np.count_nonzero(self.human))
        if n_human < 10 or len(self) - n_human < 10:
            raise DataError(
                f"{n_human} human and {len(self) - n_human} machine translations are left that have references by "
                "others and of like lengths; at least 10 of each are needed"
            )
