"""What ranking metrics have in common: the formula, and models that do not fit."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.model import Model
from tertium.learn.ranking.beer import BEER
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.regression.metric import Regression
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References


def test_the_corpus_score_is_the_mean_and_the_best_reference_counts() -> None:
    hypotheses, metric = ["a cat sat there", "it rained a lot"], BEER()
    references = [["a dog ran off", "a cat sat here"], ["it rained much"]]
    scores = metric.segment_scores(hypotheses, References.by_segment(references))
    single = metric.segment_scores([hypotheses[0]] * 2, References.by_segment([[text] for text in references[0]]))
    assert scores[0] == single.max()
    assert metric.corpus_score(hypotheses, References.by_segment(references)) == pytest.approx(scores.mean())


def test_the_formula_by_hand(tmp_path: Path) -> None:
    options = {"features": "beer", "matches": "exact", "tok": "none"}
    names = BeerTrainer(matches="exact", tok="none", language="any")._model(np.zeros(30)).features
    weights = np.zeros(30)
    weights[names.index("word.exact.recall")], weights[names.index("order.kendall")] = 2.0, 0.5
    Model("beer", names, weights, language="any", options=options).save(tmp_path / "hand.model")
    # Two of four words in the wrong order: recall 1/2 and no pair in order, where the reference has 1 and 1.
    lost = 2.0 * 0.5 + 0.5
    by_hand = {
        "paper": 200 / (1 + np.exp(lost)),
        "softened": 200 / (1 + np.exp(lost / 6)),
        "log-odds": -lost,
        "linear": 2.0 * 0.5,
    }
    for scale, value in by_hand.items():
        metric = parse(f"beer(model={tmp_path / 'hand.model'},scale={scale})")
        assert metric.signature()["scale"] == scale
        assert metric.segment_scores(["b a x"], References.by_stream(["a b c d"]))[0] == pytest.approx(value)
        explained = metric.explain(Pairing.of(["b a x"], References.by_stream(["a b c d"])), 0)
        assert explained.score == pytest.approx(value)
        assert np.isfinite(metric.segment_scores(["", "a", ""], References.by_stream(["a", "", ""]))).all()


@pytest.mark.parametrize(
    ("metric", "model", "message"),
    [
        (BEER, "mtr-en", r"a model of 'regression', expected one of 'beer'"),
        (Regression, "beer-en", r"a model of 'beer', expected one of 'regression'"),
    ],
)
def test_a_model_of_another_metric_is_refused(metric: Any, model: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        metric(model=model).segment_scores(["a"], References.by_stream(["a"]))


def test_a_model_without_what_its_metric_needs_is_refused(tmp_path: Path) -> None:
    model = Model.load("mtr-en")
    for name in ("intercept", "range"):
        arrays = {key: array for key, array in model.arrays.items() if key != name}
        replace(model, arrays=arrays).save(tmp_path / "less.model")
        with pytest.raises(DataError, match=f"has no '{name}' of"):
            Regression(model=str(tmp_path / "less.model")).segment_scores(["a"], References.by_stream(["a"]))
    replace(Model.load("beer-en"), options={"matches": "exact"}).save(tmp_path / "less.model")
    with pytest.raises(DataError, match="says nothing about its sets of features"):
        BEER(model=str(tmp_path / "less.model")).signature()
    replace(Model.load("beer-en"), options={"features": "beer", "matches": "exact"}).save(tmp_path / "less.model")
    with pytest.raises(DataError, match=r"has a weight for 'word.stem.precision', which its options do not have"):
        BEER(model=str(tmp_path / "less.model")).signature()
