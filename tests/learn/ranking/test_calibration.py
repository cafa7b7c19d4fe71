"""The step after ranking that makes segments comparable."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.model import Model
from tertium.learn.ranking import calibration
from tertium.learn.ranking.tertium import Tertium
from tertium.learn.ranking.trainers import TertiumTrainer
from tertium.learn.trainer import Run, train
from tertium.text.testset import References
from tests.support import training

REFERENCE = "The cat sat on the mat because it was tired."


HARD = "Zyrbolgian kwenchtrap fermented its quaggish polders throughout."
LONG = "When the rain had stopped, the old man went to the river, sat down and looked at the boats for an hour."


@pytest.mark.parametrize("model", ["tertium-en", "tertium-fast-en"])
def test_calibration_keeps_the_order_inside_a_segment(model: str, tmp_path: Path) -> None:
    known = Model.load(model)
    options = {name: value for name, value in known.options.items() if name != "calibration"}
    replace(known, options=options, arrays={}).save(tmp_path / "plain.model")
    changed = False
    for reference in (REFERENCE, LONG, HARD):
        words = reference.split()
        outputs = [reference, " ".join(words[:-2]), " ".join(words[2:4]), " ".join(reversed(words)), "Something else."]
        references = References.by_stream([reference] * len(outputs))
        plain, calibrated = (
            Tertium(model=name).segment_scores(outputs, references) for name in (str(tmp_path / "plain.model"), model)
        )
        assert calibrated[0] == plain[0] == 100
        assert np.argsort(plain).tolist() == np.argsort(calibrated).tolist()
        changed |= not np.allclose(plain, calibrated)
    assert changed


def test_calibration_learns_which_references_are_hard() -> None:
    rng = np.random.default_rng(1)
    asked = rng.normal(size=(400, 3)) * [0.5, 0.1, 0.2] + [3.0, 0.1, 0.2]
    lost = -rng.gamma(4, 1, size=400)
    weights = np.array([0.4, 2.0, 0.0])
    human = lost * np.exp(asked @ weights - 1.5)
    groups = [np.arange(200), np.arange(200, 400)]
    fitted = calibration.fit(lost, asked, human, groups, softness=100.0)
    np.testing.assert_allclose(fitted, weights, atol=0.15)


def test_a_calibrated_model_ranks_as_before(tmp_path: Path) -> None:
    trainer = TertiumTrainer(features="beer+content", min_pairs=1)
    data = training.data(training.preferences())
    judged = [training.scores(lang_pair) for lang_pair in ("cs-en", "de-en", "fi-en", "ru-en")]
    plain = train(trainer, data, Run()).model
    calibrated = train(trainer, data, Run(calibration=training.data(*judged))).model
    assert calibrated.training[-1].use == "calibration"
    np.testing.assert_array_equal(calibrated.weights, plain.weights)
    assert calibrated.arrays["calibration"].any()
    items = training.items()
    scores = []
    for model in (plain, calibrated):
        model.save(tmp_path / "mine.model")
        metric = Tertium(model=str(tmp_path / "mine.model"))
        scores.append(metric.segment_scores(items.hypothesis, items.references).reshape(-1, len(training.LEVELS)))
    np.testing.assert_array_equal(*(np.argsort(each, axis=1) for each in scores))
    assert not np.allclose(*scores)
    with pytest.raises(DataError, match="32 segment scores to calibrate with, expected at least 100"):
        trainer.train(data, Run(calibration=training.data(judged[0])))


def test_calibration_needs_the_features_that_it_asks_for() -> None:
    data = training.data(training.preferences())
    with pytest.raises(OptionError, match=r"calibration needs the feature 'lengths\.reference'"):
        training.beer_trainer().train(data, Run(calibration=training.data(training.scores())))


def test_a_model_whose_calibration_does_not_fit_is_refused(tmp_path: Path) -> None:
    known = Model.load("tertium-fast-en")
    replace(known, arrays={"calibration": np.zeros(2)}).save(tmp_path / "odd.model")
    with pytest.raises(DataError, match="2 weights of calibration for"):
        Tertium(model=str(tmp_path / "odd.model")).segment_scores(["a"], References.by_stream(["a b"]))
