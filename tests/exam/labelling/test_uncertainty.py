"""Sets of labels and resampled sentences."""

import numpy as np

from tertium.exam.labelling.examples import Examples
from tertium.exam.labelling.uncertainty import label_sets, resample
from tertium.exam.labelling.validation import known_of
from tests.exam.sample import exam, quick


def test_sets_hold_the_best_label_have_no_holes_and_grow_with_confidence(examples: Examples) -> None:
    model = quick().train(examples, np.random.default_rng(1))
    known = known_of(examples, quick())
    best = [model.labels[i] for i in model.scores(examples.values, known).argmax(1)]
    narrow, wide = (label_sets(model, examples.values, known, confidence) for confidence in (0.5, 0.95))
    for label, few, many in zip(best, narrow, wide, strict=True):
        assert label in few
        assert set(few) <= set(many)
        assert list(many) == [one for one in model.labels if min(many) <= one <= max(many)]
    assert sum(map(len, wide)) > sum(map(len, narrow))


def test_where_examples_are_too_few_to_say_every_label_is_possible(examples: Examples) -> None:
    model = quick().train(examples, np.random.default_rng(1))
    sets = label_sets(model, examples.values[:3], None, 0.999999)
    assert sets == [tuple(range(4))] * 3


def test_a_passage_of_equal_sentences_has_one_label(examples: Examples) -> None:
    model = quick().train(examples, np.random.default_rng(1))
    asked = exam(1, 1).passages[0]
    row = model.features.rows(asked, [["the old captain reached the town in the early morning of day 0"]])
    shares = resample(model, np.repeat(row[0], 4, axis=0), {}, np.random.default_rng(1), 20).shares
    assert sorted(shares.values())[-2:] == [0.0, 1.0]
