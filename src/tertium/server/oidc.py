"""Signing in with an organisation's account: OpenID Connect, the authorisation code flow with PKCE.

The issuer comes from the command line only, so nobody on the web can make the server call an address. The browser keeps
one random key for the few minutes that this takes; state, nonce and PKCE's verifier are hashes of it, so the server
keeps nothing. Who is not known comes in by an invite or by a listed mail domain.
"""

import base64
import hashlib
from typing import Annotated, Any

from msgspec import Meta
from sqlalchemy import Connection, select
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tertium.server.api.routing import Call, Input, route
from tertium.server.api.session import set_cookie
from tertium.server.problems import ProblemError, not_found
from tertium.server.settings import Oidc, ServerSettings
from tertium.server.store import people
from tertium.server.store import tables as t
from tertium.server.store.audit import note
from tertium.server.store.common import new_token

SECONDS = 600
_TIMEOUT = 10.0
_LARGEST = 1_000_000
_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
_Code = Annotated[str, Meta(max_length=4_000)]


class Start(Input, frozen=True):
    invite: Annotated[str, Meta(max_length=64, pattern=r"^[\w-]*$")] = ""


class Callback(Input, frozen=True):
    code: _Code = ""
    state: _Code = ""
    error: _Code = ""
    error_description: _Code = ""
    iss: _Code = ""
    session_state: _Code = ""
    scope: _Code = ""


def _provider(settings: ServerSettings) -> Oidc:
    if settings.oidc is None:
        raise not_found()
    return settings.oidc


def _cookie(settings: ServerSettings) -> str:
    return settings.cookie + "-oidc"


def _derived(key: str, use: str) -> str:
    digest = hashlib.sha256(f"{use} {key}".encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def _return_address(request: Request) -> str:
    return f"{str(request.base_url).rstrip('/')}/api/v1/oidc/callback"


@route("GET", "/oidc/start", "session.login", query=Start, status=303, media="text/html")
async def start_oidc(call: Call[None, Start]) -> Response:
    """Go to the organisation's page for signing in."""
    provider = _provider(call.settings)
    addresses = await _discover(provider)
    key = new_token()
    query = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": _return_address(call.request),
        "scope": "openid email profile",
        "state": _derived(key, "state"),
        "nonce": _derived(key, "nonce"),
        "code_challenge": _challenge(_derived(key, "verifier")),
        "code_challenge_method": "S256",
    }
    target = URL(addresses["authorization_endpoint"]).include_query_params(**query)
    response = RedirectResponse(str(target), 303)
    _set(call.settings, response, f"{key}.{call.query.invite}", SECONDS)
    return response


def _set(settings: ServerSettings, response: Response, value: str, seconds: int) -> None:
    response.set_cookie(
        _cookie(settings), value, max_age=seconds, path="/", secure=settings.secure, httponly=True, samesite="lax"
    )


@route("GET", "/oidc/callback", "session.login", query=Callback, status=303, media="text/html")
async def finish_oidc(call: Call[None, Callback]) -> Response:
    """Come back from the organisation's page; a session begins."""
    provider = _provider(call.settings)
    key, _, invite = call.request.cookies.get(_cookie(call.settings), "").partition(".")
    if not key or call.query.state != _derived(key, "state") or not call.query.code:
        raise ProblemError("forbidden", "this sign-in was not begun here, or was refused", "begin again")
    claims = await _claims(provider, call.query.code, _return_address(call.request), key)
    token = await call.store.write(_person, claims, provider.domains, invite)
    response = RedirectResponse("/", 303)
    set_cookie(call.settings, response, token)
    _set(call.settings, response, "", 0)
    return response


