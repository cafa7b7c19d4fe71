"""Questions about a sheet as somebody sees it: what is stored, and the edits that are still on their way."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tertium.errors import DataError
from tertium.server.annotate.rules.answers import Draft
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.draft import draft
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.store import events, sheets
from tertium.server.database.engine import Connection
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import Call, Input, Nothing
from tertium.server.web.structs import EditId


class PendingEdit(Input, frozen=True):
    edit_id: EditId
    command: c.ClientCommand


class OfDraft(Input, frozen=True):
    """A question about a draft; an edit that the log has by now is not done a second time."""

    edits: Annotated[tuple[PendingEdit, ...], Meta(max_length=1_000)] = ()


class Stored(Struct, frozen=True):
    """The document as it is stored, and what to do to it. Neither is looked into in a thread of the database."""

    document: str
    edits: list[c.ClientCommand]

    def draft(self) -> Draft:
        return Draft(draft(self.document, self.edits))


def stored(connection: Connection, sheet_id: str, asked: OfDraft) -> Stored:
    """What a question is about."""
    document = sheets.row(connection, sheet_id).doc
    in_log = events.known_edits(connection, sheet_id, [edit.edit_id for edit in asked.edits]) if asked.edits else {}
    return Stored(document, [edit.command for edit in asked.edits if edit.edit_id not in in_log])


def misfit(what: str) -> ProblemError:
    """An edit that does not fit what is stored: something else came in between."""
    return ProblemError("refused", what, "load the sheet again")


async def draft_of(call: Call[Any, Nothing]) -> Draft:
    """The draft that a request is about."""
    content = await call.threads.read(stored, call.thing.id, call.body)
    try:
        return await call.threads.compute(content.draft)
    except Refused as refused:
        raise misfit(refused.what) from None
    except DataError as error:
        raise ProblemError("limit", str(error), "make the sheet smaller") from None
