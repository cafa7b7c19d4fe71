"""Examples of labelled passages, and their folds."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.exam.labelling.examples import Examples, folds


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
