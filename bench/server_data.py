"""What the benchmarks of the server put into its database."""

import random
from dataclasses import dataclass
from typing import Any

FIRST_LINE = "a0x0"
"""The id of a line of each sheet."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is asked for."""

    requests: int = 2_000
    annotators: int = 200
    seconds: float = 600
    segments: int = 10_000
    events: int = 5_000
    rate: float = 60
    """Requests per second of all annotators together, beside an import."""
    import_segments: int | None = None
    """None: as many as the limits allow."""


SHORT = Scale(requests=60, annotators=10, seconds=5, segments=200, events=300, rate=5, import_segments=100)


def network(cards: int = 12, alternatives: int = 10) -> dict[str, Any]:
    """A command that makes a network of alternatives^cards paths: 10^12 by default."""
    rng = random.Random(12)
    words = [f"w{i}" for i in range(400)]
    steps: list[dict[str, Any]] = []
    for i in range(cards):
        texts = [" ".join(rng.sample(words, rng.randrange(1, 4))) for _ in range(alternatives)]
        lines = [{"id": f"a{i}x{k}", "text": text} for k, text in enumerate(texts)]
        steps.append(
            {"do": "card.add", "card": f"c{i}", "name": f"CARD-{i}", "span": [i, i + 1], "alternatives": lines}
        )
    top = [{"id": "top", "text": " ".join(f"[CARD-{i}]" for i in range(cards))}]
    steps.append({"do": "card.add", "card": "s", "name": "S", "alternatives": top})
    return {"do": "batch", "commands": [*steps, {"do": "root.set", "card": "s"}]}


def fill(database: str, scale: Scale, tasks: list[str]) -> tuple[str, dict[str, str]]:
    """People, projects and sheets, put in directly; the cookie of their manager and the ids."""
    import msgspec

    from tertium.server.annotate.rules.protocol import Protocol
    from tertium.server.annotate.rules.sheet import textview
    from tertium.server.annotate.rules.sheet.commands import CardAdd, Command, SheetSubmit
    from tertium.server.annotate.rules.sheet.document import Document
    from tertium.server.annotate.store import events, measures, projects, queue
    from tertium.server.database.engine import Store
    from tertium.server.database.values import ids, new_id
    from tertium.server.people.store import members, people
    from tertium.server.permissions import Actor
    from tertium.server.upkeep import schema

    store = Store(database)
    schema.upgrade(store)
    values = {"source_lang": "es", "target_lang": "en", "tokenizer": "none", "protocol": Protocol(), "sharing": "none",
              "annotators_per_segment": 3, "lease_days": 7}  # fmt: skip

    def start(connection: Any) -> tuple[str, list[Actor], str]:
        names = [f"Person {i}" for i in range(3)]
        actors = [Actor(people.add_person(connection, name), name) for name in names]
        return people.open_session(connection, actors[0].id), actors, projects.create(
            connection, actors[0], {**values, "name": "Load"})  # fmt: skip

    token, actors, project = store.writing(start)
    made = {"project": project}

    def sheets(connection: Any, project: str, n: int) -> list[str]:
        projects.add_segments(connection, project, [projects.NewSegment(str(i), f"hola {i}") for i in range(n)])
        found = []
        for row in queue.page(connection, actors[0], project, after=0, limit=n, state="all")[0]:
            found.append(queue.assign(connection, actors[0], row["id"], actors[0].id)["sheet"])
        return found

    some = store.writing(sheets, project, scale.annotators + 3)
    first_edit = events.Edit("network", msgspec.convert(network(), Command))
    for sheet in (some[0], *some[3:]):
        store.writing(events.append, sheet, actors[0].id, "", 0, [first_edit])
    made |= {"sheet": some[0], "long": some[1], "empty": some[2], "sheets": ",".join(some[3:])}
    if "long" in tasks:
        edits = [events.Edit(f"e{i}", CardAdd(f"c{i % 50}x{i}", f"C{i}")) for i in range(scale.events)]
        for at in range(0, scale.events, 200):
            store.writing(events.append, some[1], actors[0].id, "", at, edits[at : at + 200])
    if "large" in tasks:
        text = "[S] = the [PM] said [IT] | [PM] announced [IT]\n[PM] = premier | prime minister\n[IT] = so | it\n"

        def block(connection: Any, project: str, first: int, n: int) -> None:
            new = [projects.NewSegment(str(i), f"dijo que sí {i}") for i in range(first, first + n)]
            projects.add_segments(connection, project, new)
            rows, _ = queue.page(connection, actors[0], project, after=first, limit=n, state="all")
            for row in rows:
                for actor in actors:
                    sheet = queue.assign(connection, actors[0], row["id"], actor.id)["sheet"]
                    command = textview.read(Document(), text, ids())
                    assert command is not None
                    log = [events.Edit(new_id(), command, made_here=True)]
                    log.append(events.Edit(new_id(), SheetSubmit("x"), made_here=True))
                    events.append(connection, sheet, actor.id, "", 0, log)

        made["large"] = store.writing(projects.create, actors[0], {**values, "name": "Large"})
        for actor in actors[1:]:
            store.writing(members.add_role, made["large"], actor.id, "annotator")
        for first in range(0, scale.segments, 100):
            store.writing(block, made["large"], first, min(100, scale.segments - first))
    for sheet in store.reading(measures.stale):  # what a server does beside its requests, and would do at its start
        measures.refresh(store, sheet)
    store.close()
    return f"tertium={token}", made
