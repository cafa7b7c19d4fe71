"""Watches exams: hands in when time is up, whether or not a browser comes back, and lets the machine propose."""

import asyncio
import logging

from tertium.server.database.engine import UnavailableError
from tertium.server.exams.store import attempts, proposals
from tertium.server.threads import Threads
from tertium.server.web.background import Background

log = logging.getLogger("tertium.server")

PAUSE_SECONDS = 1.0


class Proctor(Background):
    """Looks at the clock every second."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads

    async def _run(self) -> None:
        while True:
            try:
                await self.settle()
            except UnavailableError:
                pass  # the next second
            except Exception:
                log.exception("exams")
            await asyncio.sleep(PAUSE_SECONDS)

    async def settle(self) -> None:
        """Do everything that is due now."""
        if await self.threads.read(attempts.next_due):
            await self.threads.write(attempts.hand_in_due)
        for attempt_id in await self.threads.read(proposals.waiting):
            await self.threads.work_off(proposals.propose, self.threads.store, attempt_id)
