"""How fast the annotation server is, measured from outside: a real process, its database, and requests on loopback.

    python -m bench.server [--postgres | --database URL] [--short] [--only TASK]...

Tasks: live, edit, load, large, long. All traffic goes to 127.0.0.1, from raw sockets in one process, is bounded in
number and in time, and ends by itself. Wall-clock bars are judged on an idle machine only (load below 0.5 at the
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

API = "/api/v1"
IDLE = 0.5


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is asked for."""

    requests: int = 2_000
    annotators: int = 200
    seconds: float = 600
    segments: int = 10_000
    events: int = 5_000


SHORT = Scale(requests=60, annotators=10, seconds=5, segments=200, events=300)


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

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Status and content; a connection that the server closed because it was idle is opened again, as browsers do.

        A request that got no byte of an answer is sent once more: every edit has an id, so that it counts once.
        """
        try:
            return await self._ask(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            if isinstance(error, asyncio.IncompleteReadError) and error.partial:
                raise
            self.close()
            return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        if self.writer is None or self.reader is None or self.reader.at_eof():
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n"
        if content:
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
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


def network(cards: int = 12, alternatives: int = 10) -> dict[str, Any]:
    """A draft of alternatives^cards paths: 10^12 by default."""
    rng = random.Random(12)
    words = [f"w{i}" for i in range(400)]
    made = [
        {"id": f"c{i}", "name": f"CARD-{i}", "span": [i, i + 1], "alternatives": [
            {"id": f"a{i}x{k}", "text": " ".join(rng.sample(words, rng.randrange(1, 4)))} for k in range(alternatives)]}
        for i in range(cards)
    ]  # fmt: skip
    top = {
        "id": "s",
        "name": "S",
        "alternatives": [{"id": "top", "text": " ".join(f"[CARD-{i}]" for i in range(cards))}],
    }
    return {"root": "s", "cards": [*made, top]}


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
    draft, asked = network(), watched()

    async def ask(client: Client, number: int) -> tuple[int, bytes]:
        body = {"request": number, "doc": draft, "ask": asked, "seed": max(0, number)}
        return await client.ask("POST", f"{API}/sheets/{server.ids['sheet']}/check", body)

    return [await repeat(server, "live answer, 10^12 paths: p95", 50, scale.requests, ask)]


async def edit(server: Process, scale: Scale) -> list[Row]:
    """An edit, alone, until it is on the disk."""

    async def ask(client: Client, number: int) -> tuple[int, bytes]:
        command = {"do": "card.add", "card": f"e{number + 1}", "name": f"E{number + 1}", "alternatives": []}
        body = {"base_seq": number + 1, "events": [{"edit_id": f"edit{number}", "command": command}]}
        return await client.ask("POST", f"{API}/sheets/{server.ids['sheet']}/events", body)

    return [await repeat(server, "acknowledged edit: p95", 20, scale.requests // 4, ask)]


async def load(server: Process, scale: Scale) -> list[Row]:
    """Annotators at work: each looks at a live answer three times in ten seconds and edits once."""
    draft, asked = network(), watched()
    sheets = server.ids["sheets"].split(",")[: scale.annotators]
    end = time.perf_counter() + scale.seconds
    times: list[float] = []
    errors = 0

    async def annotator(number: int, sheet: str) -> None:
        nonlocal errors
        rng, client, seq = random.Random(number), Client(server.port, server.cookie), 0
        await asyncio.sleep(rng.random() * 2.5)
        while time.perf_counter() < end:
            if rng.random() < 0.25:
                command = {"do": "card.add", "card": f"n{seq}", "name": f"N{seq}", "alternatives": []}
                path, body = "events", {"base_seq": seq, "events": [{"edit_id": f"n{seq}", "command": command}]}
                seq += 1
            else:
                path, body = "check", {"doc": draft, "ask": asked, "request": seq}
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


TASKS = {"live": live, "edit": edit, "load": load, "large": large, "long": long}


def fill(database: str, scale: Scale, tasks: list[str]) -> tuple[str, dict[str, str]]:
    """People, projects and sheets, put in directly; the cookie of their manager and the ids."""
    from tertium.server.api.sheets import ids
    from tertium.server.domain.permissions import Actor
    from tertium.server.domain.protocol import Protocol
    from tertium.server.domain.sheet import textview
    from tertium.server.domain.sheet.commands import CardAdd, SheetSubmit
    from tertium.server.domain.sheet.document import Document
    from tertium.server.store import events, people, projects, queue
    from tertium.server.store.common import new_id
    from tertium.server.store.engine import Store
    from tertium.server.store.progress import measures
    from tertium.server.store.upkeep import schema

    store = Store(database)
    schema.upgrade(store)
    values = {"source_lang": "es", "target_lang": "en", "tokeniser": "none", "protocol": Protocol(), "sharing": "none",
              "annotators_per_segment": 3, "lease_days": 7}  # fmt: skip

    def start(connection: Any) -> tuple[str, list[Actor], str]:
        names = [f"Person {i}" for i in range(3)]
        actors = [Actor(people.add_person(connection, name), name) for name in names]
        return people.open_session(connection, actors[0].id), actors, projects.create(
            connection, actors[0], {**values, "name": "Load"})  # fmt: skip

    token, actors, project = store.writing(start)
    made = {"project": project}

    def sheets(connection: Any, project: str, n: int) -> list[str]:
        projects.add_segments(connection, project, [projects.NewSegment(str(i), f"hola {i}") for i in range(n)])
        found = []
        for row in queue.page(connection, actors[0], project, after=0, limit=n, state="all")[0]:
            found.append(queue.assign(connection, actors[0], row["id"], actors[0].id)["sheet"])
        return found

    some = store.writing(sheets, project, scale.annotators + 2)
    made |= {"sheet": some[0], "long": some[1], "sheets": ",".join(some[2:])}
    if "long" in tasks:
        edits = [events.Edit(f"e{i}", CardAdd(f"c{i % 50}x{i}", f"C{i}")) for i in range(scale.events)]
        for at in range(0, scale.events, 200):
            store.writing(events.append, some[1], actors[0].id, "", at, edits[at : at + 200])
    if "large" in tasks:
        text = "[S] = the [PM] said [IT] | [PM] announced [IT]\n[PM] = premier | prime minister\n[IT] = so | it\n"

        def block(connection: Any, project: str, first: int, n: int) -> None:
            new = [projects.NewSegment(str(i), f"dijo que sí {i}") for i in range(first, first + n)]
            projects.add_segments(connection, project, new)
            rows, _ = queue.page(connection, actors[0], project, after=first, limit=n, state="all")
            for row in rows:
                for actor in actors:
                    sheet = queue.assign(connection, actors[0], row["id"], actor.id)["sheet"]
                    command = textview.read(Document(), text, ids())
                    assert command is not None
                    log = [events.Edit(new_id(), command, made_here=True)]
                    log.append(events.Edit(new_id(), SheetSubmit("x"), made_here=True))
                    events.append(connection, sheet, actor.id, "", 0, log)

        made["large"] = store.writing(projects.create, actors[0], {**values, "name": "Large"})
        for actor in actors[1:]:
            store.writing(people.set_role, made["large"], actor.id, "annotator")
        for first in range(0, scale.segments, 100):
            store.writing(block, made["large"], first, min(100, scale.segments - first))
    for sheet in store.reading(measures.stale):  # what a server does beside its requests, and would do at its start
        measures.refresh(store, sheet)
    store.close()
    return f"tertium={token}", made


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
    parser.add_argument("--only", action="append", choices=list(TASKS))
    options = parser.parse_args()
    scale, tasks = SHORT if options.short else Scale(), options.only or list(TASKS)
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
