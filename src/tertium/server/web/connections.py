"""Connections that send slowly, half a request or nothing: they are closed, and never take the place of others.

A request has some seconds for its head, and its body must go on arriving. One address holds a part of all connections
at most; where all are taken, those that wait for their clients make room, the oldest first. Only when the server itself
works on as many requests as it has connections is somebody told to come back later.
"""

import asyncio
from collections import Counter
from typing import ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""From the first byte of a connection, or from when it is idle no longer, to the end of a request's head."""
BODY_SECONDS, BODY_RATE = 20.0, 1_000
"""A body has this time, and another second for each so many bytes that came."""
MOST_CONNECTIONS, MOST_OF_ADDRESS = 1_000, 500
_REFUSAL = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Connection(H11Protocol):
    """A connection of uvicorn with limits."""

    _by_address: ClassVar[Counter[str]] = Counter()
    _timer: asyncio.TimerHandle | None = None
    _began = 0.0
    _received = 0
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and make room for it."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._by_address[self._address] += 1
        if self._by_address[self._address] > MOST_OF_ADDRESS and not self._is_proxy():
            transport.write(_REFUSAL)
            transport.close()
            return
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()
        self._expect(HEAD_SECONDS)

    def _is_proxy(self) -> bool:
        """A proxy that we trust speaks for many, and has limits of its own."""
        return isinstance(self.app, ProxyHeadersMiddleware) and self._address in self.app.trusted_hosts

    def _make_room(self) -> None:
        waiting = [one for one in self.connections if isinstance(one, Connection) and one is not self and one.waits]
        if waiting:
            oldest = min(waiting, key=lambda one: one._began)
            oldest.transport.abort()
            self.connections.discard(oldest)  # now, and not when the event loop comes to it: others may come before

    @property
    def waits(self) -> bool:
        """Whether it is the client's turn: to begin, to go on, or to ask for something else."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self._by_address[self._address] -= 1
        if not self._by_address[self._address]:
            del self._by_address[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; the time that is left depends on what is read now."""
        idle = self._timer is None and (self.cycle is None or self.cycle.response_complete)
        if idle:
            self._expect(HEAD_SECONDS)
        before = self.cycle
        self._received += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            self._cancel()
        elif self.cycle is not None and not self.cycle.response_complete:
            if self.cycle is not before:  # the head is complete
                self._received = 0
                self._began = self.loop.time()
            self._expect_body()

    def _expect_body(self) -> None:
        if self.cycle.more_body:
            left = self._began + BODY_SECONDS + self._received / BODY_RATE - self.loop.time()
            self._expect(max(0.0, left), begin=False)
        else:
            self._cancel()

    def on_response_complete(self) -> None:
        """From here uvicorn's own time for idle connections runs, and ours begins with the next byte that is here."""
        self._cancel()
        self._began = self.loop.time()
        super().on_response_complete()
        begun = self.cycle.response_complete and bool(self.conn.trailing_data[0])  # of a next request
        if begun and not self.transport.is_closing():
            self._expect(HEAD_SECONDS)

    def _expect(self, seconds: float, *, begin: bool = True) -> None:
        self._cancel()
        if begin:
            self._began = self.loop.time()
        self._timer = self.loop.call_later(seconds, self._too_late)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self._timer = None
        if self.flow.read_paused:  # the client would go on, and it is we who do not read
            self._expect(BODY_SECONDS, begin=False)
        elif self.waits:
            self.transport.abort()
