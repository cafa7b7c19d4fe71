"""What pages fetch besides data: scripts, style sheets, the icon; packed, at addresses that change with the content.

`make web` bundles the browser code of all rooms into the folder `built`: one script for each page. An installed package
has these files; in a checkout they may be missing, and then the server does not start.
"""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from tertium.errors import DataError
from tertium.io.files import open_input
from tertium.server.web.problems import not_found

BUILT = Path(__file__).parent.parent / "built"
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
_FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    name: str
    digest: str
    packed: bytes

    @property
    def address(self) -> str:
        return f"/assets/{self.digest}/{self.name}"


def check() -> None:
    """Refuse to go on without the files that pages need."""
    manifest = BUILT / "manifest.json"
    missing = [name for name in _files() if not (BUILT / name).exists()] if manifest.exists() else [manifest.name]
    if missing:
        raise DataError(
            f"{BUILT / missing[0]}: no such file, and without it no page can be shown; in a checkout run `make web`, "
            "elsewhere install tertium again"
        )


@cache
def asset(name: str) -> Asset:
    """The script or style sheet of this name, such as `annotate/sheet.js`."""
    raw = _text(BUILT / name).encode()
    return Asset(name, hashlib.sha256(raw).hexdigest()[:16], gzip.compress(raw, 9, mtime=0))


def address(name: str) -> str:
    """Where a page fetches a style sheet or its script."""
    return asset(name).address


async def send_asset(request: Request) -> Response:
    """A style sheet or script; kept by browsers for good, unless it has changed since the page was made."""
    name = request.path_params["name"]
    if name not in _names():
        raise not_found()
    found = asset(name)
    fresh = found.digest == request.path_params["digest"]
    headers = {"Cache-Control": _FOREVER if fresh else "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            found.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=_TYPES[Path(name).suffix]
        )
    return Response(gzip.decompress(found.packed), headers=headers, media_type=_TYPES[Path(name).suffix])


@cache
def _names() -> frozenset[str]:
    """What can be asked for."""
    return frozenset(name for name in _files() if Path(name).suffix in _TYPES)


def _files() -> list[str]:
    files: list[str] = json.loads(_text(BUILT / "manifest.json"))["files"]
    return files


def _text(path: Path) -> str:
    with open_input(path) as source:
        return "".join(source.text_blocks())
