"""The SGML of NIST's mteval and of WMT until 2020: `srcset`, `refset`, `tstset` with `doc` and `seg`.

Real files are sloppy, so this searches for the tags that matter, in any case, quoted or not. The text of a segment runs
to `</seg>`, or to the next tag that must be outside it where `</seg>` was forgotten; a bare `<` or `&` is text. White
space around a segment and line breaks within it are layout. Known entities and character references are resolved, once.
The mteval XML form with its document type is read too (the type is never opened).

A set names its system in `sysid` (of `doc`, of the set, or of an element `system`) and its translator in `sysid`,
`refid` or `site`. We write all sets into one file. A document must stand together, and a segment must have a text.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import BinaryIO, NoReturn, cast

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.testsets.limits import refuse_bare_segments, refuse_no_segments
from tertium.io.testsets.markup import Collection, Document, Entry, Role
from tertium.text.testset import TestSet, Text

_ROLES = {"srcset": "source", "refset": "reference", "tstset": "hypothesis"}
_TAG = re.compile(r"<!--|<!ENTITY\b|<(/?)(seg|doc|srcset|refset|tstset|system)(?=[\s/>])([^<>]*)>", re.IGNORECASE)
_SEGMENT_END = re.compile(r"</seg\s*>|<seg(?=[\s/>])|</?(?:doc|srcset|refset|tstset)(?=[\s/>])|</mteval", re.IGNORECASE)
_WHOLE = re.compile(r"<mteval(?=[\s/>])", re.IGNORECASE)
_WHOLE_END = re.compile(r"</mteval\s*>", re.IGNORECASE)
_PARAGRAPH = re.compile(r"</?(?:p|hl)(?=[\s/>])", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ENTITY = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{0,31}));")
_LINE_BREAK = re.compile(r"(?<![ \t])[ \t]*+[\r\n][ \t\r\n]*")
_SPACE = " \t\r\n"
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)


def collect(source: Input, collection: Collection) -> None:
    """Put everything in the file into the collection."""
    _Reader(source.name, source.stem, collection, "".join(source.text_blocks())).run()


@dataclass(slots=True)
class _Reader:
    """Goes through the tags: which set, which document is open."""

    file: str
    only_system: str
    collection: Collection
    markup: str
    at: int = 0
    line: int = 1
    role: Role | None = None
    set_name: Text = None
    name: Text = None
    document: Document | None = None
    n_segments: int = 0
    n_documents: int = 0
    found_set: bool = False
    without_id: Counter[tuple[Role, Text]] = field(default_factory=Counter)

    def run(self) -> None:
        while match := _TAG.search(self.markup, self.at):
            self.advance(match.end())
            tag = (match[2] or match[0]).lower()
            if tag == "<!--":
                self.skip_comment()
            elif tag == "<!entity":
                self.refuse("an entity declaration is not accepted; expected only entities known from HTML; remove it")
            elif match[1]:
                self.end(tag)
            elif tag == "seg":
                self.segment(match[3])
            else:
                self.start(tag, _attributes(match[3]))
        if not self.found_set:
            self.refuse("found no <srcset>, <refset> or <tstset>; expected at least one of them")
        if self.role is not None:
            tag = next(tag for tag, role in _ROLES.items() if role == self.role)
            self.refuse(f"the file ends inside a set; expected </{tag}>: get the whole file, or add what is missing")
        if _WHOLE.search(self.markup) and not _WHOLE_END.search(self.markup):
            self.refuse("the file ends before </mteval>; get the whole file, or add what is missing")

    def advance(self, position: int) -> None:
        self.line += self.markup.count("\n", self.at, position)
        self.at = position

    def skip_comment(self) -> None:
        end = self.markup.find("-->", self.at)
        if end < 0:
            self.refuse("a comment (<!--) is never closed; expected --> after it")
        self.advance(end + 3)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "system":
            if self.role == "hypothesis" and self.set_name is None:
                self.set_name = attributes.get("sysid")
        elif tag == "doc":
            self.start_document(attributes)
        else:
            self.found_set = True
            self.role = cast(Role, _ROLES[tag])
            self.collection.add_language("source", attributes.get("srclang"))
            self.collection.add_language("reference", attributes.get("trglang"))
            self.document = None
            self.name = self.set_name = _first(attributes, "sysid", "refid")
            if self.role == "source":
                self.collection.add_sources()
            elif self.role == "hypothesis" and self.set_name is not None:
                self.collection.add_system(self.set_name)

    def start_document(self, attributes: dict[str, str]) -> None:
        if self.role is None:
            self.refuse("<doc> or <seg> outside a set; expected it in <srcset>, <refset> or <tstset>")
        own = _first(attributes, "sysid", "refid", "site")
        self.name = self.set_name if own is None else own
        if self.role == "hypothesis":
            self.name = self.only_system if self.name is None else self.name
            self.collection.add_system(self.name)
        self.n_segments = 0
        self.n_documents += 1
        identity = attributes.get("docid")
        number = 0
        if identity is None:
            # Documents without an id are the same where they have the same place in their sets.
            number = self.without_id[self.role, self.name]
            self.without_id[self.role, self.name] += 1
        self.document = (identity, number)
        self.collection.add_document(self.document, attributes)

    def end(self, tag: str) -> None:
        if tag == "seg":
            self.refuse("</seg> without <seg>; look for a broken tag before it")
        if tag == "doc":
            self.document = None
        elif tag in _ROLES:
            self.role = self.document = None

    def segment(self, attributes: str) -> None:
        if self.document is None:
            self.start_document({})
        assert self.document is not None
        assert self.role is not None
        self.n_segments += 1
        line = self.line
        text = "" if attributes.endswith("/") else self.segment_text()
        identity = _attributes(attributes.removesuffix("/")).get("id", self.n_segments)
        entry = Entry(text, self.file, line, self.n_documents)
        self.collection.add(self.role, self.name, self.document, identity, entry)

    def segment_text(self) -> str:
        start = self.at
        match = _SEGMENT_END.search(self.markup, start)
        end = match.start() if match else len(self.markup)
        closed = match is not None and match[0].lower().startswith("</seg")
        if not closed:
            paragraph = _PARAGRAPH.search(self.markup, start, end)
            end = paragraph.start() if paragraph else end
        self.advance(match.end() if closed and match else end)
        return _unescape(_LINE_BREAK.sub(" ", self.markup[start:end].strip(_SPACE)))

    def refuse(self, why: str) -> NoReturn:
        raise DataError(f"{self.file}:{self.line}: {why}")


def write(test_set: TestSet, stream: BinaryIO) -> None:
    refuse_no_segments(test_set, "SGML")
    refuse_bare_segments(test_set, "SGML")
    documents = _documents(test_set)
    source, _, target = (test_set.language or "").rpartition("-")
    languages = f'srclang="{source or "any"}" trglang="{target or "any"}"'
    stream.write(b"<mteval>\n")
    if test_set.source is not None:
        _write_set(f"srcset {languages}", "", None, test_set.source, documents, stream)
    for k in range(max(map(len, test_set.references))):
        texts = tuple(refs[k] if k < len(refs) else None for refs in test_set.references)
        _write_set(f"refset {languages}", "refid", str(k + 1), texts, documents, stream)
    for system, texts in test_set.systems.items():
        _write_set(f"tstset {languages}", "sysid", system, texts, documents, stream)
    stream.write(b"</mteval>\n")


def _write_set(
    head: str, attribute: str, name: Text, texts: tuple[Text, ...], documents: dict[Text, range], stream: BinaryIO
) -> None:
    tag, _, languages = head.partition(" ")
    stream.write(_open_tag(f'{tag} setid="test" {languages}', attribute, name))
    for document, indices in documents.items():
        stream.write(_open_tag("doc", "docid", document))
        for number, i in enumerate(indices, 1):
            text = texts[i]
            if text is not None:
                stream.write(f'<seg id="{number}">{_escape(text)}</seg>\n'.encode())
        stream.write(b"</doc>\n")
    stream.write(f"</{tag}>\n".encode())


def _open_tag(tag: str, attribute: str, value: Text) -> bytes:
    attributes = "" if value is None else f' {attribute}="{value.translate(_ESCAPES)}"'
    return f"<{tag}{attributes}>\n".encode()


def _documents(test_set: TestSet) -> dict[Text, range]:
    """The segments of each document."""
    names = test_set.documents or (None,) * len(test_set)
    documents: dict[Text, range] = {}
    for name, group in groupby(range(len(test_set)), key=names.__getitem__):
        indices = list(group)
        if name in documents:
            raise DataError(
                f"segment {indices[0] + 1} belongs to document {name!r}, which began at segment "
                f"{documents[name][0] + 1} and was left; in SGML a document must stand together; sort the segments or "
                "write another format, such as jsonl"
            )
        documents[name] = range(indices[0], indices[-1] + 1)
    return documents


def _escape(text: str) -> str:
    text = text.translate(_ESCAPES)
    # White space around a segment would be taken for layout.
    if text.startswith(" "):
        text = "&#32;" + text[1:]
    return text[:-1] + "&#32;" if text.endswith(" ") else text


def _attributes(text: str) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        value = next(group for group in match.groups()[1:] if group is not None)
        attributes.setdefault(match[1].lower(), _unescape(value))
    return attributes


def _first(attributes: dict[str, str], *names: str) -> Text:
    return next((attributes[name] for name in names if name in attributes), None)


def _unescape(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    """What an entity or character reference stands for; itself, where that is nothing."""
    decimal, hexadecimal, name = match.groups()
    if name:
        from html.entities import html5

        return html5.get(name + ";", match[0])
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else match[0]
