"""Cross-validation of grading models."""

import numpy as np

from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.validation import cross_validate
from tests.exam.sample import answers, exam, quick


def test_sets_hold_the_label_nine_times_in_ten() -> None:
    asked = exam(6, 3)
    submissions, labels = answers(asked, 60, seed=7)
    examples = collect(asked, submissions, labels, PassageFeatures())
    validation = cross_validate(quick(), examples, "translator", np.random.default_rng(1))
    assert 0.85 <= validation.figures["in set"] <= 0.97
