"""Bringing a whole project in by the page: it can be cancelled while it is read."""

import asyncio
from typing import Any

import pytest

from tertium.server.jobs import queue
from tests.browser.serving import Served


def test_an_import_can_be_cancelled(page: Any, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    async def forever(*_: Any) -> dict[str, Any]:
        events.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            events.append("ended")
        return {}

    monkeypatch.setitem(queue.HANDLERS, "import-project", forever)
    served.sign_in(page.context, served.person("Importer", admin=True))
    page.goto(f"{served.url}/")
    page.locator("input[type=file]").set_input_files(
        [{"name": "p.zip", "mimeType": "application/zip", "buffer": b"PK"}]
    )
    page.get_by_role("button", name="Cancel the import").click()
    page.locator(".message.error", has_text="this was cancelled").wait_for()
    assert page.get_by_role("button", name="Cancel the import").count() == 0
    assert events == ["begun", "ended"]
