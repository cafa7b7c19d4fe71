"""The pivot in plain Python, for small data: what the SQL of both engines must equal."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tertium.paraphrase.options import Pivoting

PhrasePair = tuple[str, str, str]
"""English phrase, language of the pivot, pivot."""


class Candidate(NamedTuple):
    """A paraphrase before any filter."""

    source: str
    target: str
    probability: float
    back_probability: float
    pivots: int
    languages: int
    source_count: int
    target_count: int


def candidates(pairs: Iterable[PhrasePair], pivoting: Pivoting) -> list[Candidate]:
    """All paraphrases of the phrases of some phrase pairs, sorted. A pair that occurs often is given often."""
    counts = Counter(pairs)
    english: Counter[str] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    pivots: Counter[tuple[str, str]] = Counter()
    for (phrase, language, pivot), n in counts.items():
        english[phrase] += n
        seen[phrase, language] += n
        pivots[language, pivot] += n
    shares = Counter(phrase for phrase, _ in seen)
    under = defaultdict(list)
    for (phrase, language, pivot), n in sorted(counts.items()):
        forward = n / seen[phrase, language] / shares[phrase]
        backward = n / pivots[language, pivot]
        least = pivoting.min_translation_probability
        if (
            english[phrase] >= pivoting.min_phrase_count
            and n >= pivoting.min_pair_count
            and n >= least * seen[phrase, language]
            and n >= least * pivots[language, pivot]
        ):
            under[language, pivot].append((phrase, forward, backward))
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    languages = defaultdict(set)
    for (language, _), phrases in under.items():
        for source, source_forward, source_backward in phrases:
            for target, target_forward, target_backward in phrases:
                if source != target:
                    probability = sums[source, target]
                    probability[0] += source_forward * target_backward
                    probability[1] += target_forward * source_backward
                    probability[2] += 1
                    languages[source, target].add(language)
    return [
        Candidate(s, t, p, back, int(n), len(languages[s, t]), english[s], english[t])
        for (s, t), (p, back, n) in sorted(sums.items())
    ]
