"""Tuning to HyTER: weights for the least distance to drawn networks beside weights for BLEU, on the same sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from papers.hyter.columns import plain_columns
from papers.hyter.drawn.machines import Note, decoder_of, translated, tuned
from papers.hyter.drawn.material import SEED, Material
from papers.hyter.drawn.measuring import Drawn
from tertium.metrics.base import Metric
from tertium.metrics.hyter import HyTER
from tertium.networks.flat import flatten
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

N_TUNED = 40
SEEDS = (1, 2, 3, 4, 5)
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Tuned:
    """Outputs for the sentences that were not tuned on, for each objective and seed."""

    outputs: dict[str, list[list[str]]]


def tune(material: Material, networks: Drawn, work: Path, note: Note) -> Tuned:
    """With the decoder that learned most, on the first forty sentences; the others are translated."""
    decoder = decoder_of(material, material.sizes[-1], work, note)
    sources = [material.words(source) for source in material.sources]
    flat = [flatten(network) for network in networks["SPU"][:N_TUNED]]
    seen = [material.words(text) for text in material.seen[:N_TUNED]]
    found: dict[str, list[list[str]]] = {"HyTER SPU": [], "BLEU": []}
    for seed in SEEDS:
        note(f"tuning with seed {seed}")
        towards = {
            "HyTER SPU": tuned(
                decoder, material, note, metric="hyter", sources=sources[:N_TUNED], networks=flat, seed=seed
            ),
            "BLEU": tuned(
                decoder, material, note, metric="bleu", sources=sources[:N_TUNED], references=seen, seed=seed
            ),
        }
        for name, weights in towards.items():
            found[name].append(translated(decoder, sources[N_TUNED:], weights))
    return Tuned(found)


def table(material: Material, networks: Drawn, found: Tuned) -> Iterator[list[str]]:
    """Losses on the sentences that were left out, the mean over seeds, and the difference with its interval."""
    flat = [flatten(network) for network in networks["SPU"][N_TUNED:]]
    references = [
        [material.words(text) for text in (seen, *held)]
        for seen, held in zip(material.seen[N_TUNED:], material.held_out[N_TUNED:], strict=True)
    ]
    n = len(references)
    weights = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), _RESAMPLES).astype(np.float64)
    weights = np.vstack([np.ones(n), weights])
    metrics: list[tuple[str, Metric]] = [("HyTER SPU", HyTER()), *((c.name, c.metric) for c in plain_columns("en", 1))]
    for label, metric in metrics:
        losses: dict[str, Floats] = {}
        for objective, runs in found.outputs.items():
            each = []
            for texts in runs:
                pairing = (
                    Pairing.of_systems(TestSet.build({"x": texts}, networks=flat))["x"]
                    if label == "HyTER SPU"
                    else Pairing.of(texts, References.by_segment(references))
                )
                score = metric.score(weights @ metric.statistics(pairing))
                each.append(100.0 - score if metric.higher_is_better else score)
            losses[objective] = np.mean(each, 0)
        first, second = losses.values()
        low, high = np.quantile((first - second)[1:], (0.025, 0.975)).tolist()
        cells = [f"{values[0]:.1f}" for values in losses.values()]
        yield [label, *cells, f"{first[0] - second[0]:+.1f}", f"{low:+.1f} to {high:+.1f}"]


TABLE = ["loss, the mean of five seeds", "tuned to HyTER", "tuned to BLEU", "difference", "95 %"]
