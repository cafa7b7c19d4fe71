"""The metric `tertium`: all features in one model, and what softness does to its scores."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.features.pfsm import MODEL
from tertium.learn.model import Model, find
from tertium.learn.ranking.beer import BEER
from tertium.learn.ranking.tertium import Tertium
from tertium.learn.trainer import Run, train
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support import training

REFERENCE = "The cat sat on the mat because it was tired."
WORSE = [
    REFERENCE,
    "The cat sat on the mat since it was tired.",
    "The cat sits at the mat because tired.",
    "Mat the on cat.",
    "Nothing of this kind.",
]


def test_worse_outputs_get_lower_scores() -> None:
    scores = Tertium().segment_scores(WORSE, References.by_stream([REFERENCE] * len(WORSE)))
    assert scores[0] == 100
    assert (np.diff(scores) < 0).all()
    assert scores[-1] > 0


def test_the_models_saw_no_judgement_after_wmt14_and_are_small() -> None:
    for name in ("tertium-en", "tertium-en-parse", MODEL):
        used = [part.name for part in Model.load(name).training if part.use == "train"]
        assert used
        assert all(8 <= int(name.partition("wmt")[2][:2]) <= 14 for name in used)
        assert find(name).stat().st_size < 300_000


def test_softness_keeps_ranks_and_lifts_low_scores(tmp_path: Path) -> None:
    references = References.by_stream([REFERENCE] * len(WORSE))
    scores = []
    for softness in (1.0, 4.0):
        data = training.data(training.preferences())
        trained = train(training.beer_trainer(softness=softness), data, Run()).model
        trained.save(tmp_path / "soft.model")
        scores.append(BEER(model=str(tmp_path / "soft.model")).segment_scores(WORSE, references))
    plain, soft = np.array(scores) / 100
    assert np.argsort(plain).tolist() == np.argsort(soft).tolist()
    below = plain < 1
    assert (soft[below] > plain[below]).all()
    # 2 / (1 + exp(-d)) and 2 / (1 + exp(-d / 4)) have the same d.
    np.testing.assert_allclose(4 * np.log(2 / soft[below] - 1), np.log(2 / plain[below] - 1))


@pytest.mark.parametrize("softness", [0, -1.0, "much", True])
def test_a_softness_that_cannot_be_is_refused(tmp_path: Path, softness: object) -> None:
    model = Model.load("beer-en")
    replace(model, options={**model.options, "softness": softness}).save(tmp_path / "odd.model")
    with pytest.raises(DataError, match="option 'softness' is"):
        BEER(model=str(tmp_path / "odd.model")).segment_scores(["a"], References.by_stream(["a b"]))


def test_an_explanation_adds_up_with_softness() -> None:
    found = Tertium().explain(Pairing.of([WORSE[1]], References.by_stream([REFERENCE])), 0)
    parts = {part.name: part.value for part in found.parts}
    assert {"char", "chars", "meteor", "ppda"} < set(parts)
    softness = Model.load("tertium-en").options["softness"]
    assert isinstance(softness, float)
    assert found.score == pytest.approx(200 / (1 + np.exp(-parts["sum"] / softness)))
