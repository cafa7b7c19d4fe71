"""What all JSON of reports holds to: null for what is not finite, and no character that a terminal would obey."""

import math
import re
from typing import Any

# JSON allows these raw; a terminal would obey them, and lone surrogates cannot be written as UTF-8.
_RISKY = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def finite(value: float) -> float | None:
    """A number, or null."""
    return float(value) if math.isfinite(value) else None


def plain(value: Any) -> Any:
    """Lists for tuples, and null for what is not finite, however deep it stands."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return finite(value) if isinstance(value, float) else value


def escaped(text: str) -> str:
    """JSON that says the same, without characters that act."""
    return _RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
