"""BEER as a metric, with the models of the package."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.learn.model import Model
from tertium.learn.ranking.beer import BEER
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.regression.metric import Regression
from tertium.learn.regression.training import BLEUR
from tertium.learn.trainer import Run, train
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support import training

REFERENCE = "The cat sat on the mat because it was tired."
MODELS = ["beer-en", "beer-any", "beer-en-tune"]


@pytest.mark.parametrize("model", MODELS)
def test_worse_outputs_get_lower_scores(model: str) -> None:
    hypotheses = [
        REFERENCE,
        "The cat sat on the mat since it was tired.",
        "The cat sits at the mat because tired.",
        "Mat the on cat.",
        "Nothing of this kind.",
    ]
    scores = BEER(model=model).segment_scores(hypotheses, References.by_stream([REFERENCE] * 5))
    assert scores[0] == 100
    assert (np.diff(scores) < 0).all()
    assert scores[-1] > 0


def test_synonyms_and_stems_are_worth_something_where_they_are_known() -> None:
    references = References.by_stream(["The physician bought a car for his child."] * 2)
    close, far = BEER().segment_scores(
        ["The doctor bought an automobile for his children.", "The walnut bought an elephantine for his curtain."],
        references,
    )
    assert close > far


def test_no_output_beats_its_reference(tmp_path: Path) -> None:
    model = Model.load("beer-en")
    replace(model, weights=-model.weights).save(tmp_path / "wrong.model")
    scores = BEER(model=str(tmp_path / "wrong.model")).segment_scores(
        ["The cat.", REFERENCE], References.by_stream([REFERENCE] * 2)
    )
    assert scores.tolist() == [100, 100]


def test_a_trained_model_scores_by_its_path(tmp_path: Path) -> None:
    trained = train(training.beer_trainer(), training.data(training.preferences()), Run()).model
    trained.save(tmp_path / "mine.model")
    metric = parse(f"beer(model={tmp_path / 'mine.model'},scale=paper)")
    assert metric.signature()["model"].startswith("mine@")
    items = training.items()
    again = metric.segment_scores(items.hypothesis, items.references)
    np.testing.assert_allclose(again, 100 * BeerTrainer().segment_scores(trained, items, Run()))


def test_a_regression_scores_by_its_path_on_the_scale_of_its_training(tmp_path: Path) -> None:
    trained = train(BLEUR(), training.data(training.scores()), Run()).model
    trained.save(tmp_path / "mine.model")
    items = training.items()
    scores = Regression(model=str(tmp_path / "mine.model")).segment_scores(items.hypothesis, items.references)
    np.testing.assert_allclose(scores, 100 * BLEUR().segment_scores(trained, items, Run()))


def test_an_explanation_shows_the_matches_and_what_each_group_takes_away() -> None:
    pairing = Pairing.of(["A cats sat on the mat."], References.by_segment([["Nothing.", "The cat sat on the mat."]]))
    found = BEER().explain(pairing, 0)
    assert found.reference_number == 1
    assert found.score == pytest.approx(BEER().score(BEER().statistics(pairing))[0])
    assert "stem" in {link.kind for link in found.links}
    parts = {part.name: part.value for part in found.parts}
    assert set(parts) == {"char", "word", "function", "content", "order", "sum"}
    assert sum(value for name, value in parts.items() if name != "sum") == pytest.approx(parts["sum"])
    assert found.score == pytest.approx(200 / (1 + np.exp(-parts["sum"] / 6)))


@pytest.mark.shared
def test_beer_ranks_real_outputs_better_than_chrf(shared: Path) -> None:
    from tertium.io.judgements.formats import read_judgements
    from tertium.meta.preferences import wmt14_tau
    from tertium.metrics.chrf import CHRF

    group = read_judgements(shared / "data/judgements/pairs_wmt15_rr_to-en.tsv.gz").group("fi-en")
    judged = group.preferences.select(np.arange(4000))
    taus = []
    for metric in (BEER(), CHRF()):
        scores = metric.segment_scores(group.items.hypothesis, group.items.references)
        taus.append(wmt14_tau(judged.preference, scores[judged.a] - scores[judged.b]))
    assert taus[0] > taus[1] + 0.005
