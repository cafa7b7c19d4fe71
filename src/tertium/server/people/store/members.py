"""Who is in which project, with which roles."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.errors import InvalidError, NotFoundError, StateError
from tertium.server.permissions import APART, ROLES, Actor, Object, allowed


def in_order(roles: Iterable[str]) -> list[str]:
    """Roles as lists show them."""
    return sorted(roles, key=list[str](ROLES).index)


def memberships(connection: Connection, person_id: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """The projects of everybody, or of one person, with the roles there."""
    m, p = t.member.c, t.project.c
    query = select(m.person_id, p.id, p.name, m.role).join(t.project, m.project_id == p.id).order_by(p.name, p.id)
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for row in connection.execute(query if person_id is None else query.where(m.person_id == person_id)):
        project = found.setdefault(row.person_id, {}).setdefault(row.id, {"id": row.id, "name": row.name, "roles": []})
        project["roles"] = in_order([*project["roles"], row.role])
    return {person: list(projects.values()) for person, projects in found.items()}


def roles_in(connection: Connection, project_id: str, person_id: str) -> frozenset[str]:
    """Somebody's roles in a project; none if they are not in it."""
    m = t.member.c
    query = select(m.role).where(m.project_id == project_id, m.person_id == person_id)
    return frozenset(connection.execute(query).scalars())


def set_roles(connection: Connection, project_id: str, person_id: str, roles: Collection[str]) -> None:
    """Give somebody these roles, and no others.

    Raises:
        InvalidError: They do not go together.
        StateError: Nobody would manage the project any more.
    """
    if set(roles) >= APART:
        raise InvalidError("a manager sees all marks, and a grader marks blind", "choose one of the two", field="roles")
    before = roles_in(connection, project_id, person_id)
    if "manager" in before and "manager" not in roles:
        refuse_last_manager(connection, project_id, person_id)
    m = t.member.c
    connection.execute(delete(t.member).where(m.project_id == project_id, m.person_id == person_id))
    for role in in_order(set(roles)):
        connection.execute(insert(t.member).values(project_id=project_id, person_id=person_id, role=role))


def add_role(connection: Connection, project_id: str, person_id: str, role: str) -> None:
    """Give somebody a role beside those that are there."""
    set_roles(connection, project_id, person_id, roles_in(connection, project_id, person_id) | {role})


def refuse_last_manager(connection: Connection, project_id: str, person_id: str) -> None:
    m = t.member.c
    others = select(func.count()).where(m.project_id == project_id, m.role == "manager", m.person_id != person_id)
    if connection.execute(others).scalar_one() == 0:
        raise StateError("a project needs a manager", "make somebody else a manager first")


def of_project(connection: Connection, id: str, actor: Actor) -> list[dict[str, Any]]:
    """Who is in a project: managers and reviewers see everyone, others themselves."""
    m, u = t.member.c, t.person.c
    query = select(u.id, u.name, m.role).join(t.member, m.person_id == u.id).where(m.project_id == id)
    if allowed(actor, "compare.read", Object("project", id, id)) != "yes":
        query = query.where(u.id == actor.id)
    found: dict[str, dict[str, Any]] = {}
    for row in connection.execute(query.order_by(u.name, u.id)):
        member = found.setdefault(row.id, {"user": row.id, "name": row.name, "roles": []})
        member["roles"] = in_order([*member["roles"], row.role])
    return list(found.values())


def change(connection: Connection, id: str, actor: Actor, person_id: str, roles: Collection[str]) -> None:
    """Change the roles of someone who is in the project."""
    if not roles_in(connection, id, person_id):
        raise NotFoundError
    set_roles(connection, id, person_id, roles)
    note(connection, actor.id, "members.edit", id, {"person": person_id, "roles": in_order(set(roles))})


def remove(connection: Connection, id: str, actor: Actor, person_id: str) -> None:
    """Take someone out of a project; their work stays."""
    refuse_last_manager(connection, id, person_id)
    m = t.member.c
    done = connection.execute(delete(t.member).where(m.project_id == id, m.person_id == person_id))
    if done.rowcount == 0:
        raise NotFoundError
    note(connection, actor.id, "members.remove", id, {"person": person_id})
