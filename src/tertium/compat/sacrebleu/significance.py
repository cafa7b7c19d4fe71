"""sacreBLEU's paired tests of systems against a baseline, with its samples: the same seed gives the same p-values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tertium.compat.sacrebleu.metrics import Metric, Streams, seeded
from tertium.compat.sacrebleu.scores import Signature, mean_and_half_width
from tertium.evaluation.resampling import bootstrap_sums_of_numpy
from tertium.text.arrays import Floats

SAMPLES = {"ar": 10_000, "bs": 1_000}
_MASK_CELLS = 4_000_000


@dataclass
class Result:
    """The score of a system; its p-value against the baseline, and mean and half of the interval of its samples."""

    score: float
    p_value: float | None = None
    mean: float | None = None
    ci: float | None = None


@dataclass(frozen=True)
class _Baseline:
    metric: Metric
    rows: Floats
    result: Result


class PairedTest:
    """Tests each system against the first: `ar`, approximate randomisation, or `bs`, the bootstrap of Koehn (2004)."""

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: Streams | None,
        test_type: Literal["ar", "bs"] = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in SAMPLES:
            raise ValueError(f"unknown test {test_type!r}; expected ar or bs")
        self.test_type = test_type
        self.named_systems = list(named_systems)
        self.references = references
        self.n_samples = n_samples if n_samples > 0 else SAMPLES[test_type]
        self.n_ar_confidence = n_ar_confidence or SAMPLES["bs"]
        self._baselines: dict[str, _Baseline] = {}
        self._signatures: dict[str, Signature] = {}
        for metric in metrics.values():
            self._add(metric)

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """The signatures, and the columns of a table: names of systems, then a Result of each for each metric."""
        columns: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        for name, baseline in self._baselines.items():
            columns[name] = [baseline.result]
        for _, hypotheses in self.named_systems[1:]:
            # Each test begins with the same seed, and metrics share its samples.
            for name, result in self._test(hypotheses).items():
                columns[name].append(result)
        return self._signatures, columns

    def _add(self, metric: Metric) -> None:
        rows = metric.statistics(self.named_systems[0][1], self.references)
        score = metric.from_sums(rows.sum(0))
        result = Result(score.score)
        n = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        seed, rng = seeded()
        if n > 0:
            result.mean, result.ci = mean_and_half_width(metric.ours.score(bootstrap_sums_of_numpy([rows], n, rng)[0]))
        self._baselines[score.name] = _Baseline(metric, rows, result)
        signature = metric.get_signature()
        signature.update("seed", seed)
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        self._signatures[score.name] = signature

    def _test(self, hypotheses: Sequence[str]) -> dict[str, Result]:
        rows = {name: one.metric.statistics(hypotheses, self.references) for name, one in self._baselines.items()}
        return self._by_bootstrap(rows) if self.test_type == "bs" else self._by_swaps(rows)

    def _by_bootstrap(self, rows: Mapping[str, Floats]) -> dict[str, Result]:
        results = {}
        arrays = [array for name in rows for array in (self._baselines[name].rows, rows[name])]
        sums = bootstrap_sums_of_numpy(arrays, self.n_samples, seeded()[1])
        for i, (name, system) in enumerate(rows.items()):
            base = self._baselines[name]
            score = base.metric.from_sums(system.sum(0)).score
            before, after = (base.metric.ours.score(array) for array in sums[2 * i : 2 * i + 2])
            gaps = np.abs(after - before)
            p = _p_value(gaps - gaps.mean(), abs(base.result.score - score))
            results[name] = Result(score, p, *mean_and_half_width(after))
        return results

    def _by_swaps(self, rows: Mapping[str, Floats]) -> dict[str, Result]:
        rng = seeded()[1]
        changes = [rows[name] - self._baselines[name].rows for name in rows]
        swapped = _swapped_sums(changes, self.n_samples, rng)
        results = {}
        for name, swaps in zip(rows, swapped, strict=True):
            base = self._baselines[name]
            score = base.metric.from_sums(rows[name].sum(0)).score
            one = base.metric.ours.score(rows[name].sum(0) - swaps)
            other = base.metric.ours.score(base.rows.sum(0) + swaps)
            results[name] = Result(score, _p_value(np.abs(one - other), abs(base.result.score - score)))
        if self.n_ar_confidence > 0:
            samples = bootstrap_sums_of_numpy([rows[name] for name in results], self.n_ar_confidence, rng)
            for (name, result), sums in zip(results.items(), samples, strict=True):
                result.mean, result.ci = mean_and_half_width(self._baselines[name].metric.ours.score(sums))
        return results


def _swapped_sums(rows: Sequence[Floats], n_samples: int, rng: "np.random.Generator") -> list[Floats]:
    """Sums of the segments that the baseline keeps, each with probability one half.

    numpy draws 32 truth values at a time, so blocks of 32 samples give those that one draw of all would give.
    """
    n_segments = len(rows[0])
    block = max(32, _MASK_CELLS // max(1, n_segments) // 32 * 32)
    sums = [np.empty((n_samples, array.shape[1])) for array in rows]
    for start in range(0, n_samples, block):
        stop = min(start + block, n_samples)
        mask = rng.integers(2, size=(stop - start, n_segments), dtype=bool).astype(float)
        for array, out in zip(rows, sums, strict=True):
            np.matmul(mask, array, out=out[start:stop])
    return sums


def _p_value(samples: Floats, difference: float) -> float:
    return float((np.sum(samples > difference) + 1) / (len(samples) + 1))
