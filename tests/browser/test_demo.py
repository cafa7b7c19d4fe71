"""The demonstration as a newcomer meets it: `tertium serve --demo`, sign in, first card; and the pictures of the pages.

TERTIUM_PICTURES=folder (`make pictures`) writes the pictures that the documentation shows. TERTIUM_WHEEL_PROGRAM names
a `tertium` that was installed from a wheel in an environment of its own; then that one is started, without a network
where `unshare` can take it away.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import FLAGS, ROOT, Album, chromium_path, expect
from tests.browser.sheets import ask, count, live_region, saved


@contextmanager
def demonstration(command: list[str]) -> Iterator[tuple[str, str]]:
    """A server with the demonstration; its address and the password of its people."""
    # The program must find its own package, not that of the checkout from which the tests come.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {
        "PYTHONUNBUFFERED": "1"
    }
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stderr is not None
            said = ""
            while "the password is" not in said:
                line = server.stderr.readline()
                assert line, said
                said += line
            address = re.search(r"http://\S+:\d+", said)[0]
            yield address, said.split("the password is ")[1].split()[0]
        finally:
            server.terminate()
            server.wait(20)


def free_port() -> int:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def sign_in(page: Any, address: str, name: str, password: str) -> None:
    for _ in range(600):  # the server says where it will be before it is there
        try:
            page.goto(f"{address}/login")
            break
        except Exception:
            page.wait_for_timeout(100)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Demonstration").wait_for()


def to_card(page: Any, line: int, words: str) -> None:
    """Select words of a line and make a card of them."""
    field = page.locator("textarea").nth(line)
    expect(field).to_have_value(re.compile(re.escape(words)))
    start = field.input_value().index(words)
    field.focus()
    field.evaluate("(field, [start, end]) => field.setSelectionRange(start, end)", [start, start + len(words)])
    page.keyboard.press("Control+Shift+C")


@pytest.fixture(scope="module")
def demo(playwright: Any) -> Iterator[tuple[str, str]]:
    command = [sys.executable, "-m", "tertium", "serve", "--demo", "--port", str(free_port())]
    with demonstration(command) as running:
        yield running


def stand_for(page: Any, number: int) -> None:
    """Mark a word of the source for the card at hand, where its place in the line has not proposed it already."""
    token = page.locator(".source .token").nth(number)
    if token.get_attribute("aria-pressed") != "true":
        token.click()


def test_the_annotator_s_first_hour(page: Any, demo: tuple[str, str]) -> None:
    """What docs/tutorial/annotators-first-hour.md tells, step by step."""
    page.set_viewport_size({"width": 1080, "height": 720})
    album = Album(page)
    sign_in(page, demo[0], "Ben", demo[1])
    page.get_by_role("link", name="Demonstration").click()
    page.locator("#yours").wait_for()
    album.take("queue")
    page.get_by_role("button", name="Next sentence").click()
    page.wait_for_url("**/sheets/*")
    page.locator(".source .token", has_text="reunión").wait_for()
    album.take("empty-sheet")
    page.keyboard.press("Alt+n")
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("the meeting will start tomorrow at nine")
    page.locator(".texts li").first.get_by_text("✓ covered").wait_for()
    to_card(page, 0, "will start")
    page.locator(".card-head", has_text="[WILL-START]").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type("begins")
    count(page, "2")
    stand_for(page, 2)  # empezará
    page.keyboard.press("Alt+b")
    to_card(page, 0, "nine")
    page.locator(".card-head", has_text="[NINE]").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type("nine o'clock")
    count(page, "4")
    stand_for(page, 6)  # nueve
    page.locator(".source .token[aria-pressed=true]", has_text="nueve").wait_for()
    album.take("spans", "#region-source")
    page.locator(".tree .row", has_text="S").first.click()
    page.keyboard.press("Enter")
    page.keyboard.type("tomorrow the meeting [WI")
    page.locator("[role=option]").first.wait_for()
    album.take("completion")
    page.keyboard.press("Tab")
    page.keyboard.type("at [NINE]")
    count(page, "8")
    ask(page, "the meeting begins at nine o'clock tomorrow")
    page.locator("#region-covered .verdict", has_text="edit").wait_for()
    page.locator("#region-covered").get_by_role("button", name="Show repairs").click()
    page.locator("#region-covered .repair").first.wait_for()
    album.take("repairs", "#region-covered")
    page.locator("#region-covered .repair").last.get_by_role("button").click()  # the one that closes the gap
    page.locator("#region-covered .verdict.good").wait_for()
    count(page, "9")
    page.locator(".samples button.bad").first.click()
    page.locator(".samples .choices").first.wait_for()
    album.take("samples", "#region-samples")
    live_region(page, "must not contain")
    page.keyboard.press("Control+z")
    saved(page)
    page.keyboard.press("Alt+g")
    page.locator("svg .box.card").first.wait_for()
    album.take("railroad", "#region-railroad")
    page.keyboard.press("Alt+g")
    page.evaluate("() => scrollTo(0, 0)")
    album.take("editor")
    page.keyboard.press("Alt+n")  # a card that nothing uses yet
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("session")
    saved(page)
    page.keyboard.press("Alt+Enter")
    page.locator("dialog .points li").first.wait_for()
    album.take("submit")
    page.get_by_label("It is right as it is, because").fill("the rest says something else")
    page.get_by_role("button", name="Submit all the same").click()
    page.wait_for_url("**/projects/*")
    page.locator("#yours", has_text="3 done").wait_for()


def test_the_manager_s_pages_show_everything(page: Any, demo: tuple[str, str]) -> None:
    """What docs/how-to/manage-annotation.md shows."""
    page.set_viewport_size({"width": 1080, "height": 780})
    album = Album(page)
    sign_in(page, demo[0], "Manager", demo[1])
    page.get_by_role("link", name="Demonstration").click()
    page.get_by_role("link", name="compare").first.wait_for()
    album.take("manager-queue")
    page.get_by_role("link", name="dashboard").click()
    page.locator("th", has_text="union of 3 (U)").wait_for()
    assert page.locator("figure", has_text="Growth of the networks").locator("polyline").count() >= 4
    assert page.locator("figure", has_text="Distance of held-out texts").locator("circle").count() == 3
    assert page.locator("figure", has_text="Edits left").locator("tr").count() >= 2
    album.take("dashboard")
    page.get_by_role("link", name="judging").click()
    page.locator("td", has_text="Are they grammatical?").wait_for()
    page.locator("tr", has_text="Are they grammatical?").get_by_role("button", name="Results").click()
    page.locator("table", has_text="slightly odd").wait_for()
    album.take("judging")
    page.get_by_role("link", name="settings").click()
    page.locator("h2", has_text="Export").wait_for()
    album.take("settings")
    page.get_by_role("link", name="sentences").click()
    page.get_by_role("link", name="compare").first.click()
    page.get_by_role("button", name="Unite: SPU").click()
    page.get_by_role("link", name="Export SPU").wait_for()
    page.locator("td", has_text="%").first.wait_for()
    album.take("compare")


def test_the_exam_s_pages_show_everything(page: Any, demo: tuple[str, str]) -> None:
    """What docs/how-to/exams.md shows."""
    page.set_viewport_size({"width": 1080, "height": 780})
    album = Album(page)
    sign_in(page, demo[0], "Manager", demo[1])
    page.get_by_role("link", name="Demonstration", exact=True).click()
    page.get_by_role("link", name="exams").click()
    page.get_by_role("link", name="Demonstration exam").click()
    page.locator("td", has_text="A candidate who did well").wait_for()
    page.get_by_role("heading", name="Candidates", exact=True).scroll_into_view_if_needed()
    album.take("exam")
    row = page.locator("tr", has_text="A candidate who did not")
    page.goto(demo[0] + str(row.locator("a[href*='/attempts/']").first.get_attribute("href")))
    page.get_by_text("the closest correct sentence").or_(page.locator("h2")).first.wait_for()
    album.take("exam-result")
    page.context.clear_cookies()
    sign_in(page, demo[0], "Gil", demo[1])
    page.get_by_role("link", name="Demonstration", exact=True).click()
    page.get_by_role("link", name="Demonstration exam").click()
    page.get_by_role("button", name="Next passage").click()
    page.get_by_role("radio").first.wait_for()
    album.take("exam-grading")
    page.get_by_role("link", name="exams", exact=True).click()
    page.get_by_role("link", name="The same, by bands").click()
    page.get_by_role("button", name="Next passage").click()
    page.get_by_role("radio").first.wait_for()
    page.get_by_role("group", name="meaning").scroll_into_view_if_needed()
    page.get_by_role("group", name="meaning").get_by_role("radio").nth(1).check()
    album.take("exam-bands", "form.panel")


def test_from_a_wheel_without_a_network(tmp_path: Path) -> None:
    program = os.environ.get("TERTIUM_WHEEL_PROGRAM")
    if program is None:
        pytest.skip("runs where TERTIUM_WHEEL_PROGRAM names an installed program: make test-demo")
    command = [program, "serve", "--demo", "--port", str(free_port())]
    script = [sys.executable, str(Path(__file__)), *command]
    alone = ["unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    cut_off = shutil.which("unshare") and subprocess.run([*alone, "true"], capture_output=True).returncode == 0
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    whole = [*(alone if cut_off else []), *script]
    done = subprocess.run(whole, capture_output=True, text=True, cwd=tmp_path, env=environment)
    print(done.stdout, "without a network" if cut_off else "with a network: unshare is not allowed here")
    assert done.returncode == 0, done.stderr[-3000:]


def first_card(command: list[str]) -> None:
    """Start the server, sign in and write a card; says how long that took."""
    from playwright.sync_api import sync_playwright

    began = time.monotonic()
    with demonstration(command) as (address, password), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        page = browser.new_page()
        sign_in(page, address, "Ben", password)
        page.get_by_role("link", name="Demonstration").click()
        page.get_by_role("button", name="Next sentence").click()
        page.wait_for_url("**/sheets/*")
        page.locator(".source .token").first.wait_for()
        page.keyboard.press("Alt+n")
        page.locator("textarea:focus").wait_for()
        page.keyboard.type("nobody expected it")
        count(page, "1")
        saved(page)
        browser.close()
    print(f"first card after {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    first_card(sys.argv[1:])
