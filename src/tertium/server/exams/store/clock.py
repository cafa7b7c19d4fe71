"""The time by which exams run: the server's, and not moved by anyone who sets its clock meanwhile."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from tertium.server.database.values import stamp


class Clock:
    """The wall clock as it was when the process began, moved on by the monotonic one."""

    def __init__(self) -> None:
        self._wall, self._since = datetime.now(UTC), time.monotonic()
        self._ahead = timedelta()

    def now(self) -> datetime:
        return self._wall + timedelta(seconds=time.monotonic() - self._since) + self._ahead

    def stamp(self) -> str:
        return stamp(self.now())

    @contextmanager
    def moved(self, **by: float) -> Iterator[None]:
        """Let time have passed for the length of a block, such as `moved(minutes=90)`."""
        before = self._ahead
        self._ahead = before + timedelta(**by)
        try:
            yield
        finally:
            self._ahead = before


CLOCK = Clock()
