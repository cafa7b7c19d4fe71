"""Tokens with which programs ask: one's own, made and revoked by oneself."""

from typing import Annotated, Any

from msgspec import Meta

from tertium.server.people.store import tokens
from tertium.server.web.routing import Call, Input, Nothing, Output, route


class NewToken(Input, frozen=True):
    name: Annotated[str, Meta(max_length=200)]
    scopes: list[str]
    days: float = 90.0


class MadeToken(Output, frozen=True):
    token: str
    expires: str


class TokenRow(Output, frozen=True):
    id: str
    name: str
    scopes: list[str]
    created: str
    expires: str


class Tokens(Output, frozen=True):
    items: list[TokenRow]


@route("GET", "/me/tokens", "token.manage", output=Tokens)
async def list_tokens(call: Call[None, Nothing]) -> dict[str, Any]:
    """One's own tokens that are good; what makes them secret is not stored."""
    return {"items": await call.threads.read(tokens.listed, call.actor.id)}


@route("POST", "/me/tokens", "token.manage", body=NewToken, output=MadeToken, status=201)
async def make_token(call: Call[NewToken, Nothing]) -> MadeToken:
    """Make a token for a program; shown once."""
    body = call.body
    return MadeToken(*await call.threads.write(tokens.make, call.actor.id, body.name, body.scopes, body.days))


@route("DELETE", "/me/tokens/{token}", "token.manage", status=204)
async def revoke_token(call: Call[None, Nothing]) -> None:
    """Make a token useless."""
    await call.threads.write(tokens.revoke, call.actor.id, call.path("token"))
