"""X4: how much of a fourth person's translation networks of three others hold, and how far it lies from them."""

from dataclasses import dataclass

import numpy as np

from papers.hyter.automatic import kinds, split
from papers.hyter.samples import several_references
from tertium.exam.measures import bootstrap
from tertium.metrics.hyter import HyTER
from tertium.networks.flat import flatten
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

SEED = 12345


@dataclass(frozen=True)
class Coverage:
    """Of one kind of network: the share of left-out references it contains, and their mean distance a word."""

    kind: str
    contained: float
    distance: float
    interval: tuple[float, float]


def measure(most: int) -> tuple[int, list[Coverage]]:
    """Each of the four references of Fisher left out in turn."""
    sample = several_references("fisher_es-en_4refs", "Fisher es-en", "es-en", most)
    metric = HyTER(tok="none", normalize="none")
    found = []
    for kind in kinds("en"):
        texts, networks, groups = [], [], []
        for number, references in enumerate(sample.references):
            words = split(references)
            for place, left_out in enumerate(words):
                others = [w for i, w in enumerate(words) if i != place and w]
                if left_out and others:
                    texts.append(" ".join(left_out))
                    networks.append(flatten(kind.make(others, "en")))
                    groups.append(number)
        empty = References.by_segment([[] for _ in texts])
        test_set = TestSet.build({"left out": texts}, empty, networks=networks, name="fisher")
        (pairing,) = Pairing.of_systems(test_set).values()
        rows = metric.statistics(pairing)
        distances = metric.score(rows) / 100
        found.append(
            Coverage(
                kind.name,
                float(np.mean(distances == 0)),
                float(metric.score(rows.sum(0)) / 100),
                bootstrap(
                    lambda chosen, rows=rows: float(metric.score(rows[chosen].sum(0)) / 100),  # type: ignore[misc]
                    groups,
                    np.random.default_rng(SEED),
                    n_samples=300,
                ),
            )
        )
    return len(sample.references), found
