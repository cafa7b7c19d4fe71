"""A project that shows everything, made of our own sentences: the paper's example and a few more, three annotators."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tertium.server.annotate.rules.protocol import Protocol, Shows
from tertium.server.annotate.rules.sheet import commands, textview
from tertium.server.annotate.store import comparing, events, judging, measures, projects, queue, remarks, sheets
from tertium.server.database.engine import Connection, Store
from tertium.server.database.values import ids, new_id, stamp
from tertium.server.permissions import Actor

NAME = "Demonstration"
QUESTION = "Does “a las nueve” need “o'clock”, or are both right?"

GUIDELINES = """\
# What belongs into a network

- Every translation that a careful translator would accept, and no other.
- Small cards first: a name, a title, a way to say *announced*. Larger cards are made of them.
- Every order of words that is right; a word that may be left out has an **empty alternative**.

When in doubt ask under *Remarks*, and go on with another sentence.
"""

SEGMENTS = (
    projects.NewSegment(
        "1",
        "el primer ministro italiano Silvio Berlusconi anunció su dimisión",
        texts=(
            ("best", "best", "the Italian prime minister Silvio Berlusconi announced his resignation"),
            ("ref1", "reference", "Italian premier Berlusconi announced that he would resign"),
            ("held-out", "held-out", "Silvio Berlusconi , the PM of Italy , has said that he is going to resign"),
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


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What somebody has written for a sentence, in so many minutes; what must and must not be contained."""

    person: str
    segment: int
    minutes: int
    text: str
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    submitted: bool = True


_SHEETS = (
    _Sheet(
        "Ana",
        0,
        95,
        """@root [S]
[S] 0:9 = [WHO] [ANNOUNCED] [RESIGNATION]
[WHO] 0:6 = [PREMIER] [NAME] | [PREMIER] , [NAME] , | [NAME] , [PREMIER] ,
[PREMIER] 0:4 = the Italian [PRIME-MINISTER] | the [PRIME-MINISTER] of Italy | Italy 's [PRIME-MINISTER]
[PRIME-MINISTER] 1:3 = prime minister | premier | PM | prime-minister | head of government
[NAME] 4:6 = Silvio Berlusconi | Berlusconi | Mr Berlusconi
[ANNOUNCED] 6:7 = announced | declared | has announced
[RESIGNATION] 7:9 = his resignation | that he would resign | he would resign | that he was resigning
""",
        must=("Italy 's premier , Mr Berlusconi , announced that he would resign",),
        must_not=("the Italian PM announced its resignation",),
    ),
    _Sheet(
        "Ben",
        0,
        70,
        """@root [S]
[S] 0:9 = [HE] [SAID] [HE-WOULD-GO]
[HE] 0:6 = [ITALIAN-PREMIER] [BERLUSCONI] | [BERLUSCONI] , [ITALIAN-PREMIER] ,
[ITALIAN-PREMIER] 0:4 = the Italian [LEADER] | Italian [LEADER] | the [LEADER] of Italy
[LEADER] 1:3 = premier | prime minister | leader
[BERLUSCONI] 4:6 = Berlusconi | Silvio Berlusconi
[SAID] 6:7 = announced | has announced | said
[HE-WOULD-GO] 7:9 = his resignation | that he would resign | that he would step down | he was stepping down
""",
        must_not=("the Italian leader Berlusconi said his resignation",),
    ),
    _Sheet(
        "Carla",
        0,
        120,
        """@root [S]
[S] 0:9 = [SUBJECT] [MADE-KNOWN] [GOING] | [GOING] , [SUBJECT] [MADE-KNOWN]
[SUBJECT] 0:6 = [TITLE] [SURNAME] | [SURNAME] , [TITLE] ,
[TITLE] 0:4 = the [HEAD] of Italy | Italy 's [HEAD] | the Italian [HEAD]
[HEAD] 1:3 = prime minister | premier | head of government
[SURNAME] 4:6 = Silvio Berlusconi | Berlusconi | Mr Silvio Berlusconi
[MADE-KNOWN] 6:7 = announced | made known | has announced
[GOING] 7:9 = his resignation | that he would resign | that he would be resigning | that he was stepping down
""",
    ),
    _Sheet(
        "Ana",
        1,
        55,
        """@root [S]
[S] 0:7 = the [MEETING] [WILL-START] tomorrow at [NINE] | tomorrow the [MEETING] [WILL-START] at [NINE]
[MEETING] 1:2 = meeting
[WILL-START] 2:3 = will start | will begin | starts | begins
[NINE] 6:7 = nine | nine o'clock | 9
""",
        submitted=False,
    ),
    _Sheet(
        "Ben",
        2,
        40,
        """@root [S]
[S] 0:7 = [NOBODY] [EXPECTED] the bridge to be [CLOSED] | [NOBODY] [EXPECTED] that the bridge would be [CLOSED]
[NOBODY] 0:1 = nobody | no one
[EXPECTED] 1:2 = expected | had expected
[CLOSED] 6:7 = closed | shut
""",
    ),
)


