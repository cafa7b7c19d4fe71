"""People, projects and requests for tests of the server."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tertium.server.annotate.rules.protocol import Protocol, Shows
from tertium.server.annotate.store import projects, queue
from tertium.server.app import create_app
from tertium.server.database.engine import Store
from tertium.server.database.values import new_id
from tertium.server.people.store import members, people
from tertium.server.permissions import Actor
from tertium.server.settings import ServerSettings
from tertium.server.web import assets

needs_pages = pytest.mark.skipif(
    not (assets.BUILT / "manifest.json").exists(), reason="needs the browser code: make web"
)
PASSWORD = "correct horse battery"
API = "/api/v1"


@dataclass(slots=True)
class Person:
    """Someone with a session."""

    id: str
    name: str
    client: TestClient


@dataclass(slots=True)
class Server:
    """An application with its database."""

    app: Starlette
    store: Store
    settings: ServerSettings
    clients: list[TestClient] = field(default_factory=list)

    @classmethod
    @contextmanager
    def open(cls, settings: ServerSettings, store: Store) -> Iterator[Self]:
        with closing(store):
            app = create_app(settings, store)
            server = cls(app, store, settings)
            with TestClient(app, base_url="http://testserver", raise_server_exceptions=False) as client:
                server.clients.append(client)
                yield server

    def visitor(self) -> TestClient:
        """Somebody without a session."""
        client = TestClient(self.app, base_url="http://testserver", raise_server_exceptions=False)
        client.portal = self.clients[0].portal
        return client

    def person(self, name: str, *, admin: bool = False) -> Person:
        def make(connection: Any) -> tuple[str, str]:
            id = people.add_person(connection, name, admin=admin)
            return id, people.open_session(connection, id)

        id, token = self.store.writing(make)
        client = self.visitor()
        client.cookies.set(self.settings.cookie, token)
        return Person(id, name, client)

    def browser(self, person: Person) -> TestClient:
        """One more browser in which somebody is signed in."""
        client = self.visitor()
        client.cookies.set(self.settings.cookie, self.store.writing(people.open_session, person.id))
        return client

    def project(self, manager: Person, *, shows: Shows = Shows(), **values: Any) -> str:  # noqa: B008
        content = {
            "name": "Test project",
            "source_lang": "es",
            "target_lang": "en",
            "tokenizer": "none",
            "protocol": Protocol(shows),
            "sharing": "none",
            "annotators_per_segment": 2,
            "lease_days": 7,
        } | values
        return self.store.writing(projects.create, Actor(manager.id, manager.name), content)

    def join(self, project: str, person: Person, role: str) -> Person:
        self.store.writing(members.add_role, project, person.id, role)
        return person

    def segments(self, project: str, segments: Sequence[projects.NewSegment]) -> None:
        self.store.writing(projects.add_segments, project, list(segments))

    def sheet(self, project: str, person: Person) -> str:
        actor = Actor(person.id, person.name, roles={project: frozenset({"annotator"})})
        return str(self.store.writing(queue.take_next, actor, project)["sheet"])

    def settle(self) -> None:
        """Wait until measures are up to date."""
        assert self.clients[0].portal is not None
        self.clients[0].portal.call(self.app.state.refresher.settle)


def edit(person: Person, sheet: str, seq: int, *commands: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Send commands and expect them to be taken."""
    events = [{"edit_id": new_id(), "command": command, **more} for command in commands]
    answer = person.client.post(f"{API}/sheets/{sheet}/events", json={"base_seq": seq, "events": events})
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def add_card(card: str, name: str, *texts: str, span: tuple[int, int] | None = None) -> dict[str, Any]:
    lines = [{"id": f"{card}l{i}", "text": text, "cost": 0} for i, text in enumerate(texts)]
    return {"do": "card.add", "card": card, "name": name, "span": span, "alternatives": lines}


BERLUSCONI = (
    add_card("pm", "PRIME-MINISTER", "prime-minister", "PM", "prime minister", "head of government", "premier"),
    add_card("silvio", "SILVIO", "Silvio", '""'),
    add_card("the", "THE-ITALIAN-PREMIER", "the Italian [PRIME-MINISTER]", "the [PRIME-MINISTER] of Italy",
             "Italy 's [PRIME-MINISTER]"),
    add_card("said", "ANNOUNCED", "announced", "declared"),
    add_card("s", "S", "[THE-ITALIAN-PREMIER] [SILVIO] Berlusconi [ANNOUNCED]"),
    {"do": "root.set", "card": "s"},
)  # fmt: skip
"""60 paths: 15 x 2 x 2."""


def finished_job(server: "Server", person: Person, answer: Any) -> dict[str, Any]:
    """Wait for a job and give what came of it."""
    assert answer.status_code == 202, answer.text
    assert server.clients[0].portal is not None
    server.clients[0].portal.call(server.app.state.jobs.settle)
    content: dict[str, Any] = person.client.get(f"{API}/jobs/{answer.json()['id']}").json()
    return content
