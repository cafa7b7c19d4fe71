"""Features of an encoder, and models that need one, with a tiny one that the tests make."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.evaluation import statistics
from tertium.learn.features.base import FeatureOptions, compute, get
from tertium.learn.model import Model
from tertium.learn.ranking.trainers import TertiumTrainer
from tertium.metrics import Metric, parse
from tertium.resources import store
from tertium.resources.encoders import matching, sources
from tertium.resources.knowledge import Matching
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.support.encoders import english_encoder, write_tiny

__all__ = ["english_encoder"]
pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")

REFERENCES = ["the cat sat on the mat", "a big dog ran", "the house is red"]
ONE = ["the cat sat on a mat", "a big dog ran", "red dogs"]
TWO = ["cats sit in the house", "the small dog ran", "the house was red"]


def test_features_of_an_encoder_stand_beside_others() -> None:
    options = FeatureOptions(Matching("en", "all", "auto", "meteor"))
    pairing = Pairing.of(ONE, References.by_stream(REFERENCES))
    names = get("encoder").names(options)
    table = compute([get("beer"), get("encoder")], pairing, options)[:, -len(names) :]
    assert names[0] == "encoder.1.precision"
    assert len(set(names)) == len(names) == 24
    assert (table[1] == 1).all()
    assert np.isfinite(table).all()
    assert (table[[0, 2]][:, names.index("encoder.4.f1")] < 1).all()
    # What is the precision one way is the recall the other way.
    back = compute([get("encoder")], Pairing.of(REFERENCES, References.by_stream(ONE)), options)
    assert table[:, names.index("encoder.4.precision")] == pytest.approx(back[:, names.index("encoder.4.recall")])
    precision, recall, f1 = (table[:, names.index(f"encoder.4.{part}")] for part in ("precision", "recall", "f1"))
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))


def test_features_are_of_the_layers_that_are_named() -> None:
    options = FeatureOptions(Matching("en", "all", "auto", "meteor"), layers=(4,))
    (both, last) = (get("encoder").names(each) for each in (FeatureOptions(Matching("en")), options))
    assert last == tuple(name for name in both if name.startswith("encoder.4."))
    pairing = Pairing.of(ONE, References.by_stream(REFERENCES))
    whole = compute([get("encoder")], pairing, FeatureOptions(Matching("en")))
    table = compute([get("encoder")], pairing, options)
    np.testing.assert_array_equal(table, whole[:, [both.index(name) for name in last]])
    assert FeatureOptions.of(options.for_model(), "en").layers == (4,)
    assert "layers" not in FeatureOptions(Matching("en")).for_model()


@pytest.mark.parametrize("layers", ["", "4+1", "1,4", "1+1", "-1", 4, "1+9999"])
def test_layers_that_are_none_are_refused(layers: str | int) -> None:
    with pytest.raises(OptionError, match="option 'layers' cannot be"):
        FeatureOptions.of({"layers": layers}, "en")


def test_a_model_finds_its_encoder_among_several(metric: Metric) -> None:
    alone = metric.segment_scores(ONE, References.by_stream(REFERENCES))
    own = sources.target_of("en")
    other = sources.target_of("en", "a")
    try:
        # The one that stands for English is another now.
        own.rename(other)
        sources.build(write_tiny(own.parent / "model 2", seed=2), own, [], layers=(1, 4), language="en")
        assert {each.name for each in store.encoders("en")} == {"encoder.en", "encoder.en.a"}
        np.testing.assert_array_equal(metric.segment_scores(ONE, References.by_stream(REFERENCES)), alone)
        assert metric.signature()["enc"].startswith("encoder.en.a@")
    finally:
        other.replace(own)


def test_a_trainer_remembers_its_encoder() -> None:
    options = TertiumTrainer(features="beer+encoder")._options()
    assert options.encoder == store.encoder("auto", "en").encoder().sha256
    assert FeatureOptions.of(options.for_model(), "en").encoder == options.encoder
    assert TertiumTrainer()._options().encoder == ""


def test_a_model_refuses_another_encoder_than_its_own() -> None:
    metric = parse("tertium(model=tertium-en-neural)")
    assert metric.texts_at_a_time is not None
    assert parse("tertium").texts_at_a_time is None
    with pytest.raises(DataError, match=f"sha256 .* was trained with weights with sha256 {sources.MINI_LM}"):
        metric.corpus_score(ONE, References.by_stream(REFERENCES))


@pytest.fixture
def metric(tmp_path: Path) -> Metric:
    """As the shipped one, with weights of its own for the tiny encoder."""
    shipped = Model.load("tertium-en-neural")
    own = {**shipped.options, "encoder": store.encoder("auto", "en").encoder().sha256}
    replace(shipped, options=own).save(tmp_path / "own.model")
    return parse(f"tertium(model={tmp_path / 'own.model'})")


def test_a_large_test_set_is_taken_in_parts(metric: Metric, monkeypatch: pytest.MonkeyPatch) -> None:
    test_set = TestSet.build({"one": ONE, "two": TWO}, References.by_stream(REFERENCES))
    metrics = [metric, parse("chrf"), parse("nist")]
    whole = statistics.local_rows(test_set, metrics, "nfc", 1, None)
    monkeypatch.setattr(type(metric), "texts_at_a_time", property(lambda self: 4))
    seen: list[str] = []
    parts = statistics.local_rows(
        test_set, metrics, "nfc", 1, lambda what, done, of: seen.append(f"{what} {done}/{of}")
    )
    assert seen[-1] == "scoring 10/10"
    for system in test_set.systems:
        for one, other in zip(whole[system], parts[system], strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_model_scores_by_the_encoder_that_it_was_trained_with(
    metric: Metric, monkeypatch: pytest.MonkeyPatch
) -> None:
    same, less = metric.segment_scores([REFERENCES[0], ONE[2]], References.by_stream([REFERENCES[0], REFERENCES[2]]))
    assert same == 100
    assert 0 < less < 100
    digest = store.encoder("auto", "en").encoder().digest
    assert metric.signature()["enc"] == f"encoder.en@{digest}"
    found = metric.explain(Pairing.of(ONE, References.by_stream(REFERENCES)), 2)
    assert "encoder" in [part.name for part in found.parts]
    # With several systems at once or one by one, with one thread or three, the scores are the same.
    test_set = TestSet.build({"one": ONE, "two": TWO}, References.by_stream(REFERENCES))
    together = statistics.local_rows(test_set, [metric], "nfc", 3, None)
    monkeypatch.setattr(matching, "_KEPT", 1000)
    for system, texts in (("one", ONE), ("two", TWO)):
        alone = statistics.local_rows(
            TestSet.build({"a": texts}, References.by_stream(REFERENCES)), [metric], "nfc", 1, None
        )
        np.testing.assert_array_equal(together[system][0], alone["a"][0])
