"""What pages fetch besides data: scripts and style sheets, packed, at addresses that change with their content.

A page's modules go out as one file, because fifty requests were most of what opening the editor cost. The modules
themselves stay as they are; tests and type checks read them. In the file each is a function that returns what the
module exports, those that are needed first. Only the forms of `import` and `export` that stand in our modules and in
the libraries are known; another one is an error, which a test finds.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from tertium.errors import DataError
from tertium.io.files import open_input
from tertium.server.problems import ProblemError, not_found

STATIC = Path(__file__).parent.parent / "static"
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
_FOREVER = "public, max-age=31536000, immutable"

_START = r"(?:(?<=^)|(?<=[;}\n]))"
_IMPORT = re.compile(_START + r"""import\s*(?:(\w+)|\{([^}]*)\})\s*from\s*["'](\.[^"']+)["'];?""")
_PASSED_ON = re.compile(_START + r"""export\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["'];?""")
_NAMED = re.compile(_START + r"""export\s*\{([^}]*)\};?""")
_DECLARED = re.compile(_START + r"export\s+((?:async\s+)?(?:function\*?|class|const)\s+(\w+))")
_DEFAULT = re.compile(_START + r"export\s+default\s*")
_LEFT = re.compile(r"^\s*(?:import|export)\b.*", re.MULTILINE)


class BundleError(Exception):
    """A module that cannot go into one file with others."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    name: str
    digest: str
    packed: bytes

    @property
    def address(self) -> str:
        return f"/assets/{self.digest}/{self.name}"


@cache
def asset(name: str) -> Asset:
    """The style sheet, or the module with all it needs, of this name below the folder of static files."""
    path = STATIC / name
    try:
        text = bundle(path) if path.suffix == ".js" else _text(path)
    except DataError:
        what = f"a file that the pages need is not there, for {name}"
        raise ProblemError("unavailable", what, "in a checkout, run `make web` and start the server again") from None
    raw = text.encode()
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
    paths = [path for pattern in ("css/*.css", "js/pages/*.js", "js/exam/*.js") for path in STATIC.glob(pattern)]
    return frozenset(path.relative_to(STATIC).as_posix() for path in paths)


def _text(path: Path) -> str:
    with open_input(path) as source:
        return "".join(source.text_blocks())


def bundle(entry: Path) -> str:
    """A module and all it needs as one."""
    modules = _in_order(entry.resolve())
    numbers = {module: number for number, module in enumerate(modules)}
    return "".join(_wrapped(module, numbers) for module in modules)


def _in_order(entry: Path) -> list[Path]:
    """A module and all it needs, those that are needed first."""
    done: dict[Path, None] = {}
    on_the_way: list[Path] = []

    def visit(module: Path) -> None:
        if module in done:
            return
        if module in on_the_way:
            raise BundleError(f"{module.name} needs itself, by {', '.join(path.name for path in on_the_way)}")
        on_the_way.append(module)
        text = _text(module)
        for pattern in (_IMPORT, _PASSED_ON):
            for found in pattern.finditer(text):
                visit((module.parent / found[pattern.groups]).resolve())
        on_the_way.pop()
        done[module] = None

    visit(entry)
    return list(done)


def _pairs(names: str) -> list[tuple[str, str]]:
    """`a, b as c`: how each is called there and here."""
    parts = [name.split() for name in names.split(",") if name.strip()]
    return [(part[0], part[-1]) for part in parts]


def _wrapped(module: Path, numbers: dict[Path, int]) -> str:
    """A module as a constant that holds what it exports."""
    exported: dict[str, str] = {}

    def constant(path: str) -> str:
        return f"m{numbers[(module.parent / path).resolve()]}"

    def imported(found: re.Match[str]) -> str:
        default, names, path = found.groups()
        if default:
            return f"const {default} = {constant(path)}.default;"
        inner = ", ".join(there if there == here else f"{there}: {here}" for there, here in _pairs(names))
        return f"const {{ {inner} }} = {constant(path)};"

    def passed_on(found: re.Match[str]) -> str:
        exported.update({outside: f"{constant(found[2])}.{there}" for there, outside in _pairs(found[1])})
        return ""

    def named(found: re.Match[str]) -> str:
        exported.update({outside: inside for inside, outside in _pairs(found[1])})
        return ""

    def declared(found: re.Match[str]) -> str:
        exported[found[2]] = found[2]
        return found[1]

    def default(found: re.Match[str]) -> str:
        exported["default"] = "theDefault"
        return "const theDefault = "

    text = _text(module)
    changes = (
        (_IMPORT, imported),
        (_PASSED_ON, passed_on),
        (_NAMED, named),
        (_DECLARED, declared),
        (_DEFAULT, default),
    )
    for pattern, change in changes:
        text = pattern.sub(change, text)
    if left := _LEFT.search(text):
        raise BundleError(f"{module.name}: this form is not known: {left[0].strip()[:80]}")
    given = ", ".join(name if name == value else f"{name}: {value}" for name, value in exported.items())
    start = f"// {module.relative_to(STATIC)}\nconst m{numbers[module]} = (() => {{"
    return f"{start}\n{text}\nreturn {{ {given} }};\n}})();\n"
