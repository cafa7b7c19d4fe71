"""Suggestions, and copying cards with their provenance."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta, to_builtins

from tertium.errors import DataError
from tertium.networks.references import from_references
from tertium.resources.store import function_words
from tertium.server.annotate.api.drafts import OfDraft, draft_of
from tertium.server.annotate.api.live import preview_of
from tertium.server.annotate.api.sheets import Replaced, append, refuse_nul, replaced
from tertium.server.annotate.rules import gaps
from tertium.server.annotate.rules.factoring import added, factored
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.annotate.rules.protocol import split
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import Document, decode
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.rules.sheet.words import card_text
from tertium.server.annotate.rules.suggestions import from_lines, from_resources, matches, suggestion
from tertium.server.annotate.rules.suggestions import from_references as in_references
from tertium.server.annotate.store import events, phrases, reuse, sheets
from tertium.server.database.engine import Connection
from tertium.server.database.values import ids
from tertium.server.permissions import Actor, Object
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import EditId, JsonObject, Limit, Line, Position, Tab

_MOST_READ = 8
"""Other sheets that are looked into for what stands beside a phrase."""


class SuggestQuery(Input, frozen=True):
    text: Line = ""
    span: Annotated[str, Meta(pattern=r"^\d{1,6}:\d{1,6}$")] | None = None
    card: Annotated[str, Meta(max_length=32)] | None = None
    limit: Limit = 20


class Suggestions(Output, frozen=True):
    items: list[JsonObject]


class CardQuery(Input, frozen=True):
    find: Line = ""
    after: Position = 0
    limit: Limit = 50


class Cards(Output, frozen=True):
    items: list[JsonObject]
    next: str | None


class From(Input, frozen=True):
    sheet: str
    card: str


class CopyRequest(Input, frozen=True):
    base_seq: Position
    edit_id: EditId
    from_: From = msgspec.field(name="from")
    tab: Tab = ""


class MergeRequest(OfDraft, frozen=True, kw_only=True):
    texts: Annotated[list[Line], Meta(min_length=1, max_length=20)]


class MergeAnswer(Output, frozen=True):
    command: JsonObject
    preview: JsonObject


class FactorRequest(OfDraft, frozen=True, kw_only=True):
    card: str
    alternatives: Annotated[list[str], Meta(max_length=20_000)]


class FactorAnswer(Output, frozen=True):
    command: JsonObject | None
    preview: JsonObject | None


def refuse_control(text: str) -> None:
    if any(sign < " " or "\x7f" <= sign <= "\x9f" for sign in text):
        raise ProblemError("invalid", "the text has a control character", "take it out", where={"field": "text"})


@route("GET", "/sheets/{sheet}/suggest", "sheet.edit", query=SuggestQuery, output=Suggestions)
async def suggest(call: Call[None, SuggestQuery]) -> dict[str, Any]:
    """Other ways to say something: own and shared cards and lines, tables (the project's first), references."""
    query = call.query
    refuse_control(query.text)
    near = await call.threads.read(_near, call.actor, call.thing, query)

    def computed() -> list[dict[str, Any]]:
        elsewhere = ((card, source) for doc, id, source in near.docs for card in decode(doc).cards if card.id == id)
        return [*from_lines(query.text, elsewhere), *near.tables, *from_resources(query.text, near.language)]

    suggestions = [*near.items, *await call.threads.compute(computed)]
    suggestions += in_references(query.text, near.references)
    unique = {(item["text"].casefold(), item["card"]): item for item in reversed(suggestions)}
    return {"items": list(reversed(unique.values()))[: query.limit]}


@dataclass(frozen=True, slots=True)
class _Near:
    """What the database has for a phrase."""

    items: list[dict[str, Any]]
    docs: list[tuple[str, str, str]]
    """Sheets with a card each that may have the phrase, as they are stored, and whose they are."""
    tables: list[dict[str, Any]]
    language: str
    references: list[tuple[str, list[str]]]


def _near(connection: Connection, actor: Actor, thing: Object, query: SuggestQuery) -> _Near:
    sheet, segment, project, protocol = sheets.surroundings(connection, thing.id)
    _, document = sheets.doc(connection, sheet.id)
    span = tuple(int(end) for end in query.span.split(":")) if query.span else None
    items: list[dict[str, Any]] = []
    docs: list[tuple[str, str, str]] = []
    for card in document.cards:
        if card.id != query.card and (matches(card, query.text) or (span is not None and card.span == span)):
            first = next((a.text for a in card.alternatives), "")
            items.append(suggestion("own-sheet", card_text(card.name), card=card.name, detail=first))
    for card_row in reuse.find_cards(connection, actor, project, sheet.id, query.text):
        source = "own-earlier" if card_row["by"] == "you" else "shared"
        origin = {"sheet": card_row["sheet"], "card": card_row["card"]}
        detail = f"#{card_row['position']} {card_row['first']}"
        if len(docs) < _MOST_READ:
            docs.append((sheets.row(connection, card_row["sheet"]).doc, card_row["card"], source))
        items.append(
            suggestion(source, card_text(card_row["name"]), card=card_row["name"], detail=detail, **{"from": origin})
        )
    texts = sheets.visible_texts(connection, segment, project, protocol, everything=False)
    shown = [(text["name"], text["tokens"]) for text in texts if text["role"] in ("best", "reference")]
    return _Near(items, docs, phrases.suggested(connection, project.id, query.text), project.target_lang, shown)


@route("GET", "/sheets/{sheet}/cards", "sheet.edit", query=CardQuery, output=Cards)
async def find_cards(call: Call[None, CardQuery]) -> dict[str, Any]:
    """Cards of one's other sheets, and of others' as the project shares them."""
    refuse_control(call.query.find)
    cards = await call.threads.read(_cards, call.actor, call.thing, call.query)
    more = len(cards) > call.query.limit
    return {"items": cards[: call.query.limit], "next": str(call.query.after + call.query.limit) if more else None}


def _cards(connection: Connection, actor: Actor, thing: Object, query: CardQuery) -> list[dict[str, Any]]:
    _, _, project, _ = sheets.surroundings(connection, thing.id)
    return reuse.find_cards(connection, actor, project, thing.id, query.find, after=query.after, limit=query.limit + 1)


@route("POST", "/sheets/{sheet}/copy", "sheet.edit", body=CopyRequest, output=Replaced)
async def copy_card(call: Call[CopyRequest, Nothing]) -> dict[str, Any]:
    """Copy a card with all cards in it, as one edit that says where it came from."""
    body = call.body
    refuse_nul(body.edit_id, body.tab)
    earlier = await call.threads.read(_known, call.thing.id, body.edit_id)
    if earlier is not None:
        return earlier
    command, card, via = await call.threads.read(
        lambda connection: reuse.copy_command(
            connection,
            call.actor,
            sheets.surroundings(connection, call.thing.id)[2],
            call.thing.id,
            body.from_.sheet,
            body.from_.card,
        )
    )
    if command is None:
        seq, document = await call.threads.read(sheets.doc, call.thing.id)
        return {"seq": seq, "acks": [], "event": None, "doc": to_builtins(document), "card": card}
    edit = events.Edit(body.edit_id, command, via=via, made_here=True)
    return await replaced(call, await append(call, body.tab, body.base_seq, [edit]), card)


def _known(connection: Connection, sheet_id: str, edit_id: str) -> dict[str, Any] | None:
    """The answer to a copy that was asked for before."""
    seq, document = sheets.doc(connection, sheet_id)
    event = next((e for e in events.history(connection, sheet_id) if e["edit_id"] == edit_id), None)
    if event is None:
        return None
    cards = event["command"].get("cards") or [{"card": None}]
    ack = {key: event[key] for key in ("edit_id", "seq", "hash", "at")}
    return {"seq": seq, "acks": [ack], "event": event, "doc": to_builtins(document), "card": cards[-1]["card"]}


@route("POST", "/sheets/{sheet}/merge", "sheet.edit", body=MergeRequest, output=MergeAnswer)
async def merge_references(call: Call[MergeRequest, Nothing]) -> dict[str, Any]:
    """Cards made from whole sentences by aligning them, as a proposal."""
    draft = await draft_of(call)
    _, _, project, _ = await call.threads.read(sheets.surroundings, call.thing.id)
    words = [split(text, project.tokenizer) for text in call.body.texts]
    try:
        command = await call.threads.compute(_merged, draft.document, words, project.target_lang)
        shown = await call.threads.compute(gaps.preview, draft, command)
    except (DataError, Refused) as error:
        raise ProblemError("limit", str(error), "choose fewer or shorter texts") from None
    return {"command": to_builtins(command), "preview": preview_of(shown)}


def _merged(document: Document, texts: list[list[str]], language: str) -> c.Batch:
    return added(document, from_references(texts, function_words(language), LIMITS), ids())


@route("POST", "/sheets/{sheet}/factor", "sheet.edit", body=FactorRequest, output=FactorAnswer)
async def factor_lines(call: Call[FactorRequest, Nothing]) -> dict[str, Any]:
    """Common parts of a card's lines as cards, as a proposal; null where they have none."""
    draft = await draft_of(call)
    _, _, project, _ = await call.threads.read(sheets.surroundings, call.thing.id)
    body = call.body
    try:
        command = await call.threads.compute(
            factored, draft.document, body.card, body.alternatives, project.target_lang, ids()
        )
        if command is None:
            return {"command": None, "preview": None}
        shown = await call.threads.compute(gaps.preview, draft, command)
    except (DataError, Refused) as error:
        raise ProblemError("limit", str(error), "choose fewer or shorter lines") from None
    return {"command": to_builtins(command), "preview": preview_of(shown)}
