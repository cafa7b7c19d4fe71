import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.exam.examples import Examples, collect, folds
from tertium.exam.features import PassageFeatures
from tertium.exam.model import GradingModel
from tertium.exam.training import Trainer, fit_cuts
from tertium.exam.uncertainty import label_sets
from tertium.exam.validation import cross_validate, known_of
from tests.exam.sample import answers, exam


@pytest.fixture(scope="module")
def examples() -> Examples:
    asked = exam(4, 3)
    submissions, labels = answers(asked, 24)
    return collect(asked, submissions, labels, PassageFeatures())


def quick(kind: str = "ordinal") -> Trainer:
    return Trainer(kind=kind, penalties=(10.0, 100.0), costs=(0.01, 0.1), n_folds=4, inner_folds=3)


@pytest.mark.parametrize("kind", ["ordinal", "svm"])
def test_models_learn_and_are_read_as_written(kind: str, examples: Examples, tmp_path: Path) -> None:
    if kind == "svm":
        pytest.importorskip("sklearn")
    validation = cross_validate(quick(kind), examples, "document", np.random.default_rng(1))
    assert validation.figures["exact"] > 0.5
    assert validation.figures["within one"] > 0.9
    model = quick(kind).train(examples, np.random.default_rng(1))
    model.save(tmp_path / "x.model")
    again = GradingModel.load(str(tmp_path / "x.model"))
    known = known_of(examples, model)
    assert np.array_equal(again.scores(examples.values, known), model.scores(examples.values, known))
    assert label_sets(again, examples.values, known) == label_sets(model, examples.values, known)
    assert (again.labels, again.reach, again.effects) == (model.labels, model.reach, model.effects)


def test_a_model_file_grades_without_scikit_learn(examples: Examples, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    model = quick("svm").train(examples, np.random.default_rng(1))
    model.save(tmp_path / "x.model")
    np.save(tmp_path / "values.npy", examples.values)
    program = (
        "import sys; sys.modules['sklearn'] = None\n"
        "import numpy as np\nfrom tertium.exam.model import GradingModel\n"
        f"model = GradingModel.load({str(tmp_path / 'x.model')!r})\n"
        f"print(*model.scores(np.load({str(tmp_path / 'values.npy')!r})).argmax(1))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert list(map(int, done.stdout.split())) == model.scores(examples.values).argmax(1).tolist()


def test_the_svm_of_the_model_predicts_as_scikit_learn_does(examples: Examples) -> None:
    svm = pytest.importorskip("sklearn.svm")
    trainer = Trainer(kind="svm", costs=(0.1,), inner_folds=3)
    model = trainer.train(examples, np.random.default_rng(1))
    z = model.standardised(examples.values)
    machine = svm.LinearSVC(multi_class="crammer_singer", C=0.1, max_iter=3000, random_state=0).fit(z, examples.labels)
    assert [model.labels[i] for i in model.scores(examples.values).argmax(1)] == machine.predict(z).tolist()


@pytest.mark.parametrize("rule", ["document", "translator", "both"])
def test_folds_keep_apart_what_they_promise(rule: str, examples: Examples) -> None:
    tested = np.zeros(len(examples), int)
    for train, test in folds(examples, rule, 3, np.random.default_rng(2)):
        tested += test
        assert not (train & test).any()
        if rule in ("document", "both"):
            assert not set(examples.passages[train]) & set(examples.passages[test])
        if rule in ("translator", "both"):
            assert not set(examples.candidates[train]) & set(examples.candidates[test])
    assert (tested == 1).all()


def test_folds_need_two_of_each(examples: Examples) -> None:
    alone = examples.only(examples.passages == "p1")
    with pytest.raises(DataError, match="all examples are of 'p1'"):
        list(folds(alone, "document", 3, np.random.default_rng(2)))


def test_cuts_are_those_that_made_the_labels() -> None:
    rng = np.random.default_rng(4)
    place = rng.normal(size=4000)
    labels = np.digitize(place + rng.normal(scale=0.3, size=4000), [-0.5, 0.2, 1.0])
    cuts, spread, _ = fit_cuts(place, labels, 4)
    assert np.allclose(cuts, [-0.5, 0.2, 1.0], atol=0.05)
    assert spread == pytest.approx(0.3, abs=0.05)


def test_sets_hold_the_label_nine_times_in_ten() -> None:
    asked = exam(6, 3)
    submissions, labels = answers(asked, 60, seed=7)
    examples = collect(asked, submissions, labels, PassageFeatures())
    validation = cross_validate(quick(), examples, "translator", np.random.default_rng(1))
    assert 0.85 <= validation.figures["in set"] <= 0.97


def test_a_severe_grader_is_learned(examples: Examples) -> None:
    severe = np.minimum(examples.labels + (examples.graders == "g1"), 4)
    shifted = Examples(
        examples.values, severe, examples.passages, examples.candidates, examples.graders, examples.points
    )
    model = quick().train(shifted, np.random.default_rng(1))
    assert model.effects["grader"]["g1"] - model.effects["grader"]["g0"] > 0.4


def test_damaged_models_are_refused(examples: Examples, tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    quick().train(examples, np.random.default_rng(1)).save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "y.model").write_bytes(content)
    with pytest.raises(DataError):
        GradingModel.load(str(tmp_path / "y.model"))
    with pytest.raises(DataError, match="a model of"):
        GradingModel.load("beer-en")
