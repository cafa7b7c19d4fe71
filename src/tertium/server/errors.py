"""Why something is not done: typed errors of stores and rules. Only the API layer knows what HTTP makes of them."""


class RefusedError(Exception):
    """Something that is not done: what is wrong, what to do about it, and the field of the request that it is about."""

    def __init__(self, what: str, do: str, *, field: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(what)
        self.what, self.do, self.field, self.retry_after = what, do, field, retry_after


class NotFoundError(RefusedError):
    """It does not exist, or the person may not know that it does: both in the same words."""

    def __init__(
        self, what: str = "there is nothing at this address", do: str = "check the address, or ask to be let in"
    ) -> None:
        super().__init__(what, do)


class NoSessionError(RefusedError):
    """A candidate's session that is good for nothing any more."""

    def __init__(
        self,
        what: str = "this exam is not open in this browser: its link was replaced, or the session has ended",
        do: str = "open the newest link that you were given; what you typed and was not saved is kept in this browser",
    ) -> None:
        super().__init__(what, do)


class InvalidError(RefusedError):
    """What was sent cannot be accepted."""

    def __init__(self, what: str, do: str = "correct it and send it again", *, field: str | None = None) -> None:
        super().__init__(what, do, field=field)


class ForbiddenError(RefusedError):
    """This person may not."""


class StateError(RefusedError):
    """Not possible in the state that things are in."""


class TakenError(RefusedError):
    """Somebody else has the name or the place."""


class BehindError(RefusedError):
    """Somebody else changed it in the meantime."""


class LimitError(RefusedError):
    """More than the server computes or stores."""


class TooLargeError(RefusedError):
    """A file of too many bytes."""


class BusyError(RefusedError):
    """Too many requests or jobs at once."""


class TemporaryError(RefusedError):
    """Not possible now; nothing was changed."""


class FailureError(RefusedError):
    """A fault of the server itself."""
