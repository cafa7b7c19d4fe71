"""Processes that do tasks: the same answers, one for each question, whatever happens to a process."""

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import get_args

import msgspec
import pytest

from tertium.errors import DataError
from tertium.server.annotate.computing import tasks
from tertium.server.annotate.computing.live import LiveTask
from tertium.server.annotate.rules.answers import Asked
from tertium.server.annotate.rules.sheet import textview
from tertium.server.annotate.rules.sheet.commands import AltSet, ClientCommand
from tertium.server.annotate.rules.sheet.document import Document, encode
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.errors import FailureError, LimitError
from tertium.server.jobs.processes import Processes

PATIENT = replace(tasks.LIVE, wall_seconds=600.0)
"""Twenty processes that begin at once on a machine with much else to do."""
TEXT = "[S] = the [WHO] said so | [WHO] announced it\n[WHO] = premier | prime minister\n"


def document() -> Document:
    command = textview.read(Document(), TEXT, (f"id{i}" for i in range(1_000)))
    assert command is not None
    return apply(Document(), command)[0]


def task(request: int) -> LiveTask:
    asked = [Asked("ask", None, ["the", "premier", "said", "it"])]
    edits: list[ClientCommand] = [AltSet("id1", "the [WHO] told me")]
    return LiveTask(request, encode(document()), edits, asked, "none", request, 3, 4)


def shown(answer: bytes) -> dict[str, object]:
    """An answer without the time that it took."""
    content: dict[str, object] = msgspec.json.decode(answer)
    del content["cpu_ms"]
    return content


def run(number: int, work: Callable[[Processes], Awaitable[None]]) -> None:
    async def main() -> None:
        processes = Processes(tasks.__name__, PATIENT, number)
        await processes.start()
        try:
            await work(processes)
        finally:
            await processes.stop()

    asyncio.run(main())


@pytest.mark.parametrize("number", [0, 2])
def test_each_question_gets_its_own_answer(number: int) -> None:
    async def work(processes: Processes) -> None:
        answers = await asyncio.gather(*(processes.run(task(i)) for i in range(20)))
        assert [shown(answer) for answer in answers] == [shown(task(i).run()) for i in range(20)]

    run(number, work)


def test_who_goes_away_leaves_no_answer_to_somebody_else() -> None:
    async def work(processes: Processes) -> None:
        await processes.run(task(0))
        for i in range(1, 9):
            gone = asyncio.create_task(processes.run(task(100 + i)))
            await asyncio.sleep(0)
            gone.cancel()
            assert shown(await processes.run(task(i)))["request"] == i

    run(1, work)


def test_a_process_that_dies_is_replaced() -> None:
    async def work(processes: Processes) -> None:
        await processes.run(task(1))
        (process,) = processes._all
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        with pytest.raises(LimitError, match="too much time or memory"):
            await processes.run(task(2))
        assert shown(await processes.run(task(3)))["request"] == 3

    run(1, work)


def test_a_draft_that_takes_too_much_takes_its_process_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address space that is too small for any answer stands in for an answer that is too large for any."""
    monkeypatch.setenv("TERTIUM_PROCESS_MEMORY", str(20 << 20))

    async def work(processes: Processes) -> None:
        for i in range(2):
            with pytest.raises(LimitError, match="too much time or memory"):
                await processes.run(task(i))

    run(1, work)


def test_processes_end_with_the_pool() -> None:
    pids: list[int] = []

    async def work(processes: Processes) -> None:
        await asyncio.gather(*(processes.run(task(i)) for i in range(4)))
        pids.extend(process.pid for process in processes._all)

    run(2, work)
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_task_that_refuses_its_input_says_why() -> None:
    """With a process that stays, and with one for this task alone; either can be asked again."""

    async def work(processes: Processes) -> None:
        for _ in range(2):
            with pytest.raises(DataError, match="upload"):
                await processes.run(tasks.ReadSegments("/nowhere/at/all", None, "upload"))
        assert shown(await processes.run(task(1)))["request"] == 1

    for number in (0, 1):
        run(number, work)


def test_a_task_with_a_fault_is_a_fault_of_the_server() -> None:
    async def work(processes: Processes) -> None:
        with pytest.raises(FailureError):
            await processes.run(tasks.Statistics(1, [tasks.SegmentMaterial(["no document"], [])], 1))

    run(0, work)


def test_every_kind_of_task_survives_the_way_to_a_process() -> None:
    kinds = get_args(tasks.Task)
    assert len(kinds) == 7
    examples: list[tasks.Task] = [
        tasks.Unite("u", ["[S] = a | b\n"], [["a"]]),
        tasks.Compare({"one": "[S] = a\n", "two": "[S] = a | b\n"}, [], 1),
        tasks.Statistics(1, [], 1),
        tasks.ReadSegments("p", None, "n"),
        tasks.ReadNetworks("p", "net", "n", "en"),
        tasks.ReadProject("p", "n", "t", {"a": "b"}),
        task(1),
    ]
    assert {type(example) for example in examples} == set(kinds)
    for example in examples:
        assert msgspec.json.decode(msgspec.json.encode(example), type=tasks.Task) == example


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("[S] = [A]\n[A] = a | b\n", "[S] = [B]\n[B] = a | c\n", "no-spans"),
        ("[S] = [A]\n[A] 0:1 = a | b\n", "[S] = [B]\n[B] = a | c\n", "no-spans"),
        ("[S] = [A]\n[A] 0:1 = a | b\n", "[S] = [B]\n[B] 1:2 = a | c\n", "no-common-span"),
        ("[S] = [A]\n[A] 0:1 = a | b\n", "[S] = [B]\n[B] 0:1 = c | d\n", "no-common-sentence"),
        ("[S] = [A]\n[A] 0:1 = a | b\n", "[S] = [A]\n[A] 0:1 = a | b\n", "equal"),
        ("[S] = [A]\n[A] 0:1 = a | b\n", "[S] = [B]\n[B] 0:1 = a | c\n", None),
    ],
)
def test_spu_says_why_nothing_joined(one: str, other: str, why: str | None) -> None:
    result = json.loads(tasks.Unite("spu", [one, other], []).run())
    assert result["apart"] == why
    assert (result["joined"] > 0) == (why is None)
