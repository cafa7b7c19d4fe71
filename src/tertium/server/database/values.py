"""Ids, times and hashes as every table has them."""

import hashlib
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta


def new_id() -> str:
    """A random id of 128 bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def ids() -> Iterator[str]:
    """Ids for cards and alternatives that the server makes."""
    while True:
        yield new_id()[:16]


def new_token() -> str:
    """A random secret of 256 bits, to be shown once."""
    return secrets.token_urlsafe(32)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def now() -> str:
    """The time in UTC, to the millisecond, as text that sorts."""
    return stamp(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def later(*, days: float = 0, hours: float = 0, minutes: float = 0, start: str | None = None) -> str:
    """A time from now, or from another time."""
    begin = moment(start) if start else datetime.now(UTC)
    return stamp(begin + timedelta(days=days, hours=hours, minutes=minutes))


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
