"""What the cut-off of features counts is what the page defines."""

import numpy as np
import pytest
from hypothesis import given

from tertium import _core, _reference
from tests.core.edit_problems import ALL_COLUMNS, JUMP_1, REF_JUMP_1, STATES, Problem, problems, random_problem
from tests.core.pfsm.occurrences import Twin
from tests.core.pfsm.test_pfsm import worked


def counted(problem: Problem) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """By the kernel, with weights of 0."""
    free = Problem(**{**vars(problem), "transitions": [0.0] * len(problem.transitions), "relations": (0.0, 0.0, 0.0)})
    return np.asarray(_core.edit_counts(free.pairs(), free.machine(), ALL_COLUMNS, arcs=True).counts[0])


@given(problems())
def test_steps_are_counted_as_the_page_says(problem: Problem) -> None:
    assert counted(problem).tolist() == Twin(problem).counts().tolist()


def test_many_random_problems_are_counted_so() -> None:
    rng = np.random.default_rng(5)
    with_jumps = different = 0
    for _ in range(400):
        problem = random_problem(rng, 5)
        steps = counted(problem)
        assert steps.tolist() == Twin(problem).counts().tolist()
        # A step is not an edge between two configurations, where there are jumps.
        edges = _reference.edits_by_lattice(problem.twin()).edges
        has_jumps = bool(steps[JUMP_1 : STATES**2 : STATES].any() or steps[REF_JUMP_1 : STATES**2 : STATES].any())
        assert has_jumps or steps[:-3].sum() == edges
        with_jumps += has_jumps
        different += int(steps[:-3].sum() != edges)
    assert 0 < different < with_jumps


@pytest.mark.parametrize(("ref", "hyp"), [("ab", "ab"), ("abc", "xay"), ("", "a")])
def test_without_jumps_every_edge_counts(ref: str, hyp: str) -> None:
    problem = worked(ref, hyp)
    assert counted(problem)[:-3].sum() == _reference.edits_by_lattice(problem.twin()).edges
