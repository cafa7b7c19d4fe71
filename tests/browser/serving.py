"""A real server for the browser tests: uvicorn in a thread, SQLite in a folder of its own."""

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from tertium.server.annotate.rules.protocol import Protocol, Shows
from tertium.server.annotate.store import projects, queue
from tertium.server.app import create_app
from tertium.server.database.engine import Store
from tertium.server.errors import RefusedError
from tertium.server.people.store import members, people
from tertium.server.permissions import Actor
from tertium.server.settings import ServerSettings, sqlite_url

PASSWORD = "correct horse battery"
SPANISH = "el primer ministro italiano Silvio Berlusconi anunció"
REFERENCES = {
    "best": ("best", "the Italian prime minister Silvio Berlusconi announced"),
    "ref1": ("reference", "Italian premier Berlusconi announced"),
    "hidden": ("held-out", "Mr Berlusconi told the HELDOUT press"),
}


@dataclass(slots=True)
class Person:
    """Someone who can sign in."""

    id: str
    name: str
    token: str


class Answer(NamedTuple):
    """What the server answered, which a browser does not always tell."""

    method: str
    path: str
    status: int
    signed_in: bool
    """Whether the request had a cookie."""


@dataclass(slots=True)
class Served:
    """A server that runs, and what tests put into it."""

    url: str
    store: Store
    settings: ServerSettings
    answers: list[Answer] = field(default_factory=list)

    def person(self, name: str, *, admin: bool = False) -> Person:
        """A person with this name, or, where a test runs again, with a number behind it."""
        try:
            return self._person(name, admin)
        except RefusedError:
            return self._person(f"{name} {time.monotonic_ns()}", admin)

    def _person(self, name: str, admin: bool) -> Person:
        def make(connection: Any) -> tuple[str, str]:
            id = people.add_person(connection, name, password=PASSWORD, admin=admin)
            return id, people.open_session(connection, id)

        id, token = self.store.writing(make)
        return Person(id, name, token)

    def sign_in(self, context: Any, person: Person) -> None:
        context.add_cookies([{"name": self.settings.cookie, "value": person.token, "url": self.url}])

    def project(self, manager: Person, *, shows: Shows | None = None, **values: Any) -> str:
        content = {
            "name": "Progress A",
            "source_lang": "es",
            "target_lang": "en",
            "tokenizer": "none",
            "protocol": Protocol(shows or Shows(source=True, best=True, references=True)),
            "sharing": "none",
            "annotators_per_segment": 2,
            "lease_days": 7,
        } | values
        return self.store.writing(projects.create, Actor(manager.id, manager.name), content)

    def join(self, project: str, person: Person, role: str = "annotator") -> None:
        self.store.writing(members.add_role, project, person.id, role)

    def segments(self, project: str, segments: Sequence[projects.NewSegment]) -> None:
        self.store.writing(projects.add_segments, project, list(segments))

    def take(self, project: str, person: Person) -> str:
        """The next sentence for someone; the id of the sheet."""
        actor = Actor(person.id, person.name, roles={project: frozenset({"annotator"})})
        return str(self.store.writing(queue.take_next, actor, project)["sheet"])


def noting(app: Any, answers: list[Answer]) -> Any:
    """The application, with a note of each answer."""

    async def noted(scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                signed_in = any(name == b"cookie" for name, _ in scope["headers"])
                answers.append(Answer(scope["method"], scope["path"], message["status"], signed_in))
            await send(message)

        await app(scope, receive, sent)

    return noted


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Run a server on a free port until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = ServerSettings(data=folder, database=sqlite_url(folder))
    store = Store(settings.database)
    answers: list[Answer] = []
    app = noting(create_app(settings, store), answers)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
            assert thread.is_alive(), "the server did not start"
        yield Served(f"http://127.0.0.1:{port}", store, settings, answers)
        server.should_exit = True
        thread.join(20)
    store.close()
