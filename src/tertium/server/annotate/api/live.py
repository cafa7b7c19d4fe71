"""Answers while somebody types: counts, samples, distances, repairs, pictures and files."""

import itertools
from typing import Annotated, Any

from msgspec import Meta, to_builtins
from starlette.responses import Response

from tertium.errors import DataError
from tertium.io.networks import render_networks
from tertium.networks.entry import Entry
from tertium.server.annotate.api.drafts import OfDraft, draft_of, misfit, stored
from tertium.server.annotate.api.sheets import sound_network
from tertium.server.annotate.computing.live import LiveTask, count_of
from tertium.server.annotate.rules import gaps
from tertium.server.annotate.rules.answers import Asked, Draft
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.annotate.rules.protocol import split, split_all
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.store import sheets
from tertium.server.database.engine import Connection
from tertium.server.database.values import ids
from tertium.server.jobs.processes import Processes
from tertium.server.web.attachments import attachment
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import JsonObject, Line


class CheckRequest(OfDraft, frozen=True):
    request: int = 0
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    samples: Annotated[int, Meta(ge=0, le=50)] = 5
    ask: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()
    watch: bool = True
    shown: bool = True


class LiveAnswer(Output, frozen=True):
    request: int
    problems: list[JsonObject]
    count: JsonObject
    cards: dict[str, JsonObject]
    alternatives: dict[str, JsonObject]
    coverage: list[bool]
    samples: list[JsonObject]
    answers: list[JsonObject]
    left_out: list[str]
    cpu_ms: float


class GapsRequest(OfDraft, frozen=True, kw_only=True):
    text: Line


class GapsAnswer(Output, frozen=True):
    contained: bool
    distance: float | None
    edits: int | None
    closest: JsonObject | None
    words: list[str]
    proposals: list[JsonObject]


class PreviewRequest(OfDraft, frozen=True, kw_only=True):
    command: c.ClientCommand


class PreviewAnswer(Output, frozen=True):
    before: JsonObject
    after: JsonObject
    newcomers: list[str]
    must_not: list[str]
    contained: bool


class WordsRequest(Input, frozen=True):
    texts: Annotated[list[Line], Meta(max_length=1_000)]


class WordsAnswer(Output, frozen=True):
    items: list[list[str]]


class DiagramQuery(Input, frozen=True):
    card: str | None = None


class DiagramAnswer(Output, frozen=True):
    width: float
    height: float
    title: str
    items: list[list[str | float | None]]


@route("POST", "/sheets/{sheet}/check", "sheet.read", body=CheckRequest, output=LiveAnswer)
async def check_sheet(call: Call[CheckRequest, Nothing]) -> Response:
    """Problems, counts, samples and distances of a draft, within a second of processor time."""
    task = await call.threads.read(_task, call.thing.id, call.body)
    processes: Processes = call.request.app.state.live_processes
    try:
        answer = await (processes.run(task) if call.settings.processes else call.threads.compute(task.run))
    except DataError as error:
        raise misfit(str(error)) from None
    return Response(answer, media_type="application/json")


def _task(connection: Connection, sheet_id: str, body: CheckRequest) -> LiveTask:
    sheet, segment, project, protocol = sheets.surroundings(connection, sheet_id)
    draft = stored(connection, sheet.id, body)
    asked: list[Asked] = []
    if body.shown:
        texts = sheets.visible_texts(connection, segment, project, protocol, everything=False)
        asked += [Asked("shown", text["name"], text["tokens"]) for text in texts if text["role"] != "source"]
    asked += [Asked("ask", None, split(text, project.tokenizer)) for text in body.ask]
    n_tokens = len(sheets.span_tokens(connection, segment, project, protocol))
    watching = project.tokenizer if body.watch else None
    return LiveTask(body.request, draft.document, draft.edits, asked, watching, body.seed, body.samples, n_tokens)


@route("POST", "/sheets/{sheet}/words", "sheet.read", body=WordsRequest, output=WordsAnswer)
async def split_words(call: Call[WordsRequest, Nothing]) -> dict[str, Any]:
    """The words of texts, as the project splits them."""
    project = (await call.threads.read(sheets.surroundings, call.thing.id))[2]
    return {"items": await call.threads.compute(split_all, call.body.texts, project.tokenizer)}


@route("POST", "/sheets/{sheet}/gaps", "sheet.read", body=GapsRequest, output=GapsAnswer)
async def find_gaps(call: Call[GapsRequest, Nothing]) -> dict[str, Any]:
    """The closest path to a text, and every edit as a repair with what it would let in."""
    draft = await draft_of(call)
    tokenizer = await call.threads.read(lambda connection: sheets.surroundings(connection, call.thing.id)[2].tokenizer)
    try:
        answer, proposals = await call.threads.compute(gaps.propose, draft, split(call.body.text, tokenizer), ids())
    except DataError as error:
        raise ProblemError("limit", str(error), "ask for a shorter text") from None
    return {
        "contained": answer.contained,
        "distance": answer.distance,
        "edits": answer.edits,
        "closest": answer.closest,
        "words": answer.words,
        "proposals": [
            {
                "kind": p.kind,
                "card": p.card,
                "alt": p.alt,
                "label": p.label,
                "command": to_builtins(p.command),
                "preview": preview_of(p.preview),
            }
            for p in proposals
        ],
    }


