"""Which words of a translation are not in another text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tertium.text.words import units, words

# The matcher takes time in the square of the texts, or more where words repeat. Sentences stay far below these.
_MOST_WORDS = 2_000
_MOST_PAIRS = 20_000


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a translation, words and spaces, all of one kind."""

    text: str
    foreign: bool  # in no place of the reference that the words around it match
    own: bool  # not in the other system's translation


def unmatched(text: Sequence[str], other: Sequence[str]) -> list[bool]:
    """For each word, whether it is left over when the two texts are aligned.

    Long or very repetitive texts are compared without regard to order, so that they take no longer than they must.
    """
    if len(text) + len(other) > _MOST_WORDS or _pairs(text, other) > _MOST_PAIRS:
        return _left_over(text, other)
    left = [True] * len(text)
    for block in SequenceMatcher(None, text, other, autojunk=False).get_matching_blocks():
        left[block.a : block.a + block.size] = [False] * block.size
    return left


def _pairs(text: Sequence[str], other: Sequence[str]) -> int:
    """How many pairs of equal words there are."""
    counts = Counter(other)
    return sum(counts[word] for word in text)


def _left_over(text: Sequence[str], other: Sequence[str]) -> list[bool]:
    """Unmatched words where only their numbers count."""
    counts = Counter(other)
    left = []
    for word in text:
        left.append(counts[word] == 0)
        counts[word] -= counts[word] > 0
    return left


def closest(text: Sequence[str], references: Sequence[Sequence[str]]) -> int | None:
    """The index of the reference that shares most words with the text for its length, the first of equals."""
    if not references:
        return None
    shares = [_share(text, reference) for reference in references]
    return shares.index(max(shares))


def _share(text: Sequence[str], reference: Sequence[str]) -> float:
    total = len(text) + len(reference)
    return 2 * unmatched(text, reference).count(False) / total if total else 1.0


def runs(hypothesis: str, other: str, references: Sequence[str]) -> list[Run]:
    """The hypothesis in stretches, marked against its closest reference and against the other hypothesis.

    A space belongs to the stretch of the words on both its sides, and to none where they differ. Without references
    no word is foreign.
    """
    text = words(hypothesis)
    reference_words = [words(reference) for reference in references]
    best = closest(text, reference_words)
    foreign = [False] * len(text) if best is None else unmatched(text, reference_words[best])
    kinds = list(zip(foreign, unmatched(text, words(other)), strict=True))
    runs: list[Run] = []
    i = 0
    for unit in units(hypothesis):
        if unit.isspace():
            same = 0 < i < len(kinds) and kinds[i - 1] == kinds[i]
            kind = kinds[i] if same else (False, False)
        else:
            kind = kinds[i]
            i += 1
        if runs and (runs[-1].foreign, runs[-1].own) == kind:
            runs[-1] = Run(runs[-1].text + unit, *kind)
        else:
            runs.append(Run(unit, *kind))
    return runs
