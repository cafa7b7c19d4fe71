"""What an encoder learns from: a reference with a few outputs, and which of them is better."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.learn.data import TrainingData
from tertium.learn.pairs import Indices, by_segment, judged_pairs
from tertium.meta.challenge.pair import Pair

OUTPUTS = 4
"""The most outputs of a group: each costs as much as the reference, which all of them share."""


@dataclass(frozen=True, slots=True)
class Group:
    """Some outputs of one segment.

    Attributes:
        reference: What they are compared with.
        outputs: Their texts.
        pairs: Numbers of two outputs, the better one first, and how much that counts.
    """

    reference: str
    outputs: tuple[str, ...]
    pairs: tuple[tuple[int, int, float], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.reference, *self.outputs)


def of_judgements(data: TrainingData, rng: np.random.Generator) -> list[Group]:
    """Groups in which every pair that was judged stands at least once, in an order of chance."""
    groups: list[Group] = []
    for judged in data.groups:
        items = judged.items
        net: Counter[tuple[int, int]] = Counter()
        for better, worse in np.column_stack(judged_pairs(data, judged, 0.0)).tolist():
            net[min(better, worse), max(better, worse)] += 1 if better < worse else -1
        segment = np.empty(len(items), np.int64)
        for number, numbers in enumerate(by_segment(items)):
            segment[numbers] = number
        of_segment: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
        for (one, other), count in net.items():
            if count and segment[one] == segment[other]:
                of_segment[int(segment[one])][one, other] = count
        for counts in of_segment.values():
            for members in _covering(counts, rng):
                reference = items.references[members[0]][0]
                outputs = tuple(items.hypothesis[i] or "" for i in members)
                groups.append(Group(reference, outputs, tuple(_inside(members, counts))))
    return [groups[i] for i in rng.permutation(len(groups))]


def of_pairs(pairs: Sequence[Pair], rng: np.random.Generator) -> list[Group]:
    """Minimal pairs of one reference and one good translation together, in an order of chance."""
    bad: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for pair in pairs:
        bad[pair.reference, pair.good].append(pair.bad)
    groups = []
    for (reference, good), all_bad in bad.items():
        texts = [text for text in dict.fromkeys(all_bad) if text != good]
        texts = [texts[i] for i in rng.permutation(len(texts))]
        for first in range(0, len(texts), OUTPUTS - 1):
            some = texts[first : first + OUTPUTS - 1]
            groups.append(Group(reference, (good, *some), tuple((0, i + 1, 1.0) for i in range(len(some)))))
    return [groups[i] for i in rng.permutation(len(groups))]


def _covering(counts: dict[tuple[int, int], int], rng: np.random.Generator) -> Iterator[list[int]]:
    """Sets of outputs such that each judged pair is in one; each begins with a pair that is in none so far."""
    beside: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in counts:
        beside[one].add(other)
        beside[other].add(one)
    keys = list(counts)
    for number in rng.permutation(len(keys)):
        one, other = keys[number]
        if other not in beside[one]:
            continue
        members = [one, other]
        while len(members) < OUTPUTS:
            new = Counter(each for member in members for each in beside[member] if each not in members)
            if not new:
                break
            members.append(min(new, key=lambda each: (-new[each], each)))
        for member in members:
            beside[member] -= set(members)
        yield members


def _inside(members: Sequence[int], counts: dict[tuple[int, int], int]) -> Iterator[tuple[int, int, float]]:
    """The judged pairs among some outputs, each weighted by the root of how many more say so than not."""
    for i, one in enumerate(members):
        for j in range(i + 1, len(members)):
            other = members[j]
            count = counts.get((min(one, other), max(one, other)), 0) * (1 if one < other else -1)
            if count:
                yield (i, j, count**0.5) if count > 0 else (j, i, (-count) ** 0.5)


def few_pieces(groups: Sequence[Group], lengths: dict[str, int], most: int) -> list[Group]:
    """The groups none of whose texts has more than so many pieces, or none at all."""
    return [group for group in groups if all(0 < lengths[text] <= most for text in group.texts)]


def batches(groups: Sequence[Group], lengths: dict[str, int], size: int, rng: np.random.Generator) -> list[Indices]:
    """Numbers of groups whose texts have about the same lengths, so that little is filled up, in an order of chance."""
    longest = np.array([max(lengths[text] for text in group.texts) for group in groups], np.int64)
    order = np.argsort(longest + rng.random(len(longest)), kind="stable")
    found: list[list[int]] = [[]]
    room = 0
    for number in order.tolist():
        cost = int(longest[number]) * len(groups[number].texts)
        if found[-1] and room + cost > size:
            found.append([])
            room = 0
        found[-1].append(number)
        room += cost
    return [np.array(found[i], np.int64) for i in rng.permutation(len(found))]
