import asyncio

import pytest

from tertium.server.web.background import Background


class Counter(Background):
    """Counts until it is stopped, or fails at a number."""

    def __init__(self, fails_at: int | None = None) -> None:
        self.count, self.fails_at, self.cleaned = 0, fails_at, False
        self.begun = asyncio.Event()

    async def _run(self) -> None:
        try:
            while True:
                self.count += 1
                self.begun.set()
                if self.count == self.fails_at:
                    raise RuntimeError("the number is reached")
                await asyncio.sleep(0)
        finally:
            self.cleaned = True


def test_it_goes_on_beside_others_until_it_is_stopped() -> None:
    async def main() -> None:
        counter = Counter()
        await counter.start()
        await counter.begun.wait()
        await counter.stop()
        stood = counter.count
        await asyncio.sleep(0)
        assert stood > 0
        assert counter.count == stood
        assert counter.cleaned

    asyncio.run(main())


def test_stopping_what_never_started_does_nothing() -> None:
    async def main() -> None:
        counter = Counter()
        await counter.stop()
        assert (counter.count, counter.cleaned) == (0, False)

    asyncio.run(main())


def test_a_failure_is_not_hidden_when_it_is_stopped() -> None:
    async def main() -> None:
        counter = Counter(fails_at=1)
        await counter.start()
        await counter.begun.wait()
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="the number is reached"):
            await counter.stop()

    asyncio.run(main())
