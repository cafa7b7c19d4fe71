"""What HTTP makes of a refusal by a store or a rule."""

import pytest

from tertium.server import errors
from tertium.server.web.problems import ProblemError, problem_of

STATUS = {
    errors.NotFoundError: 404,
    errors.NoSessionError: 401,
    errors.InvalidError: 422,
    errors.ForbiddenError: 403,
    errors.StateError: 409,
    errors.TakenError: 409,
    errors.BehindError: 409,
    errors.LimitError: 422,
    errors.TooLargeError: 413,
    errors.BusyError: 429,
    errors.TemporaryError: 503,
    errors.FailureError: 500,
}


def test_every_refusal_has_a_status() -> None:
    assert set(STATUS) == set(errors.RefusedError.__subclasses__())


@pytest.mark.parametrize(("kind", "status"), STATUS.items())
def test_a_refusal_becomes_a_problem_document(kind: type[errors.RefusedError], status: int) -> None:
    content = problem_of(kind("it is wrong", "do it right")).content()
    assert (content["status"], content["what"], content["do"]) == (status, "it is wrong", "do it right")


def test_fields_and_waiting_times_are_passed_on() -> None:
    problem = problem_of(errors.InvalidError("no name", field="name"))
    assert problem.where == {"card": None, "alt": None, "line": None, "column": None, "field": "name"}
    assert problem_of(errors.BusyError("too many", "wait", retry_after=7)).retry_after == 7


def test_a_problem_stays_itself() -> None:
    problem = ProblemError("behind", "the sheet is at edit 3", "load it again", seq=3)
    assert problem_of(problem) is problem
