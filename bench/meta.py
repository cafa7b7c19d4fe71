"""Meta-evaluation beside mt-metrics-eval, and bootstraps of correlations.

mt-metrics-eval is not on PyPI (what bears its name there is another program): install it from its own repository.
Where it is absent ours is timed alone, and there is no verdict.
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from bench.inputs import ROOT, Inputs
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within
from tertium.meta.calibration import calibrated_accuracy
from tertium.meta.confidence import bootstrap_correlation
from tertium.meta.correlation import Correlation, kendall_tau_b, kendall_tau_c
from tertium.meta.metric_tests import pair_permutation_test
from tertium.meta.pairwise import pairwise_accuracy, pairwise_tau

_REAL = ROOT.parent / "shared/golden/mtme_input.npz"
# So many permutations of the peer are timed, and the rest is calculated: each takes the same time.
_TIMED = 10


def meta(inputs: Inputs) -> list[Row]:
    """Tie calibration, a permutation test, Kendall's variants and bootstraps."""
    human, first, second = _scores(15, inputs.size(2_000, 100))
    try:
        peer = import_module("mt_metrics_eval.stats")
    except ImportError:
        peer = None
    return [
        _calibration(human, first, peer),
        _permutations(human, first, second, peer),
        *_kendall(human, first, peer),
        *_bootstraps(inputs.size(100_000, 2_000)),
    ]


def _scores(n_systems: int, n_items: int) -> tuple[Any, Any, Any]:
    """MQM-like human scores with many ties, and two metrics that follow them with noise."""
    if _REAL.exists():
        with np.load(_REAL) as data:
            return tuple(data[name][:n_systems, :n_items].copy() for name in ("gold", "m1", "m2"))
    rng = np.random.default_rng(0)
    human = -rng.integers(0, 6, size=(n_systems, n_items)) * rng.integers(0, 2, size=(n_systems, n_items)) * 1.0
    noise = rng.normal(size=(2, n_systems, n_items))
    return human, (0.3 * human + noise[0]).round(4), (0.2 * human + noise[1]).round(4)


def _calibration(human: Any, metric: Any, peer: Any) -> Row:
    task = f"exact tie calibration, {len(human)} × {human.shape[1]:,}"
    ours = Rival(lambda: calibrated_accuracy(human, metric, average="item").value)
    if peer is None:
        return _alone(task, ours)
    gold, scores = human.ravel().tolist(), metric.ravel().tolist()
    theirs = Rival(
        lambda: peer.KendallWithTiesOpt(gold, scores, num_sys=len(human), average_by="item", sample_rate=1.0)[0]
    )
    alternate(ours, theirs)
    demand_same(task, ours.value, theirs.value)
    return faster(task, _name(), ours.seconds, theirs.seconds, 20, "All pairs of systems on each item, no sampling.")


def _permutations(human: Any, first: Any, second: Any, peer: Any) -> Row:
    task = "permutation test of two calibrated accuracies, 1,000 draws"
    ours = Rival(
        lambda: pair_permutation_test(human, second, first, average="item", rng=np.random.default_rng(0), stopping=None)
    )
    if peer is None:
        return _alone(task, ours)
    gold = human.ravel().tolist()
    of_first, of_second = (peer.Correlation(len(human), gold, scores.ravel().tolist()) for scores in (first, second))

    def calibrate() -> list[float]:
        return [
            peer.KendallWithTiesOpt(gold, metric.metric_scores, num_sys=len(human), average_by="item", sample_rate=1.0)[
                1
            ]
            for metric in (of_first, of_second)
        ]

    def permute(n: int) -> float:
        return peer.PairwisePermutationSigDiff(  # type: ignore[no-any-return]
            of_first, of_second, average_by="item", k=n, epsilon1=thresholds.value[0], epsilon2=thresholds.value[1]
        )[1]

    thresholds = Rival(calibrate)
    alternate(ours, thresholds, rounds=1)
    few, more = Rival(lambda: permute(1)), Rival(lambda: permute(1 + _TIMED))
    alternate(ours, few, more)
    demand_same(task, ours.value.difference, more.value)
    each = (more.seconds - few.seconds) / _TIMED
    note = (
        f"Both thresholds calibrated, then pairwise decisions swapped. Of the peer {_TIMED} draws were timed "
        f"({duration(each)} each) and 1,000 calculated from them; its two calibrations are included."
    )
    return faster(task, _name(), ours.seconds, thresholds.seconds + few.seconds + 999 * each, 30, note)


def _kendall(human: Any, metric: Any, peer: Any) -> list[Row]:
    x, y = human.ravel(), metric.ravel()
    rows = []
    for task, variant, run in (
        ("Kendall τ-b", "b", kendall_tau_b),
        ("Kendall τ-c", "c", kendall_tau_c),
        ("τ with ties (τ₂₃)", "23", pairwise_tau),
        ("pairwise accuracy (acc₂₃)", "acc23", pairwise_accuracy),
    ):
        ours = Rival(lambda run=run: run(x, y))  # type: ignore[misc]
        name = f"{task}, {len(x):,} scores"
        if peer is None:
            rows.append(_alone(name, ours))
            continue
        theirs = Rival(lambda variant=variant: peer.KendallVariants(x, y, variant=variant)[0])  # type: ignore[misc]
        alternate(ours, theirs)
        demand_same(name, ours.value, theirs.value)
        rows.append(faster(name, _name(), ours.seconds, theirs.seconds, 10))
    return rows


def _bootstraps(n_judgements: int) -> list[Row]:
    rng = np.random.default_rng(1)
    human = rng.integers(0, 101, size=n_judgements).astype(float)
    metric = human / 50 + rng.normal(size=n_judgements)
    rows = []
    measures: tuple[Correlation, ...] = ("pearson", "spearman", "kendall-b")
    for measure in measures:
        ours = Rival(
            lambda measure=measure: (
                bootstrap_correlation(  # type: ignore[misc]
                    human, metric, measure=measure, rng=np.random.default_rng(0)
                ).mean
            )
        )
        ours.round()
        task = f"1,000 bootstraps of {measure}, {n_judgements:,} judgements"
        rows.append(within(task, ours.seconds, 20.0, duration))
    return rows


def _alone(task: str, ours: Rival) -> Row:
    alternate(ours)
    return Row(task, "mt-metrics-eval, not installed", duration(ours.seconds), "", "", "", None)


def _name() -> str:
    try:
        return f"mt-metrics-eval {version('mt-metrics-eval')}"
    except PackageNotFoundError:
        return "mt-metrics-eval"
