"""Several runs of one tuning with different seeds: how much they differ, and which weights to take."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.evaluation.runs import RunsComparison, compare_runs_of
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.nbest.weights import Weights
from tertium.text.arrays import Floats
from tertium.text.material import lacking
from tertium.text.testset import TestSet
from tertium.tuning.results import Tuning
from tertium.tuning.statistics import Rows, feature_table
from tertium.tuning.tuning import Plan, own_score

# What every report shows beside the metric that was tuned with.
_BESIDE = ("bleu", "chrf", "ter")


def best_run(tunings: Sequence[Tuning]) -> Tuning:
    """The first of those with the best score: on held-out lists where there are some."""
    sign = tunings[0].goal.sign
    return max(tunings, key=lambda t: sign * (t.held_out[1] if t.held_out else t.score))


def averaged(plan: Plan, nbest: NBest, truth: Truth, tunings: Sequence[Tuning]) -> Tuning:
    """A tuning whose weights are the mean of those of all runs (Cettolo, Bertoldi & Federico 2011)."""
    names = tuple(tunings[0].weights.values)
    values = np.mean([_sized([t.weights.values[name] for name in names]) for t in tunings], axis=0)
    rows = Rows(plan.goal, truth)
    objective = rows.objective(nbest, group_sparse=plan.group_sparse)
    weights = replace(tunings[0].weights, values=dict(zip(names, values.tolist(), strict=True))).checked()
    return replace(
        tunings[0],
        weights=weights,
        score=own_score(plan.goal, objective.score(values)),
        length_ratio=rows.length_ratio(objective.rows[objective.winners(values)]),
        climbs=tuple(climb for tuning in tunings for climb in tuning.climbs),
        notes=(*tunings[0].notes, f"the weights are the mean of {len(tunings)} runs"),
    )


def _sized(values: Sequence[float]) -> Floats:
    weights: Floats = np.array(values)
    return weights / float(np.abs(weights).sum())


def compared(name: str, plan: Plan, nbest: NBest, truth: Truth, tunings: Sequence[Tuning]) -> RunsComparison:
    """The outputs that each run chooses, as the runs of one system."""
    table = feature_table(nbest, plan.group_sparse)

    def outputs(weights: Weights) -> list[str]:
        return [nbest.text(int(i)) for i in nbest.best(table @ np.array(list(weights.values.values())))]

    return compared_outputs(name, plan, truth, [outputs(tuning.weights) for tuning in tunings])


def compared_outputs(name: str, plan: Plan, truth: Truth, runs: Sequence[Sequence[str]]) -> RunsComparison:
    """The outputs of several runs of one system."""
    test_set = TestSet.build(
        {f"tuned #{number}": outputs for number, outputs in enumerate(runs, 1)},
        truth.references,
        source=truth.sources,
        networks=truth.networks,
        name=name,
    )
    tuned_with = {metric.key for metric in plan.goal.metrics}
    beside = [
        metric
        for metric in map(parse, _BESIDE)
        if metric.key not in tuned_with and not lacking(metric.needs, metric.uses, test_set.material())
    ]
    return compare_runs_of(test_set, {"tuned": len(runs)}, metrics=[*plan.goal.metrics, *beside])
