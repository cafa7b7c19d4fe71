"""Pages in a real browser: Debian's Chromium, driven by Playwright; skipped with a reason where one is absent.

`page` is a fresh tab that refuses every address but this machine's. A test fails when one of its pages showed a
dialog, had a script error, broke its Content Security Policy or called another machine. TERTIUM_FAILURES=folder keeps
a picture of the page where a test failed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import FLAGS, PATIENCE, ROOT, Watcher, chromium_path


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    driver = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install --group browser")
    if chromium_path() is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    driver.expect.set_options(timeout=PATIENCE)
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
    context.set_default_timeout(PATIENCE)
    watcher.attach(context)
    yield context
    context.close()


@pytest.fixture
def page(context: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    page = context.new_page()
    yield page
    if request.session.testsfailed and (folder := os.environ.get("TERTIUM_FAILURES")):
        page.screenshot(path=Path(folder) / f"{request.node.name}.png", full_page=True)


@pytest.fixture(scope="module")
def served(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """`tertium serve` on a database of its own; people and projects are put in by the tests."""
    pytest.importorskip("uvicorn", reason="needs the extra 'server'")
    from tests.browser.serving import serving

    if not (ROOT / "src/tertium/server/built/manifest.json").exists():
        pytest.skip("needs the browser code: make web")
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def person(served: Any, request: pytest.FixtureRequest) -> Any:
    """Somebody whom no other test knows."""
    return served.person(request.node.name[:80])
