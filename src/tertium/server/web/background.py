"""Work that goes on beside the requests, from the start of the server to its end."""

import asyncio
import contextlib
from abc import ABC, abstractmethod


class Background(ABC):
    """One task of the event loop."""

    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    @abstractmethod
    async def _run(self) -> None:
        """Go on until cancelled."""
