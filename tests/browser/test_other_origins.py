"""Pages of another origin, open in the browser of somebody who is signed in: they change nothing and read nothing.

The other origin is another port of this machine: as 127.0.0.1 it is the same site, so the browser sends the cookie
along, and as localhost it is another site.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tertium.server.database.values import new_id
from tertium.server.web import assets
from tests.browser.harness import PATIENCE, until
from tests.browser.serving import PASSWORD, Answer, Person, Served
from tests.browser.sheets import fetched, new_sheet

EDIT = {"do": "card.add", "card": "evil", "name": "EVIL", "alternatives": []}


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>another origin</title><body>")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def other_origin(host: str) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://{host}:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass(slots=True)
class Evil:
    """A page of another origin in the browser of a manager, who has a sheet."""

    page: Any
    served: Served
    manager: Person
    sheet: str
    same_site: bool

    def answers(self, wanted: int) -> list[int]:
        """What the server answered to requests that would change something, once there are so many."""
        until(self.page, lambda: len(self._changes()) >= wanted)
        changes = self._changes()
        if self.same_site:  # the attack is a real one: the browser does send the cookie
            assert all(answer.signed_in for answer in changes)
        return [answer.status for answer in changes]

    def _changes(self) -> list[Answer]:
        return [answer for answer in list(self.served.answers) if answer.method not in ("GET", "HEAD", "OPTIONS")]


@pytest.fixture(params=["127.0.0.1", "localhost"])
def evil(request: pytest.FixtureRequest, browser: Any, served: Served) -> Iterator[Evil]:
    manager = served.person(f"Victim at {request.param}", admin=True)
    sheet = new_sheet(served, manager)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    served.sign_in(context, manager)
    page = context.new_page()
    with other_origin(request.param) as address:
        page.goto(address)
        served.answers.clear()
        yield Evil(page, served, manager, sheet, request.param == "127.0.0.1")
        context.close()


def state(served: Served, manager: Person, sheet: str) -> list[Any]:
    """What attacks would change. That it can be read shows that the session is still good."""
    return [
        json.loads(fetched(served, manager, path))
        for path in ("/api/v1/me", "/api/v1/projects", f"/api/v1/sheets/{sheet}")
    ]


FORM = """([address, type, fields]) => new Promise((done) => {
  const frame = Object.assign(document.createElement('iframe'), {name: 'f' + Math.random()});
  const about = {method: 'post', action: address, enctype: type, target: frame.name};
  const form = Object.assign(document.createElement('form'), about);
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), {name, value}));
  }
  document.body.append(frame, form);
  setTimeout(() => form.submit());
  done();
})"""


def test_forms(evil: Evil, served: Served) -> None:
    """In a frame and on top: signing out, signing in as somebody else, and JSON that a form can send."""
    page, manager, sheet = evil.page, evil.manager, evil.sheet
    before = state(served, manager, sheet)
    encoded, plain, parts = "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"
    login = {"name": manager.name, "password": PASSWORD, "next": "/"}
    # As text/plain, name=value is JSON: {"name":"evil", … "x":"="}.
    project = {'{"name":"evil","source_lang":"es","target_lang":"en","x":"': '"}'}
    event = json.dumps({"base_seq": 0, "events": [{"edit_id": new_id(), "command": EDIT}]})[:-1] + ', "x":"'
    forms = [
        ("/logout", encoded, {}),
        ("/login", encoded, login),
        ("/login", parts, login),
        ("/api/v1/projects", plain, project),
        (f"/api/v1/sheets/{sheet}/events", plain, {event: '"}'}),
        (f"/api/v1/sheets/{sheet}/give-back", encoded, {}),
    ]
    for path, kind, fields in forms:
        page.evaluate(FORM, [served.url + path, kind, fields])
    assert evil.answers(len(forms)) == [403] * len(forms)
    here = page.url
    for path, kind, fields in forms[:2]:  # on top, where a browser is the most generous
        page.goto(here)
        page.evaluate(FORM.replace("target: frame.name", "target: '_top'"), [served.url + path, kind, fields])
        page.wait_for_url(served.url + path)
    assert set(evil.answers(len(forms) + 2)) == {403}
    assert state(served, manager, sheet) == before


FETCH = """async ([address, method, mode, type, body]) => {
  try {
    const answer = await fetch(address, {method, mode, body, credentials: 'include', headers: {'Content-Type': type}});
    return answer.type === 'opaque' ? 'opaque' : await answer.text();
  } catch (error) {
    return 'refused';
  }
}"""


def test_requests_of_scripts(evil: Evil, served: Served) -> None:
    """With and without asking first (CORS), and beacons: nothing is changed, nothing can be read."""
    page, manager, sheet = evil.page, evil.manager, evil.sheet
    before = state(served, manager, sheet)
    event = json.dumps({"base_seq": 0, "events": [{"edit_id": new_id(), "command": EDIT}]})
    project = json.dumps({"name": "evil", "source_lang": "es", "target_lang": "en"})
    simple = [(f"/api/v1/sheets/{sheet}/events", event), ("/api/v1/projects", project), ("/api/v1/logout", "{}")]
    for path, body in simple:
        asked = [served.url + path, "POST", "no-cors", "text/plain", body]
        assert page.evaluate(FETCH, asked) in ("opaque", "refused")
    assert evil.answers(len(simple)) == [403] * len(simple)
    for method, path in (("POST", "/api/v1/projects"), ("PATCH", "/api/v1/me"), ("PUT", f"/api/v1/sheets/{sheet}"),
                         ("DELETE", f"/api/v1/sheets/{sheet}")):  # fmt: skip
        assert page.evaluate(FETCH, [served.url + path, method, "cors", "application/json", project]) == "refused"
    work = {"tab": "t", "intervals": []}
    address = f"{served.url}/api/v1/sheets/{sheet}/work"
    page.evaluate("([address, body]) => navigator.sendBeacon(address, body)", [address, json.dumps(work)])
    assert evil.answers(len(simple) + 1) == [403] * (len(simple) + 1)
    for path in (
        "/api/v1/me",
        f"/api/v1/sheets/{sheet}",
        f"/api/v1/sheets/{sheet}/network.net",
        assets.address("icon.svg"),
    ):
        read = "async (address) => { try { return await (await fetch(address, {credentials: 'include'})).text(); }"
        assert page.evaluate(f"{read} catch {{ return 'refused'; }} }}", served.url + path) == "refused"
    assert state(served, manager, sheet) == before


def test_images_scripts_frames_and_sockets(evil: Evil, served: Served) -> None:
    """What a page can embed from another origin: nothing arrives, no page of ours stands in a frame."""
    page, manager, sheet = evil.page, evil.manager, evil.sheet
    before = state(served, manager, sheet)
    paths = [
        "/logout",
        "/api/v1/me",
        f"/api/v1/sheets/{sheet}/diagram.svg",
        assets.address("icon.svg"),
        assets.address("annotate/queue.js"),
    ]
    load = """([tag, attribute, address]) => new Promise((done) => {
      const element = Object.assign(document.createElement(tag), {[attribute]: address, rel: 'stylesheet'});
      element.onload = () => done('loaded');
      element.onerror = () => done('refused');
      document.body.append(element);
    })"""
    for path in paths:
        for tag, attribute in (("img", "src"), ("script", "src"), ("link", "href"), ("audio", "src")):
            assert page.evaluate(load, [tag, attribute, served.url + path]) == "refused", (tag, path)
    framed = ["/", f"/sheets/{sheet}", "/login", f"/api/v1/sheets/{sheet}/diagram.svg"]
    for path in framed:
        for tag, attribute in (("iframe", "src"), ("object", "data"), ("embed", "src")):
            page.evaluate(
                "([tag, attribute, address]) => document.body.append(Object.assign("
                "document.createElement(tag), {[attribute]: address, width: 300, height: 200}))",
                [tag, attribute, served.url + path],
            )
    # What is refused in an iframe or an embed becomes a page of the browser's own; an object shows nothing.
    until(page, lambda: sum(frame.url.startswith("chrome-error:") for frame in page.frames) >= 2 * len(framed))
    assert [frame.url for frame in page.frames if frame.url.startswith(served.url)] == []
    assert any(frame.url.startswith("chrome-error:") for frame in page.frames)
    listen = """([kind, address]) => new Promise((done) => {
      const source = new (kind === 'events' ? EventSource : WebSocket)(address);
      source.onopen = source.onmessage = () => done('open');
      source.onerror = () => { source.close(); done('refused'); };
    })"""
    assert page.evaluate(listen, ["events", f"{served.url}/api/v1/me"]) == "refused"
    for path in ("/", f"/api/v1/sheets/{sheet}/events", "/api/v1/me"):
        assert page.evaluate(listen, ["socket", served.url.replace("http", "ws") + path]) == "refused"
    assert state(served, manager, sheet) == before


def test_a_window_cannot_be_reached(evil: Evil, served: Served) -> None:
    """A page that opens ours has no hold of its window."""
    page, sheet = evil.page, evil.sheet
    with page.expect_popup() as opened:
        page.evaluate("address => { window.ours = open(address); }", f"{served.url}/sheets/{sheet}")
    opened.value.locator("#app[aria-busy=false]").wait_for()
    page.wait_for_function("() => window.ours.closed")  # the browser has cut the tie
    assert opened.value.evaluate("() => window.opener === null")
