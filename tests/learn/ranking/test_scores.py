"""Scores of segments by a ranking model."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.model import Model
from tertium.learn.ranking.beer import BEER
from tertium.learn.trainer import Run, train
from tertium.metrics import parse
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


def test_softness_keeps_ranks_and_lifts_low_scores(tmp_path: Path) -> None:
    references = References.by_stream([REFERENCE] * len(WORSE))
    scores = []
    for softness, scale in ((1.0, "paper"), (4.0, "softened")):
        data = training.data(training.preferences())
        trained = train(training.beer_trainer(softness=softness), data, Run()).model
        trained.save(tmp_path / "soft.model")
        metric = parse(f"beer(model={tmp_path / 'soft.model'},scale={scale})")
        scores.append(metric.segment_scores(WORSE, references))
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
