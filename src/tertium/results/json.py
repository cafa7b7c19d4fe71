"""JSON of results: null for what is not finite, and no character that a terminal would obey."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""What JSON can hold."""

# JSON allows these raw; a terminal would obey them, and lone surrogates cannot be written as UTF-8.
_RISKY = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def finite(value: float) -> float | None:
    """A number, or null."""
    return float(value) if math.isfinite(value) else None


def plain(value: Any) -> Any:
    """Lists for tuples and arrays, and null for what is not finite, however deep it stands."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    return finite(value) if isinstance(value, float) else value


def to_json(value: Json) -> str:
    """Indented, but a list of plain values stays on one line: a thousand segments are a line."""
    return escaped(_encoded(value, "")) + "\n"


def to_json_lines(items: Json) -> str:
    """One item per line, without blanks; of no items nothing."""
    if not isinstance(items, list):
        raise TypeError(f"expected a list, one item per line; got {type(items).__name__}")
    lines = (json.dumps(item, ensure_ascii=False, allow_nan=False, separators=(",", ":")) for item in items)
    return "".join(f"{escaped(line)}\n" for line in lines)


def escaped(text: str) -> str:
    """JSON that says the same, without characters that act."""
    return _RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _encoded(value: Any, indent: str) -> str:
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        lines = [f"{deeper}{_one_line(str(key))}: {_encoded(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + indent + "}"
    if isinstance(value, list | tuple) and any(isinstance(item, dict | list | tuple) for item in value):
        return "[\n" + ",\n".join(deeper + _encoded(item, deeper) for item in value) + "\n" + indent + "]"
    return _one_line(value)


def _one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
