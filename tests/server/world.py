"""A project with one person of every role, and one object of every kind; beside it a project of strangers."""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import insert, select

from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database import folder
from tertium.server.database import tables as t
from tertium.server.database.values import new_id, now
from tertium.server.people.store import people
from tests.server.support import API, BERLUSCONI, Person, Server, edit

MARKER = "zzheldoutzz"
SEGMENTS = [
    NewSegment(
        "1",
        "el primer ministro italiano Silvio Berlusconi anunció",
        texts=(
            ("best", "best", "the Italian prime minister BESTMARK Silvio Berlusconi announced"),
            ("ref1", "reference", "Italian premier REFMARK Berlusconi announced"),
            (f"held-{MARKER}", "held-out", f"Italy 's {MARKER} Berlusconi has declared"),
            ("system", "output", "the prime minister OUTMARK Berlusconi announce"),
        ),
    ),
    NewSegment("2", "dijo que sí", texts=((f"held-{MARKER}", "held-out", f"he {MARKER} said yes"),)),
]
ROLES = ("anonymous", "outsider", "admin", "owner", "annotator", "reviewer", "manager", "grader", "judge")


@dataclass(slots=True)
class World:
    """Ids by kind, and clients by role; `foreign` has the same kinds in the project of the outsider."""

    server: Server
    people: dict[str, Person] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    foreign: dict[str, str] = field(default_factory=dict)

    def client(self, role: str) -> Any:
        return self.server.visitor() if role == "anonymous" else self.people[role].client

    def invite(self, project: str) -> str:
        """The id of a fresh invite."""

        def make(connection: Any) -> str:
            people.make_invite(connection, None, project, "annotator", 1)
            i = t.invite.c
            query = select(i.id).where(i.project_id == project, i.used_at.is_(None)).order_by(i.expires.desc())
            return str(connection.execute(query.limit(1)).scalar_one())

        return self.server.store.writing(make)


def make_world(server: Server, *, shows: Shows | None = None, **settings: Any) -> World:
    """Everything, written by the people themselves."""
    world = World(server)
    world.people["manager"] = server.person("Manager")
    world.people["outsider"] = server.person("Outsider")
    world.people["admin"] = server.person("Admin", admin=True)
    project = server.project(
        world.people["manager"],
        shows=shows or Shows(source=True, references=True),
        annotators_per_segment=3,
        **settings,
    )
    for name, role in (("owner", "annotator"), ("annotator", "annotator"), ("reviewer", "reviewer"),
                       ("grader", "grader"), ("judge", "judge")):  # fmt: skip
        world.people[name] = server.join(project, server.person(name.title()), role)
    world.ids = _fill(world, project, world.people["owner"], world.people["manager"])
    other = server.project(world.people["outsider"], name="Strangers")
    world.foreign = _fill(world, other, world.people["outsider"], world.people["outsider"])
    return world


def _fill(world: World, project: str, owner: Person, manager: Person) -> dict[str, str]:
    server = world.server
    server.segments(project, SEGMENTS)
    sheet = server.sheet(project, owner)
    edit(owner, sheet, 0, *BERLUSCONI)
    submitted = owner.client.post(f"{API}/sheets/{sheet}/submit", json={"edit_id": "s", "reason": "enough"})
    assert submitted.status_code == 200, submitted.text
    made = manager.client.post(f"{API}/projects/{project}/batches", json={"name": "first", "per_segment": 2})
    batch = made.json()["id"]
    owner.client.post(f"{API}/sheets/{sheet}/reopen", json={"edit_id": "r"})
    item = manager.client.get(f"{API}/batches/{batch}/next").json()["item"]
    rows = manager.client.get(f"{API}/projects/{project}/segments").json()["items"]
    job = new_id()
    result = json.dumps({"text": "[S] = a", "segment": rows[1]["id"]})
    values = {"id": job, "kind": "unite", "project_id": project, "person_id": manager.id, "args": "{}", "state": "done",
              "progress": 1.0, "result": result, "file": f"{job}.net",
              "created": now(), "changed": now()}  # fmt: skip
    server.store.writing(lambda connection: connection.execute(insert(t.job).values(values)) and None)
    folder.write(folder.result_file(server.settings.data, job, "net"), "[S] = a\n")
    return {
        "project": project,
        "segment": rows[0]["id"],
        "sheet": sheet,
        "batch": batch,
        "item": item,
        "job": job,
        "user": manager.id,
        "session": "none",
        "file": "sheets.csv",
        "seq": "0",
        "token": "nonsense",
        "table": "none",
        "invite": "",
    }
