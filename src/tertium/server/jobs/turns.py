"""Whose job is next: people take turns, and nobody has more than a share of the runners."""

from collections import Counter, OrderedDict, deque

SHARE = 1
"""Jobs of one person that run at the same time."""


class Turns:
    """Jobs that wait, by the person who asked for them. Each knows nothing of the others' number."""

    def __init__(self, share: int = SHARE) -> None:
        self._share = share
        self._waiting: OrderedDict[str, deque[str]] = OrderedDict()
        self._running: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def busy(self) -> bool:
        """Whether anything waits or runs."""
        return bool(self._waiting) or self._running.total() > 0

    def add(self, id: str, person: str) -> None:
        """Put a job behind the others of its person; one that waits already keeps its place."""
        jobs = self._waiting.setdefault(person, deque())
        if id not in jobs:
            jobs.append(id)

    def take(self) -> tuple[str, str] | None:
        """The next job and its person, who goes behind all others; None if everybody has a full share or nothing."""
        for person, jobs in self._waiting.items():
            if self._running[person] < self._share:
                id = jobs.popleft()
                del self._waiting[person]
                if jobs:
                    self._waiting[person] = jobs
                self._running[person] += 1
                return id, person
        return None

    def finish(self, person: str) -> None:
        """A job of this person does not run any more."""
        self._running[person] -= 1

    def remove(self, id: str) -> None:
        """A job is not wanted any more."""
        for person, jobs in list(self._waiting.items()):
            if id in jobs:
                jobs.remove(id)
                if not jobs:
                    del self._waiting[person]
