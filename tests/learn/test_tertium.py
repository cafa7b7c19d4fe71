"""The metric `tertium`: all features in one model, and what softness does to its scores."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.features.directions import directions
from tertium.learn.features.pfsm import MODEL
from tertium.learn.model import Model, find
from tertium.learn.ranking import calibration
from tertium.learn.ranking.beer import BEER
from tertium.learn.ranking.tertium import Tertium
from tertium.learn.ranking.trainers import TertiumTrainer
from tertium.learn.trainer import Run, train
from tertium.metrics import parse
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
    for name in ("tertium-en", "tertium-fast-en", "tertium-en-1", "tertium-en-parse", MODEL):
        used = [part.name for part in Model.load(name).training if part.use in ("train", "calibration")]
        assert used
        assert all(8 <= int(name.partition("wmt")[2][:2]) <= 14 for name in used)
        assert find(name).stat().st_size < 300_000


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


@pytest.mark.parametrize("model", ["tertium-en", "tertium-en-1"])
def test_an_explanation_adds_up_with_softness(model: str) -> None:
    found = Tertium(model=model).explain(Pairing.of([WORSE[1]], References.by_stream([REFERENCE])), 0)
    parts = {part.name: part.value for part in found.parts}
    assert ({"char", "vectors", "weighted", "factor"} if model == "tertium-en" else {"char", "chars", "ppda"}) < set(
        parts
    )
    softness = Model.load(model).options["softness"]
    assert isinstance(softness, float)
    value = parts["sum"] * parts.get("factor", 1.0) / softness
    assert found.score == pytest.approx(200 / (1 + np.exp(-value)))


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


def test_words_near_each_other_are_linked_with_their_similarity() -> None:
    pairing = Pairing.of(["The fox hopped over it."], References.by_stream(["The fox jumped over it."]))
    soft = [link for link in Tertium().explain(pairing, 0).links if link.kind == "similar"]
    assert [(link.hypothesis, link.reference) for link in soft] == [(2, 2)]
    assert 0.5 < (soft[0].probability or 0) < 1
    assert all(link.kind != "similar" for link in Tertium(model="tertium-en-1").explain(pairing, 0).links)
