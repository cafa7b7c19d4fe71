"""Processes that work out live answers: the same answers, one for each question, whatever happens to a process."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from tertium.server.computing.live import LiveTask, answered
from tertium.server.computing.pool import Computers
from tertium.server.domain.answers import Asked
from tertium.server.domain.sheet import textview
from tertium.server.domain.sheet.document import Document
from tertium.server.domain.sheet.reducer import apply
from tertium.server.problems import ProblemError
from tertium.server.store.engine import Store

TEXT = "[S] = the [WHO] said so | [WHO] announced it\n[WHO] = premier | prime minister\n"


def document() -> Document:
    command = textview.read(Document(), TEXT, (f"id{i}" for i in range(1_000)))
    assert command is not None
    return apply(Document(), command)[0]


def task(request: int) -> LiveTask:
    return LiveTask(request, document(), [Asked("ask", None, ["the", "premier", "said", "it"])], request, 3, 4)


def shown(answer: bytes) -> dict[str, object]:
    """An answer without the time that it took."""
    content: dict[str, object] = msgspec.json.decode(answer)
    del content["cpu_ms"]
    return content


def run(folder: Path, number: int, work: Callable[[Computers], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(f"sqlite:///{folder / 'tertium.db'}")
        computers = Computers(store, number)
        await computers.start()
        try:
            await work(computers)
        finally:
            await computers.stop()
            store.close()

    asyncio.run(main())


@pytest.mark.parametrize("number", [0, 2])
def test_each_question_gets_its_own_answer(tmp_path: Path, number: int) -> None:
    async def work(computers: Computers) -> None:
        answers = await asyncio.gather(*(computers.live(task(i)) for i in range(20)))
        assert [shown(answer) for answer in answers] == [shown(answered(task(i))) for i in range(20)]

    run(tmp_path, number, work)


def test_who_goes_away_leaves_no_answer_to_somebody_else(tmp_path: Path) -> None:
    async def work(computers: Computers) -> None:
        await computers.live(task(0))
        for i in range(1, 9):
            gone = asyncio.create_task(computers.live(task(100 + i)))
            await asyncio.sleep(0)
            gone.cancel()
            assert shown(await computers.live(task(i)))["request"] == i

    run(tmp_path, 1, work)


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    async def work(computers: Computers) -> None:
        await computers.live(task(1))
        (process,) = computers._all
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        with pytest.raises(ProblemError, match="too much time or memory"):
            await computers.live(task(2))
        assert shown(await computers.live(task(3)))["request"] == 3

    run(tmp_path, 1, work)


def test_a_draft_that_takes_too_much_takes_its_process_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address space that is too small for any answer stands in for an answer that is too large for any."""
    monkeypatch.setenv("TERTIUM_COMPUTER_MEMORY", str(20 << 20))

    async def work(computers: Computers) -> None:
        for i in range(2):
            with pytest.raises(ProblemError, match="too much time or memory"):
                await computers.live(task(i))

    run(tmp_path, 1, work)


def test_processes_end_with_the_pool(tmp_path: Path) -> None:
    pids: list[int] = []

    async def work(computers: Computers) -> None:
        await asyncio.gather(*(computers.live(task(i)) for i in range(4)))
        pids.extend(process.pid for process in computers._all)

    run(tmp_path, 2, work)
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
