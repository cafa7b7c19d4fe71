"""A server whose every text that people can write is one of the sixty payloads: what row 1 of the attacks looks at."""

import http.client
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tertium.exam.passages import Exam, Passage, Sentence, write_exam
from tertium.networks.network import Card, Network
from tertium.server.annotate.store import measures, projects
from tertium.server.database.values import new_id
from tertium.server.exams.store import graders
from tertium.server.people.store import members, people
from tertium.server.permissions import Actor
from tests.browser.serving import Person, Served
from tests.server.payloads import PAYLOADS

# A name must be printable, so the payload with signs that turn the direction of text is refused as one.
PRINTABLE = [text for text in PAYLOADS if text.isprintable()]


def fitted(texts: list[str], longest: int) -> list[str]:
    """All texts in as few as possible that are no longer than a field allows."""
    made: list[str] = []
    for text in texts:
        if made and len(made[-1]) + len(text) + 1 <= longest:
            made[-1] += " " + text
        else:
            made.append(text)
    return made


NAMES = fitted(PRINTABLE, 200)
PEOPLE = fitted(PRINTABLE, 100)
ALL = " ".join(PAYLOADS)


@dataclass(slots=True)
class World:
    """Who and what is there."""

    served: Served
    manager: Person
    annotators: list[Person]
    ids: dict[str, str] = field(default_factory=dict)

    def ask(self, person: Person | None, method: str, path: str, body: Any = None, *, cookie: str = "") -> Any:
        """A request to the interface, which must succeed."""
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        cookies = cookie or (f"{self.served.settings.cookie}={person.token}" if person else "")
        headers = {"Cookie": cookies, "Content-Type": kind, "Sec-Fetch-Site": "same-origin"}
        try:
            with urlopen(Request(f"{self.served.url}/api/v1{path}", raw, headers, method=method)) as answer:
                content = answer.read()
        except HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()[:400]}") from None
        return json.loads(content) if content else None


def make_world(served: Served) -> World:
    manager = served.person("Hostile manager", admin=True)
    world = World(served, manager, [served.person(name) for name in PEOPLE[:3]])
    _projects(world)
    _sheets(world)
    _exam(world)
    return world


def _projects(world: World) -> None:
    """Sixty projects and people; one project in which everybody is, with sixty sentences."""
    served, manager = world.served, world.manager
    for name in PRINTABLE:
        served.project(manager, name=name)

    def add(connection: Any, project: str) -> None:
        for number, name in enumerate(PRINTABLE):  # names that differ by case only are one name
            members.add_role(connection, project, people.add_person(connection, f"{name} {number}"), "annotator")

    project = served.project(manager, name=NAMES[0], sharing="live")
    served.store.writing(add, project)
    for person in world.annotators:
        served.join(project, person)
    first = projects.NewSegment("first", "hola mundo", ALL[:200], _texts(ALL))
    rest = [projects.NewSegment(text, text, text, _texts(text)) for text in PAYLOADS]
    served.segments(project, [first, *rest])
    rows = world.ask(manager, "GET", f"/projects/{project}/segments?limit=200")["items"]
    world.ids |= {"p": project, "g": rows[0]["id"], "g2": rows[1]["id"]}


def _texts(text: str) -> tuple[tuple[str, str, str], ...]:
    return ((f"b {text}"[:100], "best", text), (f"r {text}"[:100], "reference", text))


def _sheets(world: World) -> None:
    """Cards, lines, watched texts, notes and reasons; a batch of judging with all of it."""
    for number, person in enumerate(world.annotators):
        lease = world.ask(world.manager, "POST", f"/segments/{world.ids['g']}/assign", {"user": person.id})
        sheet = lease["sheet"]
        events = [{"edit_id": new_id(), "command": command} for command in _cards()]
        world.ask(person, "POST", f"/sheets/{sheet}/events", {"base_seq": 0, "tab": "t", "events": events})
        world.ids[f"s{number}" if number else "s"] = sheet
        reason = {"edit_id": new_id(), "reason": ALL[:1900]}
        world.ask(person, "POST", f"/sheets/{sheet}/submit", reason)
        measures.refresh(world.served.store, sheet)
    project = world.ids["p"]
    for name in NAMES:
        made = world.ask(world.manager, "POST", f"/projects/{project}/batches", {"name": name, "per_segment": 1})
        world.ids["batch"] = made["id"]
    note = {"edit_id": new_id(), "note": ALL[:1900]}
    world.ask(world.manager, "POST", f"/sheets/{world.ids['s']}/return", note)
    world.ask(world.manager, "POST", f"/segments/{world.ids['g2']}/discard", {"reason": NAMES[0]})


