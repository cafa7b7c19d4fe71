"""A project's own tables of paraphrases."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from tertium.server.annotate.store import phrases
from tertium.server.database import folder
from tertium.server.web.problems import invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, route

LARGEST = 5_000_000
"""Of a file, in bytes."""


class TableQuery(Input, frozen=True):
    name: Annotated[str, Meta(max_length=200)] = "table"
    format: Literal["tsv", "meteor", "terp", "ppdb"] = "tsv"


class PhraseTable(Output, frozen=True):
    id: str
    name: str
    entries: int
    at: str
    by: str


class PhraseTables(Output, frozen=True):
    items: list[PhraseTable]


@route("GET", "/projects/{project}/phrase-tables", "project.fill", output=PhraseTables)
async def list_phrase_tables(call: Call[None, Nothing]) -> dict[str, Any]:
    """The tables of paraphrases that annotators are given suggestions from, beside those of the language."""
    return {"items": await call.threads.read(phrases.listed, call.thing.id)}


@route(
    "POST", "/projects/{project}/phrase-tables", "project.fill", raw=True, query=TableQuery, output=PhraseTables,
    status=201,
)  # fmt: skip
async def add_phrase_table(call: Call[None, TableQuery]) -> dict[str, Any]:
    """Add a table of paraphrases, in a format that `tertium resources build paraphrases` reads; for any language."""
    name = Path(call.query.name.replace("\\", "/")).name or "table"
    if not name.isprintable():
        raise invalid("the file's name has a control character", field="name")
    path = await folder.keep_upload(call.settings.data, call.request.stream(), LARGEST, "phrases")
    try:
        content = await call.threads.compute(phrases.entries, path, name, call.query.format)
    finally:
        folder.remove(path)
    await call.threads.write(phrases.add, call.actor, call.thing.id, name, content)
    return {"items": await call.threads.read(phrases.listed, call.thing.id)}


@route("DELETE", "/projects/{project}/phrase-tables/{table}", "project.fill", status=204)
async def remove_phrase_table(call: Call[None, Nothing]) -> None:
    """Take a table out; what was written with it stays."""
    await call.threads.write(phrases.remove, call.actor, call.thing.id, call.path("table"))
