"""Learning the edit automaton from preferences: the loss, its gradient beside a slow twin, and what is learned."""

from math import exp, log

import numpy as np
import pytest

from tertium import _reference
from tertium.learn.pfsm.automaton import N_STEPS, EditFeatures, EditSettings
from tertium.learn.pfsm.lattices import EditLattices, lattices
from tertium.learn.pfsm.objective import Preferred, Problem, preferences
from tertium.learn.pfsm.training import PFSMTrainer, PPDATrainer
from tertium.learn.trainer import Run, measure
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support import training

REFERENCE = "the dog chased a cat"
OUTPUTS = ["a cat the dogs chased", "the dog chased", "dog cat", "", "the cat chased a dog"]
SETTINGS = [EditSettings(), EditSettings(max_jump=3, functions=True, beginnings=3)]
BETTER, WORSE = np.array([0, 0, 1, 1, 4, 4]), np.array([2, 1, 3, 3, 2, 0])


def lattices_of(settings: EditSettings) -> EditLattices:
    return lattices(Pairing.of(OUTPUTS, References.by_stream([REFERENCE] * len(OUTPUTS))), settings)


def problem_of(settings: EditSettings, targets: list[float]) -> Problem:
    preferred = Preferred.of(BETTER, WORSE, len(OUTPUTS))
    pairs = lattices_of(settings)
    return Problem(EditFeatures.of(settings), pairs, np.array(targets), 0.5, 1, preferred, preference_weight=0.7)


NO_SCORES = [float("nan")] * len(OUTPUTS)
SOME_SCORES = [0.3, float("nan"), -1.0, float("nan"), 0.8]


def slow_objective(problem: Problem, parameters: Floats) -> float:
    """Every edit sequence of every output written down, and every judgement looked at by itself."""
    weights, constant = parameters[:-1], float(parameters[-1])
    steps = problem.features.matrix @ weights
    predicted = []
    for i in range(len(problem.lattices)):
        rows = problem.lattices.substitutions.reshape(-1, 3)[slice(*(problem.lattices.offsets[i : i + 2] // 3))]
        twin = _reference.EditProblem()
        twin.ref_length = int(problem.lattices.ref_lengths[i])
        twin.hyp_length = int(problem.lattices.hyp_lengths[i])
        twin.substitutions = rows.tolist()
        twin.transitions = steps[:N_STEPS].tolist()
        twin.relations = steps[N_STEPS:].tolist()
        twin.max_jump = problem.features.settings.max_jump
        score = _reference.edits_by_enumeration(twin).score
        predicted.append(score / max(int(problem.lattices.words[i]), 1) + constant)
    value = problem.penalty * sum(float(weight) ** 2 for weight in weights)
    for target, prediction in zip(problem.targets.tolist(), predicted, strict=True):
        value += 0.0 if target != target else (target - prediction) ** 2
    for better, worse in zip(BETTER.tolist(), WORSE.tolist(), strict=True):
        value += problem.preference_weight * log(1 + exp(predicted[worse] - predicted[better]))
    return value


@pytest.mark.parametrize("targets", [NO_SCORES, SOME_SCORES], ids=["pairwise", "both"])
@pytest.mark.parametrize("settings", SETTINGS, ids=["pfsm", "jumps"])
def test_value_and_gradient_are_those_of_all_sequences_and_judgements(
    settings: EditSettings, targets: list[float]
) -> None:
    problem = problem_of(settings, targets)
    at = np.random.default_rng(4).normal(scale=0.4, size=len(problem.features.names) + 1)
    found = problem.evaluate(at)
    assert found.value == pytest.approx(slow_objective(problem, at), rel=1e-12)
    step = 1e-5
    for i in range(len(at)):
        moved = np.eye(len(at))[i] * step
        slope = (problem.evaluate(at + moved).value - problem.evaluate(at - moved).value) / (2 * step)
        assert found.gradient[i] == pytest.approx(slope, rel=1e-6, abs=1e-6), [*problem.features.names, "constant"][i]


def test_a_judgement_made_often_counts_as_often() -> None:
    preferred = Preferred.of(BETTER, WORSE, len(OUTPUTS))
    assert (len(preferred.better), preferred.counts.sum()) == (5, 6)
    predicted = np.array([0.0, 1.0, -2.0, 0.5, 3.0])
    each = [float(np.logaddexp(0, predicted[w] - predicted[b])) for b, w in zip(BETTER, WORSE, strict=True)]
    assert preferences(predicted, preferred).value == pytest.approx(sum(each))


def test_huge_margins_neither_overflow_nor_vanish() -> None:
    wrong = preferences(np.array([0.0, 5e3]), Preferred.of(np.array([0]), np.array([1]), 2))
    assert wrong.value == pytest.approx(5e3)
    assert wrong.slopes.tolist() == [-1, 1]
    right = preferences(np.array([5e3, 0.0]), Preferred.of(np.array([0]), np.array([1]), 2))
    assert (right.value, right.slopes.tolist()) == (0, [0, 0])


def tau(trainer: PFSMTrainer | PPDATrainer, *, flip: bool = False) -> float:
    data = training.data(training.preferences(flip=flip))
    model = trainer.train(data, Run())
    (figure,) = measure(trainer, model, data, Run(), "train")
    assert figure.value is not None
    return figure.value


def test_preferences_are_learned_whichever_way_they_go() -> None:
    trainer = PPDATrainer(max_jump=2, loss="pairwise", min_pairs=1, penalty=0.1)
    assert tau(trainer) > 0.9
    assert tau(trainer, flip=True) > 0.5


def test_preferences_alone_give_predictions_around_zero() -> None:
    trainer = PFSMTrainer(loss="pairwise", min_pairs=1)
    group = training.preferences()
    model = trainer.train(training.data(group), Run())
    assert trainer.segment_scores(model, group.items, Run()).mean() == pytest.approx(0, abs=1e-9)
    assert "range" not in model.arrays


def test_scores_become_preferences_within_a_segment_and_can_be_learned_with_them() -> None:
    lines: list[str] = []
    data = training.data(training.scores())
    for loss, said in (("pairwise", "0 scores and 48 preferences"), ("both", "32 scores and 48 preferences")):
        PFSMTrainer(loss=loss, min_pairs=1).train(data, Run(log=lines.append))
        assert any(line.startswith(said) for line in lines), lines[:2]
        lines.clear()
    PFSMTrainer(loss="pairwise", min_pairs=1, min_difference=50).train(data, Run(log=lines.append))
    assert lines[0].startswith("0 scores and 16 preferences")


def test_scores_and_preferences_that_contradict_each_other_win_by_their_weight() -> None:
    data = training.data(training.scores(), training.preferences("fr-en", flip=True))
    found = []
    for weight in (0.0, 1e6):
        trainer = PFSMTrainer(loss="both", min_pairs=1, preference_weight=weight)
        figures = measure(trainer, trainer.train(data, Run()), data, Run(), "train")
        found.append(next(figure.value for figure in figures if figure.measure == "wmt14-tau"))
    as_scores, as_preferences = found
    assert as_scores is not None
    assert as_preferences is not None
    assert as_scores < -0.5 < 0.3 < as_preferences
