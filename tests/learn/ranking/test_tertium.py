"""The metric `tertium`: all features in one model, and what softness does to its scores."""

import numpy as np
import pytest

from tertium.learn.features.directions import directions
from tertium.learn.features.pfsm import MODEL
from tertium.learn.model import Model, find
from tertium.learn.ranking.tertium import Tertium
from tertium.learn.ranking.trainers import TertiumTrainer
from tertium.learn.trainer import Run
from tertium.resources.encoders.changes import Changes
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
    for name in ("tertium-en", "tertium-fast-en", "tertium-en-parse", "tertium-en-neural-2", MODEL):
        used = [part.name for part in Model.load(name).training if part.use in ("train", "calibration")]
        assert used
        assert all(8 <= int(name.partition("wmt")[2][:2]) <= 14 for name in used)
        assert find(name).stat().st_size < 300_000


def test_a_model_says_which_changes_of_an_encoder_it_needs_and_what_it_reached() -> None:
    model = Model.load("tertium-en-neural-2")
    weights, _, digest = str(model.options["encoder"]).partition("+")
    changes = Changes.find("tertium-en-neural-2")
    assert (weights, digest) == (changes.sha256, changes.digest)
    assert model.options["layers"] == f"1+{changes.last}"
    assert 0.495 < next(figure.value for figure in model.figures if figure.part == "average") < 0.55


@pytest.mark.parametrize("model", ["tertium-en", "tertium-fast-en", "tertium-any"])
def test_nothing_odd_is_as_good_as_the_reference(model: str) -> None:
    reference, word = "The word was spoken once.", "word"
    odd = [
        f"{word} " * 50,
        f"{reference} " * 20,
        " ".join(f"word{i}" for i in range(500)),
        ", ".join(reference),
        "7 " * 9,
    ]
    for against in (reference, word):
        scores = Tertium(model=model).segment_scores(odd, References.by_stream([against] * len(odd)))
        assert (scores < 95).all(), scores


@pytest.mark.parametrize("model", ["tertium-en", "tertium-fast-en", "tertium-any"])
def test_weights_point_the_right_way(model: str) -> None:
    known = Model.load(model)
    pointing = directions(known.features)
    assert (known.weights * pointing >= 0).all()
    assert np.count_nonzero(pointing) > 0.9 * len(pointing)


def test_a_group_that_is_left_out_has_no_weight_and_stays_in_the_model() -> None:
    data, logged = training.data(training.preferences()), list[str]()
    weights = {}
    for without in ("", "repeats+char", "nothing-of-the-kind"):
        trainer = TertiumTrainer(features="beer+content", min_pairs=1, monotone=False, without=without)
        model = trainer.train(data, Run(log=logged.append))
        weights[without] = dict(zip(model.features, model.weights, strict=True))
    groups = {name: name.split(".")[0] for name in weights[""]}
    assert any(weights[""][name] for name, group in groups.items() if group == "char")
    assert not any(weights["repeats+char"][name] for name, group in groups.items() if group in ("repeats", "char"))
    assert weights["nothing-of-the-kind"] == weights[""]
    assert [line for line in logged if line.startswith("left out")] == ["left out: repeats+char, 21 features"]
    shipped = Model.load("tertium-en")
    unknown = [weight for name, weight in zip(shipped.features, shipped.weights, strict=True) if "vocabulary" in name]
    assert unknown == [0.0] * 3
