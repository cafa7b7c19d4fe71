"""Errors as the web sees them: RFC 9457 problem documents that say what, where and what to do."""

from typing import Any

from tertium.server import errors

STATUS = {
    "unauthenticated": 401,
    "no-session": 401,
    "cross-site": 403,
    "forbidden": 403,
    "not-found": 404,
    "method": 405,
    "behind": 409,
    "state": 409,
    "taken": 409,
    "open-points": 409,
    "too-large": 413,
    "media-type": 415,
    "refused": 422,
    "invalid": 422,
    "limit": 422,
    "busy": 429,
    "internal": 500,
    "unavailable": 503,
}


_TITLES = {
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class ProblemError(Exception):
    """An answer that is not what was asked for."""

    def __init__(
        self,
        code: str,
        what: str,
        do: str,
        *,
        where: dict[str, Any] | None = None,
        retry_after: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(what)
        self.code, self.what, self.do, self.retry_after = code, what, do, retry_after
        self.status = STATUS[code]
        self.where = {"card": None, "alt": None, "line": None, "column": None, "field": None} | (where or {})
        self.more = more

    def content(self) -> dict[str, Any]:
        """The problem document."""
        return {
            "type": "about:blank",
            "title": _TITLES[self.status],
            "status": self.status,
            "code": self.code,
            "what": self.what,
            "where": self.where,
            "do": self.do,
            **self.more,
        }


_CODES: dict[type[errors.RefusedError], str] = {
    errors.NotFoundError: "not-found",
    errors.NoSessionError: "no-session",
    errors.InvalidError: "invalid",
    errors.StateError: "state",
    errors.TakenError: "taken",
    errors.BehindError: "behind",
    errors.LimitError: "limit",
    errors.TooLargeError: "too-large",
    errors.BusyError: "busy",
    errors.ForbiddenError: "forbidden",
    errors.TemporaryError: "unavailable",
    errors.FailureError: "internal",
}


def problem_of(error: "ProblemError | errors.RefusedError") -> ProblemError:
    """The answer to a request that a store or a rule refused."""
    if isinstance(error, ProblemError):
        return error
    where = {"field": error.field}
    return ProblemError(_CODES[type(error)], error.what, error.do, where=where, retry_after=error.retry_after)


def not_found() -> ProblemError:
    """The same for what is not there and for what one may not see."""
    return problem_of(errors.NotFoundError())


def invalid(what: str, do: str = "correct it and send it again", **where: Any) -> ProblemError:
    return ProblemError("invalid", what, do, where=where)
