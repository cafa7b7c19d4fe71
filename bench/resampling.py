"""Paired bootstrap of many systems, texts to p-values."""

from itertools import combinations
from typing import Any

import numpy as np
from sacrebleu.significance import PairedTest

import tertium
from bench.inputs import Inputs, Systems
from bench.peers import SacreBLEU, SacreCHRF, forget_tokens, named
from bench.timing import Rival, Row, alternate, demand_same, faster
from tertium.evaluation.options import Scoring
from tertium.evaluation.resampling import bootstrap_sums, interval
from tertium.evaluation.significance import bootstrap_p_value
from tertium.evaluation.statistics import collect

# sacreBLEU's own default.
_SEED = 12345
# Points. Each draws samples of its own: the means of a thousand differ by chance, by less than this.
_BY_CHANCE = 0.25


def bootstrap(inputs: Inputs) -> list[Row]:
    """1,000 samples of 10 systems by BLEU and chrF."""
    n_systems, n_segments = 10, inputs.size(1_875, 200)
    n_samples = inputs.size(1_000, 100)
    systems = inputs.systems(n_systems, n_segments)
    ours = Rival(lambda: _ours(systems, n_samples))
    whole = Rival(lambda: _whole_comparison(systems, n_samples))
    sacrebleu = Rival(lambda: _sacrebleu(systems, n_samples), forget_tokens)
    alternate(ours, whole, sacrebleu)
    for what, tolerance in (("scores", 1e-6), ("means", _BY_CHANCE)):
        demand_same(f"{what} of the paired bootstrap", ours.value[what], sacrebleu.value[what], tolerance)
    demand_same("scores of compare", whole.value, sacrebleu.value["scores"])
    size = f"{n_samples:,} samples, {n_systems} systems × {n_segments:,} segments, BLEU and chrF"
    note = (
        f"{size}. sacreBLEU compares each system with the first (9 pairs), ours all 45; means of samples agree to 0.25 "
        "points. The whole of tertium.compare adds 10,000 swaps, Holm's correction, clusters."
    )
    peer = named("sacrebleu")
    return [
        faster("paired bootstrap", peer, ours.seconds, sacrebleu.seconds, 15, note),
        faster("whole tertium.compare", peer, whole.seconds, sacrebleu.seconds, None, note),
    ]


def _test_set(systems: Systems) -> tertium.TestSet:
    return tertium.TestSet.build(systems.systems, tertium.References.by_stream(systems.references))


def _ours(systems: Systems, n_samples: int) -> dict[str, Any]:
    statistics = collect(_test_set(systems), ["bleu", "chrf"], Scoring(normalization="none", threads=1))
    flat = [rows for system in statistics.rows.values() for rows in system]
    sums = iter(bootstrap_sums(flat, n_samples, np.random.default_rng(_SEED)))
    samples = [[metric.score(next(sums)) for metric in statistics.metrics] for _ in statistics.rows]
    scores = [
        [float(metric.score(rows.sum(0))) for metric, rows in zip(statistics.metrics, system, strict=True)]
        for system in statistics.rows.values()
    ]
    pairs = combinations(range(len(scores)), 2)
    return {
        "scores": scores,
        "means": [[float(sample.mean()) for sample in system] for system in samples],
        "intervals": [[interval(sample, 0.95) for sample in system] for system in samples],
        "p": [
            bootstrap_p_value(samples[a][m] - samples[b][m], scores[a][m] - scores[b][m])
            for a, b in pairs
            for m in range(len(statistics.metrics))
        ],
    }


def _whole_comparison(systems: Systems, n_samples: int) -> list[list[float]]:
    result = tertium.compare(
        _test_set(systems),
        metrics=["bleu", "chrf"],
        resampling=tertium.Resampling(n_samples=n_samples),
        scoring=tertium.Scoring(normalization="none"),
    )
    return [[score.score for score in system.scores] for system in result.evaluation.systems]


def _sacrebleu(systems: Systems, n_samples: int) -> dict[str, Any]:
    # References given to the metrics are read once, as its command does; given to the test they would be each time.
    references = [systems.references]
    metrics = {
        "BLEU": SacreBLEU(references=references),
        "chrF2": SacreCHRF(references=references),
    }
    test = PairedTest(
        list(systems.systems.items()), metrics, references=None, test_type="bs", n_samples=n_samples, n_jobs=1
    )
    columns = test()[1]
    by_system: list[tuple[Any, ...]] = list(zip(columns["BLEU"], columns["chrF2"], strict=True))
    return {
        "scores": [[result.score for result in system] for system in by_system],
        "means": [[result.mean for result in system] for system in by_system],
    }
