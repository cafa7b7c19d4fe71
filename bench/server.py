"""How fast the annotation server is, measured from outside: a real process, its database, and requests on loopback.

    python -m bench.server [--postgres | --database URL] [--short] [--seconds S] [--only TASK]...

Tasks: live, edit, load, import, large, long. All traffic goes to 127.0.0.1, from raw sockets in one process, is bounded
in number and in time, and ends by itself. Wall-clock bars are judged on an idle machine only (load below 0.5 at the
start); the processor time of the server for each request is given beside them and can be read on a busy machine too.
`--short` tries everything in about a minute. Exit 1 where a bar is missed or a request failed.
"""

import argparse
import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.server_archive import write_largest
from bench.server_data import FIRST_LINE, SHORT, Scale, fill

API = "/api/v1"
IDLE = 0.5


@dataclass(slots=True)
class Row:
    """One measurement and its bar, in milliseconds unless the name says otherwise."""

    name: str
    bar: float
    value: float
    median: float
    cpu: float
    errors: int = 0

    def shown(self) -> str:
        good = self.value <= self.bar and not self.errors
        return (
            f"{self.name:44} {self.bar:9.0f} {self.value:10.1f} {self.median:10.1f} {self.cpu:10.2f} {self.errors:6}  "
            f"{'kept' if good else 'MISSED'}"
        )


@dataclass(slots=True)
class Process:
    """The server, and what it used."""

    pid: int
    port: int
    cookie: str
    ids: dict[str, str]
    latencies: list[float] = field(default_factory=list)

    def pids(self) -> list[int]:
        """The server and the processes that work for it."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [self.pid, *(int(child) for children in tasks for child in children.read_text().split())]

    def cpu(self) -> float:
        """Milliseconds of processor time up to now."""
        ticks = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return 1000 * ticks / os.sysconf("SC_CLK_TCK")

    def peak_mb(self) -> float:
        """The sum of the peaks of all processes."""
        statuses = [Path(f"/proc/{pid}/status").read_text() for pid in self.pids()]
        return sum(int(status.split("VmHWM:")[1].split()[0]) for status in statuses) / 1024


class Client:
    """One connection that is kept open; costs far less than the server does."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None, upload: bytes = b"") -> tuple[int, bytes]:
        """Status and content; a connection that the server closed because it was idle is opened again, as browsers do.

        A request that got no byte of an answer is sent once more: every edit has an id, so that it counts once.
        """
        try:
            return await self._ask(method, path, body, upload)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            if isinstance(error, asyncio.IncompleteReadError) and error.partial:
                raise
            self.close()
            return await self._ask(method, path, body, upload)

    async def _ask(self, method: str, path: str, body: object, upload: bytes) -> tuple[int, bytes]:
        if self.writer is None or self.reader is None or self.reader.at_eof():
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = upload if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n"
        if content:
            kind = "octet-stream" if upload else "json"
            head += f"Content-Type: application/{kind}\r\nContent-Length: {len(content)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + content)
        await self.writer.drain()
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(raw.split(" ", 2)[1])
        if "transfer-encoding: chunked" in raw:
            return status, await self._chunks()
        length = int(raw.split("content-length:")[1].split("\r\n")[0]) if "content-length:" in raw else 0
        return status, await self.reader.readexactly(length)

    async def _chunks(self) -> bytes:
        assert self.reader is not None
        parts = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(parts)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def question(number: int, asked: list[str]) -> dict[str, Any]:
    """What the editor asks at a key: about the stored network with a word that is not sent yet."""
    typed = {"do": "alt.set", "alt": FIRST_LINE, "text": f"typed {number}"}
    return {"request": max(0, number), "edits": [{"edit_id": f"p{number}", "command": typed}], "ask": asked}


def watched(n: int = 6) -> list[str]:
    rng = random.Random(6)
    return [" ".join(f"w{rng.randrange(400)}" for _ in range(24)) for _ in range(n)]


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def repeat(
    server: Process, name: str, bar: float, n: int, ask: Callable[[Client, int], Awaitable[tuple[int, bytes]]]
) -> Row:
    """One client, one request after the other."""
    client = Client(server.port, server.cookie)
    await ask(client, -1)
    times, errors, cpu = [], 0, server.cpu()
    for number in range(n):
        begin = time.perf_counter()
        status, _ = await ask(client, number)
        times.append(1000 * (time.perf_counter() - begin))
        errors += status >= 400
    client.close()
    return Row(name, bar, quantile(times, 0.95), quantile(times, 0.5), (server.cpu() - cpu) / n, errors)


async def live(server: Process, scale: Scale) -> list[Row]:
    """What the editor asks for at a key: count, problems, samples, six closest paths; 10^12 paths."""
    asked = watched()

    async def ask(client: Client, number: int) -> tuple[int, bytes]:
        body = {**question(number, asked), "seed": max(0, number)}
        return await client.ask("POST", f"{API}/sheets/{server.ids['sheet']}/check", body)

    return [await repeat(server, "live answer, 10^12 paths: p95", 50, scale.requests, ask)]


