"""Pages in a real browser: Debian's Chromium, driven by Playwright; skipped with a reason where one is absent.

`page` is a fresh tab that refuses every address but this machine's. A test fails when one of its pages showed a
dialog, had a script error, broke its Content Security Policy or called another machine.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.harness import FLAGS, Watcher, chromium_path


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    driver = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install --group browser")
    if chromium_path() is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with driver.sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    running = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
    yield running
    running.close()


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    """Fails the test when a page showed a dialog, had a script error, broke its policy or called another machine."""
    watcher = Watcher()
    yield watcher
    assert watcher.seen == []
    assert watcher.outside == []


@pytest.fixture
def context(browser: Any, watcher: Watcher) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(15_000)
    watcher.attach(context)
    yield context
    context.close()


@pytest.fixture
def page(context: Any) -> Any:
    return context.new_page()
