"""Examples, and a model that was trained on them."""

import pytest

from tertium.exam.labelling.examples import Examples, collect
from tertium.exam.labelling.features import PassageFeatures
from tests.exam.sample import Material, answers, exam, trained


@pytest.fixture(scope="module")
def examples() -> Examples:
    asked = exam(4, 3)
    submissions, labels = answers(asked, 24)
    return collect(asked, submissions, labels, PassageFeatures())


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return trained(tmp_path_factory.mktemp("model"))
