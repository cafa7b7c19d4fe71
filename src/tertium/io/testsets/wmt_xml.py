"""The XML of WMT since 2021: `dataset`, `collection` (optional), `doc`, then `src`, `ref`, `hyp` with `p` and `seg`.

`ref` has a `translator` and `hyp` a `system`. Text is kept as it stands, white space included. A document type or an
entity declaration is refused: nobody needs one here, and they can be made to explode or to read other files.

XML 1.0 has no control characters besides tab and line ends, and a segment without any text leaves no trace; writing
such a test set is refused.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import BinaryIO, NoReturn, cast
from xml.parsers import expat

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.testsets.limits import refuse_bare_segments, refuse_characters, refuse_no_segments
from tertium.io.testsets.markup import Collection, Document, Entry, Role
from tertium.text.testset import TestSet, Text

_ROLES = {"src": "source", "ref": "reference", "hyp": "hypothesis"}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_ATTRIBUTE = _TEXT | str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})


def collect(source: Input, collection: Collection) -> None:
    """Put everything in the file into the collection."""
    reader = _Reader(source.name, collection)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    reader.parser = parser
    try:
        for block in source.text_blocks():
            parser.Parse(block, False)
        parser.Parse("", True)
    except expat.ExpatError as error:
        raise DataError(
            f"{source.name}:{error.lineno}: not well-formed XML ({expat.ErrorString(error.code)}, column "
            f"{error.offset + 1}); expected WMT XML; if this is SGML, read it as such"
        ) from None


@dataclass(slots=True)
class _Reader:
    """Follows the parser: which document, which stream, which segment is open."""

    file: str
    collection: Collection
    parser: expat.XMLParserType | None = None
    depth: int = 0
    document: Document | None = None
    role: Role | None = None
    name: Text = None
    n_segments: int = 0
    segment: str | int | None = None
    texts: list[str] = field(default_factory=list)
    seen: Counter[Text] = field(default_factory=Counter)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth == 1 and tag != "dataset":
            self.refuse(f"found <{tag}>, expected <dataset>")
        if self.segment is not None:
            self.refuse(f"<{tag}> inside <seg>, expected text only; write &lt; for a < that is text")
        if tag == "doc":
            identity = attributes.get("id")
            self.document = (identity, self.seen[identity])
            self.seen[identity] += 1
            self.collection.add_document(self.document, attributes)
        elif tag in _ROLES:
            self.start_stream(tag, attributes)
        elif tag == "seg":
            if self.document is None or self.role is None:
                self.refuse("<seg> outside <src>, <ref> and <hyp> of a <doc>")
            self.n_segments += 1
            self.segment = attributes.get("id", self.n_segments)

    def start_stream(self, tag: str, attributes: dict[str, str]) -> None:
        if self.document is None or self.role is not None:
            self.refuse(f"<{tag}> in the wrong place, expected it directly in <doc>")
        self.role = cast(Role, _ROLES[tag])
        self.collection.add_language(self.role, attributes.get("lang"))
        self.n_segments = 0
        self.name = attributes.get("system" if tag == "hyp" else "translator")
        if tag == "src":
            self.collection.add_sources()
        elif tag == "hyp":
            if self.name is None:
                self.refuse("<hyp> without a system, expected <hyp system=…>")
            self.collection.add_system(self.name)

    def end(self, tag: str) -> None:
        self.depth -= 1
        if tag == "doc":
            self.document = None
        elif tag in _ROLES:
            self.role = None
        elif tag == "seg":
            assert self.document is not None
            assert self.role is not None
            assert self.segment is not None
            entry = Entry("".join(self.texts), self.file, self.line)
            self.collection.add(self.role, self.name, self.document, self.segment, entry)
            self.segment = None
            self.texts.clear()

    def text(self, data: str) -> None:
        if self.segment is not None:
            self.texts.append(data)
        elif self.role is not None and not data.isspace():
            self.refuse(f"text outside <seg>: {data.strip()[:40]!r}; expected every text in a <seg>")

    def doctype(self, *_: object) -> None:
        self.refuse("a document type (<!DOCTYPE …>) is not accepted; expected plain WMT XML; remove it")

    @property
    def line(self) -> int:
        return 0 if self.parser is None else self.parser.CurrentLineNumber

    def refuse(self, why: str) -> NoReturn:
        raise DataError(f"{self.file}:{self.line}: {why}")


def write(test_set: TestSet, stream: BinaryIO) -> None:
    refuse_no_segments(test_set, "WMT XML")
    refuse_characters(test_set, _NOT_XML, "XML")
    refuse_bare_segments(test_set, "WMT XML")
    documents = test_set.documents or (None,) * len(test_set)
    numbers: Counter[Text] = Counter()
    stream.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<dataset>\n')
    # A document whose segments do not stand together becomes several elements with the same id.
    for document, group in groupby(range(len(test_set)), key=documents.__getitem__):
        indices = list(group)
        ids = range(numbers[document] + 1, numbers[document] + len(indices) + 1)
        numbers[document] += len(indices)
        stream.write(_open_tag("doc", ("id", document)))
        _write_document(test_set, dict(zip(ids, indices, strict=True)), stream)
        stream.write(b"</doc>\n")
    stream.write(b"</dataset>\n")


def _write_document(test_set: TestSet, indices: dict[int, int], stream: BinaryIO) -> None:
    """Write the segments at these indices, by id."""
    *source, target = (test_set.language or "").split("-")
    if test_set.source is not None:
        _write_stream("src", "".join(source), None, {n: test_set.source[i] for n, i in indices.items()}, stream)
    references = {n: test_set.references[i] for n, i in indices.items()}
    for k in range(max(map(len, references.values()))):
        texts = {n: refs[k] if k < len(refs) else None for n, refs in references.items()}
        _write_stream("ref", target, ("translator", str(k + 1)), texts, stream)
    for system, column in test_set.systems.items():
        _write_stream("hyp", target, ("system", system), {n: column[i] for n, i in indices.items()}, stream)


def _write_stream(
    tag: str, language: str, name: tuple[str, str] | None, texts: dict[int, Text], stream: BinaryIO
) -> None:
    pairs = [*([("lang", language)] if language else []), *([name] if name else [])]
    stream.write(_open_tag(tag, *pairs) + b"<p>\n")
    for number, text in texts.items():
        if text is not None:
            stream.write(f'<seg id="{number}">{text.translate(_TEXT)}</seg>\n'.encode())
    stream.write(f"</p>\n</{tag}>\n".encode())


def _open_tag(tag: str, *attributes: tuple[str, Text]) -> bytes:
    text = "".join(f' {name}="{value.translate(_ATTRIBUTE)}"' for name, value in attributes if value is not None)
    return f"<{tag}{text}>\n".encode()
