"""Watches exams: hands in when time is up, whether or not a browser comes back, and lets the machine propose."""

import asyncio
import logging

from tertium.server.background import Background
from tertium.server.store.engine import Store, UnavailableError
from tertium.server.store.exams import attempts, proposals

log = logging.getLogger("tertium.server")

PAUSE_SECONDS = 1.0


class Proctor(Background):
    """Looks at the clock every second."""

    def __init__(self, store: Store) -> None:
        self.store = store

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
        if await self.store.read(attempts.next_due):
            await self.store.write(attempts.hand_in_due)
        for attempt_id in await self.store.read(proposals.waiting):
            await self.store.work_off(proposals.propose, self.store, attempt_id)
