"""`hparams.yaml` of COMET: names with plain values or lists of them, read by rules of our own.

The whole of YAML is a large language with tags that make objects and references that grow without end. COMET writes
flat mappings, in each of its versions; what is not of that form is refused, so that nothing has to be trusted.
"""

import re
from pathlib import Path
from typing import Any

from tertium.errors import DataError

FILE = "hparams.yaml"
_LARGEST = 1 << 20
_LINE = re.compile(r"([A-Za-z_][\w.-]*):(?:[ \t]+(.*))?$")
_ITEM = re.compile(r"[ ]*-(?:[ \t]+(.*))?$")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
    **dict.fromkeys(("true", "True", "TRUE", "yes", "on"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "off"), False),
}

Settings = dict[str, Any]


def read(path: Path) -> Settings:
    """The settings of a checkpoint."""
    try:
        content = path.read_bytes()
        if len(content) > _LARGEST:
            raise ValueError(f"{len(content):,} bytes")
        return parse(content.decode("utf-8"))
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    except ValueError as error:
        raise DataError(f"{path}: {error}; expected lines `name: value` as COMET writes them") from error


def parse(text: str) -> Settings:
    """Names and values of a text.

    Raises:
        ValueError: A line is not of that form; says which.
    """
    settings: Settings = {}
    name: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.rstrip()
        if not bare.strip() or bare.lstrip().startswith("#") or bare in ("---", "..."):
            continue
        if found := _LINE.fullmatch(bare):
            name = found[1]
            if name in settings:
                raise ValueError(f"line {number}: {name} stands there twice")
            settings[name] = _value(found[2] or "", number)
        elif name is not None and (item := _ITEM.fullmatch(bare)):
            if settings[name] is None:
                settings[name] = []
            if not isinstance(settings[name], list):
                raise ValueError(f"line {number}: an item of a list below {name}, which has a value already")
            settings[name].append(_value(item[1] or "", number))
        else:
            raise ValueError(f"line {number}: found {bare[:60]!r}")
    return settings


def _value(text: str, number: int) -> Any:
    text = text.strip()
    if text[:1] in ("'", '"'):
        end = text.rfind(text[0])
        if end == 0 or ((rest := text[end + 1 :].strip()) and not rest.startswith("#")):
            raise ValueError(f"line {number}: a quote that does not end: {text[:60]!r}")
        inner = text[1:end]
        return inner.replace("''", "'") if text[0] == "'" else inner.replace('\\"', '"').replace("\\\\", "\\")
    text = re.sub(r"(^|\s)#.*$", "", text).strip()
    if text.startswith("[") and text.endswith("]"):
        return [_value(part, number) for part in text[1:-1].split(",") if part.strip()]
    if text == "{}":
        return {}
    if text[:1] in ("!", "&", "*", "|", ">", "{", "[", "%", "@", "`"):
        raise ValueError(f"line {number}: found {text[:60]!r}, which is no plain value")
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.match(text):
        plain = text.replace("_", "")
        return int(plain) if re.fullmatch(r"[-+]?\d+", plain) else float(plain)
    return text
