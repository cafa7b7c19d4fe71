"""Long work: one process beside the server, with limits on time and memory, and a row for each piece."""

from tertium.server.settings import Settings
from tertium.server.store.engine import Store


class Jobs:
    """What waits and what runs."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    async def start(self) -> None: ...

    async def stop(self) -> None: ...
