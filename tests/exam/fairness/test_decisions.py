"""What the machine may decide alone."""

import numpy as np
import pytest

from tertium.exam.fairness.decisions import WAYS, decided
from tertium.exam.fairness.gradings import Gradings

from .sample import gradings


def test_ways_count_what_they_say() -> None:
    work, _ = gradings(2)
    found = {one.way: one for one in decided(work, np.random.default_rng(0))}
    assert list(found) == list(WAYS)
    sure = [key for key, one in work.machine.items() if len(one.label_set) == 1]
    wrong = [np.mean([label != work.machine[key].label for label in work.people[key].values()]) for key in sure]
    one = found["one label possible"]
    assert (one.n, one.share) == (len(sure), pytest.approx(len(sure) / len(work.people)))
    assert one.wrong == pytest.approx(np.mean(wrong))
    assert one.interval is not None
    assert one.interval[0] < one.wrong < one.interval[1]
    assert found["every passage"].share == 1


def test_never_wrong_is_not_certain() -> None:
    work, _ = gradings(2, 10)
    agreeing = Gradings({key: {"g": one.label} for key, one in work.machine.items()}, work.machine)
    every = decided(agreeing, np.random.default_rng(0))[-1]
    assert every.wrong == 0
    assert every.interval == (0, pytest.approx(1 - 0.05**0.1))


def test_without_proposals_nothing_is_left_to_the_machine() -> None:
    work, _ = gradings(2, 10)
    assert decided(Gradings(work.people, {}), np.random.default_rng(0)) == []
