"""What stands between the web and the application: headers, and the check where a request comes from."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import URL, Headers, MutableHeaders
from starlette.responses import JSONResponse

from tertium.server.web.problems import ProblemError

CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_FORMS = ("", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
_SAFE = ("GET", "HEAD", "OPTIONS")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def cross_site(method: str, headers: Headers) -> bool:
    """Whether a request that changes something comes from another site's page.

    Browsers say so in Sec-Fetch-Site; older ones in Origin. What has neither passes only if no form can send it, by its
    method or the type of its content, or if it carries nobody's cookie.
    """
    if method in _SAFE:
        return False
    if (site := headers.get("sec-fetch-site")) is not None:
        return site not in ("same-origin", "none")
    if (origin := headers.get("origin")) is not None:
        return URL(origin).netloc != headers.get("host", "")
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    return method == "POST" and "cookie" in headers and kind in _FORMS


class Guard:
    """Refuses requests from other sites, and puts the headers on every answer."""

    def __init__(self, app: App, *, secure: bool) -> None:
        self.app = app
        self.headers = dict(HEADERS)
        if secure:
            self.headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if cross_site(scope["method"], Headers(scope=scope)):
            problem = ProblemError(
                "cross-site", "this request came from a page of another site", "open the page here and try again"
            )
            answer = JSONResponse(problem.content(), problem.status, media_type="application/problem+json")
            await answer(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)
