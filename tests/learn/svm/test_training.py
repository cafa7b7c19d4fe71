"""The metric that tells human from machine translations: features, training, scores, model files."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.features.svm import SvmFeatures
from tertium.learn.model import Model
from tertium.learn.svm.metric import SVM
from tertium.learn.svm.training import SvmTrainer, SvmTraining
from tertium.learn.trainer import Run
from tertium.resources.parsers.constituents import find_trees
from tertium.text.testset import References
from tests.learn.svm.made_up import examples


def test_it_learns_to_tell_them_apart(trained: SvmTraining) -> None:
    assert trained.best.accuracy > 0.95
    assert trained.curve.area > 0.98
    assert len(trained.grid) == 4
    assert trained.model.weight("ngram.2.precision") > 0
    assert trained.n_train + trained.n_validation <= 240


def test_own_margins_are_those_of_scikit_learn() -> None:
    from sklearn.svm import SVC

    trainer = SvmTrainer(c="2", sigma="3", standardize=False)
    result = trainer.train(examples(), Run())
    part, held_out = examples().balanced(Run().generator()).split(2500, 5000)
    table, other = (SvmFeatures("basic").rows(each.pairing()).table for each in (part, held_out))
    theirs = SVC(C=2, gamma=1 / 9, tol=0.01).fit(table, np.where(part.human, 1, -1)).decision_function(other)
    np.testing.assert_allclose(result.kernels[0].decide(other), theirs, atol=1e-4)


def test_the_same_seed_gives_the_same_model(trained: SvmTraining) -> None:
    again = SvmTrainer(c="1,10", sigma="5,20").train(examples(), Run())
    np.testing.assert_array_equal(again.model.arrays["coefficients"], trained.model.arrays["coefficients"])
    other = SvmTrainer(c="1,10", sigma="5,20").train(examples(), Run(seed=1))
    assert not np.array_equal(other.model.arrays["support"], trained.model.arrays["support"])


@pytest.mark.parametrize(("option", "value"), [("c", "much"), ("c", "1,0"), ("sigma", "-1"), ("examples", 1)])
def test_wrong_options_are_refused(option: str, value: str) -> None:
    with pytest.raises(OptionError, match=f"svm: option '{option}' cannot be"):
        SvmTrainer(**{option: value})


def test_the_shipped_model_is_small_and_says_what_it_was_trained_on() -> None:
    from tertium.learn.model import find

    assert find("svm-en").stat().st_size < 300_000
    model = Model.load("svm-en")
    assert {part.use for part in model.training} == {"human", "machine"}
    assert {"accuracy", "roc-area"} == {figure.measure for figure in model.figures}


def test_the_metric_of_the_thesis_ships_beside() -> None:
    model = Model.load("svm-kulesza-en")
    assert model.options["features"] == "basic"
    assert len(model.features) == 9
    assert model.options["standardize"] is False
    assert {part.use for part in model.training} == {"human", "machine"}
    # C and σ are those of the best accuracy on validation examples, over the whole grid of the thesis.
    accuracies = {(f.data, f.part): f.value or 0.0 for f in model.figures if f.measure == "accuracy"}
    grid = [value for (data, _), value in accuracies.items() if data == "grid"]
    assert accuracies["validation", "all"] == max(grid)
    assert len(grid) == 34
    references = References.by_segment([["the cat sat on the mat"]] * 3)
    scores = SVM(model="svm-kulesza-en").segment_scores(
        ["the cat sat on the mat", "a cat sat on a mat", "mat"], references
    )
    assert scores[0] == 100
    assert 0 < scores[2] < scores[1] < 100


def test_link_grammar_gives_trees_or_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("PATH", str(tmp_path))
        with pytest.raises(DataError, match="apt install link-grammar"):
            find_trees("link-grammar")
    if shutil.which("link-parser") is None:
        pytest.skip("link-parser is not installed")
    texts = ["The cat sat on the mat.", "", "!limit=5", "% no comment (nor this)", "The old cat sleeps. " * 12]
    first, nothing, command, comment, long = find_trees("link-grammar").trees(texts)
    assert (first.labels["NP"], first.labels["PP"], first.labels["VP"]) == (2, 1, 1)
    assert nothing.labels == {}
    assert command.log_probability is not None
    assert comment.labels
    assert long.labels["NP"] >= 12
