"""Keeps what lists and the dashboard read up to date, a moment after the last edit and beside the requests."""

import asyncio
import contextlib
import logging
import time

from tertium.server.annotate.store import measures
from tertium.server.database.engine import UnavailableError
from tertium.server.threads import Threads
from tertium.server.web.background import Background

log = logging.getLogger("tertium.server")

PAUSE_SECONDS = 1.0
LONGEST_SECONDS = 10.0
STOP_SECONDS = 2.0
"""How long a server that stops goes on with this; what is left is taken up by the next start."""


class Refresher(Background):
    """Sheets that were changed, and when they were first and last touched."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads
        self._touched: dict[str, tuple[float, float]] = {}
        self._working = asyncio.Lock()

    def mark(self, sheet_id: str) -> None:
        """Note that a sheet was changed."""
        at = time.monotonic()
        first, _ = self._touched.get(sheet_id, (at, at))
        self._touched[sheet_id] = (first, at)

    async def start(self) -> None:
        """Begin with what a crash may have left behind."""
        for sheet_id in await self.threads.read(measures.stale):
            self.mark(sheet_id)
        await super().start()

    async def stop(self) -> None:
        """Finish what is due, as far as a short time allows: an import may have left thousands of sheets."""
        await super().stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.settle()

    async def settle(self) -> None:
        """Work out everything that was touched, now; what the database does not take now is taken up by `start`."""
        for sheet_id in list(self._touched):
            await self._refresh(sheet_id)
        async with self._working:  # what the background has begun is done, too
            pass

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_SECONDS / 2)
            at = time.monotonic()
            due = [
                id
                for id, (first, last) in self._touched.items()
                if at - last >= PAUSE_SECONDS or at - first >= LONGEST_SECONDS
            ]
            for sheet_id in due:
                await self._refresh(sheet_id)

    async def _refresh(self, sheet_id: str) -> None:
        async with self._working:
            if self._touched.pop(sheet_id, None) is None:
                return
            try:
                await self.threads.work_off(measures.refresh, self.threads.store, sheet_id)
            except UnavailableError:
                self.mark(sheet_id)
            except Exception:
                log.exception("measures of sheet %s", sheet_id)
