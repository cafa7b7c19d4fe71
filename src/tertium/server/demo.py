"""A project that shows everything, made of our own sentences: the paper's example and a few more, two annotators."""

import secrets
from typing import Any

from sqlalchemy import Connection, select

from tertium.server.api.sheets import ids
from tertium.server.domain import textview
from tertium.server.domain.commands import SheetSubmit
from tertium.server.domain.document import Document
from tertium.server.domain.permissions import Actor
from tertium.server.domain.protocol import Protocol, Shows
from tertium.server.store import events, measures, people, projects, queue, sheets
from tertium.server.store import tables as t
from tertium.server.store.common import new_id, stamp
from tertium.server.store.engine import Store

NAME = "Demonstration"
PEOPLE = (("Manager", "manager"), ("Ana", "annotator"), ("Ben", "annotator"))

SEGMENTS = (
    projects.NewSegment(
        "1",
        "el primer ministro italiano Silvio Berlusconi anunció su dimisión",
        texts=(
            ("best", "best", "the Italian prime minister Silvio Berlusconi announced his resignation"),
            ("ref1", "reference", "Italian premier Berlusconi announced that he would resign"),
            ("held-out", "held-out", "Italy 's PM Silvio Berlusconi has announced his resignation"),
            ("system", "output", "the prime minister Italian Silvio Berlusconi announced its resignation"),
        ),
    ),
    projects.NewSegment(
        "2",
        "la reunión empezará mañana a las nueve",
        texts=(
            ("best", "best", "the meeting will start tomorrow at nine"),
            ("ref1", "reference", "the meeting begins at nine o'clock tomorrow"),
            ("held-out", "held-out", "tomorrow the meeting will begin at 9"),
            ("system", "output", "the meeting will begin morning at the nine"),
        ),
    ),
    projects.NewSegment(
        "3",
        "nadie esperaba que el puente estuviera cerrado",
        texts=(
            ("best", "best", "nobody expected the bridge to be closed"),
            ("ref1", "reference", "no one had expected that the bridge would be closed"),
            ("held-out", "held-out", "no one expected the bridge to be shut"),
            ("system", "output", "nobody hoped that the bridge was closed"),
        ),
    ),
    projects.NewSegment(
        "4",
        "el tren llegó con una hora de retraso",
        texts=(
            ("best", "best", "the train arrived an hour late"),
            ("ref1", "reference", "the train was one hour late"),
            ("held-out", "held-out", "the train came in one hour behind schedule"),
            ("system", "output", "the train arrived with an hour of delay"),
        ),
    ),
)

_ANA = (
    """@root [S]
[S] 0:9 = [PREMIER] [NAME] [ANNOUNCED] [RESIGNATION] | [PREMIER] [NAME] [ANNOUNCED] that he would resign
[PREMIER] 0:4 = the Italian [PRIME-MINISTER] | the [PRIME-MINISTER] of Italy | Italy 's [PRIME-MINISTER]
[PRIME-MINISTER] 1:3 = prime minister | prime-minister | PM | premier | head of government
[NAME] 4:6 = Silvio Berlusconi | Berlusconi
[ANNOUNCED] 6:7 = announced | declared
[RESIGNATION] 7:9 = his resignation
""",
    """@root [S]
[S] 0:7 = the [MEETING] [WILL-START] tomorrow at [NINE] | tomorrow the [MEETING] [WILL-START] at [NINE]
[MEETING] 1:2 = meeting
[WILL-START] 2:3 = will start | will begin | starts | begins
[NINE] 6:7 = nine | nine o'clock | 9
""",
)
_BEN = (
    """@root [S]
[S] 0:9 = [ITALIAN-PREMIER] Berlusconi [SAID] [HE-WOULD-GO] | [ITALIAN-PREMIER] Silvio Berlusconi [SAID] [HE-WOULD-GO]
[ITALIAN-PREMIER] 0:4 = the Italian [PREMIER] | Italian [PREMIER]
[PREMIER] 1:3 = premier | prime minister | leader
[SAID] 6:7 = announced | has announced
[HE-WOULD-GO] 7:9 = his resignation | that he would resign | that he would step down
""",
)


def install(store: Store) -> tuple[str, list[str]]:
    """Put the demonstration into a database, once; the password of its people, which is new, and their names."""
    password = secrets.token_urlsafe(9)
    changed = store.writing(_install, password)
    for sheet_id in changed:
        measures.refresh(store, sheet_id)
    return password, [name for name, _ in PEOPLE]


def _install(connection: Connection, password: str) -> list[str]:
    known = {name: people.find_by_name(connection, name) for name, _ in PEOPLE}
    if all(known.values()):
        for row in known.values():
            assert row is not None
            people.set_password(connection, row.id, password)
        return []
    actors = {
        name: Actor(people.add_person(connection, name, password=password, admin=role == "manager"), name)
        for name, role in PEOPLE
    }
    project = projects.create(
        connection,
        actors["Manager"],
        {
            "name": NAME,
            "source_lang": "es",
            "target_lang": "en",
            "tokeniser": "none",
            "protocol": Protocol(Shows(source=True, best=True, references=True)),
            "sharing": "after-submit",
            "annotators_per_segment": 2,
            "lease_days": 7,
        },
    )
    projects.add_segments(connection, project, SEGMENTS)
    for name, role in PEOPLE[1:]:
        people.set_role(connection, project, actors[name].id, role)
    changed = [_write_sheet(connection, project, 0, actors["Ana"], _ANA[0], submit=True)]
    changed.append(_write_sheet(connection, project, 1, actors["Ana"], _ANA[1], submit=False))
    changed.append(_write_sheet(connection, project, 0, actors["Ben"], _BEN[0], submit=True))
    return changed


def _write_sheet(connection: Connection, project: str, number: int, actor: Actor, text: str, *, submit: bool) -> str:
    """A sheet as if it had been typed in the text view, with some minutes of work."""
    s = t.segment.c
    segment = connection.execute(
        select(s.id).where(s.project_id == project).order_by(s.position).offset(number)
    ).scalar()
    assert segment is not None
    sheet: str = queue.assign(connection, actor, segment, actor.id)["sheet"]
    command = textview.read(Document(), text, ids())
    assert command is not None
    edits = [events.Edit(new_id(), command, via="text", made_here=True)]
    if submit:
        edits.append(events.Edit(new_id(), SheetSubmit("part of the demonstration"), made_here=True))
    events.append(connection, sheet, actor.id, "demo", 0, edits)
    sheets.add_work(connection, sheet, "demo", [_interval(number)])
    return sheet


def _interval(number: int) -> dict[str, Any]:
    from datetime import UTC, datetime, timedelta

    start = datetime.now(UTC) - timedelta(hours=3 - number)
    minutes = 42 + 7 * number
    return {
        "started": stamp(start),
        "ended": stamp(start + timedelta(minutes=minutes)),
        "active_ms": minutes * 60_000,
        "keys": 1_200,
        "edits": 1,
    }
