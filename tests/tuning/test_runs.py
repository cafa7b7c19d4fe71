"""Several runs of one tuning: the best, the mean, and how they compare."""

from collections.abc import Callable, Iterable

import pytest

from tertium.metrics import parse
from tertium.nbest.truth import Truth
from tertium.tuning.goal import Goal
from tertium.tuning.mert import Mert
from tertium.tuning.results import Tuning
from tertium.tuning.runs import averaged, best_run, compared
from tertium.tuning.tuning import Plan, tune_lists
from tests.tuning.lists import ten_lists

NBEST, REFERENCES = ten_lists()
TRUTH = Truth(REFERENCES)


def tunings(metric: str) -> tuple[Plan, list[Tuning]]:
    plans = [Plan(Goal.of([parse(metric)]), Mert(restarts=1), seed=seed) for seed in (1, 2, 3)]
    return plans[0], [tune_lists(NBEST, TRUTH, plan) for plan in plans]


@pytest.mark.parametrize(("metric", "best"), [("chrf", max), ("ter", min)])
def test_the_best_run_has_the_best_score(metric: str, best: Callable[[Iterable[float]], float]) -> None:
    _, runs = tunings(metric)
    assert best_run(runs).score == best(run.score for run in runs)


def test_the_mean_of_weights_has_the_score_of_what_it_chooses() -> None:
    plan, runs = tunings("chrf")
    mean = averaged(plan, NBEST, TRUTH, runs)
    for name in NBEST.names:
        sized = [run.weights.values[name] / sum(map(abs, run.weights.values.values())) for run in runs]
        assert mean.weights.values[name] == pytest.approx(sum(sized) / 3)
    texts = [NBEST.text(int(i)) for i in NBEST.best(NBEST.scores(mean.weights.values))]
    assert mean.score == pytest.approx(parse("chrf").corpus_score(texts, REFERENCES))
    assert mean.notes[-1] == "the weights are the mean of 3 runs"


def test_runs_are_compared_by_the_metric_and_those_beside_it() -> None:
    plan, runs = tunings("chrf")
    found = compared("lists", plan, NBEST, TRUTH, runs)
    (system,) = found.systems
    assert [metric.metric for metric in system.metrics] == ["chrF2", "BLEU", "TER"]
    assert list(system.metrics[0].scores) == pytest.approx([run.score for run in runs])
