"""Kernel machines as metrics."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.svm.metric import SVM, KernelModel
from tertium.learn.svm.training import SvmTraining
from tertium.text.pool import Pairing
from tertium.text.testset import References


def test_a_trained_model_scores_by_its_path(trained: SvmTraining, tmp_path: Path) -> None:
    trained.model.save(tmp_path / "mine.model")
    metric = SVM(model=str(tmp_path / "mine.model"))
    reference = "the judge saw a red boat in house number 7 ."
    hypotheses = ["the judge saw a red boat in building number 7 .", "a red boat saw house judge", reference, ""]
    scores = metric.segment_scores(hypotheses, References.by_stream([reference] * 4))
    assert scores[2] == 100
    assert scores[3] == 0
    assert 100 > scores[0] > 50 > scores[1] > 0
    assert metric.signature()["model"].startswith("mine@")


def test_several_references_are_looked_at_together(trained: SvmTraining, tmp_path: Path) -> None:
    trained.model.save(tmp_path / "mine.model")
    metric = SVM(model=str(tmp_path / "mine.model"))
    references = References.by_segment([["a dog saw it .", "an old clock ."]])
    both = metric.segment_scores(["a dog saw an old clock ."], references)
    kernel = KernelModel.load(str(tmp_path / "mine.model"))
    pairing = Pairing.of(["a dog saw an old clock ."], references)
    assert both[0] == pytest.approx(100 / (1 + np.exp(-kernel.margins(pairing)[0] / kernel.spread)))


def test_an_explanation_has_the_margin_and_what_groups_do_to_it() -> None:
    pairing = Pairing.of(["A cat sat on a mat."], References.by_segment([["The cat sat on the mat.", "Cats sit."]]))
    found = SVM().explain(pairing, 0)
    assert found.score == pytest.approx(SVM().score(SVM().statistics(pairing))[0])
    parts = {part.name: part.value for part in found.parts}
    assert set(parts) == {"usual", "word", "content", "function", "char", "order", "sum"}
    kernel = SVM().kernel()
    total = parts.pop("sum")
    assert found.score == pytest.approx(100 / (1 + np.exp(-total / kernel.spread)))
    assert sum(parts.values()) == pytest.approx(total)
    assert parts["usual"] == pytest.approx(kernel.decide(kernel.mean[None])[0])


def test_what_groups_do_is_the_mean_over_all_orders() -> None:
    kernel = SVM(model="svm-kulesza-en").kernel()
    pairing = Pairing.of(["A cat sat on a mat."], References.by_segment([["The cat sat on the mat."]]))
    parts = {part.name: part.value for part in kernel.parts(pairing)}
    (row,) = kernel.features.rows(pairing).table
    of_feature = np.array([name.split(".")[0] for name in kernel.features.names])
    orders = list(permutations(dict.fromkeys(of_feature)))
    for group in dict.fromkeys(of_feature):
        changes = []
        for order in orders:
            earlier = np.isin(of_feature, order[: order.index(group)])
            before, after = (np.where(own, row, kernel.mean) for own in (earlier, earlier | (of_feature == group)))
            changes.append(kernel.decide(after[None])[0] - kernel.decide(before[None])[0])
        assert parts[group] == pytest.approx(np.mean(changes))


def test_the_shipped_model_puts_better_translations_first() -> None:
    reference = "The committee will meet again on Tuesday to discuss the new budget."
    hypotheses = [
        "The committee will meet again Tuesday to discuss the new budget.",
        "The committee meets on Tuesday again and discusses the new budget.",
        "Committee again Tuesday the discuss budget new for met it is.",
        "Blue elephants rarely understand quantum chess.",
    ]
    scores = SVM().segment_scores(hypotheses, References.by_stream([reference] * 4))
    assert (np.diff(scores) < 0).all()


@pytest.mark.parametrize("name", ["mean", "scale", "support", "coefficients", "bias", "spread"])
def test_a_model_without_what_it_needs_is_refused(name: str, trained: SvmTraining, tmp_path: Path) -> None:
    arrays = {key: array for key, array in trained.model.arrays.items() if key != name}
    replace(trained.model, arrays=arrays).save(tmp_path / "less.model")
    with pytest.raises(DataError, match=f"less.model: (none|one of shape .*) found as '{name}'|as 'support'"):
        SVM(model=str(tmp_path / "less.model")).signature()


def test_models_of_other_metrics_features_and_widths_are_refused(trained: SvmTraining, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a model of 'beer', expected one of 'svm'"):
        SVM(model="beer-en").signature()
    for options, message in (
        ({"features": "extended"}, "its features are not those of 'extended'"),
        ({"sigma": 0}, "the width of its kernel is 0"),
        ({"features": None}, "says nothing about its features"),
    ):
        replace(trained.model, options={**trained.model.options, **options}).save(tmp_path / "odd.model")
        with pytest.raises(DataError, match=message):
            SVM(model=str(tmp_path / "odd.model")).signature()
