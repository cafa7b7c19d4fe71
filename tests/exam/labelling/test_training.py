"""Training of grading models."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.exam.labelling.examples import Examples
from tertium.exam.labelling.training import Trainer, fit_cuts
from tests.exam.sample import quick


def test_the_svm_of_the_model_predicts_as_scikit_learn_does(examples: Examples) -> None:
    svm = pytest.importorskip("sklearn.svm")
    trainer = Trainer(kind="svm", costs=(0.1,), inner_folds=3)
    model = trainer.train(examples, np.random.default_rng(1))
    z = model.standardised(examples.values)
    machine = svm.LinearSVC(multi_class="crammer_singer", C=0.1, max_iter=3000, random_state=0).fit(z, examples.labels)
    assert [model.labels[i] for i in model.scores(examples.values).argmax(1)] == machine.predict(z).tolist()


def test_cuts_are_those_that_made_the_labels() -> None:
    rng = np.random.default_rng(4)
    place = rng.normal(size=4000)
    labels = np.digitize(place + rng.normal(scale=0.3, size=4000), [-0.5, 0.2, 1.0])
    cuts, spread, _ = fit_cuts(place, labels, 4)
    assert np.allclose(cuts, [-0.5, 0.2, 1.0], atol=0.05)
    assert spread == pytest.approx(0.3, abs=0.05)


def test_one_label_needs_no_cuts() -> None:
    cuts, _, loss = fit_cuts(np.arange(4.0), np.zeros(4, np.int64), 1)
    assert len(cuts) == 0
    assert loss == 0.0


def test_folds_whose_training_part_has_one_label_are_learned_from(examples: Examples) -> None:
    rare = np.where(examples.candidates == "c3", 2, 0)
    model = quick().train(replace(examples, labels=rare), np.random.default_rng(1))
    assert model.labels == (0, 2)


def test_a_severe_grader_is_learned(examples: Examples) -> None:
    severe = np.minimum(examples.labels + (examples.graders == "g1"), 4)
    shifted = Examples(
        examples.values, severe, examples.passages, examples.candidates, examples.graders, examples.points
    )
    model = quick().train(shifted, np.random.default_rng(1))
    assert model.effects["grader"]["g1"] - model.effects["grader"]["g0"] > 0.4
