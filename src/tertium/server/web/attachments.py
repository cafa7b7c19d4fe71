"""Files that browsers save and never show, with names that people know again."""

import re
from email.utils import encode_rfc2231

from starlette.responses import Response

LONGEST = 80
_UNFIT = re.compile(r"[^\w.-]+")


def file_name(name: str, ending: str, other: str) -> str:
    """A file called after something that people named; `other` where nothing of the name is left."""
    stem = _UNFIT.sub("-", name).strip("-._")[:LONGEST].strip("-._")
    return f"{stem or other}.{ending}"


def disposition(name: str) -> str:
    """The header that says what a file is called, in any script (RFC 6266)."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    return f'attachment; filename="{plain}"' + ("" if plain == name else f"; filename*={encode_rfc2231(name, 'UTF-8')}")


def attachment(content: str | bytes, media: str, name: str) -> Response:
    """An answer that is a file."""
    return Response(content, media_type=media, headers={"Content-Disposition": disposition(name)})
