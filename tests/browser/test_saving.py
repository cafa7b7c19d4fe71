"""Nothing that was typed is lost: a killed browser, an hour without a connection, two tabs, a login that ended."""

import logging
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tertium.server.people.store import people
from tests.browser.harness import FLAGS, chromium_path, expect
from tests.browser.serving import Person, Served
from tests.browser.sheets import (
    add_line,
    berlusconi,
    count,
    lines,
    live_region,
    new_sheet,
    open_card,
    open_sheet,
    saved,
    stored,
)


def ministers(served: Served, sheet: str, person: Person) -> list[str]:
    return lines(stored(served, sheet, person)["doc"])["PRIME-MINISTER"]


def kept(page: Any, text: str) -> None:
    """Wait until the browser's own store has a text; a busy disk takes its time."""
    page.wait_for_function(
        """text => new Promise((done, failed) => {
            const opening = indexedDB.open('tertium', 1);
            opening.onerror = () => failed(opening.error);
            opening.onsuccess = () => {
                const reading = opening.result.transaction('queues').objectStore('queues').getAll();
                reading.onsuccess = () => done(JSON.stringify(reading.result).includes(text));
                opening.result.close();
            };
        })""",
        arg=text,
    )


def test_an_hour_offline(page: Any, served: Served, person: Person) -> None:
    page.clock.install()
    sheet = berlusconi(page, served, person)
    page.context.set_offline(True)
    for word in ("leader", "boss", "chief"):
        add_line(page, "PRIME-MINISTER", word)
    page.locator("#saved.offline", has_text="kept in this browser").wait_for()
    page.locator(".count .change", has_text="offline").wait_for()
    page.clock.fast_forward("01:00:00")
    for _ in range(8):  # editing goes on: the word goes, in one step or, typed slowly, in several, and then its line
        page.get_by_role("button", name="Undo").click()
        if page.locator(".line").count() == 7:
            break
    add_line(page, "PRIME-MINISTER", "head")
    assert ministers(served, sheet, person)[5:] == []
    page.context.set_offline(False)
    page.clock.fast_forward(5000)
    saved(page)
    page.clock.fast_forward(1000)
    count(page, "96")
    assert ministers(served, sheet, person)[5:] == ["leader", "boss", "head"]
    texts = [event["command"].get("text") for event in stored(served, sheet, person)["recent"]]
    assert [text for text in texts if text in ("leader", "boss", "chief", "head")] == [
        "leader",
        "boss",
        "chief",
        "head",
    ]


