"""Human and machine translations to tell apart."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.svm.examples import Examples


def test_examples_are_balanced_in_number_references_and_length() -> None:
    rows = [(f"human {i}", [f"reference {i}", f"other {i}"], True) for i in range(30)]
    rows += [(f"machine {i} {j}", [f"reference {i}"], False) for i in range(30) for j in range(5)]
    rows += [(f"machine {i}", [" ".join(["long"] * 50) + str(i)], False) for i in range(30)]
    chosen = Examples.build(rows).balanced(np.random.default_rng(1))
    assert np.count_nonzero(chosen.human) * 2 == len(chosen) == 60
    assert {len(refs) for refs in chosen.references} == {1}
    assert not any(refs[0].startswith("long") for refs in chosen.references)


def test_validation_shares_no_text_with_training() -> None:
    rows = [(f"a {i}", [f"b {i}"], True) for i in range(40)] + [(f"b {i}", [f"a {i}"], True) for i in range(40)]
    rows += [(f"machine {i}", [f"{side} {i}"], False) for i in range(40) for side in "ab"]
    train, held_out = Examples.build(rows).balanced(np.random.default_rng(1)).split(60, 100)
    texts = [{t for i in range(len(p)) for t in (p.hypotheses[i], *p.references[i])} for p in (train, held_out)]
    assert len(held_out)
    assert texts[0].isdisjoint(texts[1])


def test_nobody_is_his_own_reference() -> None:
    found = Examples.build([("same", ["same", "other"], True), ("same", ["same"], True), ("same", ["same"], False)])
    assert found.references == (("other",), ("same",))
    with pytest.raises(DataError, match="1 human and 1 machine translations are left"):
        found.balanced(np.random.default_rng(1)).require()


def test_what_is_measured_on_has_as_many_of_both_sorts_even_where_one_shares_texts() -> None:
    # Each human translation is also the reference of the next one, so that most of them share a text with training.
    human = [(f"person {i}", [f"person {i + 1}"], True) for i in range(60)]
    machine = [(f"machine {i}", [f"reference {i}"], False) for i in range(60)]
    made = Examples.build([row for pair in zip(human, machine, strict=True) for row in pair])
    shuffled = made.select(np.random.default_rng(0).permutation(60).repeat(2) * 2 + np.tile([0, 1], 60))
    train, rest = shuffled.split(40, 60)
    assert np.count_nonzero(train.human) == len(train) / 2
    assert 0 < np.count_nonzero(rest.human) == len(rest) / 2
    seen = {text for i in range(len(train)) for text in (train.hypotheses[i], *train.references[i])}
    assert seen.isdisjoint({text for i in range(len(rest)) for text in (rest.hypotheses[i], *rest.references[i])})
