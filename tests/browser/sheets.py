"""What tests of the card editor do again and again."""

import json
from typing import Any
from urllib.request import Request, urlopen

from tertium.server.annotate.rules.sheet import textview
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.store import events, projects
from tertium.server.database.values import ids, new_id
from tests.browser.serving import REFERENCES, SPANISH, Person, Served

BERLUSCONI_TEXT = """\
[PRIME-MINISTER] 1:3 = prime-minister | PM | prime minister | head of government | premier
[SILVIO] 4:6 = Silvio Berlusconi | Berlusconi
[THE-ITALIAN-PREMIER] 0:4 = the Italian [PRIME-MINISTER] | the [PRIME-MINISTER] of Italy
[S] = [SILVIO] , [THE-ITALIAN-PREMIER] | [THE-ITALIAN-PREMIER] , [SILVIO] | [THE-ITALIAN-PREMIER] [SILVIO]
"""


def new_sheet(served: Served, person: Person, *, source: str = SPANISH, **project: Any) -> str:
    """A project with one sentence, taken by its maker; the id of the sheet."""
    id = served.project(person, **project)
    texts = tuple((name, role, text) for name, (role, text) in REFERENCES.items())
    served.segments(id, [projects.NewSegment("41", source, "news", texts)])
    return served.take(id, person)


def write_text(served: Served, sheet: str, person: Person, text: str) -> None:
    """Put a text into an empty sheet, as the text view would."""
    command = textview.read(Document(), text, ids())
    assert command is not None
    edit = events.Edit(new_id(), command, via="text", made_here=True)
    served.store.writing(events.append, sheet, person.id, "test", 0, [edit])


def berlusconi(page: Any, served: Served, person: Person, **project: Any) -> str:
    """An open sheet with the network of 60 paths; its id."""
    sheet = new_sheet(served, person, **project)
    write_text(served, sheet, person, BERLUSCONI_TEXT)
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    count(page, "60")
    return sheet


def row(page: Any, name: str) -> Any:
    """A card in the tree."""
    return page.locator(".tree .row").filter(has=page.locator(f".card-name:text-is('{name}')")).first


def settled(page: Any, element: Any) -> dict[str, float]:
    """Where an element is once it stays there: every answer has come that could move it."""
    box: dict[str, float] = {}
    for _ in range(40):
        answered(page)
        before, box = box, element.bounding_box()
        if box == before:
            break
        page.wait_for_timeout(100)  # longer than the page waits before it asks
    return box


def open_card(page: Any, name: str) -> None:
    row(page, name).click()
    page.locator(".card-head", has_text=f"[{name}]").wait_for()


def add_line(page: Any, card: str, text: str) -> None:
    """A new alternative of a card, typed."""
    open_card(page, card)
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.type(text)


def live_region(page: Any, text: str) -> None:
    """Wait until screen readers were told this."""
    page.wait_for_function("text => document.getElementById('live').textContent.includes(text)", arg=text)


def open_sheet(page: Any, served: Served, sheet: str) -> None:
    page.goto(f"{served.url}/sheets/{sheet}")
    page.locator("#app[aria-busy=false]").wait_for()


def count(page: Any, wanted: str) -> None:
    """Wait until the live count says this."""
    page.wait_for_function("wanted => document.getElementById('count')?.textContent === wanted", arg=wanted)


def saved(page: Any) -> None:
    """Wait until the server has everything."""
    page.locator("#saved.corner.saved").wait_for()


def answered(page: Any) -> None:
    """Wait until the server has everything and what it says of it is drawn; the page asks before it sends."""
    saved(page)
    page.locator(".count[aria-busy=false]").wait_for()


def ask(page: Any, text: str) -> None:
    """Ask whether a text is covered; typed key by key, half of it could be answered first."""
    page.keyboard.press("Alt+c")
    page.keyboard.insert_text(text)


def stored(served: Served, sheet: str, person: Person) -> dict[str, Any]:
    """The sheet as the server has it."""
    content: dict[str, Any] = json.loads(fetched(served, person, f"/api/v1/sheets/{sheet}"))
    return content


def fetched(served: Served, person: Person, path: str) -> str:
    """What the server answers someone at an address."""
    headers = {"Cookie": f"{served.settings.cookie}={person.token}"}
    with urlopen(Request(served.url + path, headers=headers)) as answer:
        return str(answer.read().decode())


def lines(document: dict[str, Any]) -> dict[str, list[str]]:
    """The texts of each card."""
    return {card["name"]: [line["text"] for line in card["alternatives"]] for card in document["cards"]}
