"""The threads to which the event loop hands what would hold it up: queries and computations."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from tertium.server.database.engine import Connection, Store

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """A few threads for each kind of work, and the database that they speak to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        # SQLite allows one writer; with PostgreSQL, several requests may write at once.
        self._writers = ThreadPoolExecutor(1 if store.is_sqlite else 4, thread_name_prefix="writer")
        # PostgreSQL works while a thread waits for it.
        self._readers = ThreadPoolExecutor(3 if store.is_sqlite else 4, thread_name_prefix="reader")
        # Threads that compute take turns anyway; more of them would only make everybody wait for more turns.
        self._computing = ThreadPoolExecutor(2, thread_name_prefix="computing")
        self._background = ThreadPoolExecutor(1, thread_name_prefix="background")

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`Store.reading` in a thread."""
        return await _run(self._readers, partial(self.store.reading, function, *args, **kwargs))

    async def read_snapshot(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """`Store.reading_snapshot` in a thread."""
        return await _run(self._readers, partial(self.store.reading_snapshot, function, *args, **kwargs))

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`Store.writing` in a thread; on SQLite the only one that writes."""
        return await _run(self._writers, partial(self.store.writing, function, *args, **kwargs))

    async def compute(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that somebody waits for."""
        return await _run(self._computing, partial(function, *args, **kwargs))

    async def work_off(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that nobody waits for; one at a time."""
        return await _run(self._background, partial(function, *args, **kwargs))

    def close(self) -> None:
        """Finish what was begun."""
        for threads in (self._writers, self._readers, self._computing, self._background):
            threads.shutdown()


async def _run(threads: ThreadPoolExecutor, call: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, call)
