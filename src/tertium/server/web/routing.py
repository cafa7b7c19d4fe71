"""How a route is declared: its action, what it takes and what it gives; everything else follows from that.

The declaration is the only place: the same entry checks the permission, decodes the request, encodes the answer and
describes itself in the OpenAPI document.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tertium.server.database import objects
from tertium.server.database.engine import Connection
from tertium.server.errors import NoSessionError
from tertium.server.permissions import ACTIONS, CANDIDATE, SCOPES, SERVICE, Actor, Object, allowed
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.web.problems import ProblemError, not_found, problem_of

PREFIX = "/api/v1"
LARGEST_BODY = 1_000_000

B = TypeVar("B")
Q = TypeVar("Q")


class Input(Struct, forbid_unknown_fields=True, frozen=True):
    """A request; a field that is not known is refused."""


class Output(Struct, frozen=True):
    """An answer."""


class Nothing(Input, frozen=True):
    """A request without content."""


@dataclass(frozen=True, slots=True)
class Call(Generic[B, Q]):
    """One request, checked and decoded."""

    request: Request
    threads: Threads
    settings: ServerSettings
    person: Actor | None
    thing: Object
    body: B
    query: Q

    @property
    def actor(self) -> Actor:
        """The person who is signed in."""
        assert self.person is not None
        return self.person

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])


Handler = Callable[[Call[Any, Any]], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route and all that is known about it."""

    method: str
    path: str
    action: str
    handler: Handler
    summary: str
    body: type | None
    query: type
    output: Any
    status: int
    raw: bool
    media: str
    largest: int

    @property
    def operation_id(self) -> str:
        return self.handler.__name__


ENDPOINTS: list[Endpoint] = []
SESSIONS: dict[str, Callable[[Connection, str], Actor | None]] = {}
"""Who asks, by a token: that of a session of a `person` or a `candidate`, or of a `program`; entered by
`tertium.server.routes`."""


def route(
    method: str,
    path: str,
    action: str,
    *,
    body: type | None = None,
    query: type = Nothing,
    output: Any = None,
    status: int = 200,
    raw: bool = False,
    media: str = "application/json",
    largest: int = LARGEST_BODY,
) -> Callable[[Handler], Handler]:
    """Declare a route; the first line of the handler's docstring is its summary."""
    if action not in ACTIONS:
        raise ValueError(f"unknown action {action!r}")

    def declare(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").strip().splitlines()[0]
        ENDPOINTS.append(
            Endpoint(method, PREFIX + path, action, handler, summary, body, query, output, status, raw, media, largest)
        )
        return handler

    return declare


def starlette_routes() -> list[Route]:
    """Every declared route; paths with a method that is not there answer 405."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, _dispatch(methods), methods=list(methods)) for path, methods in by_path.items()]


def _dispatch(methods: dict[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await run(methods[method], request)

    return answer


async def run(endpoint: Endpoint, request: Request) -> Response:
    """Permission first, then the body, then the handler."""
    threads: Threads = request.app.state.threads
    settings: ServerSettings = request.app.state.settings
    ids = dict(request.path_params)
    person, thing = await threads.read(
        context, settings, endpoint.action, request.cookies, ids, request.headers.get("authorization")
    )
    check(person, endpoint.action, thing)
    query = _query(endpoint.query, request)
    body = await _body(endpoint, request)
    call: Call[Any, Any] = Call(request, threads, settings, person, thing or SERVICE, body, query)
    result = await endpoint.handler(call)
    if isinstance(result, Response):
        return result
    if result is None:
        return Response(status_code=204)
    return Response(_ENCODER.encode(result), endpoint.status, media_type="application/json")


_ENCODER = msgspec.json.Encoder()


def encoded(content: Any) -> bytes:
    """JSON as every answer has it."""
    return _ENCODER.encode(content)


def check(person: Actor | None, action: str, thing: Object | None) -> None:
    """Refuse what is not allowed; what one may not see is not there."""
    verdict = allowed(person, action, thing or SERVICE) if thing is not None or person is None else "hidden"
    if verdict == "yes":
        return
    if person is None and action in CANDIDATE:
        raise problem_of(NoSessionError())
    if person is None:
        raise ProblemError(
            "unauthenticated",
            "nobody is signed in, and there is no valid token",
            "sign in, or send a token that is good",
        )
    if verdict == "hidden":
        raise not_found()
    if person is not None and person.scopes is not None and not any(action in SCOPES[s] for s in person.scopes):
        said = ", ".join(person.scopes)
        raise ProblemError(
            "forbidden", f"this token is for {said}, which does not allow this ({action})", "make a token for it"
        )
    raise ProblemError("forbidden", f"your role does not allow this ({action})", "ask a manager of the project")


def context(
    connection: Connection,
    settings: ServerSettings,
    action: str,
    cookies: Mapping[str, str],
    ids: dict[str, str],
    authorization: str | None = None,
) -> tuple[Actor | None, Object | None]:
    """Who asks, and for what. Candidates have a cookie of their own, which is good for their actions alone.

    A program sends somebody's token in the header Authorization; cookies beside it count for nothing.
    """
    if action in CANDIDATE:
        kind, token = "candidate", cookies.get(settings.exam_cookie)
    elif authorization is not None:
        scheme, _, secret = authorization.partition(" ")
        kind, token = "program", secret.strip() if scheme.lower() == "bearer" else None
    else:
        kind, token = "person", cookies.get(settings.cookie)
    person = SESSIONS[kind](connection, token) if token else None
    return person, objects.find(connection, ids)


def _query(kind: type, request: Request) -> Any:
    pairs = request.query_params.multi_items()
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ProblemError("invalid", "a parameter is given twice", "give it once")
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ProblemError("invalid", str(error), "correct the parameters", where={"field": _field(error)}) from None


async def _body(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.raw or endpoint.body is None:
        return None
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise ProblemError("media-type", f"the content is {kind or 'of no named type'}", "send application/json")
    return decoded(await limited_body(request, endpoint.largest), endpoint.body)


def decoded(content: bytes, kind: type) -> Any:
    """A request's struct from JSON."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise ProblemError("invalid", str(error), "correct the request", where={"field": _field(error)}) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("invalid", f"this is not JSON: {error}", "send valid JSON") from None


def _field(error: msgspec.ValidationError) -> str | None:
    text = str(error)
    return text.rsplit("`", 2)[-2].removeprefix("$.") if " - at `" in text else None


async def limited_body(request: Request, most: int = LARGEST_BODY) -> bytes:
    """The body, unless it is too large."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise ProblemError("too-large", f"the content is larger than {most:,} bytes", "send less at once")
        parts.append(part)
    return b"".join(parts)
