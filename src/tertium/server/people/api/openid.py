"""Signing in with an organisation's account: OpenID Connect, the authorisation code flow with PKCE, by Authlib.

The issuer comes from the command line only, so nobody on the web can make the server call an address. What a sign-in
needs to remember (state, nonce, PKCE's verifier) is in a cookie of the browser for a few minutes; the server keeps
nothing. Who is not known comes in by an invite or by a listed mail domain.
"""

import base64
from collections.abc import AsyncIterator
from typing import Annotated, Any

import httpx2
import msgspec
from authlib.integrations.base_client import OAuthError
from authlib.integrations.starlette_client import StarletteIntegration, StarletteOAuth2App
from joserfc.errors import JoseError
from msgspec import Meta
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tertium.server.people.api.session import set_cookie
from tertium.server.people.store import openid
from tertium.server.settings import Oidc, ServerSettings
from tertium.server.web.problems import ProblemError, not_found
from tertium.server.web.routing import Call, Input, route

SECONDS = 600
_TIMEOUT = 10.0
_LARGEST = 1_000_000
_LEEWAY = 60
_ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
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


class _SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser's cookie holds: Authlib's data of a sign-in, and the invite that it is for."""

    session: dict[str, Any]
    invite: str


class _SmallAnswers(httpx2.AsyncHTTPTransport):
    """Answers of a limited size, as they are: what is packed could unpack to anything."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["Accept-Encoding"] = "identity"
        answer = await super().handle_async_request(request)
        if answer.headers.get("content-encoding", "identity") != "identity":
            await answer.aclose()
            raise httpx2.DecodingError("its answer is packed", request=request)
        assert isinstance(answer.stream, httpx2.AsyncByteStream)
        answer.stream = _Limited(answer.stream, request)
        return answer


class _Limited(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, request: httpx2.Request) -> None:
        self._stream, self._request = stream, request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > _LARGEST:
                raise httpx2.ReadError("its answer is too large", request=self._request)
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Provider(StarletteOAuth2App):  # type: ignore[misc]  # Authlib is not typed
    """Authlib's client with our limits: no redirects, little time, little space, nothing in the clear."""

    def __init__(self, oidc: Oidc) -> None:
        super().__init__(
            StarletteIntegration("oidc"),
            name="oidc",
            client_id=oidc.client_id,
            client_secret=oidc.client_secret,
            server_metadata_url=oidc.issuer.rstrip("/") + "/.well-known/openid-configuration",
            client_kwargs={
                "scope": "openid email profile",
                "code_challenge_method": "S256",
                "token_endpoint_auth_method": "client_secret_post",
                "timeout": _TIMEOUT,
                "follow_redirects": False,
                "trust_env": False,
                "transport": _SmallAnswers(),
            },
        )
        self.issuer = oidc.issuer
        self.server_metadata: dict[str, Any] = {}

    async def load_server_metadata(self) -> dict[str, Any]:
        """The provider's description, if it is the one that we were told of."""
        if "_loaded_at" not in self.server_metadata:
            metadata: dict[str, Any] = await super().load_server_metadata()
            if metadata.get("issuer") != self.issuer or not all(
                isinstance(metadata.get(name), str) for name in _ENDPOINTS
            ):
                raise _unreachable("its description does not fit")
            if any(URL(metadata[name]).scheme != URL(self.issuer).scheme for name in _ENDPOINTS):
                raise _unreachable("its description leads elsewhere")
            offered = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
            usable = [name for name in _ALGORITHMS if name in offered]
            if not usable:
                raise _unreachable("it signs in no way that we accept")
            # Only what we asked for: the rest of the description would become options of the client.
            self.server_metadata = {
                **{name: metadata[name] for name in ("issuer", *_ENDPOINTS)},
                "id_token_signing_alg_values_supported": usable,
                "_loaded_at": metadata["_loaded_at"],
            }
        return self.server_metadata


def _provider(settings: ServerSettings) -> _Provider:
    if settings.oidc is None:
        raise not_found()
    return _Provider(settings.oidc)


def _cookie(settings: ServerSettings) -> str:
    return settings.cookie + "-oidc"


def _return_address(request: Request) -> str:
    return f"{str(request.base_url).rstrip('/')}/api/v1/oidc/callback"


@route("GET", "/oidc/start", "session.login", query=Start, status=303, media="text/html")
async def start_oidc(call: Call[None, Start]) -> Response:
    """Go to the organisation's page for signing in."""
    provider = _provider(call.settings)
    call.request.scope["session"] = {}
    try:
        target = await provider.authorize_redirect(call.request, _return_address(call.request))
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise _unreachable(type(error).__name__) from None
    response = RedirectResponse(target.headers["location"], 303)
    sign_in = _SignIn(call.request.session, call.query.invite)
    _set(call.settings, response, base64.urlsafe_b64encode(msgspec.json.encode(sign_in)).decode(), SECONDS)
    return response


def _set(settings: ServerSettings, response: Response, value: str, seconds: int) -> None:
    response.set_cookie(
        _cookie(settings), value, max_age=seconds, path="/", secure=settings.secure, httponly=True, samesite="lax"
    )


@route("GET", "/oidc/callback", "session.login", query=Callback, status=303, media="text/html")
async def finish_oidc(call: Call[None, Callback]) -> Response:
    """Come back from the organisation's page; a session begins."""
    provider = _provider(call.settings)
    sign_in = _begun(call)
    call.request.scope["session"] = sign_in.session
    claims = await _claims(provider, call.request)
    assert call.settings.oidc is not None
    token = await call.threads.write(openid.open_session, claims, call.settings.oidc.domains, sign_in.invite)
    response = RedirectResponse("/", 303)
    set_cookie(call.settings, response, token)
    _set(call.settings, response, "", 0)
    return response


def _begun(call: Call[None, Callback]) -> _SignIn:
    try:
        content = base64.urlsafe_b64decode(call.request.cookies.get(_cookie(call.settings), ""))
        sign_in = msgspec.json.decode(content, type=_SignIn)
    except (ValueError, msgspec.DecodeError):
        raise _not_begun() from None
    if not call.query.code or not call.query.state:
        raise _not_begun()
    return sign_in


async def _claims(provider: _Provider, request: Request) -> dict[str, Any]:
    """What the provider says about the person, its signature and every claim checked."""
    required = {
        "iss": {"essential": True, "value": provider.issuer},
        "aud": {"essential": True, "value": provider.client_id},
        "sub": {"essential": True},
        "exp": {"essential": True},
        "nonce": {"essential": True},
    }
    try:
        token = await provider.authorize_access_token(request, claims_options=required, leeway=_LEEWAY)
        return dict(token["userinfo"])
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _unreachable(type(error).__name__) from None
    except OAuthError as error:
        if error.error == "mismatching_state":
            raise _not_begun() from None
        raise _untrusted(error) from None
    except (JoseError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _untrusted(error) from None


def _not_begun() -> ProblemError:
    return ProblemError("forbidden", "this sign-in was not begun here, or was refused", "begin again")


def _untrusted(error: Exception) -> ProblemError:
    return ProblemError("forbidden", f"the provider's answer cannot be trusted ({error})", "begin again")


def _unreachable(why: str) -> ProblemError:
    return ProblemError("unavailable", f"the provider of accounts cannot be used now ({why})", "try again later")
