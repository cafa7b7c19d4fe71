"""Grammaticality: batches of sentences, one at a time, and what came of them."""

import math
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Meta

from tertium.meta.agreement import krippendorff_alpha
from tertium.server.annotate.store import judging
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import JsonObject, Name


class NewBatch(Input, frozen=True):
    name: Name
    origin: Literal["closest", "random", "both"] = "both"
    per_segment: Annotated[int, Meta(ge=1, le=100)] = 3
    judges: Annotated[int, Meta(ge=1, le=20)] = 3
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 1


class BatchMade(Output, frozen=True):
    id: str
    items: int


class BatchRow(Output, frozen=True):
    id: str
    name: str
    items: int
    judges: int
    judged: int
    mine: int
    closed: str | None


class Batches(Output, frozen=True):
    items: list[BatchRow]


class Item(Output, frozen=True):
    item: str | None
    text: str | None
    number: int
    of: int


class Label(Input, frozen=True):
    label: Annotated[int, Meta(ge=1, le=3)]


class Results(Output, frozen=True):
    items: int
    judged: int
    judges: int
    at_least_one: dict[str, float | None]
    majority: dict[str, float | None]
    all: dict[str, float | None]
    alpha: float | None
    rows: list[JsonObject]


@route("POST", "/projects/{project}/batches", "batch.make", body=NewBatch, output=BatchMade, status=201)
async def make_batch(call: Call[NewBatch, Nothing]) -> dict[str, Any]:
    """Draw sentences to be judged from submitted sheets."""
    from tertium.server.annotate.api.projects import refuse_control

    body = call.body
    refuse_control("name", body.name)
    items = await call.threads.read(judging.draw, call.thing.id, body.origin, body.per_segment, body.seed)
    id = await call.threads.write(
        judging.make_batch, call.actor.id, call.thing.id, body.name, body.origin, body.judges, body.seed, items
    )
    return {"id": id, "items": len(items)}


@route("GET", "/projects/{project}/batches", "batch.list", output=Batches)
async def list_batches(call: Call[None, Nothing]) -> dict[str, Any]:
    """The batches of a project."""
    return {"items": await call.threads.read(judging.batches, call.thing.id, call.actor.id)}


@route("GET", "/batches/{batch}/next", "batch.judge", output=Item)
async def next_item(call: Call[None, Nothing]) -> dict[str, Any]:
    """The next sentence to judge; where it comes from is not told."""
    return await call.threads.read(judging.next_item, call.thing.id, call.actor.id)


@route("PUT", "/batches/{batch}/items/{item}", "batch.judge", body=Label, status=204)
async def judge_item(call: Call[Label, Nothing]) -> None:
    """Label a sentence: 1 grammatical, 2 slightly odd, 3 not grammatical."""
    await call.threads.write(judging.judge, call.thing.id, call.path("item"), call.actor.id, call.body.label)


@route("GET", "/batches/{batch}/results", "batch.results", output=Results)
async def get_results(call: Call[None, Nothing]) -> dict[str, Any]:
    """Shares of sentences by at least one judge, the majority and all, and how far judges agree."""
    rows = await call.threads.read(judging.labels, call.thing.id)
    return await call.threads.compute(summary, rows)


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """As the paper counts: grammatical, and grammatical or slightly odd."""
    judged = [row["labels"] for row in rows if row["labels"]]
    judges = sorted({judge for row in rows for judge in row["judges"]})
    ratings = np.full((len(judges), len(rows)), np.nan)
    for place, row in enumerate(rows):
        for judge, label in zip(row["judges"], row["labels"], strict=True):
            ratings[judges.index(judge), place] = label
    several = sum(len(labels) > 1 for labels in judged)
    alpha = krippendorff_alpha(ratings, level="ordinal") if several else math.nan

    def share(enough: Any) -> dict[str, float | None]:
        return {
            name: sum(enough(sum(label <= most for label in labels), len(labels)) for labels in judged) / len(judged)
            if judged
            else None
            for name, most in (("1", 1), ("1+2", 2))
        }

    return {
        "items": len(rows),
        "judged": len(judged),
        "judges": len(judges),
        "at_least_one": share(lambda good, _: good >= 1),
        "majority": share(lambda good, n: 2 * good > n),
        "all": share(lambda good, n: good == n),
        "alpha": None if math.isnan(alpha) else alpha,
        "rows": [{key: row[key] for key in ("item", "text", "origin", "labels")} for row in rows],
    }
