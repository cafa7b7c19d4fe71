import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.exam.labelling.examples import Examples
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.uncertainty import label_sets
from tertium.exam.labelling.validation import cross_validate, known_of
from tests.exam.sample import quick


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
    known = known_of(examples, quick(kind))
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
        "import numpy as np\nfrom tertium.exam.labelling.model import GradingModel\n"
        f"model = GradingModel.load({str(tmp_path / 'x.model')!r})\n"
        f"print(*model.scores(np.load({str(tmp_path / 'values.npy')!r})).argmax(1))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert list(map(int, done.stdout.split())) == model.scores(examples.values).argmax(1).tolist()


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