def test_a_reload_while_offline_keeps_the_edits(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    offline = True
    page.route("**/events", lambda route: route.abort() if offline else route.fallback())
    add_line(page, "PRIME-MINISTER", "leader")
    page.locator("#saved.offline").wait_for()
    kept(page, "leader")
    offline = False  # no `unroute`: it loses a request that is on its way
    page.reload()
    count(page, "72")
    saved(page)
    assert ministers(served, sheet, person)[5:] == ["leader"]


def test_two_tabs_merge_what_differs(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    other = page.context.new_page()
    open_sheet(other, served, sheet)
    add_line(page, "PRIME-MINISTER", "leader")
    add_line(other, "SILVIO", "Mr Berlusconi")
    for tab in (page, other):
        count(tab, "108")
        saved(tab)
    document = lines(stored(served, sheet, person)["doc"])
    assert document["PRIME-MINISTER"][5:] == ["leader"]
    assert document["SILVIO"][2:] == ["Mr Berlusconi"]


def two_versions(page: Any, other: Any) -> None:
    """The same line changed in two tabs, of which one could not hear of the other."""
    other.evaluate("() => { BroadcastChannel.prototype.postMessage = () => undefined; }")
    for tab in (page, other):
        open_card(tab, "SILVIO")
    offline = True
    page.route("**/events", lambda route: route.abort() if offline else route.fallback())
    page.locator("textarea").nth(1).fill("S. Berlusconi")
    page.locator("#saved.offline").wait_for()
    other.locator("textarea").nth(1).fill("Mr Berlusconi")
    saved(other)
    offline = False
    page.locator(".conflicts").wait_for()


@pytest.mark.parametrize(("choice", "kept"), [("keep yours", "S. Berlusconi"), ("keep the other", "Mr Berlusconi")])
def test_two_versions_of_one_line_are_asked_about(
    page: Any, served: Served, person: Person, choice: str, kept: str
) -> None:
    sheet = berlusconi(page, served, person)
    other = page.context.new_page()
    open_sheet(other, served, sheet)
    two_versions(page, other)
    shown = page.locator(".conflicts").inner_text()
    assert "S. Berlusconi" in shown
    assert "Mr Berlusconi" in shown
    page.get_by_role("button", name=choice).click()
    page.locator(".conflicts").wait_for(state="detached")
    saved(page)
    assert lines(stored(served, sheet, person)["doc"])["SILVIO"][1] == kept


def test_a_login_that_ended_is_renewed_in_another_tab(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    served.store.writing(people.close_session, person.token)
    add_line(page, "PRIME-MINISTER", "leader")
    page.locator("#saved.signed-out", has_text="kept in this browser").wait_for()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Sign in in a new tab").click()
    door = opened.value
    door.get_by_label("Name").fill(person.name)
    door.get_by_label("Password").fill("correct horse battery")
    door.get_by_role("button", name="Sign in").click()
    door.wait_for_url("**/")
    saved(page)  # without a reload
    expect(page.locator(".lines textarea").last).to_have_value("leader")
    again = served.store.writing(people.open_session, person.id)
    assert ministers(served, sheet, Person(person.id, person.name, again))[5:] == ["leader"]


def launched(playwright: Any, folder: Path) -> Any:
    return playwright.chromium.launch_persistent_context(str(folder), executable_path=chromium_path(), args=FLAGS)


def kill_browser(folder: Path) -> None:
    """End our own Chromium the hard way: the one that was started with this folder, and all it started."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    doomed = {pid for pid, _, arguments in rows if f"--user-data-dir={folder}" in arguments}
    while more := {pid for pid, parent, _ in rows if parent in doomed} - doomed:
        doomed |= more
    for pid in doomed:
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    for lock in folder.glob("Singleton*"):  # Chromium asks people whether to take it over
        lock.unlink()


def test_chromium_killed_in_mid_word(playwright: Any, served: Served, person: Person, tmp_path: Path) -> None:
    sheet = new_sheet(served, person)
    context = launched(playwright, tmp_path)
    served.sign_in(context, person)
    page = context.new_page()
    page.route("**/events", lambda route: route.abort())  # the server hears nothing of it
    open_sheet(page, served, sheet)
    page.keyboard.press("Alt+n")
    page.keyboard.type("the Italian premier ann", delay=20)
    kept(page, "the Italian premier ann")
    page.keyboard.type("oun", delay=5)
    kill_browser(tmp_path)
    context = launched(playwright, tmp_path)
    served.sign_in(context, person)
    page = context.new_page()
    open_sheet(page, served, sheet)
    page.locator("textarea").first.wait_for()
    text = page.locator("textarea").first.input_value()
    assert "the Italian premier announ".startswith(text)
    assert text.startswith("the Italian premier ann")
    saved(page)
    events = stored(served, sheet, person)["recent"]
    assert len({event["edit_id"] for event in events}) == len(events)
    assert lines(stored(served, sheet, person)["doc"]) == {"S": [text]}
    context.close()


def test_undo_reaches_further_back_than_a_sheet_opens_with(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    edits = 230
    open_card(page, "PRIME-MINISTER")
    for number in range(edits):  # each a step of its own: keys on one line are joined, changes of two lines are not
        page.locator("textarea").nth(number % 2).fill(f"word {number}")
    saved(page)
    page.reload()
    count(page, "60")
    open_card(page, "PRIME-MINISTER")
    undo = page.get_by_role("button", name="Undo")
    for _ in range(edits):
        undo.click()
    page.wait_for_function("() => document.querySelector('textarea').value === 'prime-minister'")
    saved(page)
    assert ministers(served, sheet, person)[:2] == ["prime-minister", "PM"]
    undo.click()  # the text itself
    count(page, "0")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+z")
    live_region(page, "nothing to undo")


def test_a_browser_without_a_store_still_edits(page: Any, served: Served, person: Person) -> None:
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('no store'); };")
    sheet = berlusconi(page, served, person)
    page.locator("#saved", has_text="no copy in this browser").wait_for()
    add_line(page, "PRIME-MINISTER", "leader")
    count(page, "72")
    saved(page)
    assert ministers(served, sheet, person)[5:] == ["leader"]


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the server writes into its log from warnings on."""
    found: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage() + str(record.exc_info or ""))

    handler, loggers = Kept(logging.WARNING), [logging.getLogger(name) for name in ("uvicorn.error", "tertium.server")]
    for logger in loggers:
        logger.addHandler(handler)
    yield found
    for logger in loggers:
        logger.removeHandler(handler)


def test_a_browser_that_leaves_is_no_error(page: Any, served: Served, person: Person, complaints: list[str]) -> None:
    """In the middle of a word, and in the middle of a request: the log stays empty, and the time at work is kept."""
    sheet = berlusconi(page, served, person)
    add_line(page, "SILVIO", "Mr")
    page.close()
    path = f"/api/v1/sheets/{sheet}/work"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nCookie: {served.settings.cookie}={person.token}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n"
    for body in ("", '{"tab": "t", "inter'):
        with socket.create_connection(("127.0.0.1", int(served.url.rsplit(":", 1)[1]))) as half:
            half.sendall((head + body).encode())
            time.sleep(0.3)
    for _ in range(300):
        if [answer for answer in served.answers if answer.path == path and answer.status == 204]:
            break
        time.sleep(0.05)
    assert [answer.status for answer in served.answers if answer.path == path].count(204) == 1  # the beacon
    time.sleep(0.3)
    assert complaints == []