def _person(connection: Connection, claims: dict[str, Any], domains: tuple[str, ...], invite: str) -> str:
    """A session for the person with this subject, who may have to be let in first."""
    subject = f"{claims['iss']} {claims['sub']}"
    row = connection.execute(select(t.person).where(t.person.c.oidc_subject == subject)).first()
    if row is not None:
        if row.disabled_at is not None:
            raise _stranger()
        return people.open_session(connection, row.id)
    name, email = _names(claims)
    free, number = name, 1
    while people.find_by_name(connection, free) is not None:
        number += 1
        free = f"{name} ({number})"
    if invite:
        _, token = people.accept_invite(connection, invite, None, free, None, oidc=subject, email=email)
        assert token is not None
        return token
    domain = (email or "").rpartition("@")[2].lower()
    if not domain or domain not in {known.lower() for known in domains} or claims.get("email_verified") is not True:
        raise _stranger()
    id = people.add_person(connection, free, oidc=subject, email=email)
    note(connection, id, "person.oidc", id, {"domain": domain})
    return people.open_session(connection, id)


def _stranger() -> ProblemError:
    return ProblemError("forbidden", "nobody has invited this account", "ask a manager for an invitation")


def _names(claims: dict[str, Any]) -> tuple[str, str | None]:
    email = str(claims.get("email") or "")[:254]
    email = email if email.isprintable() else ""
    said = str(claims.get("name") or claims.get("preferred_username") or email or "Somebody")
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())[:80]
    return name or "Somebody", email or None


async def _claims(provider: Oidc, code: str, address: str, key: str) -> dict[str, Any]:
    """What the provider says about the person, its signature and every claim checked."""
    from joserfc import jwt
    from joserfc.errors import JoseError
    from joserfc.jwk import KeySet

    addresses = await _discover(provider)
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": address,
        "client_id": provider.client_id,
        "client_secret": provider.client_secret,
        "code_verifier": _derived(key, "verifier"),
    }
    answer = await _fetch(addresses["token_endpoint"], form)
    keys = await _fetch(addresses["jwks_uri"])
    try:
        token = jwt.decode(str(answer.get("id_token")), KeySet.import_key_set(keys), algorithms=_ALGORITHMS)  # type: ignore[arg-type]
        jwt.JWTClaimsRegistry(
            leeway=60,
            iss={"essential": True, "value": provider.issuer},
            aud={"essential": True, "value": provider.client_id},
            sub={"essential": True},
            exp={"essential": True},
            nonce={"essential": True, "value": _derived(key, "nonce")},
        ).validate(token.claims)
    except (JoseError, ValueError, KeyError, TypeError) as error:
        raise ProblemError("forbidden", f"the provider's answer cannot be trusted ({error})", "begin again") from None
    return dict(token.claims)


async def _discover(provider: Oidc) -> dict[str, str]:
    description = await _fetch(provider.issuer.rstrip("/") + "/.well-known/openid-configuration")
    wanted = ("authorization_endpoint", "token_endpoint", "jwks_uri")
    if description.get("issuer") != provider.issuer or not all(
        isinstance(description.get(name), str) for name in wanted
    ):
        raise _unreachable("its description does not fit")
    secure = URL(provider.issuer).scheme
    if any(URL(description[name]).scheme != secure for name in wanted):
        raise _unreachable("its description leads elsewhere")
    return {name: description[name] for name in wanted}


async def _fetch(address: str, form: dict[str, str] | None = None) -> dict[str, Any]:
    """JSON from the provider: no redirects, little time, little space."""
    import httpx

    try:
        async with httpx.AsyncClient(timeout=_TIMEOUT, follow_redirects=False, trust_env=False) as client:
            request = client.build_request("POST" if form else "GET", address, data=form)
            answer = await client.send(request, stream=True)
            content = b""
            async for part in answer.aiter_bytes():
                content += part
                if len(content) > _LARGEST:
                    raise _unreachable("its answer is too large")
            await answer.aclose()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _unreachable(type(error).__name__) from None
    import msgspec

    try:
        content_object = msgspec.json.decode(content)
    except msgspec.DecodeError:
        raise _unreachable("its answer is not JSON") from None
    if answer.status_code != 200 or not isinstance(content_object, dict):
        raise _unreachable(f"it answered {answer.status_code}")
    return content_object


def _unreachable(why: str) -> ProblemError:
    return ProblemError("unavailable", f"the provider of accounts cannot be used now ({why})", "try again later")
