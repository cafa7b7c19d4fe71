"""A machine trained on made-up translations."""

import pytest

from tertium.learn.svm.training import SvmTrainer, SvmTraining
from tertium.learn.trainer import Run
from tests.learn.svm.made_up import examples


@pytest.fixture(scope="module")
def trained() -> SvmTraining:
    return SvmTrainer(c="1,10", sigma="5,20").train(examples(), Run())
