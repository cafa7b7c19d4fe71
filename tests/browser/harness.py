"""What the browser tests share beside their fixtures: which Chromium, what is watched, axe-core, and pictures."""

import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules/axe-core/axe.min.js"
PATIENCE = 60_000  # milliseconds that anything may take on a busy machine
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str | None:
    """Where Chromium is; TERTIUM_CHROMIUM names another."""
    return os.environ.get("TERTIUM_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def expect(found: Any) -> Any:
    """Playwright's assertions about a locator, which wait until they hold; without Playwright there is no locator."""
    from playwright.sync_api import expect

    return expect(found)


def until(page: Any, is_so: Callable[[], bool]) -> None:
    """Wait for something outside of a page; what the page tells is heard meanwhile. The caller asserts what it was."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so() and time.monotonic() < end:
        page.wait_for_timeout(50)


def still(page: Any) -> None:
    """Wait until a page is drawn and no colour fades any more."""
    page.evaluate(
        """async () => {
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            await Promise.allSettled(document.getAnimations().map((fading) => fading.finished));
        }"""
    )


class Held:
    """An answer that comes late: the server gives it at once, the page gets it when the test says so.

    It is that of the first question that fits, from now on; all others go their way.
    """

    def __init__(self, page: Any, address: str | re.Pattern[str], *, method: str = "GET", **body: Any) -> None:
        self.page, self.method, self.body = page, method, body
        self.route: Any = None
        self.answer: Any = None
        # A page has done with an answer when the task is over in which it was handed the text.
        page.evaluate(
            """() => {
                const text = Response.prototype.text;
                window.done = 0;
                Response.prototype.text = async function () {
                    const got = await text.call(this);
                    if (this.headers.has("x-held")) setTimeout(() => (window.done += 1));
                    return got;
                };
            }"""
        )
        page.route(address, self._take)

    def _take(self, route: Any) -> None:
        request = route.request
        is_wanted = self.route is None and request.method == self.method
        if is_wanted and (not self.body or self.body.items() <= request.post_data_json.items()):
            self.route = route
            self.answer = route.fetch()
        else:
            route.fallback()

    def wait(self) -> None:
        """Wait until the server has answered."""
        until(self.page, lambda: self.answer is not None)
        assert self.answer is not None

    def release(self) -> None:
        """Hand the answer over, and wait until the page has done with it."""
        gone = ("content-encoding", "content-length")
        headers = {name: value for name, value in self.answer.headers.items() if name not in gone}
        before = self.page.evaluate("window.done")
        self.route.fulfill(response=self.answer, headers={**headers, "x-held": "1"})
        self.page.wait_for_function("before => window.done > before", arg=before)
        still(self.page)


@dataclass
class Watcher:
    """What must not happen on any page."""

    seen: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def attach(self, context: Any) -> None:
        """Watch all pages of a browser context."""
        context.route("**/*", self._route)
        context.on("page", self.watch)
        # A policy violation is an event of the document; the console also says it, in words that change.
        context.add_init_script(
            "document.addEventListener('securitypolicyviolation', (event) => console.error('CSP refused '"
            " + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))"
        )

    def watch(self, page: Any) -> None:
        page.on("dialog", self._dialog)
        page.on("pageerror", lambda error: self.seen.append(f"script error: {error}"))
        page.on("console", self._console)

    def _route(self, route: Any) -> None:
        address = urlsplit(route.request.url)
        if address.scheme in ("http", "https") and address.hostname not in ("127.0.0.1", "localhost"):
            self.outside.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    def _dialog(self, dialog: Any) -> None:
        self.seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _console(self, message: Any) -> None:
        if "CSP refused" in message.text or "Content Security Policy" in message.text:
            self.seen.append(message.text)


def serious(page: Any) -> list[str]:
    """What axe-core finds serious or critical on a page, by WCAG 2.2 A and AA and its best practices."""
    if not AXE.exists():
        pytest.skip("needs axe-core: make test-browser")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    report = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {violation['help']} ({node['html'][:160]})"
        for violation in report["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


class Album:
    """Pictures for the documentation, small: few colours are enough for pages."""

    def __init__(self, page: Any) -> None:
        self.page = page
        folder = os.environ.get("TERTIUM_PICTURES")
        self.folder = Path(folder) if folder else None

    def take(self, name: str, part: str | None = None) -> None:
        if self.folder is None:
            return
        from PIL import Image

        self.page.wait_for_timeout(500)
        path = self.folder / f"{name}.png"
        (self.page.locator(part) if part else self.page).screenshot(path=path)
        with Image.open(path) as image:
            image.convert("RGB").quantize(48).save(path, optimize=True)