def create(connection: Connection, manager: Actor) -> str:
    """The project with its sentences, managed by somebody."""
    project = projects.create(
        connection,
        manager,
        {
            "name": NAME,
            "source_lang": "es",
            "target_lang": "en",
            "tokenizer": "none",
            "protocol": Protocol(Shows(source=True, best=True, references=True), GUIDELINES),
            "sharing": "after-submit",
            "annotators_per_segment": 3,
            "lease_days": 7,
        },
    )
    projects.add_segments(connection, project, SEGMENTS)
    return project


def fill(store: Store, project: str, actors: dict[str, Actor]) -> None:
    """What three annotators have written, a question, a batch that is judged, and one that waits for judges."""
    for sheet in _SHEETS:
        _write_sheet(store, project, actors[sheet.person], sheet)
    segment = store.reading(projects.segment_at, project, 1)
    (asked,) = [sheet for sheet in store.reading(comparing.sheets_of, segment) if sheet.person_id == actors["Ana"].id]
    store.writing(remarks.add, asked.id, actors["Ana"].id, QUESTION)
    drawn = store.reading(judging.draw, project, "both", 3, 1)
    manager = actors["Manager"].id
    batch = store.writing(judging.make_batch, manager, project, "Are they grammatical?", "both", 3, 1, drawn)
    _judge(store, batch, [actors[name] for name in ("Manager", "Rosa", "Jon")])
    drawn = store.reading(judging.draw, project, "random", 2, 2)
    store.writing(judging.make_batch, manager, project, "And these?", "random", 3, 2, drawn)


def _judge(store: Store, batch: str, judges: Sequence[Actor]) -> None:
    """Nine in ten are grammatical to each judge, the others slightly odd or not."""
    rng = random.Random(3)
    for judge in judges:
        while (item := store.reading(judging.next_item, batch, judge.id)["item"]) is not None:
            label = 1 if rng.random() < 0.9 else rng.choice((2, 2, 3))
            store.writing(judging.judge, batch, item, judge.id, label)


def _write_sheet(store: Store, project: str, actor: Actor, sheet: _Sheet) -> None:
    """A sheet as it grows: first one alternative of each card, then two, and so on; the dashboard shows the growth."""
    id = store.writing(_assigned, project, sheet.segment, actor)
    start = datetime.now(UTC) - timedelta(minutes=sheet.minutes + 60)
    steps = max(line.count(" | ") for line in sheet.text.splitlines()) + 1
    for step in range(1, steps + 1):
        store.writing(_one_step, id, actor, _first_alternatives(sheet.text, step))
        measures.refresh(store, id)
    last: list[commands.Command] = [commands.WatchAdd("must", text) for text in sheet.must]
    last += [commands.WatchAdd("must_not", text, "sample") for text in sheet.must_not]
    if sheet.submitted:
        last.append(commands.SheetSubmit("part of the demonstration"))
    edits = [events.Edit(new_id(), command, made_here=True) for command in last]
    if edits:
        store.writing(events.append, id, actor.id, "demo", None, edits)
        measures.refresh(store, id)
    store.writing(_worked, id, start, sheet.minutes)


def _assigned(connection: Connection, project: str, number: int, actor: Actor) -> str:
    segment = projects.segment_at(connection, project, number)
    return str(queue.assign(connection, actor, segment, actor.id)["sheet"])


def _first_alternatives(text: str, most: int) -> str:
    return "".join(" | ".join(line.split(" | ")[:most]) + "\n" for line in text.splitlines())


def _one_step(connection: Connection, sheet: str, actor: Actor, text: str) -> None:
    command = textview.read(sheets.doc(connection, sheet)[1], text, ids())
    if command is not None:
        edit = events.Edit(new_id(), command, via="text", made_here=True)
        events.append(connection, sheet, actor.id, "demo", None, [edit])


def _worked(connection: Connection, sheet: str, start: datetime, minutes: int) -> None:
    """Some minutes of work in the past, over which the steps are spread."""
    steps = measures.spread_growth(connection, sheet, start, timedelta(minutes=minutes))
    interval = {
        "started": stamp(start),
        "ended": stamp(start + timedelta(minutes=minutes)),
        "active_ms": minutes * 60_000,
        "keys": 25 * minutes,
        "edits": steps,
    }
    sheets.add_work(connection, sheet, "demo", [interval])