def card_text(name: str) -> str:
    """A reference to a card, with what has a meaning in names escaped."""
    return "[" + "".join("\\" + sign if sign in "[]\\" else sign for sign in name) + "]"


def _cards() -> list[dict[str, Any]]:
    """The sentence is a card of cards; each card is called and says what a payload says."""
    names = {f"c{n}": text for n, text in enumerate(PRINTABLE)}
    lines = [{"id": f"l{card}", "text": card_text(name)} for card, name in names.items()]
    commands: list[dict[str, Any]] = [
        {"do": "card.add", "card": card, "name": name, "span": [n % 2, n % 2 + 1], "alternatives": [
            {"id": f"a{card}", "text": name}, {"id": f"b{card}", "text": "plain"}]}
        for n, (card, name) in enumerate(names.items())
    ]  # fmt: skip
    commands += [{"do": "card.add", "card": "s", "name": "S", "alternatives": lines}, {"do": "root.set", "card": "s"}]
    commands += [{"do": "watch.add", "kind": "must", "text": text} for text in PAYLOADS]
    commands += [{"do": "watch.add", "kind": "must_not", "text": f"no {text}"} for text in PAYLOADS]
    return commands


def _exam(world: World) -> None:
    """An exam of payloads, written, marked, labelled, released and appealed against with payloads."""
    manager, project = world.manager, world.ids["p"]
    settings = {"minutes": 60, "instructions": ALL, "graders": 1, "repeats": 0}
    exam = world.ask(manager, "POST", f"/projects/{project}/exams", {"name": NAMES[0], "settings": settings})["id"]
    for name in NAMES[1:]:
        world.ask(manager, "POST", f"/projects/{project}/exams", {"name": name})
    sentences = tuple(Sentence(text, (f"plain {text}",), None) for text in PAYLOADS)
    network = Network("S", (Card.of("S", "[X]"), Card.of("X", "so it is", "<b>so</b> it is")))
    passages = (Passage("p1", "2", sentences), Passage("p2", "3", (Sentence("hola", (), network),)))
    world.ask(manager, "PUT", f"/exams/{exam}/passages", write_exam(Exam(ALL[:150], passages)).encode())
    names = {"candidates": [{"candidate": text} for text in PAYLOADS]}
    candidate = world.ask(manager, "POST", f"/exams/{exam}/candidates", names)["items"][0]
    world.ids |= {"e": exam, "a": candidate["attempt"], "link": candidate["link"]}
    cookie = _come_in(candidate["link"])
    world.ids["candidate"] = cookie
    attempt = f"/attempts/{candidate['attempt']}"
    world.ask(None, "POST", f"{attempt}/start", {}, cookie=cookie)
    edits = [{"edit_id": f"e{n}", "passage": "p1", "sentence": n, "text": text} for n, text in enumerate(PAYLOADS)]
    world.ask(None, "POST", f"{attempt}/answers", {"edits": edits}, cookie=cookie)


def graded(world: World) -> None:
    """The candidate's exam handed in, marked with payloads, released, and appealed against with payloads."""
    attempt = f"/attempts/{world.ids['a']}"
    world.ask(None, "POST", f"{attempt}/hand-in", {}, cookie=world.ids["candidate"])
    grader = world.served.person("Hostile grader")
    world.served.join(world.ids["p"], grader, "grader")
    actor = Actor(grader.id, grader.name)
    store = world.served.store
    while (grading := store.writing(graders.take_next, actor, world.ids["e"])) is not None:
        found = world.ask(grader, "GET", f"/gradings/{grading}")
        marks = [
            {"sentence": n, "start": 0, "end": 0, "category": "omission", "points": 1, "note": text}
            for n, text in enumerate(PAYLOADS[: len(found["sentences"])])
        ]
        body = {"label": found["by_rule"] or "MM", "marks": marks, "note": ALL}
        world.ask(grader, "PUT", f"/gradings/{grading}/label", body)
    world.ask(world.manager, "POST", f"/exams/{world.ids['e']}/release", {})
    world.ask(None, "POST", f"{attempt}/appeal", {"reason": ALL}, cookie=world.ids["candidate"])


def _come_in(link: str) -> str:
    """The cookie of a candidate who opens a link."""
    address = urlsplit(link)
    connection = http.client.HTTPConnection(address.netloc)
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", address.path, b"", headers)
    answer = connection.getresponse()
    assert answer.status == 303, answer.read()
    cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
    connection.close()
    return cookie
