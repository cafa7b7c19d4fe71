"""The time that people spend, and what they have seen."""

from typing import Annotated

from msgspec import Meta, structs

from tertium.server.annotate.api.sheets import refuse_nul
from tertium.server.annotate.rules.hours import active_ms
from tertium.server.annotate.store import sheets
from tertium.server.web.problems import ProblemError, invalid
from tertium.server.web.routing import Call, Input, Nothing, route
from tertium.server.web.structs import Tab, Time


class Interval(Input, frozen=True):
    started: Time
    ended: Time
    keys: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    edits: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Work(Input, frozen=True):
    tab: Tab
    intervals: Annotated[list[Interval], Meta(max_length=500)]


class Seen(Input, frozen=True):
    name: Annotated[str, Meta(max_length=200)]


@route("POST", "/sheets/{sheet}/work", "sheet.edit", body=Work, status=204)
async def add_work(call: Call[Work, Nothing]) -> None:
    """Intervals of interaction; one that is sent again replaces the first."""
    rows = []
    for interval in call.body.intervals:
        if interval.ended < interval.started:
            raise invalid("an interval ends before it starts", field="intervals")
        length = interval_ms(interval)
        rows.append({**structs.asdict(interval), "active_ms": length})
    refuse_nul(call.body.tab)
    await call.threads.write(sheets.add_work, call.thing.id, call.body.tab, rows)


def interval_ms(interval: Interval) -> int:
    try:
        length = active_ms([(interval.started, interval.ended)])
    except ValueError:
        raise invalid("this is no time", field="intervals") from None
    if length > 86_400_000:
        raise invalid("an interval has at most a day", field="intervals")
    return length


@route("POST", "/sheets/{sheet}/seen", "sheet.edit", body=Seen, status=204)
async def add_seen(call: Call[Seen, Nothing]) -> None:
    """Log that a text came into view."""
    shown = await call.threads.read(sheets.shown, call.actor, call.thing)
    if call.body.name not in [text["name"] for text in shown["texts"]]:
        raise ProblemError("not-found", "there is no such text", "name one of the shown texts")
    await call.threads.write(sheets.note_shown, call.thing.id, [call.body.name], "seen")