def preview_of(preview: gaps.Preview) -> dict[str, Any]:
    return {
        "before": count_of(preview.before),
        "after": count_of(preview.after),
        "newcomers": preview.newcomers,
        "must_not": preview.must_not,
        "contained": preview.contained,
    }


@route("POST", "/sheets/{sheet}/preview", "sheet.read", body=PreviewRequest, output=PreviewAnswer)
async def preview_command(call: Call[PreviewRequest, Nothing]) -> dict[str, Any]:
    """What a command would do."""
    draft = await draft_of(call)
    try:
        return preview_of(await call.threads.compute(gaps.preview, draft, call.body.command))
    except Refused as refused:
        raise ProblemError("refused", refused.what, refused.do, reason=refused.reason, path=refused.path) from None
    except DataError as error:
        raise ProblemError("limit", str(error), "make the change smaller") from None


# Files and pictures

MEDIA: dict[str, tuple[str, str]] = {
    "net": ("typed", "text/plain; charset=utf-8"),
    "json": ("json", "application/json"),
    "jsonl": ("jsonl", "application/x-ndjson"),
    "fst": ("fst", "text/plain; charset=utf-8"),
    "txt": ("plain", "text/plain; charset=utf-8"),
}


async def _network(call: Call[None, Nothing], ending: str) -> Response:
    _, document = await call.threads.read(sheets.doc, call.thing.id)
    network = await call.threads.compute(sound_network, document)
    format, media = MEDIA[ending]
    try:
        text = await call.threads.compute(render_networks, [Entry(None, network)], format, LIMITS)
    except DataError as error:
        raise ProblemError("limit", str(error), "take the .net form, which has no limit") from None
    return attachment(text, media, f"{call.thing.id}.{ending}")


@route("GET", "/sheets/{sheet}/network.net", "sheet.export", media="text/plain")
async def get_network_net(call: Call[None, Nothing]) -> Response:
    """The network in the form that people type."""
    return await _network(call, "net")


@route("GET", "/sheets/{sheet}/network.json", "sheet.export", media="application/json")
async def get_network_json(call: Call[None, Nothing]) -> Response:
    """The network as JSON."""
    return await _network(call, "json")


@route("GET", "/sheets/{sheet}/network.fst", "sheet.export", media="text/plain")
async def get_network_fst(call: Call[None, Nothing]) -> Response:
    """The network as the text of an automaton."""
    return await _network(call, "fst")


@route("GET", "/sheets/{sheet}/network.jsonl", "sheet.export", media="application/x-ndjson")
async def get_network_jsonl(call: Call[None, Nothing]) -> Response:
    """The network as one line of JSON."""
    return await _network(call, "jsonl")


@route("GET", "/sheets/{sheet}/network.txt", "sheet.export", media="text/plain")
async def get_network_txt(call: Call[None, Nothing]) -> Response:
    """Every sentence of the network, one per line, unless there are too many."""
    return await _network(call, "txt")


@route("GET", "/sheets/{sheet}/diagram.svg", "sheet.read", media="image/svg+xml")
async def get_diagram_svg(call: Call[None, Nothing]) -> Response:
    """Railroad diagrams of all cards, as a file."""
    from tertium.report.network.svg import network_svg

    _, document = await call.threads.read(sheets.doc, call.thing.id)
    network = await call.threads.compute(sound_network, document)
    return attachment(await call.threads.compute(network_svg, network), "image/svg+xml", f"{call.thing.id}.svg")


@route("GET", "/sheets/{sheet}/diagram.json", "sheet.read", query=DiagramQuery, output=DiagramAnswer)
async def get_diagram(call: Call[None, DiagramQuery]) -> dict[str, Any]:
    """The railroad diagram of one card, as shapes to draw."""
    from tertium.report.network.railroad import BOX, diagram
    from tertium.report.network.svg import path_data

    _, document = await call.threads.read(sheets.doc, call.thing.id)
    card_ids = {card.name: card.id for card in document.cards}
    card_id = call.query.card or document.root
    name = next((card.name for card in document.cards if card.id == card_id), None)
    built = await call.threads.compute(Draft, document)
    cards = {card.name: card for card in built.built.cards}
    if name is None or name not in cards:
        raise ProblemError("not-found", "there is no such card, or nothing can be said with it", "choose another")
    drawn = diagram(cards[name])
    rails = [["rail", path_data(rail)] for rail in drawn.rails]
    boxes = [
        ["box", box.x, box.y - BOX / 2, box.width, BOX, box.kind, box.text, card_ids.get(box.card or "")]
        for box in drawn.boxes
    ]
    return {"width": drawn.width, "height": drawn.height, "title": name, "items": list(itertools.chain(rails, boxes))}
