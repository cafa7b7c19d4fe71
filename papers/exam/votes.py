"""X3: votes for crowd translations by people, and why nothing should be built on them."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from papers.exam.material import DATA, read_rows
from tertium.exam.measures import bootstrap
from tertium.metrics.hyter import HyTER
from tertium.text.pool import Pairing
from tertium.text.testset import References

SEED = 12345


@dataclass(frozen=True)
class Votes:
    """How often a way picks the translation with more votes, of pairs that differ by two votes or more."""

    segments: int
    pairs: int
    shares: dict[str, tuple[float, tuple[float, float]]]
    sorted_by_votes: float
    """The share of segments whose candidates are numbered in the order of their votes: a leak."""


def measure(most: int) -> Votes:
    """Each text against the other translations of its segment; segments drawn at random."""
    segments: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in read_rows(DATA / "judgements" / "votes_indian_to-en.tsv.gz"):
        segments[f"{row['lang_pair']} {row['seg_id']}"].append(row)
    names = sorted(name for name, rows in segments.items() if len(rows) > 1)
    rng = np.random.default_rng(SEED)
    chosen = [names[i] for i in rng.permutation(len(names))[:most]]
    ordered = 0
    texts: list[str] = []
    others: list[list[str]] = []
    place: dict[str, int] = {}
    for name in chosen:
        rows = sorted(segments[name], key=lambda row: int(row["candidate_no"]))
        votes = [float(row["score"]) for row in rows]
        ordered += votes == sorted(votes, reverse=True)
        # The number of a candidate tells its votes, so the order is lost here.
        segments[name] = [rows[i] for i in rng.permutation(len(rows))]
        place[name] = len(texts)
        for row in segments[name]:
            texts.append(row["hypothesis"])
            others.append([other["hypothesis"] for other in segments[name] if other is not row])
    metric = HyTER(tok="13a", normalize="case")
    distances = metric.score(metric.statistics(Pairing.of(texts, References.by_segment(others))))
    won: dict[str, list[float]] = {"closer to the others (HyTER)": [], "the longer one": [], "named first": []}
    groups: list[str] = []
    for name in chosen:
        rows, start = segments[name], place[name]
        for a, b in combinations(range(len(rows)), 2):
            gap = float(rows[a]["score"]) - float(rows[b]["score"])
            if abs(gap) < 2:
                continue
            groups.append(name)
            length = len(rows[a]["hypothesis"]) - len(rows[b]["hypothesis"])
            number = int(rows[b]["candidate_no"]) - int(rows[a]["candidate_no"])
            far = float(distances[start + b] - distances[start + a])
            for way, sign in zip(won, (far, length, number), strict=True):
                won[way].append(0.5 if sign == 0 else float((sign > 0) == (gap > 0)))
    shares = {way: (float(np.mean(values)), _interval(values, groups)) for way, values in won.items()}
    return Votes(len(chosen), len(groups), shares, ordered / len(chosen))


def _interval(values: list[float], groups: list[str]) -> tuple[float, float]:
    """Segments are drawn again."""
    array = np.array(values)
    return bootstrap(lambda rows: float(array[rows].mean()), groups, np.random.default_rng(SEED), n_samples=300)
