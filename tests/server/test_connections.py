"""Clients that send slowly, half a request or nothing, against a real server on real sockets."""

import asyncio
import contextlib
import http.client
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tertium.server.web import connections
from tertium.server.web.connections import Connection
from tests.server.running import Running, allow_files, first_sheet

HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "
HALF_BODY = b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def half_sent(stack: contextlib.ExitStack, port: int, source: str, content: bytes) -> socket.socket:
    opened = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60, source_address=(source, 0)))
    opened.sendall(content)
    return opened


def status(port: int, source: str, path: str = "/readyz") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("content", [HALF_HEAD, HALF_BODY, b""], ids=["heads", "bodies", "nothing"])
def test_a_thousand_half_sent_requests_stop_nobody(tmp_path: Path, content: bytes) -> None:
    allow_files(4_000)
    server = Running.start(tmp_path, "sqlite")
    try:
        first_sheet(server)
        with contextlib.ExitStack() as stack:
            for _ in range(1_000):
                with contextlib.suppress(ConnectionError):  # refused: there are too many of this address
                    half_sent(stack, server.port, "127.0.0.1", content)
            assert [status(server.port, "127.0.0.2") for _ in range(10)] == [200] * 10
            assert status(server.port, "127.0.0.2", "/login") == 200
    finally:
        server.stop()


def test_many_addresses_make_room_for_others(tmp_path: Path) -> None:
    """More than all connections, from three addresses: whoever comes next gets the place of one that sends nothing."""
    allow_files(4_000)
    server = Running.start(tmp_path, "sqlite")
    try:
        with contextlib.ExitStack() as stack:
            for number in range(1_350):
                half_sent(stack, server.port, f"127.0.0.{3 + number % 3}", HALF_BODY if number % 2 else HALF_HEAD)
            assert [status(server.port, "127.0.0.2") for _ in range(10)] == [200] * 10
    finally:
        server.stop()


@dataclass
class Small:
    """An application on our connections, in a thread."""

    port: int
    read: list[int]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[Small]:
    """With time limits that a test can wait for."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_RATE", 100)
    found = Small(0, [])

    async def app(scope: Any, receive: Any, send: Any) -> None:
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            size, more = size + len(message["body"]), message["more_body"]
        found.read.append(size)
        await asyncio.sleep(1.0 if scope["path"] == "/slow" else 0)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    config = uvicorn.Config(app, http=Connection, port=0, lifespan="off", log_level="error", timeout_keep_alive=600)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    found.port = listening.getsockname()[1]
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])))
    thread.start()
    yield found
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize(
    "content",
    [b"", b"GET / HT", HALF_HEAD, HALF_BODY, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + HALF_HEAD],
    ids=["nothing", "half a line", "half a head", "half a body", "a second request"],
)
def test_what_does_not_go_on_is_closed(small: Small, content: bytes) -> None:
    answers = b""
    with contextlib.ExitStack() as stack, contextlib.suppress(ConnectionError):
        opened = half_sent(stack, small.port, "127.0.0.1", content)
        while part := opened.recv(1_000):  # a time-out of the socket is a failure
            answers += part
    assert answers.count(b"HTTP/1.1 200") == (content.count(b"\r\n\r\n") if content.startswith(b"GET / ") else 0)


def test_a_body_that_drips_is_closed(small: Small) -> None:
    """A byte every now and then is too slow, however long it goes on."""
    with contextlib.ExitStack() as stack:
        opened = half_sent(stack, small.port, "127.0.0.1", HALF_BODY)
        opened.settimeout(0.05)
        for _ in range(95):
            try:
                opened.sendall(b" ")
                if opened.recv(1_000) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("ninety-five bytes were waited for")
    assert small.read == []


def test_a_large_body_and_a_slow_answer_are_waited_for(small: Small) -> None:
    content = b"x" * 500_000
    head = b"POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n"
    with contextlib.ExitStack() as stack:
        opened = half_sent(stack, small.port, "127.0.0.1", head)
        for place in range(0, len(content), 50_000):
            opened.sendall(content[place : place + 50_000])
        assert opened.recv(1_000).startswith(b"HTTP/1.1 200")
        opened.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert opened.recv(1_000).startswith(b"HTTP/1.1 200")
    assert small.read == [500_000, 0]
