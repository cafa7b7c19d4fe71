"""Opening a bilingual file: which kind it is, and the reader for it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tertium.errors import DataError
from tertium.io.bilingual import tmx, xliff1, xliff2
from tertium.io.bilingual.markup.decoding import XMLText
from tertium.io.bilingual.markup.scanner import EMPTY, START, Scanner, Token, attributes_of
from tertium.io.bilingual.markup.walk import NAMESPACES, Walker
from tertium.io.bilingual.segments import Options, Unit
from tertium.io.files import Input

_ROOT = re.compile(r"<(?:[\w.-]+:)?(xliff|tmx)(?=[\s>])(?:[^>]*?\sversion\s*=\s*[\"'](\d))?")
_VERSIONS = {"1.0": 1, "1.1": 1, "1.2": 1, "2.0": 2, "2.1": 2, "2.2": 2}
_CORE = "urn:oasis:names:tc:xliff:document:"


def kind_of(markup: str, at: int = 0) -> str | None:
    """`xliff`, `xliff2` or `tmx`, by the first element of a file; None where it is something else."""
    root = _ROOT.match(markup, at)
    if root is None:
        return None
    return "tmx" if root[1] == "tmx" else "xliff2" if root[2] == "2" else "xliff"


@dataclass(slots=True)
class BilingualFile:
    """An open file, to be read once."""

    kind: str
    reader: "tmx.Reader | Walker"
    _tokens: Iterator[Token]
    root: dict[str, str]

    @property
    def scanner(self) -> Scanner:
        return self.reader.scanner

    @property
    def own_systems(self) -> str | None:
        """The names of systems, in JSON, where we wrote the file as a test set."""
        if isinstance(self.reader, tmx.Reader):
            return self.reader.properties.get("systems")
        return self.reader.root.get("tertium:systems")

    @property
    def languages(self) -> str:
        """Source and target language, such as `en-de`, where the part read so far says them."""
        return self.reader.language_pair

    def units(self) -> Iterator[Unit]:
        return self.reader.units() if isinstance(self.reader, tmx.Reader) else self.reader.units(self._tokens)


def open_bilingual(source: Input, kind: str, options: Options, *, rewritable: bool = False) -> BilingualFile:
    """The reader of a file of this kind (`xliff`, `xliff2` or `tmx`)."""
    xml = XMLText(source)
    if kind == "tmx":
        return BilingualFile(kind, tmx.Reader(xml, options, rewritable), iter(()), {})
    scanner = Scanner(xml)
    tokens = scanner.tokens()
    for token in tokens:
        if token[0] in (START, EMPTY):
            return _open_xliff(scanner, tokens, token, options, rewritable)
    raise DataError(f"{source.name}: has no elements, expected XLIFF; is it the right file?")


def _open_xliff(
    scanner: Scanner, tokens: Iterator[Token], root: Token, options: Options, rewritable: bool
) -> BilingualFile:
    namespace, local = scanner.expanded(root[1])
    if local.lower() == "html":
        scanner.refuse("this is a page of HTML, not XLIFF; was a login page saved? download the file again")
    if local != "xliff":
        scanner.refuse(f"found <{root[1]}>, expected <xliff>; is this an XLIFF file?")
    attributes = {}
    for name, value in attributes_of(root[2]).items():
        prefix = NAMESPACES.get(scanner.prefix_of(name)) if ":" in name else ""
        if prefix is not None:
            attributes[prefix + name.rpartition(":")[2]] = value
    version = attributes.get("version", "1.2")
    number = _VERSIONS.get(version)
    if number is None:
        scanner.refuse(f'version="{version}" is not known; expected XLIFF 1.0, 1.1, 1.2, 2.0, 2.1 or 2.2')
    declared = namespace.removeprefix(_CORE)
    if namespace and (namespace == declared or declared[:1] != str(number)):
        scanner.refuse(
            f'version="{version}" with the namespace {namespace!r}; expected {_CORE}{version}; '
            "correct the one that is wrong"
        )
    make = xliff1.Reader if number == 1 else xliff2.Reader
    reader = make(scanner, options, attributes, rewritable)
    return BilingualFile("xliff" if number == 1 else "xliff2", reader, tokens, attributes)
