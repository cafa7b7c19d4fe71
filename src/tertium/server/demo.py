"""Putting the demonstration into a database: its people, the project, a judged batch, and the exam."""

import secrets
from dataclasses import dataclass

from tertium.server import demo_exam, demo_project
from tertium.server.database.engine import Connection, Store
from tertium.server.people.store import members, people
from tertium.server.permissions import Actor

PEOPLE = (
    ("Manager", "manager"),
    ("Ana", "annotator"),
    ("Ben", "annotator"),
    ("Carla", "annotator"),
    ("Rosa", "reviewer"),
    ("Jon", "judge"),
    ("Gil", "grader"),
    ("Gwen", "grader"),
    ("Greta", "grader"),
)


@dataclass(frozen=True, slots=True)
class Demo:
    """How people get into the demonstration."""

    password: str
    """Of all its people; a new one whenever the server starts."""
    names: tuple[str, ...]
    link: str | None
    """The secret of a candidate's link; None where the exam was there already."""


def install(store: Store) -> Demo:
    """Put the demonstration into a database, once."""
    password = secrets.token_urlsafe(9)
    names = tuple(name for name, _ in PEOPLE)
    actors = store.writing(_people, password)
    if actors is None:
        return Demo(password, names, None)
    id = store.writing(demo_project.create, actors["Manager"])
    store.writing(_roles, id, actors)
    demo_project.fill(store, id, actors)
    graders = [actors[name] for name, role in PEOPLE if role == "grader"]
    return Demo(password, names, demo_exam.install(store, id, actors["Manager"], graders))


def _people(connection: Connection, password: str) -> dict[str, Actor] | None:
    """None if they are there already; then only their password is new."""
    rows = {name: people.find_by_name(connection, name) for name, _ in PEOPLE}
    if all(rows.values()):
        for row in rows.values():
            assert row is not None
            people.set_password(connection, row.id, password)
        return None
    return {
        name: Actor(people.add_person(connection, name, password=password, admin=role == "manager"), name)
        for name, role in PEOPLE
    }


def _roles(connection: Connection, project_id: str, actors: dict[str, Actor]) -> None:
    for name, role in PEOPLE[1:]:
        members.add_role(connection, project_id, actors[name].id, role)