async def edit(server: Process, scale: Scale) -> list[Row]:
    """An edit, alone, until it is on the disk."""

    async def ask(client: Client, number: int) -> tuple[int, bytes]:
        command = {"do": "card.add", "card": f"e{number + 1}", "name": f"E{number + 1}", "alternatives": []}
        body = {"base_seq": number + 2, "events": [{"edit_id": f"edit{number}", "command": command}]}
        return await client.ask("POST", f"{API}/sheets/{server.ids['sheet']}/events", body)

    return [await repeat(server, "acknowledged edit: p95", 20, scale.requests // 4, ask)]


async def load(server: Process, scale: Scale) -> list[Row]:
    """Annotators at work: each looks at a live answer three times in ten seconds and edits once."""
    asked = watched()
    sheets = server.ids["sheets"].split(",")[: scale.annotators]
    end = time.perf_counter() + scale.seconds
    times: list[float] = []
    errors = 0

    async def annotator(number: int, sheet: str) -> None:
        nonlocal errors
        rng, client, seq = random.Random(number), Client(server.port, server.cookie), 1
        await asyncio.sleep(rng.random() * 2.5)
        while time.perf_counter() < end:
            if rng.random() < 0.25:
                command = {"do": "card.add", "card": f"n{seq}", "name": f"N{seq}", "alternatives": []}
                path, body = "events", {"base_seq": seq, "events": [{"edit_id": f"n{seq}", "command": command}]}
                seq += 1
            else:
                path, body = "check", question(seq, asked)
            begin = time.perf_counter()
            status, _ = await client.ask("POST", f"{API}/sheets/{sheet}/{path}", body)
            times.append(1000 * (time.perf_counter() - begin))
            errors += status >= 400
            await asyncio.sleep(min(30.0, rng.expovariate(1 / 2.5)))
        client.close()

    cpu = server.cpu()
    await asyncio.gather(*(annotator(i, sheet) for i, sheet in enumerate(sheets)))
    used = (server.cpu() - cpu) / max(1, len(times))
    name = f"{len(sheets)} annotators, {scale.seconds:.0f} s, {len(times):,} requests: p95"
    return [Row(name, 150, quantile(times, 0.95), quantile(times, 0.5), used, errors)]


async def importing(server: Process, scale: Scale) -> list[Row]:
    """Annotators at work, 60 requests per second in all, while a manager imports the largest project allowed."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "largest.zip"
        about = write_largest(archive, scale.import_segments)
        content = archive.read_bytes()
    print("importing:", ", ".join(f"{name} {number:,}" for name, number in about.items()), flush=True)
    sheets = server.ids["sheets"].split(",")[: scale.annotators]
    asked = watched()
    times: list[float] = []
    edits: list[float] = []
    errors = 0
    working = True

    async def annotator(number: int, sheet: str) -> None:
        nonlocal errors
        rng, client = random.Random(number), Client(server.port, server.cookie)
        seq = json.loads((await client.ask("GET", f"{API}/sheets/{sheet}"))[1])["seq"]
        pause = len(sheets) / scale.rate
        await asyncio.sleep(rng.random() * pause)
        while working:
            edit = rng.random() < 0.25
            if edit:
                command = {"do": "card.add", "card": f"i{seq}", "name": f"I{seq}", "alternatives": []}
                path, body = "events", {"base_seq": seq, "events": [{"edit_id": f"i{seq}", "command": command}]}
                seq += 1
            else:
                path, body = "check", question(seq, asked)
            begin = time.perf_counter()
            status, _ = await client.ask("POST", f"{API}/sheets/{sheet}/{path}", body)
            took = 1000 * (time.perf_counter() - begin)
            times.append(took)
            errors += status >= 400
            if edit:
                edits.append(took)
            await asyncio.sleep(max(0.0, min(30.0, rng.expovariate(1 / pause)) - took / 1000))
        client.close()

    async def manager() -> tuple[float, str]:
        nonlocal working
        await asyncio.sleep(5)
        client, begin = Client(server.port, server.cookie), time.perf_counter()
        status, answer = await client.ask("POST", f"{API}/projects/import", upload=content)
        assert status == 202, answer
        job = json.loads(answer)["id"]
        state: dict[str, Any] = {"state": "waiting"}
        while state["state"] in ("waiting", "running"):
            await asyncio.sleep(0.5)
            state = json.loads((await client.ask("GET", f"{API}/jobs/{job}"))[1])
        seconds = time.perf_counter() - begin
        working = False
        client.close()
        return seconds, str(state["error"] or state["state"])

    begin, cpu = time.perf_counter(), server.cpu()
    people = [asyncio.create_task(annotator(i, sheet)) for i, sheet in enumerate(sheets)]
    seconds, outcome = await manager()
    await asyncio.gather(*people)
    rate = len(times) / (time.perf_counter() - begin)
    used = (server.cpu() - cpu) / max(1, len(times))
    name = f"{len(sheets)} annotators and an import, {rate:.0f}/s: p95"
    return [
        Row(name, 300, quantile(times, 0.95), quantile(times, 0.5), used, errors),
        Row(f"of them {len(edits):,} edits: p95", 300, quantile(edits, 0.95), quantile(edits, 0.5), 0),
        Row("of all: p99, no bar", math.inf, quantile(times, 0.99), quantile(times, 0.5), 0),
        Row(f"the import ({outcome}), no bar", math.inf, 1000 * seconds, 1000 * seconds, 0, int(outcome != "done")),
    ]


async def large(server: Process, scale: Scale) -> list[Row]:
    """Lists, dashboard and export of many segments with three sheets each."""
    project = server.ids["large"]

    async def page(client: Client, number: int) -> tuple[int, bytes]:
        after = (number * 997) % scale.segments if number >= 0 else 0
        return await client.ask("GET", f"{API}/projects/{project}/segments?after={after}")

    rows = [await repeat(server, f"list, {scale.segments:,} x 3 sheets: p95", 100, min(200, scale.requests), page)]

    client = Client(server.port, server.cookie)
    begin, cpu = time.perf_counter(), server.cpu()
    status, content = await client.ask("GET", f"{API}/projects/{project}/export?format=zip")
    seconds = 1000 * (time.perf_counter() - begin)
    rows.append(Row("export", 60_000, seconds, seconds, server.cpu() - cpu, int(status != 200 or len(content) < 1_000)))
    rows.append(Row("peak memory up to here, all processes, MB", 300, server.peak_mb(), server.peak_mb(), 0))

    async def dashboard(client: Client, number: int) -> tuple[int, bytes]:
        return await client.ask("GET", f"{API}/projects/{project}/dashboard")

    # The first one starts the statistics of all networks, in a process that works beside those after it.
    rows.append(await repeat(server, "dashboard: p95", 1_000, 5, dashboard))
    rows.append(Row("peak memory with statistics, no bar, MB", math.inf, server.peak_mb(), server.peak_mb(), 0))
    return rows


async def long(server: Process, scale: Scale) -> list[Row]:
    """Opening a sheet with a long log."""

    async def ask(client: Client, number: int) -> tuple[int, bytes]:
        return await client.ask("GET", f"{API}/sheets/{server.ids['long']}")

    return [await repeat(server, f"a sheet of {scale.events:,} events opens: p95", 300, min(50, scale.requests), ask)]


TASKS = {"live": live, "edit": edit, "load": load, "import": importing, "large": large, "long": long}


@contextmanager
def serving(database: str | None, scale: Scale, tasks: list[str]) -> Iterator[Process]:
    """A filled database and a server on it, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="tertium-bench-") as folder:
        url = database or f"sqlite:///{folder}/tertium.db"
        cookie, ids = fill(url, scale, tasks)
        port = 20_000 + os.getpid() % 20_000
        command = [sys.executable, "-m", "tertium", "serve", "--data", folder, "--port", str(port)]
        process = subprocess.Popen([*command, *(["--database", url] if database else [])], stderr=subprocess.DEVNULL)
        try:
            asyncio.run(_ready(port))
            yield Process(process.pid, port, cookie, ids)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


async def _ready(port: int) -> None:
    for _ in range(600):
        try:
            if (await Client(port, "").ask("GET", "/readyz"))[0] == 200:
                return
        except OSError:
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


def main() -> int:
    """Measure, print a row for each bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", help="an empty PostgreSQL database; SQLite if not given")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL cluster of its own, thrown away")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seconds", type=float, help="how long annotators work in `load` (600)")
    parser.add_argument("--only", action="append", choices=list(TASKS))
    options = parser.parse_args()
    scale, tasks = SHORT if options.short else Scale(), options.only or list(TASKS)
    if options.seconds:
        scale = replace(scale, seconds=options.seconds)
    busy = os.getloadavg()[0]
    if options.postgres:
        from tools.postgres import running_cluster

        context: Any = running_cluster()
    else:
        context = nullcontext()
    rows: list[Row] = []
    with context as cluster:
        url = cluster.new_database() if cluster else options.database
        with serving(url, scale, tasks) as server:
            print(f"{'':44} {'bar':>9} {'measured':>10} {'median':>10} {'CPU each':>10} {'errors':>6}", flush=True)
            for name in tasks:
                for row in asyncio.run(TASKS[name](server, scale)):
                    rows.append(row)
                    print(row.shown(), flush=True)
    if busy > IDLE:
        print(f"The load was {busy:.1f}: wall-clock figures say nothing, read the processor time.", file=sys.stderr)
    return int(any(row.errors or (busy <= IDLE and row.value > row.bar) for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
