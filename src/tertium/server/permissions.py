"""Who may do what: one function, asked by every route."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Role = Literal["annotator", "reviewer", "manager", "grader", "judge"]
ROLES: tuple[Role, ...] = ("annotator", "reviewer", "manager", "grader", "judge")
APART: frozenset[str] = frozenset({"manager", "grader"})
"""Never both: managers see all marks, and graders mark blind."""
Kind = Literal["service", "project", "segment", "sheet", "batch", "job", "exam", "attempt", "grading"]
Verdict = Literal["yes", "no", "hidden"]
"""`no`: you may know that it exists; `hidden`: you may not."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who is signed in."""

    id: str
    name: str
    admin: bool = False
    roles: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """One's roles by project; whatever one of them allows is allowed."""
    attempt: str | None = None
    """Of a candidate: the attempt that the session is good for, and nothing else."""
    scopes: tuple[str, ...] | None = None
    """Of a program with somebody's token: what the token is good for. People have none."""


@dataclass(frozen=True, slots=True)
class Object:
    """What is acted upon."""

    kind: Kind
    id: str = ""
    project: str | None = None
    owner: str | None = None
    state: str = ""
    sharing: str = "none"


SERVICE = Object("service")

_WORKERS = frozenset({"annotator", "reviewer", "manager"})
_SEERS = frozenset({"reviewer", "manager"})
_MANAGERS = frozenset({"manager"})
_MEMBERS = frozenset(ROLES)

# Who may do it because of a role in the project. "owner" is the one whose sheet or job it is.
_BY_ROLE: dict[str, frozenset[str]] = {
    "project.read": _MEMBERS,
    "project.edit": _MANAGERS,
    "project.fill": _MANAGERS,
    "project.export": _MANAGERS,
    "project.export-own": _WORKERS,
    "members.read": _MEMBERS,
    "members.edit": _MANAGERS,
    "invite.make": _MANAGERS,
    "invite.list": _MANAGERS,
    "queue.read": _WORKERS,
    "queue.next": _WORKERS,
    "segment.assign": _MANAGERS,
    "segment.discard": _MANAGERS,
    "sheet.read": _SEERS | {"owner", "sharing"},
    "sheet.edit": frozenset({"owner"}),
    "sheet.give-back": _MANAGERS | {"owner"},
    "sheet.submit": frozenset({"owner"}),
    "sheet.reopen": _MANAGERS | {"owner"},
    "sheet.return": _SEERS,
    "sheet.remark": _SEERS | {"owner"},
    "sheet.export": _MANAGERS | {"owner"},
    "compare.read": _SEERS,
    "compare.unite": _SEERS,
    "job.read": _MANAGERS | {"owner"},
    "job.cancel": _MANAGERS | {"owner"},
    "job.sheet": _MANAGERS,
    "job.take-back": _MANAGERS,
    "batch.make": _MANAGERS,
    "batch.list": _SEERS | {"judge"},
    "batch.judge": _SEERS | {"judge"},
    "batch.results": _SEERS,
    "dashboard.read": _SEERS,
    "exam.list": _MANAGERS | {"grader"},
    "exam.read": _MANAGERS | {"grader"},
    "exam.manage": _MANAGERS,
    "exam.grade": frozenset({"grader"}),
    "attempt.manage": _MANAGERS,
    "grading.do": frozenset({"own grading"}),
}
_ANYONE = frozenset({"service.read", "session.login", "invite.read", "invite.accept"})
_SIGNED_IN = frozenset({"session.logout", "me.read", "me.edit", "project.list", "score.run", "token.manage"})
_ADMIN = frozenset({"admin.invite", "admin.people"})
_MAKERS = frozenset({"project.create"})
CANDIDATE = frozenset({"attempt.read", "attempt.write", "attempt.result", "attempt.appeal"})
"""Done by candidates, each to their own attempt; nobody else can."""

SCOPES: dict[str, frozenset[str]] = {
    "score": frozenset({"score.run"}),
    "read": frozenset(
        {"me.read", "project.list"} | {a for a in _BY_ROLE if a.split(".")[1] in ("read", "list", "results")}
    ),
    "export": frozenset({a for a in _BY_ROLE if a.split(".")[1].startswith("export")} | {"job.read"}),
}
"""What a token can be good for. Nothing in here changes what is stored, and no token makes other tokens."""

ACTIONS = frozenset(_BY_ROLE) | _ANYONE | _SIGNED_IN | _ADMIN | _MAKERS | CANDIDATE


def allowed(actor: Actor | None, action: str, thing: Object = SERVICE) -> Verdict:
    """Whether someone may do something to an object."""
    if action in _ANYONE:
        return "yes"
    if actor is None:
        return "no"
    if actor.scopes is not None and not any(action in SCOPES[scope] for scope in actor.scopes):
        return "no"
    if action in CANDIDATE or actor.attempt is not None:
        return "yes" if action in CANDIDATE and actor.attempt == thing.id and thing.kind == "attempt" else "hidden"
    if action in _SIGNED_IN:
        return "yes"
    if action in _ADMIN:
        return "yes" if actor.admin else "no"
    if action in _MAKERS:
        return "yes" if actor.admin or any("manager" in roles for roles in actor.roles.values()) else "no"
    return _by_role(actor, _BY_ROLE[action], thing)


# What is asked about each kind of object when a page wants to know; of a project, all that a role alone decides.
_ASKED: dict[Kind, tuple[str, ...]] = {
    "service": tuple(sorted(_MAKERS | _ADMIN)),
    "project": tuple(action for action, who in _BY_ROLE.items() if who <= _MEMBERS),
    "sheet": (*(action for action in _BY_ROLE if action.startswith("sheet.")), "compare.read"),
    "exam": tuple(action for action in _BY_ROLE if action.startswith("exam.")),
}


def may(actor: Actor, thing: Object = SERVICE) -> list[str]:
    """All that someone may do to an object: what pages show and hide comes from here, never from roles."""
    return [action for action in _ASKED[thing.kind] if allowed(actor, action, thing) == "yes"]


def _by_role(actor: Actor, who: frozenset[str], thing: Object) -> Verdict:
    roles = actor.roles.get(thing.project or "")
    if not roles:
        # A job without a project (an import) is seen by the one who asked for it, nobody else's by anyone.
        own_job = thing.kind == "job" and thing.project is None and thing.owner == actor.id
        return "yes" if own_job and "owner" in who else "hidden"
    if roles & who or ("owner" in who and thing.owner == actor.id and roles & _WORKERS):
        return "yes"
    if "own grading" in who and "grader" in roles and thing.owner == actor.id:
        return "yes"
    if "sharing" in who and roles & _WORKERS and _shared(thing):
        return "yes"
    return "no" if _visible(actor, roles, thing) else "hidden"


def _shared(sheet: Object) -> bool:
    return sheet.sharing == "live" or (sheet.sharing == "after-submit" and sheet.state == "submitted")


def _visible(actor: Actor, roles: frozenset[str], thing: Object) -> bool:
    """Whether someone who may not do this may still know that the object exists."""
    if thing.kind == "project":
        return True
    if thing.kind in ("sheet", "job"):
        return bool(roles & _SEERS) or thing.owner == actor.id or (bool(roles & _WORKERS) and _shared(thing))
    if thing.kind == "segment":
        return bool(roles & _WORKERS)
    if thing.kind in ("exam", "attempt", "grading"):
        return "manager" in roles or ("grader" in roles and thing.kind == "exam")
    return bool(roles & (_SEERS | {"judge"}))
